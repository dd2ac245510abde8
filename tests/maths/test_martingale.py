"""Paths, rates, advantages and freezing of martingale programs against brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steersman.maths.martingale import (
    advantages,
    class_rates,
    confusion_matrix,
    freezing_threshold,
    hoeffding_bound,
    majority_bound,
    n_states,
    path_weights,
    reached_nodes,
    tied_winner,
    winner,
)


def binary_graph(levels: int) -> tuple[np.ndarray, np.ndarray]:
    """Children and labels of the whole program of two classes, node (i, t) at t (t + 1) / 2 + i."""
    number = {(i, t): t * (t + 1) // 2 + i for t in range(levels + 1) for i in range(t + 1)}
    children = np.full((len(number), 2), -1, dtype=np.intp)
    labels = np.full(len(number), -1, dtype=np.intp)
    for (i, t), node in number.items():
        if t == levels:
            labels[node] = winner((t - i, i))
        else:
            children[node] = number[i, t + 1], number[i + 1, t + 1]
    return children, labels


@given(levels=st.integers(1, 7), seed=st.integers(0, 10_000))
@settings(max_examples=40)
def test_path_weights_equal_the_sum_over_every_path(levels: int, seed: int) -> None:
    children, _ = binary_graph(levels)
    up = np.random.default_rng(seed).random(len(children))
    shares = np.column_stack([1 - up, up])
    weights = path_weights(children, shares)
    summed = np.zeros(len(children))
    for votes in product((0, 1), repeat=levels):
        node, weight = 0, 1.0
        for vote in votes:
            weight *= shares[node, vote]
            node = children[node, vote]
        summed[node] += weight
    last = children[:, 0] < 0
    np.testing.assert_allclose(weights[last], summed[last], atol=1e-12)


@given(levels=st.integers(1, 9), seed=st.integers(0, 10_000))
@settings(max_examples=40)
def test_path_weights_equal_the_papers_matrix_power(levels: int, seed: int) -> None:
    children, labels = binary_graph(levels)
    up = np.random.default_rng(seed).random(len(children))
    incidence = np.zeros((len(children), len(children)))
    for node, (down, over) in enumerate(children):
        if down >= 0:
            incidence[node, down], incidence[node, over] = 1 - up[node], up[node]
    false_positives = np.linalg.matrix_power(incidence, levels)[0, labels == 1].sum()
    shares = np.zeros((len(children), 2, 2))
    shares[:, 0] = np.column_stack([1 - up, up])
    assert class_rates(children, labels, shares)[0, 1] == pytest.approx(false_positives, abs=1e-12)


@given(levels=st.integers(1, 8), rows=st.integers(1, 60), seed=st.integers(0, 10_000))
@settings(max_examples=60)
def test_the_rate_of_the_graph_equals_the_rate_counted(levels: int, rows: int, seed: int) -> None:
    """Theorem 1: weigh the edges by what the rows did, and the rates come out as counted."""
    rng = np.random.default_rng(seed)
    children, labels = binary_graph(levels)
    scores = rng.normal(size=(len(children), rows, 2))
    codes = rng.integers(0, 2, rows)
    visited = np.empty((rows, levels + 1), dtype=np.intp)
    ends = reached_nodes(children, labels, scores, np.zeros((len(children), 2)), visited)
    flow = np.zeros((len(children), 2, 2))
    for row, code in enumerate(codes):
        for here, there in zip(visited[row], visited[row, 1:]):
            flow[here, code, int(there == children[here, 1])] += 1
    totals = flow.sum(axis=2, keepdims=True)
    shares = np.divide(flow, totals, out=np.zeros_like(flow), where=totals > 0)
    counted = confusion_matrix(codes, labels[ends], 2)
    rates = class_rates(children, labels, shares)
    for code in np.unique(codes):
        np.testing.assert_allclose(rates[code], counted[code] / counted[code].sum(), atol=1e-12)


def test_the_papers_three_stage_example() -> None:
    children, labels = binary_graph(3)
    eps = {(0, 0): 0.3, (0, 1): 0.2, (1, 1): 0.4, (0, 2): 0.9, (1, 2): 0.1, (2, 2): 0.6}
    up = np.zeros(len(children))
    for (i, t), rate in eps.items():
        up[t * (t + 1) // 2 + i] = rate
    shares = np.zeros((len(children), 2, 2))
    shares[:, 0] = np.column_stack([1 - up, up])
    by_hand = 0.3 * 0.4 * 0.6 + 0.3 * 0.4 * 0.4 + 0.3 * 0.6 * 0.1 + 0.7 * 0.2 * 0.1
    assert class_rates(children, labels, shares)[0, 1] == pytest.approx(by_hand)


def test_shifts_turn_rows_to_the_other_edge() -> None:
    children, labels = binary_graph(1)
    scores = np.zeros((3, 2, 2))
    scores[0] = [[0.0, 1.0], [0.0, -1.0]]
    visited = np.empty((2, 2), dtype=np.intp)
    shifts = np.zeros((3, 2))
    assert labels[reached_nodes(children, labels, scores, shifts, visited)].tolist() == [1, 0]
    shifts[0, 0] = 2.0
    assert labels[reached_nodes(children, labels, scores, shifts, visited)].tolist() == [0, 0]


@pytest.mark.parametrize("levels", [1, 2, 3, 8, 15])
def test_the_last_level_is_labeled_by_half_of_the_votes(levels: int) -> None:
    for ones in range(levels + 1):
        assert winner((levels - ones, ones)) == int(ones > levels / 2)


@pytest.mark.parametrize(("levels", "classes"), [(1, 2), (4, 2), (5, 3), (3, 5)])
def test_states_are_the_distinct_vote_counts_before_the_last_vote(
    levels: int, classes: int
) -> None:
    seen = {
        (t, tuple(np.bincount(votes, minlength=classes)) if votes else ())
        for t in range(levels)
        for votes in product(range(classes), repeat=t)
    }
    assert n_states(levels, classes) == len(seen)


def test_advantages_are_accuracies_above_one_half() -> None:
    found = advantages(np.array([[3, 1, 0], [0, 0, 0], [1, 1, 2]]))
    np.testing.assert_allclose(found[[0, 2]], [0.25, 0.0])
    assert np.isnan(found[1])


def test_the_freezing_threshold_is_the_papers() -> None:
    assert freezing_threshold(0.5, 15) == pytest.approx(0.5 / 240)


@pytest.mark.parametrize("levels", [1, 4, 9])
def test_the_majority_bound_is_the_error_of_nodes_that_have_just_the_advantage(levels: int) -> None:
    children, labels = binary_graph(levels)
    for advantage in (0.05, 0.2, 0.5):
        shares = np.broadcast_to([0.5 - advantage, 0.5 + advantage], (len(children), 2, 2))
        error = class_rates(children, labels, shares)[1, 0]
        assert majority_bound(advantage, levels) == pytest.approx(error, abs=1e-12)
        assert error <= hoeffding_bound(advantage, levels) + 1e-12


def test_no_nodes_with_at_least_the_advantage_exceed_the_bounds() -> None:
    rng = np.random.default_rng(0)
    children, labels = binary_graph(7)
    for _ in range(200):
        advantage = rng.uniform(0.01, 0.4)
        right = rng.uniform(0.5 + advantage, 1.0, size=len(children))
        right[rng.random(len(children)) < 0.8] = 0.5 + advantage
        shares = np.stack([1.0 - right, right], axis=1)[:, None, :].repeat(2, axis=1)
        assert class_rates(children, labels, shares)[1, 0] <= majority_bound(advantage, 7) + 1e-12


def test_a_lead_over_each_other_class_keeps_the_bound_that_grows_with_the_classes() -> None:
    rng = np.random.default_rng(1)
    for classes in (2, 3, 5):
        for advantage, levels in ((0.1, 9), (0.25, 15)):
            # Probabilities 2 g apart: the others share what the lead leaves.
            others = (1.0 - 2.0 * advantage) / classes
            chances = [others + 2.0 * advantage] + [others] * (classes - 1)
            votes = rng.multinomial(levels, chances, size=20_000)
            error = np.mean(votes[:, 0] <= votes[:, 1:].max(axis=1))
            bound = hoeffding_bound(advantage, levels, classes)
            assert error <= bound
            assert bound == pytest.approx(
                min(1.0, (classes - 1) * np.exp(-2 * advantage**2 * levels))
            )
    assert hoeffding_bound(0.0, 15) == majority_bound(-0.1, 15) == 1.0
    assert majority_bound(0.0, 15) == 1.0
    assert majority_bound(1e-9, 15) < 1.0


@given(st.lists(st.integers(0, 3), min_size=1, max_size=5), st.integers(0, 10_000))
def test_among_classes_with_most_votes_the_one_with_the_largest_share_wins(
    votes: list[int], seed: int
) -> None:
    shares = np.random.default_rng(seed).integers(0, 4, len(votes)) / 4.0
    most = [each for each, count in enumerate(votes) if count == max(votes)]
    assert tied_winner(tuple(votes), shares) == max(most, key=lambda each: (shares[each], -each))
    assert winner(tuple(votes)) == most[0]

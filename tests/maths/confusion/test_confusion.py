"""Measures as linear parts of a confusion matrix, against scikit-learn; rows to move, by force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from steersman.learn.wants import measure_named
from steersman.maths.confusion import (
    BinaryCounts,
    average_cost_formula,
    binary_counts,
    cell_rate_formula,
    rows_to_move,
)
from steersman.maths.confusion.measures import (
    cell_formula,
    cost_formula,
    refer_formula,
    referrals_formula,
    with_referred,
)


def labels_of(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    cells = np.argwhere(np.ones_like(matrix))
    return np.repeat(cells[:, 0], matrix.ravel()), np.repeat(cells[:, 1], matrix.ravel())


@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_one_class_measures_equal_those_of_scikit_learn(chosen: int) -> None:
    matrix = np.random.default_rng(chosen).integers(1, 20, (3, 3))
    true, predicted = labels_of(matrix)
    is_true, is_called = true == chosen, predicted == chosen
    tn, fp, fn, tp = metrics.confusion_matrix(is_true, is_called).ravel()
    expected = {
        "tn": tn,
        "fp": fp,
        "fn": fn,
        "tp": tp,
        "recall": metrics.recall_score(is_true, is_called),
        "precision": metrics.precision_score(is_true, is_called),
        "f1": metrics.f1_score(is_true, is_called),
        "specificity": metrics.recall_score(~is_true, ~is_called),
        "npv": metrics.precision_score(~is_true, ~is_called),
        "fpr": fp / (fp + tn),
        "fnr": fn / (fn + tp),
        "fdr": fp / (fp + tp),
        "predicted": fp + tp,
    }
    sums = matrix.sum(axis=1).astype(float)
    parts = {name: measure_named(name).formula(sums, (chosen,), None) for name in expected}
    assert {name: each.value(matrix) for name, each in parts.items()} == pytest.approx(expected)
    many = {name: each.values(np.stack([matrix, matrix]))[1] for name, each in parts.items()}
    assert many == pytest.approx(expected)


def test_measures_of_the_whole_matrix_equal_those_of_scikit_learn() -> None:
    matrix = np.random.default_rng(4).integers(1, 20, (4, 4))
    true, predicted = labels_of(matrix)
    sums = matrix.sum(axis=1).astype(float)
    accuracy = metrics.accuracy_score(true, predicted)
    expected = {
        "accuracy": accuracy,
        "error rate": 1 - accuracy,
        "balanced accuracy": metrics.balanced_accuracy_score(true, predicted),
        "errors": matrix.sum() - np.trace(matrix),
    }
    values = {name: measure_named(name).formula(sums, (), None).value(matrix) for name in expected}
    assert values == pytest.approx(expected)


def test_cells_costs_and_referred_rows_are_counted_and_shared() -> None:
    rng = np.random.default_rng(5)
    matrix, costs = rng.integers(1, 20, (3, 3)).astype(float), rng.random((3, 3))
    sums = matrix.sum(axis=1)
    for true, predicted in product(range(3), repeat=2):
        places = (true, predicted)
        assert cell_formula(sums, places, None).value(matrix) == matrix[places]
        share = matrix[places] / sums[true]
        assert cell_rate_formula(sums, places, None).value(matrix) == pytest.approx(share)
    total = float((costs * matrix).sum())
    assert cost_formula(sums, (), costs).value(matrix) == pytest.approx(total)
    average = average_cost_formula(sums, (), costs)
    assert average.value(matrix) == pytest.approx(total / matrix.sum())
    both = average.values(np.stack([matrix, 0.0 * matrix]))
    assert both == pytest.approx([total / matrix.sum(), 0.0])
    referred = np.array([4.0, 0.0, 7.0])
    whole = with_referred(matrix, referred)
    assert referrals_formula(whole.sum(axis=1), (), None).value(whole) == 11.0
    share = 11.0 / (matrix.sum() + 11.0)
    assert refer_formula(whole.sum(axis=1), (), None).value(whole) == pytest.approx(share)


def test_balanced_accuracy_is_the_mean_over_the_classes_that_have_rows() -> None:
    matrix = np.array([[6, 2, 0], [0, 0, 0], [1, 0, 3]])
    true, predicted = labels_of(matrix)
    recalls = metrics.recall_score(true, predicted, labels=[0, 2], average="macro")
    sums = matrix.sum(axis=1).astype(float)
    parts = measure_named("balanced accuracy").formula(sums, (), None)
    assert parts.value(matrix) == pytest.approx(recalls)


def test_binary_counts_equal_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    positive, decided = rng.random(50) < 0.4, rng.random(50) < 0.5
    tn, fp, fn, tp = metrics.confusion_matrix(positive, decided).ravel()
    counts = binary_counts(positive, decided)
    assert counts == (tp, fp, fn, tn)
    assert counts.f1 == pytest.approx(metrics.f1_score(positive, decided))


def fewest_moves_by_force(matrix: np.ndarray, weights: np.ndarray, least: float) -> float:
    """Every matrix with the same row sums is looked at."""
    (a, b), (c, d) = matrix
    fewest = np.inf
    for first, second in product(range(a + b + 1), range(c + d + 1)):
        other = np.array([[a + b - first, first], [c + d - second, second]])
        if np.sum(weights * other) >= least - 1e-9:
            fewest = min(fewest, abs(first - b) + abs(second - d))
    return fewest


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 6), min_size=4, max_size=4),
    st.lists(st.integers(-4, 4), min_size=4, max_size=4),
    st.integers(-20, 20),
)
def test_rows_to_move_is_the_fewest_there_can_be(cells: list, weights: list, least: int) -> None:
    matrix = np.array(cells).reshape(2, 2)
    weighed = np.array(weights, dtype=float).reshape(2, 2)
    moved = rows_to_move(matrix[np.newaxis].astype(float), weighed, float(least))[0]
    assert moved == fewest_moves_by_force(matrix, weighed, float(least))


def test_rates_of_four_cells_are_zero_where_there_is_nothing() -> None:
    counts = BinaryCounts(tp=6, fp=2, fn=3, tn=9)
    assert (counts.recall, counts.precision) == (6 / 9, 6 / 8)
    assert (counts.f1, counts.accuracy) == (12 / 17, 15 / 20)
    none = BinaryCounts(0, 0, 0, 0)
    assert (none.recall, none.precision, none.f1, none.accuracy) == (0.0, 0.0, 0.0, 0.0)

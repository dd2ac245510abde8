"""Nearest centers by angle against brute force: bounds and single precision change no label."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from steersman.maths.clustering import (
    centers_of,
    nearest_centers,
    rows_of,
    sparse_rows,
    spherical,
    spherical_steps,
    turn_centers,
    unit_columns,
    unit_rows,
)
from steersman.maths.clustering.nearest_centers import (
    ROUNDING,
    SLACK,
    cosine_at_least,
    cosine_at_most,
    loose_bounds,
    reassign,
)
from steersman.maths.clustering.spherical import move_all_rows

SEEDS = st.integers(0, 10_000)
ANGLES = st.floats(0, np.pi)


def mixed_rows(rng: np.random.Generator, n_features: int) -> csr_matrix:
    """Rows of both signs: empty ones, some with one entry, some with all, some that are equal."""
    density = rng.choice([0.0, 0.1, 0.5, 1.0], size=(60, 1))
    values = rng.normal(size=(60, n_features)) * (rng.random((60, n_features)) < density)
    values[:5] = 0.0
    values[:5, 0] = rng.normal(size=5)
    values[50:] = values[:10]
    return csr_matrix(values)


@given(SEEDS, st.integers(1, 7), st.sampled_from([0.0, 1e-12, 1e-8, 1e-3, 1.0]))
@settings(max_examples=80)
def test_the_first_of_the_nearest_centers_is_found_however_close_they_are(
    seed: int, k: int, spread: float
) -> None:
    rng = np.random.default_rng(seed)
    X = mixed_rows(rng, 12)
    rows = unit_rows(X)
    # Centers that differ by less than single precision can tell, or not at all.
    base = rng.normal(size=(12, 1))
    centers = unit_columns(base + spread * rng.normal(size=(12, k)))
    bounds = loose_bounds(rows.n_rows)
    assert reassign(rows, centers_of(centers), bounds) == rows.n_rows
    exact = sparse_rows.row_products(rows, centers, np.zeros(k))
    np.testing.assert_array_equal(bounds.labels, exact.argmax(axis=1))
    check_bounds(bounds, exact)
    # No wider than single precision makes them: wide bounds exclude nothing in later rounds.
    ordered = np.sort(np.column_stack([np.full(len(exact), -1.0), exact]), axis=1)
    np.testing.assert_allclose(bounds.own, ordered[:, -1], atol=1e-5)
    np.testing.assert_allclose(bounds.other, ordered[:, -2], atol=1e-5)


def check_bounds(bounds: nearest_centers.Bounds, exact: np.ndarray) -> None:
    """The bounds hold for the cosines of all rows and centers, but for the last digits."""
    places = np.arange(len(exact))
    others = exact.copy()
    others[places, bounds.labels] = -1.0
    assert np.all(bounds.own <= exact[places, bounds.labels] + 1e-12)
    assert np.all(bounds.other >= others.max(axis=1) - 1e-12)
    assert np.all((bounds.own >= -1) & (bounds.other <= 1))


@given(SEEDS, st.integers(1, 5), st.sampled_from([0.0, 1e-9, 1e-3, 0.1, 3.0]))
@settings(max_examples=80)
def test_bounds_hold_and_labels_stay_the_nearest_while_centers_turn(
    seed: int, k: int, turn: float
) -> None:
    rng = np.random.default_rng(seed)
    rows = unit_rows(mixed_rows(rng, 10))
    sums = rng.normal(size=(10, k))
    centers = centers_of(unit_columns(sums))
    bounds = loose_bounds(rows.n_rows)
    reassign(rows, centers, bounds)
    for _ in range(4):
        # One center turns more than the others, and one not at all.
        step = turn * rng.normal(size=(10, k))
        step[:, 0] *= 3.0
        step[:, -1] = 0.0
        sums = sums + step
        centers = turn_centers(centers, sums)
        reassign(rows, centers, bounds)
        exact = sparse_rows.row_products(rows, centers.directions(), np.zeros(k))
        check_bounds(bounds, exact)
        own = exact[np.arange(rows.n_rows), bounds.labels]
        assert np.all(own >= exact.max(axis=1) - SLACK)


@given(ANGLES, ANGLES)
def test_bounds_follow_the_sum_and_the_difference_of_angles(angle: float, turn: float) -> None:
    at_least = cosine_at_least(np.cos(angle), np.cos(turn))
    at_most = cosine_at_most(np.cos(angle), np.cos(turn))
    assert at_least == pytest.approx(np.cos(min(np.pi, angle + turn)), abs=1e-7)
    assert at_most == pytest.approx(np.cos(max(0.0, angle - turn)), abs=1e-7)


@pytest.mark.parametrize("turn", [0.0, 1e-9, 1e-4, 1.0])
def test_turned_centers_are_unit_columns_with_bounds_on_their_turns(turn: float) -> None:
    rng = np.random.default_rng(4)
    # So many cells that two threads share them.
    sums = rng.normal(size=(80_000, 3))
    before = unit_columns(sums)
    sums += turn * rng.normal(size=sums.shape)
    sums[:, 1] = 0.0
    centers = turn_centers(centers_of(before), sums)
    found = centers.directions()
    np.testing.assert_allclose(centers.lengths, np.linalg.norm(sums, axis=0))
    np.testing.assert_allclose(found[:, ::2], unit_columns(sums)[:, ::2], rtol=1e-12)
    # A sum of zero has no direction: the center stays.
    np.testing.assert_array_equal(found[:, 1], before[:, 1].astype(np.float32))
    assert centers.turns[1] == 1.0
    np.testing.assert_array_equal(centers.rounded, found.astype(np.float32))
    cosines = (unit_columns(sums) * before).sum(axis=0)[::2]
    # Never more than the cosine, and less by no more than the rounding of the center before.
    angles = np.sqrt(np.maximum(0.0, 1.0 - cosines**2)) * ROUNDING
    assert np.all(centers.turns[::2] <= cosines)
    assert np.all(centers.turns[::2] >= cosines - 2 * angles - 1e-13)
    np.testing.assert_array_equal(unit_columns(np.zeros((4, 2))), 0.0)


def test_rounds_in_several_threads_are_those_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    X = csr_matrix(rng.poisson(0.05, size=(300, 5000)).astype(float))
    start = unit_columns(rng.random((5000, 6)))

    def rounds() -> list[np.ndarray]:
        steps = spherical_steps(unit_rows(X), start, rng_weights)
        taken = []
        for step, _ in zip(steps, range(6), strict=False):
            taken += [step.labels, step.centers(), step.objective, step.compared]
        return taken

    rng_weights = rng.integers(1, 4, 300).astype(float)
    alone = rounds()
    cut_in_three(monkeypatch)
    for one, several in zip(alone, rounds(), strict=True):
        np.testing.assert_array_equal(one, several)


def cut_in_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three threads share all work, in blocks of different sizes."""

    def three(rows: int, *_: int) -> list[tuple[int, int]]:
        return [(0, rows // 5), (rows // 5, rows // 2), (rows // 2, rows)]

    for module in (nearest_centers, sparse_rows, spherical):
        monkeypatch.setattr(module, "row_blocks", three)


@given(SEEDS)
def test_sums_follow_rows_that_change_their_cluster(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = mixed_rows(rng, 9)
    before, after = rng.integers(0, 4, (2, 60))
    weights = rng.integers(1, 3, 60).astype(float)

    def sums_of(labels: np.ndarray) -> np.ndarray:
        members = spherical.one_hot(labels, 4) * weights[:, np.newaxis]
        return np.ascontiguousarray(X.T @ members)

    sums = sums_of(before)
    move_all_rows(rows_of(X), weights, before, after, sums)
    np.testing.assert_allclose(sums, sums_of(after), atol=1e-12)

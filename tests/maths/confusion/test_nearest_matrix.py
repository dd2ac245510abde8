"""The nearest matrix against all matrices with the same row sums."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

from steersman.maths.confusion import bounds_are_compatible, rows_needed, wilson_interval
from steersman.maths.confusion.finite_sample import f1_interval
from steersman.maths.confusion.nearest_matrix import (
    NEW_ERROR,
    constrained_sums,
    nearest_matrix,
    slack_of,
    solve_nearest,
)


def compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(total,)]
    return [
        (first, *rest)
        for first in range(total + 1)
        for rest in compositions(total - first, parts - 1)
    ]


@pytest.mark.parametrize("columns", [2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_no_matrix_that_meets_the_bounds_is_nearer(seed: int, columns: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, 5, (2, columns)).astype(float)
    weights = rng.integers(-2, 3, (2, 2, columns)).astype(float)
    least = rng.integers(-6, 7, 2).astype(float)
    price = np.where(np.eye(2, columns, dtype=bool), 1.0, NEW_ERROR)
    rows = [compositions(int(each), columns) for each in matrix.sum(axis=1)]
    costs = [
        float((price * np.abs(np.array(each) - matrix)).sum())
        for each in product(*rows)
        if (np.einsum("bij,ij->b", weights, np.array(each)) >= least).all()
    ]
    found = nearest_matrix(matrix, weights, least)
    assert (found is None) is (not costs)
    if found is not None:
        assert found.sum(axis=1).tolist() == matrix.sum(axis=1).tolist()
        assert (np.einsum("bij,ij->b", weights, found) >= least).all()
        assert float((price * np.abs(found - matrix)).sum()) == pytest.approx(min(costs))
        again = nearest_matrix(matrix, weights, least)
        assert again is not None
        assert np.array_equal(again, found)
        assert not np.shares_memory(again, found) or again is matrix


@pytest.mark.parametrize("seed", range(60))
def test_limits_on_single_kinds_of_error_need_no_program(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, 40, (2, 2)).astype(float)
    weights = rng.choice([-3.0, -1.0, -0.25, 0.0, 1.0, 7.0], (rng.integers(1, 4), 2, 2))
    for bound in weights:
        # One class makes no difference: all of its rows count alike.
        bound[rng.integers(2)] = rng.integers(-2, 3)
    least = rng.integers(-40, 40, len(weights)).astype(float)
    found = nearest_matrix(matrix, weights, least)
    shapes = matrix.shape, weights.shape
    by_program = solve_nearest(shapes, matrix.tobytes(), weights.tobytes(), least.tobytes())
    if by_program is None:
        assert found is None
    else:
        assert found is not None
        assert np.array_equal(found, by_program)


def test_a_matrix_that_is_just_at_its_bounds_is_the_nearest() -> None:
    matrix = np.array([[7.0, 2.0], [1.0, 5.0]])
    weights = np.array([[[0.0, -1.0], [0.0, 0.0]], [[0.0, 0.0], [-1.0, 0.0]]])
    assert np.array_equal(nearest_matrix(matrix, weights, np.array([-2.0, -1.0])), matrix)
    nearer = nearest_matrix(matrix, weights, np.array([-1.0, -1.0]))
    assert np.array_equal(nearer, [[8.0, 1.0], [1.0, 5.0]])


def test_a_limit_has_the_slack_of_a_solver_in_proportion_to_its_size() -> None:
    slack = slack_of(np.array([0.0, 9.0, -9.0, 999.0]))
    assert slack == pytest.approx([1e-7, 1e-6, 1e-6, 1e-4])


@pytest.mark.parametrize(("classes", "columns"), [(2, 2), (3, 3), (2, 3), (4, 5)])
def test_the_program_sums_classes_and_changes_and_bounds(classes: int, columns: int) -> None:
    rng = np.random.default_rng(0)
    cells, changes = rng.normal(size=(2, classes, columns))
    bounds = rng.normal(size=(3, classes * columns)) * (rng.random((3, classes * columns)) < 0.6)
    sums = constrained_sums(bounds, classes) @ np.concatenate([cells.ravel(), changes.ravel()])
    expected = [cells.sum(axis=1), cells - changes, cells + changes, bounds @ cells.ravel()]
    assert sums == pytest.approx(np.concatenate([each.ravel() for each in expected]))


def test_bounds_that_no_rows_keep_together_are_not_compatible() -> None:
    # At least 90 % of the second class caught; more of it missed than caught.
    caught = np.array([[0.0, 0.0], [-0.9, 0.1]])
    missed = np.array([[0.0, 0.0], [1.0, -1.0]])
    assert bounds_are_compatible(np.stack([caught, -missed]), np.zeros(2))
    assert not bounds_are_compatible(np.stack([caught, missed]), np.zeros(2))
    # A bound that only a class without rows would keep.
    none = np.array([[-1.0, -1.0], [0.0, 0.0]])
    assert not bounds_are_compatible(none[np.newaxis], np.zeros(1))
    assert bounds_are_compatible(none[np.newaxis], np.array([-1.0]))


@pytest.mark.parametrize(("part", "whole"), [(0, 12), (12, 12), (3, 40), (17, 21), (1, 1)])
def test_wilsons_interval_is_the_one_of_scipy(part: int, whole: int) -> None:
    expected = binomtest(part, whole).proportion_ci(0.95, method="wilson")
    low, high = wilson_interval(part, whole)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0.0 <= low <= high <= 1.0
    twice = f1_interval(part, whole - part, 0)
    assert twice == pytest.approx((2 * low / (1 + low), 2 * high / (1 + high)))
    assert f1_interval(part, 1, whole - part) == pytest.approx(f1_interval(part, whole - part, 1))


def test_no_row_is_needed_where_all_may_err_and_none_suffices_where_none_may() -> None:
    assert rows_needed(1.0, 0.05) == 0
    assert rows_needed(1.2, 0.05) == 0
    assert rows_needed(0.0, 0.05) == np.inf
    assert rows_needed(-0.1, 0.05) == np.inf
    assert rows_needed(0.5, 0.25) == 2

"""Tests of means against exact tails, computed by brute force."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom, binomtest

from steersman.maths.confusion import BinomialTest, StratifiedMeanTest
from steersman.maths.confusion.mean_tests import TILTS, largest_log_moments


def test_a_binomial_test_is_the_exact_one_of_scipy() -> None:
    precision = BinomialTest(
        np.array([[False, False], [False, True]]), np.array([[False, True], [False, False]]), 0.7
    )
    matrices = np.array([[[50, 3], [20, 27]], [[50, 0], [47, 0]], [[0, 50], [0, 47]]])
    expected = [
        binomtest(int(right), int(right + wrong), 0.7, alternative="greater").pvalue
        if right + wrong
        else 1.0
        for right, wrong in zip(matrices[:, 1, 1], matrices[:, 0, 1])
    ]
    assert precision.p_values(matrices).tolist() == pytest.approx(expected)


def exact_tail(weights: np.ndarray, rows: np.ndarray, total: float) -> float:
    """The largest chance of such a sum over all pairs of rates at the bound, for two classes."""
    right = [np.arange(n + 1) for n in rows]
    gains, least = np.ptp(weights, axis=1), weights.min(axis=1) @ rows
    sums = least + gains[0] * right[0][:, np.newaxis] + gains[1] * right[1]
    worst = 0.0
    for first in np.linspace(0.0, 1.0, 201):
        second = (-least - gains[0] * rows[0] * first) / (gains[1] * rows[1])
        if 0.0 <= second <= 1.0:
            chances = np.outer(
                binom.pmf(right[0], rows[0], first), binom.pmf(right[1], rows[1], second)
            )
            worst = max(worst, float(chances[sums >= total - 1e-9].sum()))
    return worst


@pytest.mark.parametrize("rows", [(30, 30), (60, 12)])
@pytest.mark.parametrize("bound", [0.6, 0.8])
def test_a_stratified_test_is_above_every_exact_tail_and_near_it(
    rows: tuple[int, int], bound: float
) -> None:
    sizes = np.array(rows, dtype=float)
    weights = np.eye(2) / sizes[:, np.newaxis] / 2.0 - bound / sizes.sum()
    test = StratifiedMeanTest(weights, sizes)
    for right in [(rows[0], rows[1]), (rows[0] - 3, rows[1] - 1), (rows[0] - 8, rows[1] - 2)]:
        matrix = np.array([[right[0], rows[0] - right[0]], [rows[1] - right[1], right[1]]])
        (given,) = test.p_values(matrix[np.newaxis])
        exact = exact_tail(weights, sizes, float((weights * matrix).sum()))
        assert exact <= given + 1e-12
        assert given <= 12.0 * exact + 1e-12


def test_the_largest_moment_is_that_of_a_numerical_search() -> None:
    spans, rows, mean = np.array([1.0, 0.3, 0.7]), np.array([40.0, 90.0, 25.0]), 50.0
    tilts = np.array([0.1, 1.0, 3.0])
    for tilt, moment in zip(tilts, largest_log_moments(tilts, spans, rows, mean)):
        gains = np.expm1(tilt * spans)
        found = minimize(
            lambda q, gains=gains: -float(rows @ np.log1p(q * gains)),
            np.full(3, mean / (rows @ spans)),
            bounds=[(0, 1)] * 3,
            constraints={"type": "eq", "fun": lambda q: (rows * spans) @ q - mean},
            tol=1e-12,
        )
        assert moment == pytest.approx(-found.fun, rel=1e-6)


@pytest.mark.parametrize("mean", [1e-9, 0.5, 1.0 - 1e-12])
def test_the_largest_moment_of_one_class_is_known(mean: float) -> None:
    found = largest_log_moments(TILTS, np.array([2.0]), np.array([7.0]), 14.0 * mean)
    expected = 7.0 * np.log1p(mean * np.expm1(2.0 * TILTS))
    assert found == pytest.approx(expected)


def test_a_bound_that_no_decision_breaks_is_certain_and_one_that_all_do_is_never_shown() -> None:
    rows, matrix = np.array([3.0, 4.0]), np.array([[[1, 2], [3, 1]]])
    assert StratifiedMeanTest(np.array([[1.0, 2.0], [1.0, 1.0]]), rows).p_values(matrix) == [0.0]
    assert StratifiedMeanTest(-np.ones((2, 2)), rows).p_values(matrix) == [1.0]


@pytest.mark.parametrize("rows_of_none", [0.0, 9.0])
def test_a_class_whose_decisions_make_no_difference_changes_nothing(rows_of_none: float) -> None:
    """Nor does a class without rows."""
    sizes = np.array([30.0, 20.0])
    weights = np.eye(2) / sizes[:, np.newaxis] / 2.0 - 0.7 / sizes.sum()
    right = np.array([[28, 19], [25, 18], [20, 20], [29, 12]])
    matrices = np.zeros((4, 2, 2), np.int64)
    matrices[:, 0, 0], matrices[:, 1, 1] = right.T
    matrices[:, 0, 1], matrices[:, 1, 0] = (sizes.astype(int) - right).T
    expected = StratifiedMeanTest(weights, sizes).p_values(matrices)
    wider = np.zeros((4, 3, 3), np.int64)
    wider[:, :2, :2], wider[:, 2, 1] = matrices, rows_of_none
    more = np.zeros((3, 3))
    more[:2, :2], more[:2, 2] = weights, weights.min(axis=1)
    if not rows_of_none:
        more[2] = [0.5, 0.0, 0.25]
    found = StratifiedMeanTest(more, np.append(sizes, rows_of_none)).p_values(wider)
    assert found == pytest.approx(expected)
    assert (expected > 0.0).all()
    assert expected[0] < expected[1] < expected[2] < expected[3]


def test_a_p_value_is_the_least_bound_of_all_tilts() -> None:
    sizes = np.array([40.0, 25.0])
    weights = np.array([[0.02, -0.01], [-0.03, 0.01]])
    test = StratifiedMeanTest(weights, sizes)
    matrices = np.array([[[36, 4], [5, 20]], [[12, 28], [20, 5]]])
    least = weights.min(axis=1) @ sizes
    tilts = TILTS / 0.04
    moments = largest_log_moments(tilts, np.array([0.03, 0.04]), sizes, -least)
    for matrix, found in zip(matrices, test.p_values(matrices)):
        total = float((weights * matrix).sum()) - least
        assert found == pytest.approx(min(1.0, float(np.exp((moments - tilts * total).min()))))

"""Conjugate gradients where there is a solution, and where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from steersman.maths.logistic.conjugate_gradient import Solution, conjugate_gradient

Floats = NDArray[np.float64]


def solution_of(matrix: Floats, right: Floats, guess: Floats) -> Solution:
    """The solution of matrix @ v = right, preconditioned by the inverse of `guess`."""
    inverse = np.linalg.inv(guess)
    return conjugate_gradient(lambda v: matrix @ v, right, lambda v: inverse @ v, tol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_the_solution_is_the_exact_one_whatever_preconditions_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    loose, other = rng.normal(size=(2, 9, 6))
    matrix = loose.T @ loose * np.outer(scales := 10.0 ** rng.uniform(-3, 3, 6), scales)
    right = rng.normal(size=6) * scales
    guess = np.diag(np.diagonal(matrix)) + 0.1 * np.diag(scales) @ other.T @ other @ np.diag(scales)
    found = solution_of(matrix, right, guess).vector
    assert found * scales == pytest.approx(np.linalg.solve(matrix, right) * scales, rel=1e-6)


@pytest.mark.parametrize("size", [1e-9, 1e9])
def test_no_direction_is_flat_because_of_the_size_of_the_right_side(size: float) -> None:
    loose = np.random.default_rng(0).normal(size=(9, 6))
    matrix, right = loose.T @ loose, np.arange(6.0)
    found = solution_of(matrix, size * right, np.eye(6)).vector
    assert found / size == pytest.approx(np.linalg.solve(matrix, right), rel=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_what_no_vector_undoes_is_left_and_the_rest_is_solved(seed: int) -> None:
    rng = np.random.default_rng(seed)
    flat = np.linalg.qr(rng.normal(size=(7, 7)))[0]
    curvature = np.append(10.0 ** rng.uniform(-2, 1, 6), 0.0)
    matrix = flat * curvature @ flat.T
    guess = matrix + np.outer(flat[:, -1], flat[:, -1])
    found, products = solution_of(matrix, rng.normal(size=7), guess)
    assert products < 50
    assert np.all(np.isfinite(found))
    assert np.abs(found).max() < 1e6


def test_a_first_direction_without_curvature_is_the_answer() -> None:
    right = np.array([3.0, 0.0])
    found = conjugate_gradient(lambda v: v * [0.0, 1.0], right, lambda v: v / 2.0)
    assert found.vector == pytest.approx([1.5, 0.0])

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


def spanned_solutions(matrix: Floats, right: Floats, inverse: Floats, most: int) -> list[Floats]:
    """By definition: the nearest vectors, in the matrix's norm, of the growing Krylov spaces."""
    solution, root = np.linalg.solve(matrix, right), np.linalg.cholesky(matrix).T
    found, span = [np.zeros_like(right)], np.empty((len(right), 0))
    power = inverse @ right
    for _ in range(most):
        span = np.linalg.qr(np.column_stack([span, power]))[0]
        power = inverse @ (matrix @ span[:, -1])
        found.append(span @ np.linalg.lstsq(root @ span, root @ solution, rcond=None)[0])
    return found


@pytest.mark.parametrize("seed", range(4))
def test_every_step_is_the_nearest_of_its_krylov_space(seed: int) -> None:
    rng = np.random.default_rng(seed)
    loose, other = rng.normal(size=(2, 12, 8))
    matrix, guess = loose.T @ loose, other.T @ other
    right, inverse = rng.normal(size=8), np.linalg.inv(guess)
    nearest = spanned_solutions(matrix, right, inverse, 6)
    residuals = [right - matrix @ each for each in nearest]
    norms = np.sqrt([each @ inverse @ each for each in residuals])

    def solve(**limits: float) -> Solution:
        product, precondition = matrix.__matmul__, inverse.__matmul__
        return conjugate_gradient(product, right, precondition, **limits)  # type: ignore[arg-type]

    for products in range(7):
        found = solve(max_iter=products, tol=0.0)
        assert found.products == products
        assert found.vector == pytest.approx(nearest[products], rel=1e-6, abs=1e-8)
    # It stops at the first residual that is small enough in the norm of the inverse.
    for tol in (2.0, 1.0, 0.5, 0.1, 0.02):
        expected = int(np.flatnonzero(norms <= tol * norms[0])[0]) if norms.min() <= tol else None
        if expected is not None:
            assert solve(tol=tol).products == expected


def test_a_later_direction_without_curvature_leaves_what_was_found() -> None:
    right = np.array([4.0, 1.0])
    found = conjugate_gradient(lambda v: v * [2.0, 0.0], right, lambda v: 1.0 * v)
    assert found.vector == pytest.approx(17.0 / 32.0 * right)
    assert found.products == 2
    assert conjugate_gradient(lambda v: v, np.zeros(3), lambda v: v).products == 0

"""Solving with the Hessian by products, against solving with the Hessian itself."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.maths.logistic import class_probabilities, problem_of, with_ones
from steersman.maths.logistic.hessian_solver import hessian_factor, hessian_solver, solve_factored
from steersman.maths.logistic.objective import hessian


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_the_solution_is_that_of_the_hessian(classes: int, sparse: bool, spread: float) -> None:
    rng = np.random.default_rng(classes)
    X = rng.normal(size=(120, 7)) * (rng.random((120, 7)) < 0.5)
    outputs = 1 if classes == 2 else classes
    penalties = np.exp(spread * rng.normal(size=(outputs, 7)))
    codes = rng.integers(0, classes, 120)
    problem = problem_of(with_ones(X), codes, classes, rng.uniform(0, 2, 120), penalties)
    probabilities = class_probabilities(rng.normal(size=(120, outputs)))
    right = rng.normal(size=problem.penalties.shape)
    if outputs > 1:
        right[:, -1] -= right[:, -1].mean()
    exact = solve_factored(hessian_factor(hessian(problem, probabilities)), right.ravel())
    if sparse:
        problem = problem._replace(design=csr_matrix(problem.design))
    solve = hessian_solver()
    for _ in range(2):  # anew, and with what the first solution left
        found = solve(problem, probabilities, right, lambda _size: 1e-10)
        assert found[:, :-1] == pytest.approx(exact.reshape(right.shape)[:, :-1], abs=1e-6)


def test_the_tolerance_is_asked_for_the_size_of_the_right_hand_side() -> None:
    problem = problem_of(
        with_ones(np.eye(3)), np.array([0, 1, 0]), 2, np.ones(3), np.full((1, 3), 2.0)
    )
    probabilities = np.full((3, 1), 0.5)
    right = np.array([[1.0, -2.0, 0.5, 1.0]])
    sizes: list[float] = []

    def tolerance(size: float) -> float:
        sizes.append(size)
        return 1e-10

    found = hessian_solver()(problem, probabilities, right, tolerance)
    assert sizes == [pytest.approx(np.sqrt(np.vdot(right, found)))]
    nothing = hessian_solver()(problem, probabilities, np.zeros((1, 4)), tolerance)
    assert not nothing.any()


def test_a_singular_matrix_is_factored_with_a_small_ridge() -> None:
    rows = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]])
    singular = rows.T @ rows
    factor = np.tril(hessian_factor(singular))
    assert factor @ factor.T == pytest.approx(singular, rel=1e-4, abs=1e-4)


def test_an_overflown_matrix_has_a_finite_factor() -> None:
    assert np.all(np.isfinite(hessian_factor(np.array([[1.0, np.nan], [np.nan, np.inf]]))))

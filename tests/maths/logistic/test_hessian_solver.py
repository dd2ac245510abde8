"""Solving with the Hessian by products, against solving with the Hessian itself."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.maths.logistic import LogisticProblem, class_probabilities, problem_of, with_ones
from steersman.maths.logistic import hessian_solver as module
from steersman.maths.logistic.hessian_solver import (
    PATIENCE,
    damped_diagonal,
    hessian_factor,
    hessian_solver,
    outputs_apart,
    preconditioner_at,
    solve_factored,
    with_common_moves,
)
from steersman.maths.logistic.objective import hessian, hessian_diagonal, output_hessian


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


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
def test_a_matrix_with_a_factor_is_factored_as_it_is(scale: float) -> None:
    loose = np.random.default_rng(0).normal(size=(9, 4))
    matrix = scale * loose.T @ loose
    factor = np.tril(hessian_factor(matrix))
    assert factor == pytest.approx(np.linalg.cholesky(matrix), rel=1e-12)


@pytest.mark.parametrize(("least", "ridge"), [(-1e-11, 1e-10), (-1e-7, 1e-6), (-0.5, 1.0)])
def test_the_ridge_is_the_first_of_growing_ones_that_makes_a_factor(
    least: float, ridge: float
) -> None:
    """The eigenvalues are 2 and `least`; both columns have the same curvature."""
    curvature = 0.5 * (2.0 + least)
    matrix = np.array([[curvature, 1.0 - 0.5 * least], [1.0 - 0.5 * least, curvature]])
    factor = np.tril(hessian_factor(matrix))
    lifted = matrix + ridge * curvature * np.eye(2)
    assert factor @ factor.T - matrix == pytest.approx(lifted - matrix, rel=1e-3, abs=1e-15)


def test_a_column_without_curvature_is_lifted_by_a_share_of_the_largest() -> None:
    factor = np.tril(hessian_factor(np.diag([4.0, 0.0, 1.0])))
    assert np.diagonal(factor) ** 2 == pytest.approx([4.0, 4e-21, 1.0])


def test_without_any_factor_steps_are_scaled_gradients() -> None:
    factor = hessian_factor(np.array([[4.0, np.nan], [np.nan, np.inf]]))
    assert factor == pytest.approx(np.diag([3.0, np.sqrt(np.finfo(float).max) + 1.0]))
    # No ridge helps where a column has a negative curvature.
    assert np.diagonal(hessian_factor(np.diag([np.nan, 9.0]))) == pytest.approx([1e150, 4.0])


def test_a_diagonal_that_exceeds_the_penalties_is_damped() -> None:
    """Up to a hundred times the penalty by its square root, beyond by a tenth of all of it."""
    penalties = np.array([[2.0, 2.0, 2.0, 2.0, 2.0, 0.0]])
    diagonal = np.array([[2.0, 8.0, 50.0, 200.0, 2000.0, 7.0]])
    damped = damped_diagonal(diagonal, penalties)
    assert damped == pytest.approx(np.array([[2.0, 4.0, 10.0, 20.0, 200.0, 7.0]]))
    # Nothing is divided by zero where no row curves.
    assert damped_diagonal(np.array([[3.0, 0.0]]), np.zeros((1, 2))) == pytest.approx(
        np.array([[3.0, 3e-12]])
    )


def drawn_problem(classes: int, features: int) -> tuple[LogisticProblem, np.ndarray]:
    rng = np.random.default_rng(features)
    outputs = 1 if classes == 2 else classes
    X, codes = rng.normal(size=(80, features)), np.arange(80) % classes
    penalties = rng.uniform(0.1, 3.0, (outputs, features))
    problem = problem_of(with_ones(X), codes, classes, rng.uniform(0, 2, 80), penalties)
    return problem, class_probabilities(rng.normal(size=(80, outputs)))


@pytest.mark.parametrize("classes", [2, 3])
def test_outputs_apart_are_inverted_by_blocks_or_entry_by_entry_if_wide(
    classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, probabilities = drawn_problem(classes, 5)
    right = np.random.default_rng(0).normal(size=problem.penalties.shape)
    blocks = [
        np.linalg.solve(output_hessian(problem, probabilities, output), vector)
        for output, vector in enumerate(right)
    ]
    entries = right / damped_diagonal(hessian_diagonal(problem, probabilities), problem.penalties)
    monkeypatch.setattr(module, "BLOCK_COLUMNS", 6)
    assert outputs_apart(problem, probabilities)(right) == pytest.approx(np.array(blocks))
    sparse = problem._replace(design=csr_matrix(problem.design))
    assert outputs_apart(sparse, probabilities)(right) == pytest.approx(entries)
    monkeypatch.setattr(module, "BLOCK_COLUMNS", 5)
    assert outputs_apart(problem, probabilities)(right) == pytest.approx(entries)


def test_what_all_outputs_have_in_common_meets_the_penalties_only() -> None:
    """Along a move of all outputs together the softmax does not curve."""
    penalties = np.array([[1.0, 4.0, 0.0], [3.0, 4.0, 0.0]])
    apart = with_common_moves(lambda vector: 10.0 * vector, penalties)
    moved = apart(np.array([[2.0, 1.0, 5.0], [6.0, -1.0, 7.0]]))
    assert moved == pytest.approx(np.array([[22.0, 10.0, 50.0], [62.0, -10.0, 70.0]]))
    one = with_common_moves(lambda vector: 10.0 * vector, penalties[:1])
    assert one(np.array([[2.0, 1.0, 5.0]])) == pytest.approx(np.array([[20.0, 10.0, 50.0]]))


@pytest.mark.parametrize("products", [PATIENCE, PATIENCE + 1])
@pytest.mark.parametrize("sparse", [False, True])
def test_what_preconditions_is_renewed_after_many_products_and_for_sparse_rows(
    products: int, sparse: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, probabilities = drawn_problem(2, 5)
    if sparse:
        problem = problem._replace(design=csr_matrix(problem.design))
    made: list[int] = []

    def counted(*given: object) -> object:
        made.append(1)
        return preconditioner_at(*given)  # type: ignore[arg-type]

    right = np.ones((1, 6))
    monkeypatch.setattr(module, "preconditioner_at", counted)
    monkeypatch.setattr(module, "conjugate_gradient", lambda *_args, **_tol: (right, products))
    solve = hessian_solver()
    for _ in range(3):
        assert solve(problem, probabilities, right, lambda _size: 1e-3) is right
    assert len(made) == (3 if sparse or products > PATIENCE else 1)

"""Solving with the Hessian of a logistic regression: by its Cholesky factor or by products.

This is where another array library comes in: nearly all of a fit is spent here."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dpotrf, dpotrs
from scipy.sparse import csr_matrix

from steersman.maths.logistic.conjugate_gradient import conjugate_gradient
from steersman.maths.logistic.objective import (
    LogisticProblem,
    hessian,
    hessian_diagonal,
    hessian_product,
    output_hessian,
)

Floats = NDArray[np.float64]
Preconditioner = Callable[[Floats], Floats]
HessianSolver = Callable[[LogisticProblem, Floats, Floats, Callable[[float], float]], Floats]
"""(problem, probabilities, right, tolerance) -> the inverse Hessian times `right`.

`tolerance` says how exact, relative to `right`, given the size of `right` in the norm of the
inverse Hessian.
"""
BLOCK_COLUMNS = 1000
MODERATE_EXCESS = 100.0
PATIENCE = 6  # products before what preconditions them is renewed


def hessian_factor(curvature: Floats) -> Floats:
    """The lower Cholesky factor; a ridge relative to the diagonal is added until there is one."""
    # A symmetric matrix may be transposed freely, and the transpose is in LAPACK's column order.
    factor, failed = dpotrf(curvature.T, lower=1)
    # Separated classes and repeated columns make the Hessian nearly singular. The ridge starts far
    # below what changes a step and grows fast, so few factorizations are tried.
    ridge = 1e-12
    while failed and ridge < 1e3 and np.isfinite(curvature[0, 0]):
        diagonal = np.diagonal(curvature)
        lifted = curvature.copy()
        # Relative to each column's own curvature, so that columns of any scale are lifted alike;
        # the floor is for columns with no curvature at all.
        lifted.flat[:: len(curvature) + 1] += ridge * np.maximum(diagonal, 1e-9 * diagonal.max())
        factor, failed = dpotrf(lifted.T, lower=1)
        ridge *= 100.0
    # The curvature overflowed: fall back to a scaled gradient step.
    if failed or not np.isfinite(factor[-1, -1]):
        return np.diag(np.sqrt(np.nan_to_num(np.diagonal(curvature), nan=1e300)) + 1.0)
    return np.asarray(factor)


def solve_factored(factor: Floats, right: Floats) -> Floats:
    """The solution of the factored system for one or more right-hand sides (in columns)."""
    solution, _ = dpotrs(factor, right, lower=1)
    return np.asarray(solution)


def preconditioner_at(problem: LogisticProblem, probabilities: Floats) -> Preconditioner:
    """An approximate inverse of the Hessian: output by output, or entry by entry if wide.

    Softmax outputs that all move together meet the resistance of the penalties only, which no
    output on its own shows; that part is inverted separately.
    """
    return with_common_moves(outputs_apart(problem, probabilities), problem.penalties)


def with_common_moves(apart: Preconditioner, penalties: Floats) -> Preconditioner:
    """A preconditioner of outputs apart, with that of softmax outputs that all move together."""
    if len(penalties) == 1:
        return apart
    resistance = penalties.mean(axis=0)
    inverse = np.divide(1.0, resistance, out=np.zeros_like(resistance), where=resistance > 0)
    return lambda vector: apart(vector) + inverse * vector.mean(axis=0)


def outputs_apart(problem: LogisticProblem, probabilities: Floats) -> Preconditioner:
    """The inverse of the Hessian's blocks of one output each, or only of its diagonal."""
    if isinstance(problem.design, csr_matrix) or problem.design.shape[1] > BLOCK_COLUMNS:
        inverse = 1.0 / damped_diagonal(hessian_diagonal(problem, probabilities), problem.penalties)
        return lambda vector: inverse * vector
    factors = [
        hessian_factor(output_hessian(problem, probabilities, output))
        for output in range(problem.outputs)
    ]
    return lambda vector: np.stack([solve_factored(*pair) for pair in zip(factors, vector)])


def damped_diagonal(diagonal: Floats, penalties: Floats) -> Floats:
    """(outputs, columns): a damped diagonal of the Hessian to divide by.

    The diagonal exceeds the penalties by what the rows add, and rows of words overlap, so that
    dividing by all of it is too much: a moderate excess counts by its square root.
    """
    # Where all rows of a column are decided with certainty nothing curves, and it is divided by.
    diagonal = np.maximum(diagonal, 1e-12 * float(diagonal.max()))
    base = np.where(penalties > 0, penalties, diagonal)
    excess = diagonal / base
    return np.asarray(base * np.maximum(np.sqrt(excess), excess / np.sqrt(MODERATE_EXCESS)))


def hessian_solver() -> HessianSolver:
    """A solver that keeps its preconditioner from one call to the next while it serves.

    It is renewed after a solution that took more than a few products; a sparse design's, which
    costs no more than a product, is always new.
    """
    kept: Preconditioner | None = None

    def solve(
        problem: LogisticProblem,
        probabilities: Floats,
        right: Floats,
        tolerance: Callable[[float], float],
    ) -> Floats:
        nonlocal kept
        if kept is None or isinstance(problem.design, csr_matrix):
            kept = preconditioner_at(problem, probabilities)
        # The preconditioner takes the place of the inverse Hessian in the norm of `right`.
        size = float(np.sqrt(np.vdot(right, kept(right))))
        if size == 0.0:
            return np.zeros_like(right)
        solution, products = conjugate_gradient(
            lambda vector: hessian_product(problem, probabilities, vector),
            right,
            kept,
            tol=tolerance(size),
        )
        if products > PATIENCE:
            kept = None
        return solution

    return solve


def cholesky_solver() -> HessianSolver:
    """A solver by a factor of the whole Hessian, exact whatever the tolerance."""

    def solve(
        problem: LogisticProblem,
        probabilities: Floats,
        right: Floats,
        tolerance: Callable[[float], float],  # noqa: ARG001
    ) -> Floats:
        factor = hessian_factor(hessian(problem, probabilities))
        return solve_factored(factor, right.ravel()).reshape(right.shape)

    return solve


SOLVERS: dict[str, Callable[[], HessianSolver]] = {
    "cholesky": cholesky_solver,
    "cg": hessian_solver,
}
"""How to make each solver, by the name that `solver=` takes.

Another array library or a GPU is one module with a `HessianSolver` and one entry here. Objective
and gradient stay in float64, so a solver may work in float32: the minimum is the same.
"""

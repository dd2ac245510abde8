"""Minimize the objective of a logistic regression with a penalty for each parameter.

Newton's method: steps from a Cholesky factor for up to about a thousand parameters, from
conjugate gradients on Hessian products for sparse and wide designs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import fmin_l_bfgs_b
from scipy.sparse import csr_matrix

from steersman.maths.logistic.hessian_solver import (
    BLOCK_COLUMNS,
    SOLVERS,
    HessianSolver,
)
from steersman.maths.logistic.objective import (
    Design,
    LogisticProblem,
    free_columns,
    gradient,
    loss_and_probabilities,
    scores_of,
)

if TYPE_CHECKING:
    from steersman.maths.logistic.column_merging import ReducedProblem

Floats = NDArray[np.float64]
CHOLESKY_PARAMETERS = 1000
CHOLESKY_SOFTMAX_PARAMETERS = 60
CHOLESKY_PRODUCTS = 4_000_000  # beyond, a factor that is kept for several steps pays
DENSE_CELLS = 20_000_000  # a sparse design with few columns is made dense up to this size
ARMIJO = 1e-4
LOOSEST_STEP = 0.3  # of a step's relative residual
LEFT_BEHIND = 1e-7  # of the expected decrease at which to stop, by an inexact last step
NEAR_THE_END = 4.0


class LogisticFit(NamedTuple):
    """Weights and probabilities at which the minimization stopped."""

    weights: Floats  # (outputs, columns)
    probabilities: Floats  # (rows, outputs) at these weights
    objective: float
    iterations: int
    converged: bool


Stepped = Callable[[int], object]
Direction = Callable[[LogisticProblem, Floats, Floats], Floats]
"""(problem, probabilities, gradient) -> the step to try, shaped like the gradient."""


def minimum(
    problem: LogisticProblem,
    direction: Direction,
    *,
    start: Floats | None = None,
    offset: float | Floats = 0.0,
    tol: float = 1e-8,
    max_iter: int = 100,
    stepped: Stepped | None = None,
) -> LogisticFit:
    """The minimum of the objective by steps along `direction`, halved until they descend.

    Stops after a step that was expected to lower the objective by at most `tol` times the sum of
    the row weights, when no step descends any more, or after `max_iter` steps; `stepped` is
    called with the number of each before it is made.
    """
    here = first_place(problem, start, offset)
    # A full Newton step lowers a quadratic by half of `descent`.
    enough = 2.0 * tol * float(problem.weights.sum())
    for iteration in range(1, max_iter + 1):
        if stepped is not None:
            stepped(iteration)
        slope = gradient(problem, here.weights, here.probabilities)
        step = direction(problem, here.probabilities, slope)
        descent = -float(np.vdot(slope, step))
        there = descent_place(problem, here, step, descent)
        # When even tiny steps do not descend, only rounding separates this place from the minimum:
        # that is convergence too.
        if there is None or descent <= enough:
            end = there or here
            return LogisticFit(end.weights, end.probabilities, end.objective, iteration, True)
        here = there
    return LogisticFit(here.weights, here.probabilities, here.objective, max_iter, False)


def first_place(problem: LogisticProblem, start: Floats | None, offset: float | Floats) -> Place:
    """The place at `start`, or at no weights where that is lower.

    From weights that are worse than none, such as those of a problem whose classes weighed the
    other way round, Newton's steps run off to where every row is certain and nothing curves.
    """
    unset = np.zeros_like(problem.penalties)
    none = place(problem, unset, np.zeros_like(problem.truth) + offset)
    if start is None:
        return none
    there = place(problem, start, scores_of(problem.design, start) + offset)
    return there if there.objective <= none.objective else none


class Place(NamedTuple):
    """Weights with everything known about the objective there."""

    weights: Floats
    scores: Floats
    probabilities: Floats
    objective: float


def place(problem: LogisticProblem, weights: Floats, scores: Floats) -> Place:
    """The place at `weights`, whose scores are given."""
    value, probabilities = loss_and_probabilities(scores, problem.truth, problem.weights)
    value += 0.5 * float(np.vdot(problem.penalties * weights, weights))
    return Place(weights, scores, probabilities, value)


def descent_place(
    problem: LogisticProblem, here: Place, step: Floats, descent: float
) -> Place | None:
    """The first place along the step, halved as needed, that lies low enough; None if none does."""
    # Scores are linear in the weights: one product with the design serves every length tried.
    change = scores_of(problem.design, step)
    # Near the minimum the decrease is smaller than the rounding of the objective.
    slack = 1e-14 * abs(here.objective)
    length = 1.0
    for _ in range(40):
        there = place(problem, here.weights + length * step, here.scores + length * change)
        if there.objective <= here.objective - ARMIJO * length * descent + slack:
            return there
        length *= 0.5
    return None


def newton_direction(solve: HessianSolver, enough: float) -> Direction:
    """Newton steps by a solver, solved the more exactly the flatter the slope is."""
    tolerance = step_tolerance(enough)
    return lambda problem, probabilities, slope: solve(problem, probabilities, -slope, tolerance)


def step_tolerance(enough: float) -> Callable[[float], float]:
    """How exactly to solve for a step, given how steep the slope is.

    A step that may be the last, because it is expected to lower the objective by little more than
    `enough`, leaves next to none of that behind.
    """
    steepest = 0.0

    def tolerance(steepness: float) -> float:
        nonlocal steepest
        steepest = max(steepest, steepness)
        # The squared steepness estimates g' H^-1 g, the `descent` of a full step.
        if steepness**2 <= NEAR_THE_END * enough:
            return min(LOOSEST_STEP, float(np.sqrt(LEFT_BEHIND * enough)) / steepness)
        # Inexact Newton: loose solutions are enough far from the minimum, and tightening them with
        # the slope keeps the convergence superlinear.
        return min(LOOSEST_STEP, float(np.sqrt(steepness / steepest)))

    return tolerance


def chosen_solver(problem: LogisticProblem, solver: str) -> str:
    """The solver of `SOLVERS` to use: the one asked for, or the choice of "auto"."""
    if solver != "auto":
        return solver
    most = CHOLESKY_PARAMETERS if problem.outputs == 1 else CHOLESKY_SOFTMAX_PARAMETERS
    few = problem.parameters <= most
    cheap = len(problem.weights) * problem.parameters**2 <= CHOLESKY_PRODUCTS
    return "cholesky" if few and cheap and dense_is_small(problem.design) else "cg"


def dense_is_small(design: Design) -> bool:
    """Whether the design is dense, or has few enough columns and cells to be made so."""
    if not isinstance(design, csr_matrix):
        return True
    rows, columns = design.shape
    return bool(columns <= BLOCK_COLUMNS and rows * columns <= DENSE_CELLS)


def wide_softmax(problem: LogisticProblem) -> bool:
    """Whether this is a large sparse softmax, where Newton's first steps are slow and overshoot."""
    sparse = isinstance(problem.design, csr_matrix)
    return sparse and problem.outputs > 1 and problem.parameters > MANY_PARAMETERS


def with_small_design_dense(problem: LogisticProblem) -> LogisticProblem:
    """The problem, its design made dense where that is small."""
    if isinstance(problem.design, csr_matrix) and dense_is_small(problem.design):
        return problem._replace(design=problem.design.toarray())
    return problem


def lean_problem(problem: LogisticProblem) -> ReducedProblem | None:
    """The problem without lone and empty columns; None where it cannot be reduced exactly."""
    # Only fits need the compiler; loading it takes longer than predicting a file.
    from steersman.maths.logistic.column_merging import reduced_problem

    return reduced_problem(problem)


def fit_logistic(
    problem: LogisticProblem,
    *,
    solver: str = "auto",
    start: Floats | None = None,
    offset: float | Floats = 0.0,
    tol: float = 1e-8,
    max_iter: int = 100,
    solve: HessianSolver | None = None,
    stepped: Stepped | None = None,
) -> LogisticFit:
    """The minimum of the problem's objective.

    `offset` (rows, outputs) is added to every row's scores: what is known of them beforehand.
    `solve` is a solver to reuse in place of a new one; `stepped` is called with each step before
    it is made.

    >>> from steersman.maths.logistic.objective import problem_of, with_ones
    >>> design = with_ones(np.array([[0.0], [1.0], [2.0], [3.0]]))
    >>> codes = np.array([0, 1, 0, 1])
    >>> problem = problem_of(design, codes, 2, np.ones(4), np.array([[1.0]]))
    >>> fit_logistic(problem).weights.round(4)
    array([[ 0.4529, -0.6793]])
    """
    chosen = chosen_solver(problem, solver)
    by_cholesky = chosen == "cholesky"
    # A solver that is reused may hold a preconditioner for all columns, so these must stay.
    lean = None if by_cholesky or solve is not None else lean_problem(problem)
    whole, problem = problem, with_small_design_dense(problem if lean is None else lean.problem)
    start = start if start is None or lean is None else lean.lean(start)
    before = 0
    # From zero weights a few cheap L-BFGS steps get to where Newton's quadratic model is good.
    if start is None and wide_softmax(problem) and not by_cholesky:
        start, before = descended_start(problem, offset, stepped)
    enough = tol * float(problem.weights.sum())
    fit = minimum(
        problem,
        newton_direction(solve or SOLVERS[chosen](), enough),
        start=start,
        offset=offset,
        tol=tol,
        max_iter=max_iter,
        stepped=None if stepped is None else lambda number: stepped(before + number),
    )
    if lean is not None:
        fit = fit._replace(weights=lean.whole(fit.weights))
    return fit._replace(weights=centered_weights(fit.weights, whole.penalties))


def centered_weights(weights: Floats, penalties: Floats) -> Floats:
    """The weights, of a softmax with a mean of zero in each unpenalized column.

    In such a column, adding the same amount to every output changes no probability. A mean of zero
    makes the weights unique, whatever the start was.
    """
    if len(weights) == 1:
        return weights
    centered = weights.copy()
    free = free_columns(penalties)
    centered[:, free] -= centered[:, free].mean(axis=0)
    return centered


MANY_PARAMETERS = 20_000  # with fewer, Newton's steps cost next to nothing
FIRST_STEPS = 30


def descended_start(
    problem: LogisticProblem,
    offset: float | Floats = 0.0,
    stepped: Callable[[int], object] | None = None,
) -> tuple[Floats, int]:
    """(outputs, columns): weights some steps down from none, and how many steps."""
    shape = problem.penalties.shape
    made = 0

    def height(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        scores = scores_of(problem.design, weights) + offset
        loss, probabilities = loss_and_probabilities(scores, problem.truth, problem.weights)
        loss += 0.5 * float(np.vdot(problem.penalties * weights, weights))
        return loss, gradient(problem, weights, probabilities).ravel()

    def count_step(_flat: Floats) -> None:
        nonlocal made
        made += 1
        if stepped is not None:
            stepped(made)

    nothing: Floats = np.zeros(problem.parameters)
    # `factr=0.0` turns off the stop on small decreases: Newton's method takes over in any case.
    found = fmin_l_bfgs_b(height, nothing, maxiter=FIRST_STEPS, factr=0.0, callback=count_step)
    return np.asarray(found[0]).reshape(shape), made

"""One step of Newton's method at a time: how far it goes, how exactly, and when it is the last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from tests.maths.logistic.test_logistic import drawn_rows, problem_with

from steersman.maths.logistic import (
    SOLVERS,
    HessianSolver,
    LogisticProblem,
    fit_logistic,
    last_value,
    scores_of,
)
from steersman.maths.logistic.column_merging import reduced_problem
from steersman.maths.logistic.hessian_solver import hessian_solver
from steersman.maths.logistic.newton import (
    ARMIJO,
    CHOLESKY_PARAMETERS,
    CHOLESKY_PRODUCTS,
    CHOLESKY_SOFTMAX_PARAMETERS,
    DENSE_CELLS,
    chosen_solver,
    dense_is_small,
    descended_start,
    descent_place,
    first_place,
    minimum,
    place,
    step_tolerance,
    with_small_design_dense,
)
from steersman.maths.logistic.objective import gradient
from steersman.maths.logistic.summed_newton import (
    LossSums,
    PenalizedSums,
    SumRequest,
    loss_sums,
    minimum_by_sums,
)

Floats = NDArray[np.float64]


def height_at(problem: LogisticProblem, weights: Floats, offset: float | Floats = 0.0) -> float:
    """The objective, from its definition."""
    scores = scores_of(problem.design, weights) + offset
    if problem.outputs == 1:
        signs = 1.0 - 2.0 * problem.truth
        losses = np.logaddexp(0.0, signs * scores)[:, 0]
    else:
        losses = np.logaddexp.reduce(scores, axis=1) - (scores * problem.truth).sum(axis=1)
    return float(problem.weights @ losses + 0.5 * (problem.penalties * weights**2).sum())


def unpenalized(problem: LogisticProblem) -> LogisticProblem:
    return problem._replace(penalties=np.zeros_like(problem.penalties))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("length", [1e-3, 1.0, 7.0, 300.0, 1e6, -1.0])
def test_a_step_is_halved_until_it_lowers_the_objective_enough(classes: int, length: float) -> None:
    X, codes = drawn_rows(60, 4, classes, seed=1)
    problem = problem_with(X, codes, 0.7)
    weights = np.random.default_rng(0).normal(size=problem.penalties.shape)
    here = place(problem, weights, scores_of(problem.design, weights))
    assert here.objective == pytest.approx(height_at(problem, weights))
    slope = gradient(problem, weights, here.probabilities)
    step = -length * slope
    descent = -float(np.vdot(slope, step))
    lengths = [
        part
        for part in 0.5 ** np.arange(40.0)
        if height_at(problem, weights + part * step)
        <= height_at(problem, weights) - ARMIJO * part * descent
    ]
    found = descent_place(problem, here, step, descent)
    sums = PenalizedSums(problem.penalties, whole=True)

    def answer(request: SumRequest) -> LossSums:
        return loss_sums(request, unpenalized(problem))

    summed = last_value(
        sums.lower_place(last_value(sums.place(weights), answer), step, descent), answer
    )
    if length < 0.0:  # uphill
        assert not lengths
        assert found is summed is None
        return
    for end in (found, summed):
        assert end is not None
        assert end.weights == pytest.approx(weights + lengths[0] * step)
        assert end.objective == pytest.approx(height_at(problem, end.weights))
    assert found is not None
    assert found.scores == pytest.approx(scores_of(problem.design, found.weights))


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
def test_a_step_may_rise_within_the_rounding_of_the_objective(size: float) -> None:
    X, codes = drawn_rows(60, 4, 2, seed=1)
    problem = problem_with(X, codes, 0.7)
    problem = problem._replace(weights=size * problem.weights, penalties=size * problem.penalties)
    fit = fit_logistic(problem, tol=1e-15)
    here = place(problem, fit.weights, scores_of(problem.design, fit.weights))
    # At the minimum, a step of this length along any direction costs half its squared length.
    risen = place(problem, fit.weights + 1e-8, scores_of(problem.design, fit.weights + 1e-8))
    assert abs(risen.objective - here.objective) < 1e-14 * here.objective
    lower = here._replace(objective=min(here.objective, risen.objective) * (1.0 - 4e-15))
    assert descent_place(problem, lower, np.full_like(fit.weights, 1e-8), 0.0) is not None
    too_low = here._replace(objective=here.objective * (1.0 - 1e-12))
    assert descent_place(problem, too_low, np.full_like(fit.weights, 1e-8), 0.0) is None


@pytest.mark.parametrize("classes", [2, 3])
def test_a_start_is_taken_where_it_is_no_higher_than_no_weights(classes: int) -> None:
    X, codes = drawn_rows(60, 4, classes, seed=2)
    problem = problem_with(X, codes, 0.7)
    rng = np.random.default_rng(0)
    offset = rng.normal(size=problem.truth.shape)
    none = height_at(problem, np.zeros_like(problem.penalties), offset)
    good = fit_logistic(problem, offset=offset).weights
    bad = 5.0 * rng.normal(size=good.shape)
    assert height_at(problem, good, offset) < none < height_at(problem, bad, offset)
    for start, expected in ((None, 0.0 * good), (good, good), (bad, 0.0 * good)):
        found = first_place(problem, start, offset)
        assert np.array_equal(found.weights, expected)
        assert found.objective == pytest.approx(height_at(problem, expected, offset))
        assert found.scores == pytest.approx(scores_of(problem.design, expected) + offset)


def test_steps_are_solved_loosely_when_steep_and_exactly_when_they_may_be_the_last() -> None:
    enough = 1e-6
    tolerance = step_tolerance(enough)
    # Far from the end by the share of the steepest slope so far, and never looser than 0.3.
    for steepness, expected in ((2.0, 0.3), (10.0, 0.3), (0.1, 0.1), (0.01, 10.0**-1.5)):
        assert tolerance(steepness) == pytest.approx(expected)
    # Near the end so that 1e-7 of `enough` is left behind: residual^2 = 1e-7 * enough.
    for steepness in (2e-3, 1e-3, 1e-5):
        assert tolerance(steepness) * steepness == pytest.approx(np.sqrt(1e-7 * enough))
    assert tolerance(2.001e-3) == pytest.approx(np.sqrt(2.001e-4))
    assert tolerance(1e-12) == 0.3


@pytest.mark.parametrize("classes", [2, 3])
def test_a_fit_that_is_given_few_steps_ends_where_they_lead(classes: int) -> None:
    X, codes = drawn_rows(80, 5, classes, seed=3)
    problem = problem_with(X, codes, 0.1)
    most = fit_logistic(problem, tol=1e-12).iterations
    assert most > 3
    heights = []
    for steps in range(1, most):
        heard: list[int] = []
        fit = fit_logistic(problem, tol=1e-12, max_iter=steps, stepped=heard.append)
        assert (fit.iterations, fit.converged, heard) == (steps, False, list(range(1, steps + 1)))
        assert fit.objective == pytest.approx(height_at(problem, fit.weights))
        heights.append(fit.objective)
        summed = last_value(
            minimum_by_sums(
                problem.penalties, problem.weights.sum(), whole=True, tol=1e-12, max_iter=steps
            ),
            lambda request: loss_sums(request, unpenalized(problem)),
        )
        assert (summed.iterations, summed.converged) == (steps, False)
        assert summed.weights == pytest.approx(fit.weights, abs=1e-9)
    assert heights == sorted(heights, reverse=True)


def test_a_minimum_is_reached_when_the_last_step_promised_little() -> None:
    X, codes = drawn_rows(80, 5, 2, seed=4)
    problem = problem_with(X, codes, 0.1)
    total = problem.weights.sum()
    descents: list[float] = []

    def direction(problem: LogisticProblem, probabilities: Floats, slope: Floats) -> Floats:
        factor = 0.02
        descents.append(factor * float(np.vdot(slope, slope)))
        return -factor * slope

    # Steps down the slope lower the objective little by little: the last is the first that is
    # expected to lower it by at most the tolerance.
    fit = minimum(problem, direction, tol=1e-4, max_iter=1000)
    assert fit.converged
    assert fit.iterations == len(descents) > 3
    assert descents[-1] <= 2e-4 * total < min(descents[:-1])


def test_sums_that_are_flat_from_the_start_are_the_minimum() -> None:
    X = np.array([[1.0, -2.0], [1.0, -2.0]])
    problem = problem_with(X, np.array([0, 1]), 1.0)._replace(weights=np.ones(2))
    for whole in (False, True):
        steps = minimum_by_sums(problem.penalties, 2.0, whole=whole)
        found = last_value(steps, lambda request: loss_sums(request, unpenalized(problem)))
        assert not found.weights.any()
        assert found.converged


def sized_problem(rows: int, columns: int, classes: int, sparse: bool = False) -> LogisticProblem:
    """A problem of this size, whose values nobody reads; of 0 for the last column of ones."""
    shape = (rows, columns)
    design = csr_matrix(shape) if sparse else np.broadcast_to(0.0, shape)
    outputs = 1 if classes == 2 else classes
    truth = np.broadcast_to(0.0, (rows, outputs))
    return LogisticProblem(design, truth, np.ones(rows), np.zeros((outputs, columns)))


@pytest.mark.parametrize(("classes", "most"), [(2, CHOLESKY_PARAMETERS), (3, 60)])
def test_a_factor_is_used_up_to_a_number_of_parameters(classes: int, most: int) -> None:
    assert CHOLESKY_SOFTMAX_PARAMETERS == 60
    columns = most if classes == 2 else most // 3
    assert chosen_solver(sized_problem(4, columns, classes), "auto") == "cholesky"
    assert chosen_solver(sized_problem(3, columns + 1, classes), "auto") == "cg"
    assert chosen_solver(sized_problem(4, columns, classes), "cg") == "cg"


def test_a_factor_is_used_up_to_a_number_of_products() -> None:
    rows = CHOLESKY_PRODUCTS // 50**2
    assert chosen_solver(sized_problem(rows, 50, 2), "auto") == "cholesky"
    assert chosen_solver(sized_problem(rows + 1, 50, 2), "auto") == "cg"


def test_a_small_sparse_design_is_made_dense() -> None:
    small, columns = sized_problem(DENSE_CELLS // 1000, 1000, 2, sparse=True), 1000
    assert dense_is_small(small.design)
    for rows, wide in ((DENSE_CELLS // 1000 + 1, columns), (3, columns + 1)):
        large = sized_problem(rows, wide, 2, sparse=True)
        assert not dense_is_small(large.design)
        assert with_small_design_dense(large) is large
        assert chosen_solver(large, "auto") == "cg"
    X, codes = drawn_rows(20, 3, 2, seed=0)
    dense, sparse = problem_with(X, codes, 1.0), problem_with(csr_matrix(X), codes, 1.0)
    assert np.array_equal(with_small_design_dense(sparse).design, dense.design)
    assert with_small_design_dense(dense) is dense


def test_first_steps_down_the_slope_are_counted_and_see_offset_and_penalties() -> None:
    X, codes = drawn_rows(90, 5, 3, seed=5)
    problem = problem_with(X, codes, 2.0)
    offset = np.random.default_rng(0).normal(size=problem.truth.shape)
    heard: list[int] = []
    start, made = descended_start(problem, offset, heard.append)
    assert heard == list(range(1, made + 1))
    assert 3 < made <= 30
    best = fit_logistic(problem, offset=offset)
    assert height_at(problem, start, offset) == pytest.approx(best.objective, rel=1e-6)


@pytest.mark.parametrize("reused", [False, True])
def test_a_solver_of_its_own_sees_no_lone_columns_and_one_that_is_reused_all(
    reused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(4)
    X = csr_matrix(rng.poisson(0.004, (150, 4000)).astype(float))
    problem = problem_with(X, np.arange(150) % 2, 0.5)
    lean = reduced_problem(problem)
    assert lean is not None
    widths: set[int] = set()

    def noting() -> HessianSolver:
        solve = hessian_solver()

        def noted(problem: LogisticProblem, *asked: Any) -> Floats:
            widths.add(problem.design.shape[1])
            return solve(problem, *asked)

        return noted

    monkeypatch.setitem(SOLVERS, "cg", noting)
    fit_logistic(problem, solve=noting() if reused else None)
    assert widths == {4001 if reused else lean.problem.design.shape[1]}

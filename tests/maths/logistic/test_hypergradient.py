"""The hypergradient against central differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.maths.logistic import (
    Aim,
    LogisticProblem,
    aim_of,
    class_probabilities,
    class_weight_hypergradient,
    divergence,
    fit_logistic,
    hessian_response,
    penalty_hypergradient,
    problem_of,
    scores_of,
    with_ones,
)
from steersman.maths.logistic.hessian_solver import hessian_solver
from steersman.maths.logistic.target_states import state_as, state_not_as

FEATURES = 8


def drawn(classes: int, sparse: bool, seed: int) -> tuple[LogisticProblem, Aim]:
    """A random problem and an aim with all three kinds of target state."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(260, FEATURES)) * (rng.random((260, FEATURES)) < (0.4 if sparse else 1.0))
    codes = (X @ rng.normal(size=(FEATURES, classes)) + rng.gumbel(size=(260, classes))).argmax(1)
    design = with_ones(csr_matrix(X) if sparse else X)
    train, holdout = design[:160], design[160:]
    outputs = 1 if classes == 2 else classes
    penalties = np.exp(rng.uniform(-2, 2, (outputs, FEATURES)))
    weights = rng.uniform(0.5, 2.0, 160)
    problem = problem_of(train, codes[:160], classes, weights, penalties)
    start = class_probabilities(scores_of(holdout, fit_logistic(problem).weights))
    states = np.hstack([1 - start, start]) if classes == 2 else start.copy()
    states[:10] = state_as(0, classes)
    states[10:25] = state_not_as(1, classes)
    return problem, aim_of(holdout, states, rng.uniform(0.5, 2.0, 100))


def value_at(problem: LogisticProblem, aim: Aim, log_penalties: np.ndarray) -> float:
    penalties = problem.penalties.copy()
    penalties[:, :-1] = np.exp(log_penalties)
    fit = fit_logistic(problem._replace(penalties=penalties), tol=1e-15)
    return divergence(aim, fit.weights)[0]


def slope_at(problem: LogisticProblem, aim: Aim, solver: str) -> np.ndarray:
    fit = fit_logistic(problem, tol=1e-14, solver=solver)
    pull = divergence(aim, fit.weights)[1]
    solve = hessian_solver() if solver == "cg" else None
    response = hessian_response(problem, fit, pull, solve=solve, tol=1e-9)
    return penalty_hypergradient(problem, fit, response)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_hypergradient_is_the_central_difference(classes: int, sparse: bool) -> None:
    problem, aim = drawn(classes, sparse, seed=classes)
    analytic = slope_at(problem, aim, "cg" if sparse else "cholesky")
    there = np.log(problem.penalties[:, :-1])
    numeric = np.empty_like(analytic)
    for index in np.ndindex(there.shape):
        step = np.zeros_like(there)
        step[index] = 1e-3
        ahead, behind = (value_at(problem, aim, there + side * step) for side in (1, -1))
        numeric[index] = (ahead - behind) / 2e-3
    assert np.abs(analytic - numeric).max() <= 1e-4 * max(1.0, np.abs(numeric).max())


@pytest.mark.parametrize("classes", [2, 4])
def test_a_group_of_penalties_has_the_sum_of_its_members_gradients(classes: int) -> None:
    problem, aim = drawn(classes, sparse=False, seed=7)
    group = np.arange(FEATURES) % 3 == 0
    analytic = slope_at(problem, aim, "cholesky")[:, group].sum()
    there = np.log(problem.penalties[:, :-1])
    ahead, behind = (value_at(problem, aim, there + side * 1e-3 * group) for side in (1, -1))
    assert analytic == pytest.approx((ahead - behind) / 2e-3, rel=1e-4, abs=1e-4)


def test_both_solvers_give_the_same_hypergradient() -> None:
    problem, aim = drawn(3, sparse=False, seed=11)
    assert slope_at(problem, aim, "cg") == pytest.approx(
        slope_at(problem, aim, "cholesky"), rel=1e-6, abs=1e-8
    )


def test_rows_that_keep_their_states_diverge_by_nothing_and_pull_nowhere() -> None:
    problem, aim = drawn(3, sparse=False, seed=5)
    fit = fit_logistic(problem, tol=1e-14)
    states = class_probabilities(scores_of(aim.design, fit.weights))
    value, pull = divergence(aim_of(aim.design, states, aim.weights), fit.weights)
    assert value == pytest.approx(0.0, abs=1e-9)
    assert np.abs(pull).max() < 1e-9


@pytest.mark.parametrize("classes", [2, 3])
def test_class_weight_hypergradient_is_the_central_difference(classes: int) -> None:
    problem, aim = drawn(classes, sparse=False, seed=13)
    codes = problem.truth.argmax(axis=1) if classes > 2 else problem.truth[:, 0].astype(np.intp)

    def value(logs: np.ndarray) -> float:
        weighed = problem._replace(weights=problem.weights * np.exp(logs)[codes])
        return divergence(aim, fit_logistic(weighed, tol=1e-15).weights)[0]

    fit = fit_logistic(problem, tol=1e-14)
    response = hessian_response(problem, fit, divergence(aim, fit.weights)[1])
    analytic = class_weight_hypergradient(problem, fit, response, codes)
    numeric = [(value(step) - value(-step)) / 2e-3 for step in 1e-3 * np.eye(classes)]
    assert analytic == pytest.approx(np.array(numeric), rel=1e-4, abs=1e-4)

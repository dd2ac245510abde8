"""Leave-one-out scores against refits without each row."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.maths.logistic import (
    LogisticProblem,
    fit_logistic,
    leave_one_out_scores,
    problem_of,
    scores_of,
    with_ones,
)
from steersman.maths.logistic.objective import gradient, hessian


def drawn_problem(classes: int, penalty: float, seed: int) -> LogisticProblem:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(120, 6))
    codes = (X @ rng.normal(size=(6, classes)) + rng.gumbel(size=(120, classes))).argmax(axis=1)
    penalties = penalty * rng.uniform(0.5, 2.0, size=(1, 6))
    return problem_of(with_ones(X), codes, classes, rng.uniform(0.5, 2.0, 120), penalties)


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_leave_one_out_scores_are_those_of_refits_without_the_row(classes: int) -> None:
    problem = drawn_problem(classes, penalty=1.0, seed=classes)
    fit = fit_logistic(problem)
    quick = leave_one_out_scores(problem, fit)
    exact = np.empty_like(quick)
    for row in range(len(exact)):
        weights = problem.weights.copy()
        weights[row] = 0.0
        refit = fit_logistic(problem._replace(weights=weights), start=fit.weights)
        exact[row] = scores_of(problem.design[[row]], refit.weights)[0]
    at_once = scores_of(problem.design, fit.weights)
    if classes > 2:
        quick, exact, at_once = (s - s.mean(axis=1, keepdims=True) for s in (quick, exact, at_once))
    assert np.abs(quick - exact).mean() < 0.1 * np.abs(at_once - exact).mean()
    assert np.corrcoef(quick.ravel() - at_once.ravel(), exact.ravel() - at_once.ravel())[0, 1] > 0.9


def test_a_row_without_weight_keeps_its_score() -> None:
    problem = drawn_problem(2, penalty=1.0, seed=9)
    weights = problem.weights.copy()
    weights[3] = 0.0
    problem = problem._replace(weights=weights)
    fit = fit_logistic(problem)
    left_out = leave_one_out_scores(problem, fit)
    assert left_out[3] == pytest.approx(scores_of(problem.design, fit.weights)[3])


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_leave_one_out_scores_are_those_of_one_newton_step_without_the_row(classes: int) -> None:
    problem = drawn_problem(classes, penalty=1.0, seed=classes)
    fit = fit_logistic(problem, tol=1e-14)
    found = leave_one_out_scores(problem, fit)
    for row in range(0, 120, 10):
        weights = problem.weights.copy()
        weights[row] = 0.0
        without = problem._replace(weights=weights)
        slope = gradient(without, fit.weights, fit.probabilities)
        curvature = hessian(without, fit.probabilities)
        # The least squares solution, for outputs that may all move together.
        step = np.linalg.lstsq(curvature, slope.ravel(), rcond=1e-10)[0].reshape(slope.shape)
        stepped = scores_of(problem.design[[row]], fit.weights - step)[0]
        difference = found[row] - stepped
        if classes > 2:
            difference -= difference.mean()
        np.testing.assert_allclose(difference, 0.0, atol=1e-5)

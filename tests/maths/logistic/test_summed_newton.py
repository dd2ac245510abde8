"""Newton's method by sums beside the fit that sees all rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.maths.logistic import (
    LogisticProblem,
    SumRequest,
    fit_logistic,
    last_value,
    loss_sums,
    minimum_by_sums,
    problem_of,
    two_class_sums,
    with_ones,
)

rng = np.random.default_rng(0)
X = rng.normal(size=(120, 5)) * (rng.random((120, 5)) < 0.6)


def answer_of(problem: LogisticProblem, offset: Any) -> Callable[[SumRequest], Any]:
    """Sums over three parts of the rows."""
    parts = [slice(0, 50), slice(50, 51), slice(51, 120)]

    def answer(request: SumRequest):
        sums = [
            loss_sums(
                request,
                problem._replace(
                    design=problem.design[part],
                    truth=problem.truth[part],
                    weights=problem.weights[part],
                    penalties=np.zeros_like(problem.penalties),
                ),
                offset[part],
            )
            for part in parts
        ]
        return sums[0].plus(sums[1]).plus(sums[2])

    return answer


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("classes", [2, 4])
def test_the_minimum_is_that_of_all_rows_at_once(classes: int, whole: bool) -> None:
    codes, weights = rng.integers(classes, size=120), rng.random(120)
    outputs = 1 if classes == 2 else classes
    penalties = rng.random((outputs, 5)) + 0.2
    offset = rng.normal(size=(120, outputs))
    problem = problem_of(with_ones(X), codes, classes, weights, penalties)
    expected = fit_logistic(problem, offset=offset, tol=1e-15)
    # A start that is worse than none is left aside.
    start = 50.0 * rng.normal(size=problem.penalties.shape)
    steps = minimum_by_sums(problem.penalties, weights.sum(), whole=whole, start=start, tol=1e-15)
    found = last_value(steps, answer_of(problem, offset))
    assert found.converged
    assert np.allclose(found.weights, expected.weights, atol=1e-6)


@pytest.mark.parametrize("tol", [1e-1, 1e-3, 1e-9])
def test_the_search_ends_where_the_one_over_all_rows_does(tol: float) -> None:
    codes, weights = rng.integers(2, size=120), 9.0 * rng.random(120)
    problem = problem_of(with_ones(X), codes, 2, weights, np.full((1, 5), 0.1))
    expected = fit_logistic(problem, offset=np.zeros((120, 1)), tol=tol)
    steps = minimum_by_sums(problem.penalties, weights.sum(), whole=True, tol=tol)
    found = last_value(steps, answer_of(problem, np.zeros((120, 1))))
    assert found.iterations == expected.iterations
    assert np.allclose(found.weights, expected.weights, rtol=1e-9)


@pytest.mark.parametrize("product", [True, False])
def test_sums_over_sparse_rows_are_those_of_dense_rows(product: bool) -> None:
    codes, row_weights = rng.integers(2, size=120), rng.random(120)
    # Scores so large that their exponentials would overflow.
    weights, offset = 4.0 * rng.normal(size=(1, 6)), rng.normal(size=120)
    weights[:, 0] = 900.0
    assert np.abs(X[:, 0]).max() > 1.0
    request = SumRequest(weights, rng.normal(size=(1, 6)) if product else None)
    problem = problem_of(with_ones(X), codes, 2, row_weights, np.zeros((1, 5)))
    dense = loss_sums(request, problem, offset[:, None])
    sparse = two_class_sums(request, csr_matrix(X), codes.astype(float), row_weights, offset)
    assert np.isclose(sparse.loss, dense.loss)
    assert np.allclose(sparse.gradient, dense.gradient)
    assert np.allclose(sparse.curvature, dense.curvature)
    if not product:
        at_zero = two_class_sums(request, csr_matrix(X), codes.astype(float), row_weights)
        none = loss_sums(request, problem, 0.0)
        assert np.isclose(at_zero.loss, none.loss)
        assert np.allclose(at_zero.gradient, none.gradient)

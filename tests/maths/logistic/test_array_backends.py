"""Another array library solves Newton's steps: one function and one entry in SOLVERS."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.preprocessing import scale
from tests.maths.logistic.test_logistic import drawn_rows, problem_with

from steersman import SteerableLogisticRegression, steer
from steersman.maths.logistic import SOLVERS, HessianSolver, LogisticProblem, fit_logistic

Floats = NDArray[np.float64]
RIDGE = 1e-4  # of the largest curvature: float32 cannot tell a flat direction from rounding


def array_solver(xp: ModuleType, dtype: Any, asked: list[int]) -> Callable[[], HessianSolver]:
    """Solve with whole Hessians in any namespace of the array API standard."""

    def solve(
        problem: LogisticProblem,
        probabilities: Floats,
        right: Floats,
        tolerance: Callable[[float], float],
    ) -> Floats:
        asked.append(problem.parameters)
        design = problem.design.toarray() if issparse(problem.design) else problem.design
        X, sure, weights, penalties, wanted = (
            xp.asarray(each, dtype=dtype)
            for each in (design, probabilities, problem.weights, problem.penalties, right)
        )

        def block(a: int, b: int) -> Any:
            share = weights * sure[:, a] * ((1.0 if a == b else 0.0) - sure[:, b])
            return xp.matmul(xp.permute_dims(X, (1, 0)), X * xp.expand_dims(share, axis=1))

        outputs = range(problem.outputs)
        curvature = xp.concat(
            [xp.concat([block(a, b) for b in outputs], axis=1) for a in outputs], axis=0
        )
        size = problem.parameters
        lifted = xp.reshape(penalties, (size, 1)) + RIDGE * xp.max(xp.abs(curvature))
        curvature = curvature + xp.eye(size, dtype=dtype) * lifted
        found = xp.linalg.solve(curvature, xp.reshape(wanted, (size, 1)))
        return np.asarray(xp.reshape(found, right.shape), dtype=np.float64)

    return lambda: solve


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Sizes of the systems that the second backend solved."""
    sizes: list[int] = []
    monkeypatch.setitem(SOLVERS, "float32", array_solver(np, np.float32, sizes))
    return sizes


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_a_float32_backend_reaches_the_float64_minimum(
    asked: list[int], classes: int, sparse: bool
) -> None:
    X, codes = drawn_rows(400, 8, classes, seed=7)
    problem = problem_with(csr_matrix(X) if sparse else X, codes, 1.0)
    exact = fit_logistic(problem, solver="cholesky", tol=1e-14)
    other = fit_logistic(problem, solver="float32", tol=1e-14)
    assert other.converged
    assert asked
    assert other.objective == pytest.approx(exact.objective, rel=1e-12)
    assert other.weights == pytest.approx(exact.weights, abs=1e-5)


def test_a_model_fits_and_is_steered_with_the_backend_it_names(asked: list[int]) -> None:
    X, y = load_wine(return_X_y=True)
    X = scale(X)
    model = SteerableLogisticRegression(1.0, solver="float32").fit(X, y)
    peer = SteerableLogisticRegression(1.0).fit(X, y)
    assert model.coef_ == pytest.approx(peer.coef_, abs=1e-4)
    X, y = load_breast_cancer(return_X_y=True)
    X = scale(X)[:, :4]
    model = SteerableLogisticRegression(1.0, solver="float32").fit(X[::2], y[::2])
    before = len(asked)
    steering = steer(model, X[1::2], y[1::2], "fp <= 6")
    assert steering.met
    assert len(asked) > before

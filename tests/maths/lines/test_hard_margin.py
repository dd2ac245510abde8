"""The hard margin: against a general solver, with a proof where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from steersman.maths.lines import CommonMixture, HardMargin, common_point, widest_margin


def drawn(seed: int, n: int, apart: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    positive = rng.permutation(n) < n // 2
    return rng.normal(size=(n, 2)) + apart * positive[:, None], positive


def test_the_margin_of_a_line_is_the_one_a_general_solver_finds() -> None:
    X, positive = drawn(1, 30, 5.0)
    signs = np.where(positive, 1.0, -1.0)
    found = widest_margin(X @ X.T, positive)
    assert isinstance(found, HardMargin)
    rules = {"type": "ineq", "fun": lambda w: signs * (X @ w[:2] + w[2]) - 1}
    best = minimize(
        lambda w: w[:2] @ w[:2] / 2, np.array([1.0, 1.0, -5.0]), constraints=rules, tol=1e-12
    )
    beta = (found.alpha * signs) @ X
    np.testing.assert_allclose([*beta, found.bias], best.x, atol=1e-5)
    assert found.width == pytest.approx(2 / np.linalg.norm(best.x[:2]), rel=1e-6)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), st.integers(4, 40), st.sampled_from(["linear", "poly", "rbf"]))
def test_the_conditions_of_optimality_hold_or_the_proof_does(
    seed: int, n: int, kernel: str
) -> None:
    X, positive = drawn(seed, n, 2.0)
    gram = {"linear": X @ X.T, "poly": polynomial_kernel(X, degree=2, gamma=1, coef0=1)}.get(
        kernel, rbf_kernel(X, gamma=2.0)
    )
    signs = np.where(positive, 1.0, -1.0)
    found = widest_margin(gram, positive)
    if kernel == "linear":
        assert isinstance(found, CommonMixture) == (common_point(X, positive) is not None)
    if isinstance(found, CommonMixture):
        sides = signs[found.rows]
        assert [found.shares[sides == side].sum() for side in (1, -1)] == pytest.approx([1, 1])
        assert (found.shares > 0).all()
        mixed = found.shares * sides
        apart = mixed @ gram[np.ix_(found.rows, found.rows)] @ mixed
        assert abs(apart) < 1e-9 * gram.diagonal().max()
        return
    margins = signs * (gram @ (found.alpha * signs) + found.bias)
    big = max(1.0, found.alpha.max())
    assert margins.min() > 1 - 1e-9 * big
    assert (found.alpha >= 0).all()
    assert found.alpha @ signs == pytest.approx(0, abs=1e-9 * big)
    assert np.abs(found.alpha * (margins - 1)).max() < 1e-8 * big**2
    # Without a gap between the primal and the dual objective, |beta|^2 is the sum of alpha.
    length = (found.alpha * signs) @ gram @ (found.alpha * signs)
    assert length == pytest.approx(found.alpha.sum(), rel=1e-5)


def test_one_place_with_both_classes_has_no_margin_under_any_kernel() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [2.0, 2.0]])
    found = widest_margin(rbf_kernel(X), np.array([True, True, False, False]))
    assert isinstance(found, CommonMixture)
    assert found.rows.tolist() == [0, 2]
    assert found.distance == 0

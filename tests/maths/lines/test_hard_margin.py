"""The hard margin: against a general solver, with a proof where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from steersman.maths.lines import CommonMixture, HardMargin, common_point, widest_margin
from steersman.maths.lines.hard_margin import (
    NARROWEST,
    best_on,
    closest_pair,
    mixture_of,
    null_space,
    with_distance,
)


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


@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e3])
@pytest.mark.parametrize("part", [0.6, 1.5, 40.0])
def test_a_margin_too_narrow_for_the_longest_vector_is_no_margin(scale: float, part: float) -> None:
    width = part * NARROWEST * scale
    X = np.array([[0.0], [width], [-scale], [0.3 * scale]])
    found = widest_margin(X @ X.T, np.array([False, True, False, True]))
    if part > 1.0:
        assert isinstance(found, HardMargin)
        assert found.width == pytest.approx(width, rel=1e-4)
    else:
        assert isinstance(found, CommonMixture)
        assert found.distance == pytest.approx(width, rel=1e-3)
        assert found.rows.tolist() == [0, 1]
        assert found.shares == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize("signs", [[1.0, -1.0], [-1.0, 1.0, 1.0], [1.0, 1.0, -1.0, -1.0, 1.0]])
def test_directions_that_keep_both_classes_in_balance(signs: list[float]) -> None:
    y = np.array(signs)
    across = null_space(y)
    assert across.shape == (len(y), len(y) - 1)
    np.testing.assert_allclose(across.T @ across, np.eye(len(y) - 1), atol=1e-15)
    np.testing.assert_allclose(y @ across, 0.0, atol=1e-15)


@pytest.mark.parametrize("seed", range(4))
def test_the_closest_pair_is_that_of_all_pairs(seed: int) -> None:
    X, positive = drawn(seed, 12, 0.5)
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    apart[positive[:, None] == positive] = np.inf
    expected = np.unravel_index(np.argmin(apart), apart.shape)
    found = closest_pair(X @ X.T, positive)
    assert set(found.tolist()) == set(expected)
    assert positive[found].tolist() == [True, False]


def test_a_mixture_has_whole_shares_of_each_class_and_its_distance() -> None:
    X = np.array([[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [1.0, 3.0], [9.0, 9.0]])
    signs = np.array([1.0, 1.0, -1.0, -1.0, 1.0])
    work = np.array([3, 1, 4, 0, 2])
    found = mixture_of(np.array([6.0, 2.0, 3.0, 1.0, 0.0]), signs, work)
    assert found.rows.tolist() == work.tolist()
    assert found.shares == pytest.approx([0.25, 0.25, 0.0, 0.75, 0.75])
    whole = with_distance(found, X @ X.T, signs)
    assert whole.rows.tolist() == [0, 1, 2, 3]
    assert whole.shares == pytest.approx([0.75, 0.25, 0.75, 0.25])
    # (1, 0) and (1, 1.5)
    assert whole.distance == pytest.approx(1.5)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_on_a_working_set_is_at_the_margin_on_all_that_stay(seed: int) -> None:
    X, positive = drawn(seed, 14, 1.0)
    gram, signs = rbf_kernel(X, gamma=0.8), np.where(positive, 1.0, -1.0)
    Q, alpha = gram * np.outer(signs, signs), np.zeros(14)
    found = best_on(Q, signs, alpha, np.arange(14))
    assert not isinstance(found, CommonMixture)
    work, bias = found
    np.testing.assert_allclose((Q @ alpha + bias * signs)[work], 1.0, atol=1e-8)
    assert (alpha[work] > 0).all()
    assert not np.delete(alpha, work).any()
    assert alpha @ signs == pytest.approx(0.0, abs=1e-8)
    # From there on the dual rises no more.
    again = alpha.copy()
    more = best_on(Q, signs, again, work)
    assert not isinstance(more, CommonMixture)
    assert more[0].tolist() == work.tolist()
    assert again == pytest.approx(alpha, rel=1e-6)

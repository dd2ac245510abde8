"""Excess risk, the dual and Mercer's sum against quadrature, scikit-learn and closed forms."""

from __future__ import annotations

from itertools import pairwise, product
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import minimize_scalar
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from steersman.maths.lessons import (
    CrossingWorld,
    dual_path,
    dual_state,
    error_at,
    least_form,
    mercer_expansion,
    rate_exponent,
    separable_share,
)
from steersman.maths.lessons.dual_ascent import MOST_KEPT
from steersman.maths.lines import common_point


@pytest.mark.parametrize(("flat", "jump"), [(0.0, 0.0), (2.0, 0.0), (0.0, 0.3), (1.5, 0.1)])
@pytest.mark.parametrize("cut", [0.1, 0.5, 0.8])
def test_the_excess_risk_is_the_integral_where_the_rules_differ(flat, jump, cut) -> None:
    world = CrossingWorld(flat, jump)

    def risk(at: float) -> float:
        def error(x: float) -> float:
            return float(error_at(world.eta(np.array(x)), np.array(x > at)))

        return quad(error, 0, 1, points=[at, 0.5], epsabs=1e-10)[0]

    assert world.bayes_risk == pytest.approx(risk(0.5), abs=1e-8)
    assert world.excess_risk(cut) == pytest.approx(risk(cut) - risk(0.5), abs=1e-8)
    assert world.excess_risk(cut) >= 0


@pytest.mark.parametrize("flat", [0.0, 1.0, 2.0, 3.0])
def test_the_margin_exponent_is_the_slope_of_the_share_near_the_boundary(flat: float) -> None:
    world, x = CrossingWorld(flat), (np.arange(400_000) + 0.5) / 400_000
    near = np.abs(world.eta(x) - 0.5)
    shares = [(near <= epsilon).mean() for epsilon in (0.01, 0.04)]
    assert world.margin_share(np.array([0.01, 0.04])) == pytest.approx(shares, abs=1e-5)
    assert np.log(shares[1] / shares[0]) / np.log(4) == pytest.approx(1 / (flat + 1), abs=1e-3)
    assert world.margin_exponent == 1 / (flat + 1)


def test_a_jump_leaves_nothing_near_the_boundary_and_no_slope() -> None:
    world = CrossingWorld(jump=0.2)
    assert world.margin_share(np.array([0.1, 0.19, 0.5])).tolist() == [0, 0, 1]
    assert (world.margin_exponent, world.lipschitz) == (inf, inf)
    # In one dimension the standard rate is n to the power -2/3.
    assert rate_exponent(CrossingWorld().margin_exponent, 1) == pytest.approx(2 / 3)


@pytest.mark.parametrize(("flat", "jump"), [(0.0, 0.0), (2.0, 0.0), (0.0, 0.3), (1.5, 0.1)])
def test_shares_near_the_boundary_and_the_steepest_slope_are_those_of_a_fine_grid(
    flat: float, jump: float
) -> None:
    world, x = CrossingWorld(flat, jump), (np.arange(200_000) + 0.5) / 200_000
    eta = world.eta(x)
    assert (np.diff(eta) >= 0).all()
    epsilons = np.array([0.05, 0.1000001, 0.2, 0.31, 0.45, 0.5, 0.6])
    shares = [(np.abs(eta - 0.5) <= epsilon).mean() for epsilon in epsilons]
    np.testing.assert_allclose(world.margin_share(epsilons), shares, atol=2e-5)
    if jump == 0.0:
        assert world.lipschitz == pytest.approx(np.diff(eta).max() * 200_000, rel=1e-3)
    assert (eta[0], eta[-1]) == pytest.approx((0.0, 1.0), abs=1e-4)
    assert rate_exponent(world.margin_exponent, 3) == (1.0 + world.margin_exponent) / 5.0


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 1000), st.sampled_from([0.1, 1.0, 20.0]), st.booleans())
def test_the_dual_ends_where_libsvm_does(seed: int, c: float, radial: bool) -> None:
    rng = np.random.default_rng(seed)
    signs = np.where(np.arange(20) < 9, 1.0, -1.0)
    X = rng.normal(size=(20, 2)) + signs[:, None]
    gram = rbf_kernel(X, gamma=0.7) if radial else X @ X.T
    path = dual_path(gram, signs, c)
    assert path.converged
    states = [dual_state(gram, signs, c, alpha) for alpha in path.alphas]
    duals = np.array([state.dual for state in states])
    assert (np.diff(duals) > -1e-9).all(), "each step climbs"
    assert min(state.primal for state in states) >= duals[-1] - 1e-7, "no primal is below"
    last, alpha = states[-1], path.alphas[-1]
    assert last.primal == pytest.approx(last.dual, rel=1e-6)
    peer = SVC(C=c, kernel="precomputed", tol=1e-10).fit(gram, signs)
    np.testing.assert_allclose(signs * last.margins, peer.decision_function(gram), atol=2e-3)
    assert ((alpha >= 0) & (alpha <= c)).all()
    assert alpha @ signs == pytest.approx(0, abs=1e-9 * c)
    assert np.abs(alpha * (last.margins - 1 + last.slacks)).max() < 1e-6 * c
    assert np.abs((c - alpha) * last.slacks).max() < 1e-6 * c


def dual_problem(seed: int, rows: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    signs = np.where(np.arange(rows) % 5 < 2, 1.0, -1.0)
    return rbf_kernel(rng.normal(size=(rows, 2)) + signs[:, None], gamma=0.7), signs


@pytest.mark.parametrize("c", [0.1, 1.0, 20.0])
def test_each_step_moves_the_pair_that_violates_optimality_most_as_far_as_is_best(c: float) -> None:
    gram, signs = dual_problem(1, 24)
    path = dual_path(gram, signs, c)
    assert 5 < len(path.alphas) <= MOST_KEPT
    assert path.steps.tolist() == list(range(len(path.alphas)))
    assert not path.alphas[0].any()

    def height(alpha: np.ndarray) -> float:
        return float(alpha.sum() - 0.5 * (alpha * signs) @ gram @ (alpha * signs))

    for before, after in pairwise(path.alphas):
        pull = signs - gram @ (before * signs)
        rises, falls = (
            np.where(signs > 0, c - before, before),
            np.where(signs > 0, before, c - before),
        )
        violated = pull[rises > 0].max() - pull[falls > 0].min()
        moves = signs * (after - before)
        most, least = int(np.argmax(moves)), int(np.argmin(moves))
        assert np.count_nonzero(moves) == 2
        assert pull[most] - pull[least] == pytest.approx(violated)
        direction = np.zeros(24)
        direction[most], direction[least] = signs[most], -signs[least]
        room = min(rises[most], falls[least])
        best = minimize_scalar(
            lambda step, before=before, direction=direction: -height(before + step * direction),
            bounds=(0.0, room), method="bounded", options={"xatol": 1e-12},
        )  # fmt: skip
        assert height(after) >= -best.fun - 1e-12
        np.testing.assert_allclose(after, before + best.x * direction, atol=1e-4 * c)


def test_of_a_long_way_evenly_spaced_steps_are_kept() -> None:
    gram, signs = dual_problem(2, 120)
    path = dual_path(gram, signs, 30.0)
    assert path.steps[-1] > 2 * MOST_KEPT
    assert len(path.alphas) == len(path.steps) == MOST_KEPT + 1
    assert path.steps[0] == 0
    assert np.ptp(np.diff(path.steps)) <= 1
    assert path.converged


@pytest.mark.parametrize("seed", range(4))
def test_the_bias_of_any_alpha_is_in_the_middle_of_those_with_the_least_slack(seed: int) -> None:
    gram, signs = dual_problem(seed, 20)
    alpha = np.random.default_rng(seed).uniform(0.0, 2.0, 20) * (seed > 0)
    state, scores = dual_state(gram, signs, 2.0, alpha), gram @ (alpha * signs)
    grid = np.linspace(-8.0, 8.0, 64_001)
    slack = sum(np.maximum(0.0, 1.0 - sign * (score + grid)) for sign, score in zip(signs, scores))
    least = grid[slack <= slack.min() + 1e-9]
    assert state.bias == pytest.approx(0.5 * (least[0] + least[-1]), abs=1e-3)
    np.testing.assert_allclose(state.margins, signs * (scores + state.bias))
    np.testing.assert_allclose(state.slacks, np.maximum(0.0, 1.0 - state.margins))
    length = (alpha * signs) @ scores
    assert state.dual == pytest.approx(alpha.sum() - length / 2)
    assert state.primal == pytest.approx(length / 2 + 2.0 * state.slacks.sum())


def test_mercers_sum_of_a_polynomial_ends_after_its_degree_and_one() -> None:
    def kernel(x: np.ndarray, z: np.ndarray) -> np.ndarray:
        return (1 + np.multiply.outer(x, z)) ** 3

    expansion = mercer_expansion(kernel)
    assert (np.abs(expansion.values) > 1e-12).sum() == 4
    # The sum of the eigenvalues is the integral of K(x, x) over the distribution.
    trace = quad(lambda x: (1 + x * x) ** 3 / 2, -1, 1)[0]
    assert expansion.values.sum() == pytest.approx(trace)
    x = np.linspace(-1, 1, 7)
    np.testing.assert_allclose(
        expansion.partial_sum(kernel, x, 0.4, 4), (1 + 0.4 * x) ** 3, atol=1e-10
    )


def test_mercers_functions_are_orthonormal_and_their_sum_comes_to_the_kernel() -> None:
    def kernel(x: np.ndarray, z: np.ndarray) -> np.ndarray:
        return np.exp(-2.0 * np.subtract.outer(x, z) ** 2)

    expansion = mercer_expansion(kernel)
    nodes, weights = np.polynomial.legendre.leggauss(80)
    at = expansion.functions(kernel, nodes, 5)
    np.testing.assert_allclose((at * (weights / 2)[:, None]).T @ at, np.eye(5), atol=1e-9)
    x = np.linspace(-1, 1, 9)
    errors = [
        np.abs(expansion.partial_sum(kernel, x, 0.3, m) - kernel(x, np.array([0.3]))[:, 0]).max()
        for m in (1, 3, 6, 12)
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-6


def test_the_sigmoid_is_no_kernel_and_the_others_are() -> None:
    X = np.random.default_rng(0).normal(size=(12, 2))
    product_ = X @ X.T
    for gram in (product_, (1 + product_) ** 3, rbf_kernel(X)):
        assert least_form(gram).value > -1e-9
    form = least_form(np.tanh(product_ - 1))
    assert form.value < -0.1
    found = form.direction @ np.tanh(product_ - 1) @ form.direction
    assert found == pytest.approx(form.value)
    assert np.linalg.norm(form.direction) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(6))
def test_the_least_form_is_that_of_the_last_eigenvector_with_its_longest_part_positive(
    seed: int,
) -> None:
    loose = np.random.default_rng(seed).normal(size=(5, 5))
    gram = loose + loose.T
    form, values = least_form(gram), np.linalg.eigvalsh(gram)
    np.testing.assert_allclose(form.eigenvalues, values[::-1])
    assert form.value == pytest.approx(values[0])
    np.testing.assert_allclose(gram @ form.direction, form.value * form.direction, atol=1e-12)
    assert form.direction.max() == np.abs(form.direction).max()


def test_covers_share_is_the_share_of_all_labelings_counted_one_by_one() -> None:
    X = np.random.default_rng(3).normal(size=(6, 2))
    parted = sum(
        common_point(X, np.array(labels)) is None for labels in product([False, True], repeat=6)
    )
    assert parted / 2**6 == separable_share(6, 2)
    assert separable_share(40, 39) == 1.0
    assert separable_share(40, 38) < 1.0

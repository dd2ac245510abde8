"""The formulas behind the lessons, against scikit-learn, SciPy and the lectures' own figures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import norm
from sklearn.linear_model import HuberRegressor, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from steersman.maths.lessons import (
    LOSSES,
    NoisySquare,
    column_gaussians,
    decisions_for_all_k,
    densities,
    draw_points,
    grid_points,
    huber_line,
    joint_and_posterior,
    loss_values,
    penalized_loss,
    posterior_weights,
    priors_for_posterior,
    true_risks,
    with_share,
)


def test_gaussian_posteriors_are_scikit_learns() -> None:
    rng = np.random.default_rng(0)
    codes = np.repeat([0, 1, 2], [5, 9, 7])
    X = rng.normal(size=(21, 3)) + codes[:, None]
    fitted, peer = column_gaussians(X, codes), GaussianNB(var_smoothing=0).fit(X, codes)
    for values in rng.normal(size=(6, 3)):
        joint, posterior = joint_and_posterior(fitted, values)
        np.testing.assert_allclose(posterior, peer.predict_proba([values])[0])
        np.testing.assert_allclose(joint, np.exp(peer.predict_joint_log_proba([values])[0]))
        expected = norm.pdf(values, fitted.means, fitted.deviations)
        np.testing.assert_allclose(densities(fitted, values), expected)


def test_posteriors_hold_where_the_products_are_too_small_for_a_number() -> None:
    fitted = column_gaussians(np.array([[0.0], [0.1], [5.0], [5.1]]), np.array([0, 0, 1, 1]))
    joint, posterior = joint_and_posterior(fitted, np.array([80.0]))
    assert joint.tolist() == [0.0, 0.0]
    assert posterior.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("k", [1, 2, 7, 12, 30])
def test_every_k_decides_as_scikit_learns_neighbors(k) -> None:
    rng = np.random.default_rng(1)
    X, labels = draw_points(NoisySquare(), 60, rng)
    at = rng.random((300, 2))
    decided = decisions_for_all_k(X, labels, at, 60)
    peer = KNeighborsClassifier(k).fit(X, labels).predict(at)
    np.testing.assert_array_equal(decided[:, k - 1], peer == 1)


@pytest.mark.parametrize(("p", "q"), [(0.2, 0.8), (0.1, 0.7), (0.45, 0.95)])
def test_the_bayes_rule_has_the_bayes_error_and_no_rule_less(p, q) -> None:
    square, points = NoisySquare(p, q), grid_points(400)
    chances = square.chances(points)
    rules = np.column_stack([chances > 0.5, np.ones(len(points), bool), points[:, 0] > 0.5])
    risks = true_risks(rules, chances)
    assert risks[0] == pytest.approx(square.bayes_error, abs=2e-3)
    assert risks.argmin() == 0


@settings(max_examples=30)
@given(st.integers(0, 50), st.floats(0.05, 50), st.floats(0.1, 5))
def test_hubers_line_is_the_least_of_its_objective(seed, c, sigma) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.random(9) * 10, rng.normal(size=9) * 3
    slope, intercept = huber_line(x, y, c, sigma)

    def objective(line) -> float:
        return penalized_loss("huber", line[0], y - line[0] * x - line[1], c, (0.0, sigma))

    found = min(
        minimize(
            objective, start, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12}
        ).fun
        for start in ([slope, intercept], [0.0, 0.0])
    )
    assert objective([slope, intercept]) <= found + 1e-7 * max(1.0, found)


def test_hubers_line_is_scikit_learns_at_the_scale_it_chooses() -> None:
    """HuberRegressor also fits a scale s; with sigma = epsilon s and alpha = epsilon / C the
    rest of its objective is ours."""
    rng = np.random.default_rng(5)
    x = rng.random(40) * 10
    y = 0.7 * x + 1 + rng.normal(size=40)
    y[:4] += 12
    c, epsilon = 2.0, 1.35
    peer = HuberRegressor(epsilon=epsilon, alpha=epsilon / c, tol=1e-10, max_iter=5000)
    peer.fit(x[:, None], y)
    found = huber_line(x, y, c, epsilon * peer.scale_)
    assert found == pytest.approx((peer.coef_[0], peer.intercept_), abs=1e-4)


def test_hubers_line_with_a_wide_sigma_is_ridge_regression() -> None:
    rng = np.random.default_rng(6)
    x, y = rng.random(20), rng.normal(size=20)
    peer = Ridge(alpha=1e3 / 4.0).fit(x[:, None], y)
    assert huber_line(x, y, 4.0, 1e3) == pytest.approx((peer.coef_[0], peer.intercept_))


def test_losses_are_even_and_hubers_joins_smoothly() -> None:
    z = np.linspace(-4, 4, 801)
    for loss in LOSSES:
        values = loss_values(loss, z, 0.5, 1.5)
        np.testing.assert_allclose(values, values[::-1])
        assert values.min() == pytest.approx(0.0, abs=1e-12)
    slopes = np.diff(loss_values("huber", z, 0.5, 1.5)) / np.diff(z)
    assert np.abs(np.diff(slopes)).max() < 0.01


def test_what_a_model_that_had_all_gives_up_is_spread_evenly() -> None:
    assert with_share(np.array([1.0, 0.0, 0.0]), 0, 0.4) == pytest.approx([0.4, 0.3, 0.3])
    assert with_share(np.array([0.2, 0.6, 0.2]), 1, 0.2) == pytest.approx([0.4, 0.2, 0.4])


def test_models_whose_likelihoods_no_float_can_hold_have_weights() -> None:
    far = posterior_weights(np.array([0.5, 0.25, 0.25]), np.array([-9000.0, -9000.0, -19000.0]))
    assert far.tolist() == pytest.approx([2 / 3, 1 / 3, 0.0])
    none = posterior_weights(np.array([0.0, 1.0]), np.array([-1.0, -9000.0]))
    assert none.tolist() == [0.0, 1.0]


def test_the_lectures_three_models_say_plus_with_four_tenths() -> None:
    weights = posterior_weights(np.array([0.4, 0.3, 0.3]), np.zeros(3))
    assert weights @ [1, 0, 0] == pytest.approx(0.4)
    assert weights @ [0, 1, 1] == pytest.approx(0.6)


shares = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(lambda v: np.array(v) / sum(v))


@given(shares, shares, st.integers(0, 2), st.floats(0.01, 0.99))
def test_a_posterior_set_by_hand_comes_back_from_its_priors(priors, likelihoods, which, to) -> None:
    wanted = with_share(posterior_weights(priors, np.log(likelihoods)), which, to)
    assert wanted.sum() == pytest.approx(1)
    assert wanted[which] == pytest.approx(to)
    again = posterior_weights(priors_for_posterior(wanted, likelihoods), np.log(likelihoods))
    np.testing.assert_allclose(again, wanted)

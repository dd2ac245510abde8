"""Decision curves: the fit's optimum against scikit-learn's, and where the positives lie."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from steersman.maths.likelihood import Curve, fitted_curve
from steersman.maths.likelihood.curves import LEAST_STEEPNESS, RIDGE, logistic_weights


def cloud(seed: int, documents: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """A long thin cloud, as real planes are, with the positives below a bend."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-900, -100, documents)
    y = x + rng.normal(0, 8, documents)
    return np.column_stack([x, y]), y < x + 1e-4 * (x + 500) ** 2 - 5 + rng.normal(0, 2, documents)


def test_heights_are_the_polynomials() -> None:
    curve = Curve(np.array([1.0, -2.0, 3.0]), center=10.0, scale=2.0)
    assert_allclose(curve.heights(np.array([10.0, 14.0])), [1.0, 1 - 4 + 12])


@pytest.mark.parametrize("seed", range(3))
def test_weights_have_the_least_penalized_loss(seed: int) -> None:
    rng = np.random.default_rng(seed)
    design = rng.normal(size=(120, 3))
    positive = design[:, 0] + rng.normal(size=120) > 0
    shares = rng.random(120)
    shares /= shares.sum()
    ours = logistic_weights(design, np.where(positive, 1.0, -1.0), shares, np.zeros(120))
    peer = LogisticRegression(C=1 / RIDGE, fit_intercept=False, tol=1e-12, max_iter=10_000)
    peer.fit(design, positive, sample_weight=shares)
    assert_allclose(ours, peer.coef_[0], rtol=1e-5)


@pytest.mark.parametrize("seed", range(8))
def test_weights_are_found_to_rounding(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=400)
    design = np.column_stack([np.ones(400), x, x**2, -rng.normal(size=400)])
    signs = np.where(x + 0.3 * x**2 + 0.3 * rng.normal(size=400) > 0.2, 1.0, -1.0)
    shares = np.full(400, 1 / 400)
    weights = logistic_weights(design, signs, shares, np.zeros(400))
    pulls = design.T @ (shares * signs * expit(-signs * (design @ weights)))
    assert_allclose(RIDGE * weights, pulls, rtol=0.0, atol=1e-15)


@pytest.mark.parametrize("start", [-30.0, -5.0, 5.0, 30.0])
def test_weights_are_found_where_whole_newton_steps_overshoot(start: float) -> None:
    """Far from the boundary nothing curves but the ridge, so that steps are far too long."""
    rng = np.random.default_rng(0)
    design = np.column_stack([np.ones(200), rng.normal(size=(200, 2))])
    signs = np.where(design[:, 1] + rng.normal(size=200) > 0, 1.0, -1.0)
    shares, offset = np.full(200, 1 / 200), np.full(200, start)
    weights = logistic_weights(design, signs, shares, offset)
    pulls = design.T @ (shares * signs * expit(-signs * (design @ weights + offset)))
    assert_allclose(RIDGE * weights, pulls, rtol=0.0, atol=1e-14)


def test_a_bend_is_found() -> None:
    points, positive = cloud(0)
    curve = fitted_curve(points, positive, np.ones(len(points)), degree=2)
    decided = points[:, 1] < curve.heights(points[:, 0])
    straight = fitted_curve(points, positive, np.ones(len(points)), degree=1)
    decided_straight = points[:, 1] < straight.heights(points[:, 0])
    assert np.mean(decided == positive) > 0.85
    assert np.mean(decided == positive) > np.mean(decided_straight == positive)


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize("degree", [1, 2, 4])
def test_a_curve_has_the_least_penalized_loss_in_standard_units(
    degree: int, upside_down: bool
) -> None:
    points, positive = cloud(3)
    positive = positive != upside_down
    weights = np.random.default_rng(0).uniform(0.1, 3.0, len(points))
    x, y = points.T
    center = np.average(x, weights=weights)
    scale = np.sqrt(np.average((x - center) ** 2, weights=weights))
    z = (x - center) / scale
    line = np.polynomial.Polynomial.fit(z, y, 1, w=np.sqrt(weights)).convert().coef
    left = y - line[0] - line[1] * z
    spread = np.sqrt(np.average(left**2, weights=weights))
    signs, shares = np.where(positive, 1.0, -1.0), weights / weights.sum()

    def loss(numbers: np.ndarray) -> float:
        """Of the curve's coefficients and its steepness, all standardized."""
        *curve, steepness = numbers
        heights = np.polynomial.polynomial.polyval(z, curve)
        margins = signs * (heights - steepness * left / spread)
        # A steepness at its bound is no choice, and so bears no penalty.
        chosen = numbers[:-1] if steepness == LEAST_STEEPNESS else numbers
        return float(shares @ np.logaddexp(0.0, -margins) + 0.5 * RIDGE * chosen @ chosen)

    found = fitted_curve(points, positive, weights, degree)
    assert (found.center, found.scale) == pytest.approx((center, scale))
    own = np.array(found.coefficients)
    own[:2] -= line
    if upside_down:
        numbers = np.append(own * LEAST_STEEPNESS / spread, LEAST_STEEPNESS)
        free = slice(0, -1)
    else:
        best = minimize(loss, np.append(np.zeros(degree + 1), 1.0), tol=1e-12)
        numbers = np.append(own * best.x[-1] / spread, best.x[-1])
        assert_allclose(numbers, best.x, rtol=1e-2, atol=1e-2)
        free = slice(None)
    steps = 1e-4 * np.eye(len(numbers))[free]
    slopes = [(loss(numbers + step) - loss(numbers - step)) / 2e-4 for step in steps]
    assert_allclose(slopes, 0.0, atol=1e-5)


@pytest.mark.parametrize("positives_above", [False, True])
def test_a_curve_moves_with_its_points(positives_above: bool) -> None:
    """Shifted, stretched or tilted points have the shifted, stretched or tilted curve."""
    points, positive = cloud(4)
    positive = positive != positives_above
    weights, at = np.random.default_rng(1).random(len(points)), np.linspace(-900, -100, 9)
    plain = fitted_curve(points, positive, weights, 3).heights(at)
    x, y = points.T
    moved = np.column_stack([3.0 * x + 70.0, 5.0 * y - 2.0 * x + 11.0])
    curve = fitted_curve(moved, positive, weights, 3)
    assert_allclose(curve.heights(3.0 * at + 70.0), 5.0 * plain - 2.0 * at + 11.0, rtol=1e-6)


def test_weights_equal_repeated_points() -> None:
    points, positive = cloud(1)
    weights = np.arange(300) % 3
    one = fitted_curve(points, positive, weights.astype(float), 3)
    many = fitted_curve(
        points.repeat(weights, axis=0), positive.repeat(weights), np.ones(weights.sum()), 3
    )
    where = np.linspace(-900, -100, 20)
    assert_allclose(one.heights(where), many.heights(where), rtol=1e-7)


def test_a_cloud_upside_down_is_no_worse_than_naming_the_larger_class() -> None:
    """The positives lie above here, but the decision is y < curve(x) by definition."""
    points, positive = cloud(2)
    curve = fitted_curve(points, ~positive, np.ones(300), 2)
    decided = points[:, 1] < curve.heights(points[:, 0])
    assert np.mean(decided == ~positive) >= max(positive.mean(), 1 - positive.mean())


def test_one_point_repeated_has_a_finite_curve() -> None:
    points = np.full((10, 2), -345.6)
    curve = fitted_curve(points, np.arange(10) < 4, np.ones(10), 2)
    assert np.all(np.isfinite(curve.heights(points[:, 0])))

"""Polynomial decision curves in the likelihood plane (Section 3.3 of the likelihood spaces)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.polynomial.polynomial import polyval, polyvander
from numpy.typing import NDArray
from scipy.special import expit, log_expit

Floats = NDArray[np.float64]

RIDGE = 1e-4  # keeps the coefficients finite when a curve separates the classes
NEWTON_STEPS = 100
ROUNDING = 1e-15
LEAST_STEEPNESS = 1e-3  # below zero the positives would lie above the curve


class Curve(NamedTuple):
    """A polynomial in (x - center) / scale, lowest power first."""

    coefficients: Floats  # (degree + 1,)
    center: float = 0.0
    scale: float = 1.0

    def heights(self, x: Floats) -> Floats:
        """The curve's y above each x."""
        return np.asarray(polyval((x - self.center) / self.scale, self.coefficients), float)


def fitted_curve(
    coordinates: Floats, positive: NDArray[np.bool_], weights: Floats, degree: int
) -> Curve:
    """The curve of this degree with the positives below it, by logistic regression.

    The plane is standardized first: x to z, and y to what a straight line in x leaves of it. The
    weighted log loss of steepness * (polynomial(z) - y) is least, with a small ridge.
    """
    x, y = coordinates.T
    shares = weights / weights.sum()
    center = float(shares @ x)
    scale = spread_of(x - center, shares, x)
    powers = polyvander((x - center) / scale, degree)
    level = float(shares @ y)
    tilt = float(shares @ (powers[:, 1] * (y - level)))
    left = y - level - tilt * powers[:, 1]
    spread = spread_of(left, shares, y)
    design = np.column_stack([powers, -left / spread])
    signs = np.where(positive, 1.0, -1.0)
    best = logistic_weights(design, signs, shares, np.zeros(len(x)))
    steepness = max(best[-1], LEAST_STEEPNESS)
    # The problem is convex: where the bound was crossed, the optimum under it lies on it.
    if steepness != best[-1]:
        best = logistic_weights(powers, signs, shares, steepness * design[:, -1])
    coefficients = spread * best[: degree + 1] / steepness
    coefficients[:2] += [level, tilt]
    return Curve(coefficients, center, scale)


def spread_of(deviations: Floats, shares: Floats, values: Floats) -> float:
    """The standard deviation; 1, so that next to nothing is left, when it is rounding error."""
    spread = float(np.sqrt(shares @ deviations**2))
    return spread if spread > 1e-9 * float(np.abs(values).max(initial=1.0)) else 1.0


def logistic_weights(design: Floats, signs: Floats, shares: Floats, offset: Floats) -> Floats:
    """The weights with the least log loss plus ridge, by Newton's method with halved steps."""

    def loss(weights: Floats) -> float:
        scores = signs * (design @ weights + offset)
        return float(-(shares @ log_expit(scores)) + 0.5 * RIDGE * weights @ weights)

    weights = np.zeros(design.shape[1])
    value = loss(weights)
    for _ in range(NEWTON_STEPS):
        scores = signs * (design @ weights + offset)
        chance = expit(-scores)
        gradient = RIDGE * weights - design.T @ (shares * signs * chance)
        curvature = (design.T * (shares * chance * (1.0 - chance))) @ design
        curvature[np.diag_indices_from(curvature)] += RIDGE
        step = np.linalg.solve(curvature, gradient)
        # gradient @ step is twice the decrease that the quadratic model expects. Where rounding
        # hides it, the loss can judge no step: a whole one squares the error that is left.
        if gradient @ step < ROUNDING * value:
            return weights - step
        length = 1.0
        while length > 1e-10 and loss(weights - length * step) > value:
            length *= 0.5
        if length <= 1e-10:
            break
        weights = weights - length * step
        value = loss(weights)
    return weights

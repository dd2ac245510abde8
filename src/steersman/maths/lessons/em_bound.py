"""The bound that EM raises, for a mixture with one unknown: log likelihood = bound + KL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, log_softmax, softmax

from steersman.maths.lessons.kmeans import Half

Floats = NDArray[np.float64]
MOST_ROUNDS = 60
SETTLED = 1e-6


@dataclass(frozen=True)
class LineMixture:
    """Points on a line from two Gaussians of one deviation; only the mean of the first is unknown.

    >>> mixture = LineMixture(np.array([-1.0, 3.0]), other=2.0, sigma=1.0, share=0.5)
    >>> even = np.full((2, 2), 0.5)
    >>> gap = mixture.log_likelihood(0.0) - mixture.lower_bound(even, 0.0)
    >>> bool(np.isclose(gap, mixture.divergence(even, 0.0)))
    True
    """

    x: Floats  # (points,)
    other: float
    """The known mean of the second Gaussian."""
    sigma: float
    share: float
    """P(y = 1), the part of the first Gaussian."""

    def log_joint(self, theta: float) -> Floats:
        """(points, 2) log P(x, y), also where P(x, y) is too small for a number."""
        means = np.array([theta, self.other])
        weights = np.array([self.share, 1.0 - self.share])
        away = (self.x[:, None] - means) / self.sigma
        return np.asarray(np.log(weights / (np.sqrt(2 * np.pi) * self.sigma)) - 0.5 * away**2)

    def joint(self, theta: float) -> Floats:
        """(points, 2) P(x, y)."""
        return np.exp(self.log_joint(theta))

    def posterior(self, theta: float) -> Floats:
        """(points, 2) P(y | x): the E-step."""
        return np.asarray(softmax(self.log_joint(theta), axis=1))

    def log_likelihood(self, theta: float) -> float:
        """J, with the sum over y inside the logarithm."""
        return float(np.logaddexp.reduce(self.log_joint(theta), axis=1).sum())

    def lower_bound(self, q: Floats, theta: float) -> float:
        """F(q, theta), with the sum over y outside: by Jensen's inequality never above J."""
        return float((q * self.log_joint(theta)).sum() + entr(q).sum())

    def divergence(self, q: Floats, theta: float) -> float:
        """KL of q from the posterior: what the bound lacks."""
        log_posterior = log_softmax(self.log_joint(theta), axis=1)
        return max(0.0, float(-entr(q).sum() - (q * log_posterior).sum()))

    def best_mean(self, q: Floats, theta: float) -> float:
        """The mean that maximizes the bound: the M-step.

        It is `theta` where no point has a share in the first Gaussian, for every mean is as good.
        """
        size = q[:, 0].sum()
        return float(q[:, 0] @ self.x / size) if size > 0.0 else theta


class BoundStep(NamedTuple):
    """The distribution over hidden labels and the mean after half a round."""

    half: Half
    q: Floats  # (points, 2)
    theta: float


def bound_steps(mixture: LineMixture, theta: float) -> Iterator[BoundStep]:
    """From labels that know nothing: E- and M-steps in turn until the mean rests."""
    q = np.full((len(mixture.x), 2), 0.5)
    yield BoundStep("start", q, theta)
    for _ in range(MOST_ROUNDS):
        q = mixture.posterior(theta)
        yield BoundStep("assign", q, theta)
        before, theta = theta, mixture.best_mean(q, theta)
        yield BoundStep("update", q, theta)
        if abs(theta - before) < SETTLED * mixture.sigma:
            return

"""One-dimensional worlds whose P(Y = 1 | x) is known: error at each x, excess risk, margin."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LARGEST_GAP = 0.5


class CrossingWorld(NamedTuple):
    """X uniform on [0, 1]; eta passes 1/2 at x = 1/2.

    eta(x) = 1/2 ± (jump + (1/2 - jump) |2x - 1|^(flat + 1)). With `jump` it leaps over 1/2;
    without, it crosses, and its first `flat` derivatives vanish there.
    """

    flat: float = 0.0
    jump: float = 0.0

    def eta(self, x: Floats) -> Floats:
        """P(Y = 1 | x)."""
        away = 2.0 * np.asarray(x) - 1.0
        return np.asarray(0.5 + np.where(away >= 0, 1.0, -1.0) * self.distance(np.abs(away)))

    def distance(self, away: Floats) -> Floats:
        """|eta - 1/2| where |2x - 1| is `away`."""
        return np.asarray(self.jump + (LARGEST_GAP - self.jump) * away ** (self.flat + 1.0))

    @property
    def bayes_risk(self) -> float:
        """The integral of min(eta, 1 - eta).

        >>> CrossingWorld().bayes_risk, CrossingWorld(jump=0.5).bayes_risk
        (0.25, 0.0)
        """
        return 0.5 - self.jump - (LARGEST_GAP - self.jump) / (self.flat + 2.0)

    def excess_risk(self, cut: float) -> float:
        """The integral of |2 eta - 1| where the rule x > cut differs from Bayes' rule x > 1/2.

        >>> CrossingWorld().excess_risk(0.25)
        0.0625
        """
        away = abs(2.0 * cut - 1.0)
        rest = (LARGEST_GAP - self.jump) * away ** (self.flat + 2.0) / (self.flat + 2.0)
        return float(self.jump * away + rest)

    def margin_share(self, epsilon: Floats) -> Floats:
        """P(|eta(X) - 1/2| <= epsilon).

        >>> CrossingWorld().margin_share(np.array([0.1, 0.5]))
        array([0.2, 1. ])
        """
        room = max(LARGEST_GAP - self.jump, 1e-300)
        reached = np.clip((np.asarray(epsilon) - self.jump) / room, 0.0, 1.0)
        return np.asarray(
            np.where(np.asarray(epsilon) < self.jump, 0.0, reached ** (1.0 / (self.flat + 1.0)))
        )

    @property
    def margin_exponent(self) -> float:
        """Alpha of the margin assumption: the share within epsilon is at most C epsilon^alpha."""
        return inf if self.jump > 0 else 1.0 / (self.flat + 1.0)

    @property
    def lipschitz(self) -> float:
        """The steepest slope of eta; infinite where it jumps."""
        return inf if self.jump > 0 else self.flat + 1.0


def error_at(eta: Floats, says_one: NDArray[np.bool_]) -> Floats:
    """P(error | x): 1 - eta where the rule says 1, eta where it says 0."""
    return np.asarray(np.where(says_one, 1.0 - eta, eta))


def rate_exponent(alpha: float, dimensions: int) -> float:
    """The power of 1/n with which the best excess risk falls: (1 + alpha) / (2 + d)."""
    return (1.0 + alpha) / (2.0 + dimensions)

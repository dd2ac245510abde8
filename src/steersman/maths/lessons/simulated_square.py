"""S. Gadat's simulated classes (2014): the unit square, a straight frontier, noisy labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ABOVE_SHARE = 0.5  # of the square is above 2 x1 + x2 = 1.5


class NoisySquare(NamedTuple):
    """How likely the label is 1 above the line 2 x1 + x2 = 1.5 (`p`) and below it (`q`)."""

    p: float = 0.2
    q: float = 0.8

    def chances(self, points: Floats) -> Floats:
        """(points,) P(Y = 1 | x), the regression function."""
        above = 2.0 * points[:, 0] + points[:, 1] > 1.5
        return np.where(above, self.p, self.q)

    @property
    def bayes_error(self) -> float:
        """The error of the best of all rules.

        >>> round(NoisySquare(0.2, 0.8).bayes_error, 3)
        0.2
        """
        above, below = min(self.p, 1.0 - self.p), min(self.q, 1.0 - self.q)
        return ABOVE_SHARE * above + (1.0 - ABOVE_SHARE) * below


def draw_points(
    square: NoisySquare, points: int, rng: np.random.Generator
) -> tuple[Floats, NDArray[np.int64]]:
    """Uniform points and their labels."""
    X = rng.random((points, 2))
    return X, (rng.random(points) < square.chances(X)).astype(np.int64)


def grid_points(side: int) -> Floats:
    """(side * side, 2) the middles of equal cells, row by row from below."""
    middles = (np.arange(side) + 0.5) / side
    across, up = np.meshgrid(middles, middles)
    return np.column_stack([across.ravel(), up.ravel()])


def recommended_neighbors(points: int, dimensions: int = 2) -> float:
    """k = n^(2 / (2 + d)), with which k-NN reaches the best rate.

    >>> recommended_neighbors(100)
    10.0
    """
    return float(points ** (2.0 / (2.0 + dimensions)))

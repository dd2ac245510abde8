"""Why a document lies where it lies: each feature's share of its coordinates and margin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.likelihood.boundary import Boundary

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Explanation:
    """Shares of the features that one document holds; they and the fixed part add up.

    `x`, `y` and `margin` are (features held,); `fixed_*` are what every document gets, whatever
    it holds. `names` holds the features' names, or their numbers where they have none.
    """

    category: object
    features: NDArray[np.int64]
    names: tuple[object, ...]
    x: Floats
    y: Floats
    margin: Floats
    fixed_x: float
    fixed_y: float
    fixed_margin: float

    @property
    def coordinates(self) -> tuple[float, float]:
        """log P(o|c) and log P(o|not c) of the document."""
        return float(self.fixed_x + self.x.sum()), float(self.fixed_y + self.y.sum())

    @property
    def total_margin(self) -> float:
        """How far below the boundary the document lies; above 0 it is positive."""
        return float(self.fixed_margin + self.margin.sum())

    def strongest(self, count: int = 10) -> list[tuple[object, float]]:
        """The features that push hardest, either way, with their shares of the margin."""
        order = np.argsort(-np.abs(self.margin), kind="stable")[:count]
        return [(self.names[place], float(self.margin[place])) for place in order]


def explanation_from_shares(
    category: object,
    features: NDArray[np.int64],
    names: tuple[object, ...],
    shares: Floats,
    fixed: Floats,
    boundary: Boundary,
) -> Explanation:
    """The explanation of a document from its features' shares (features held, 2).

    On a curve the height it gains from the features is divided in proportion to their shares of x.
    """
    x, y = shares.T
    fixed_margin = float(boundary.margins(fixed[None])[0])
    pull = boundary.slope
    if boundary.curve is not None:
        ends = np.array([fixed[0], fixed[0] + x.sum()])
        low, high = boundary.curve.heights(ends)
        pull = float((high - low) / x.sum()) if x.sum() else 0.0
    return Explanation(
        category, features, names, x, y, pull * x - y, float(fixed[0]), float(fixed[1]),
        fixed_margin,
    )  # fmt: skip

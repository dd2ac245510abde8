"""A rectangle of the plane and the even grid of points on which pictures of it are computed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Window(NamedTuple):
    """From (x0, y0) to (x1, y1).

    >>> Window(0, 1, 0, 2).cells(2)[:2]
    array([[0.25, 0.5 ],
           [0.75, 0.5 ]])
    """

    x0: float
    x1: float
    y0: float
    y1: float

    @classmethod
    def around(cls, X: Floats) -> Window:
        """The smallest one that holds all points."""
        (x0, y0), (x1, y1) = X.min(axis=0), X.max(axis=0)
        return cls(float(x0), float(x1), float(y0), float(y1))

    @property
    def area(self) -> float:
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    def axes(self, side: int) -> tuple[Floats, Floats]:
        """The middles of `side` cells along each axis."""
        middles = (np.arange(side) + 0.5) / side
        return (
            self.x0 + (self.x1 - self.x0) * middles,
            self.y0 + (self.y1 - self.y0) * middles,
        )

    def cells(self, side: int) -> Floats:
        """(side * side, 2) the middles of all cells, row by row from the lowest y."""
        xs, ys = self.axes(side)
        return np.column_stack([np.tile(xs, side), np.repeat(ys, side)])

    def with_padding(self, share: float, square: bool) -> Window:
        """A wider one; `square` makes both sides as long, so that angles are true."""
        width, height = self.x1 - self.x0, self.y1 - self.y0
        width, height = width or 1.0, height or 1.0
        if square:
            width = height = max(width, height)
        across, up = (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2
        half = 0.5 + share
        return Window(
            across - half * width, across + half * width, up - half * height, up + half * height
        )

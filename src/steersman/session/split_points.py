"""The points of one split: where its rows lie, what they are, and what a boundary does to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from steersman.learn.boundary import Boundary
from steersman.maths.confusion import BinaryCounts, binary_counts

__all__ = ["SplitPoints"]


@dataclass(frozen=True, eq=False)
class SplitPoints:
    """Kept while only the line moves, so that moving it costs one comparison a row."""

    coordinates: NDArray[np.float64]  # (rows, 2)
    positive: NDArray[np.bool_]  # (rows,)
    rows: NDArray[np.uint32]  # numbers in the data set

    def cells(self, boundary: Boundary) -> BinaryCounts:
        """What a boundary does to these rows."""
        return binary_counts(self.positive, boundary.margins(self.coordinates) > 0)

    @cached_property
    def positives(self) -> int:
        return int(np.count_nonzero(self.positive))

    @cached_property
    def drawn(self) -> NDArray[np.float32]:
        """(rows, 2) as the page draws them."""
        return self.coordinates.astype(np.float32)

    @cached_property
    def bounds(self) -> list[float]:
        """Lowest and highest x, lowest and highest y."""
        low, high = self.coordinates.min(axis=0), self.coordinates.max(axis=0)
        return [float(low[0]), float(high[0]), float(low[1]), float(high[1])]

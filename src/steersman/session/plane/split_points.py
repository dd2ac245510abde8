"""The points of one split: where its rows lie, what they are, and what a boundary does to them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.learn.likelihood import Boundary
from steersman.maths.confusion import BinaryCounts, binary_counts

SAMPLE = 1000
TAIL = 0.01
TAIL_OF_POSITIVES = 0.03
# As a share of the width of nearly all points.
FAR = 0.35
MOST_LINES = 8


@dataclass(frozen=True, eq=False)
class Members:
    """The rows of a split, which no knob moves."""

    rows: NDArray[np.uint32]  # numbers in the data set
    positive: NDArray[np.bool_]  # (rows,)

    @cached_property
    def positives(self) -> int:
        return int(np.count_nonzero(self.positive))


@dataclass(frozen=True, eq=False)
class SplitPoints:
    """The coordinates and classes of one split; they stay while only the line moves."""

    coordinates: NDArray[np.float64]  # (rows, 2)
    members: Members

    @property
    def positive(self) -> NDArray[np.bool_]:
        return self.members.positive

    @property
    def rows(self) -> NDArray[np.uint32]:
        return self.members.rows

    @property
    def positives(self) -> int:
        return self.members.positives

    def cells(self, boundary: Boundary) -> BinaryCounts:
        """The confusion counts of a boundary on these rows."""
        if boundary.curve is not None:
            return binary_counts(self.positive, boundary.margins(self.coordinates) > 0)
        line = (boundary.slope, boundary.intercept)
        if line not in self.line_cells:
            if len(self.line_cells) >= MOST_LINES:
                self.line_cells.clear()
            self.line_cells[line] = binary_counts(
                self.positive, boundary.margins(self.coordinates) > 0
            )
        return self.line_cells[line]

    @cached_property
    def line_cells(self) -> dict[tuple[float, float], BinaryCounts]:
        """The counts of the last lines: scores and view of one step ask for the same."""
        return {}

    @cached_property
    def page_coordinates(self) -> NDArray[np.float32]:
        """(rows, 2) as the page draws them."""
        return self.coordinates.astype(np.float32)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Lowest and highest x, lowest and highest y."""
        # One by one: numpy is slow along short rows.
        x, y = self.coordinates.T
        return float(x.min()), float(x.max()), float(y.min()), float(y.max())

    @cached_property
    def main_bounds(self) -> tuple[float, float, float, float]:
        """Bounds of nearly all points, positives above all.

        A few very long documents must not press the rest into a corner. Where nothing lies far
        out, these are the bounds of all points.
        """
        # A sample will do for drawing: sorting all points would be felt at every move of a knob.
        stride = max(1, len(self.coordinates) // SAMPLE)
        low, high = inner_ends(self.coordinates[::stride], TAIL)
        if self.positives:
            ends = inner_ends(self.coordinates[self.positive][:SAMPLE], TAIL_OF_POSITIVES)
            low, high = np.minimum(low, ends[0]), np.maximum(high, ends[1])
        far = (high - low) * FAR
        least, most = np.reshape(self.bounds, (2, 2)).T
        low = np.where(low - least > far, low, least)
        high = np.where(most - high > far, high, most)
        return float(low[0]), float(high[0]), float(low[1]), float(high[1])


def inner_ends(
    points: NDArray[np.float64], tail: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of a rectangle with a share `tail` of the points beyond each of its sides."""
    last = len(points) - 1
    first = int(tail * last)
    # Along rows, and no further than to these two: a knob's every move asks for it.
    ordered = np.partition(points.T, (first, last - first), axis=1)
    return ordered[:, first], ordered[:, last - first]

"""Points of partitions as the search for the best line counts and gathers them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steersman.maths.confusion import binary_counts
from steersman.maths.likelihood import under_line
from steersman.maths.lines import (
    BINS,
    Frame,
    heights_at,
    range_bins,
    range_heights,
)
from steersman.scale.partition import Partition
from steersman.scale.plane_points import PointSource
from steersman.scale.row_hashes import SAMPLES, row_shares

if TYPE_CHECKING:
    pass

Floats = NDArray[np.float64]

NO_POINTS = np.zeros(2)


@dataclass(frozen=True, eq=False)
class PointExtent:
    """The range of coordinates, the size of each class, and some points."""

    low: Floats
    high: Floats
    sizes: NDArray[np.int64]  # negatives, positives
    sample: Floats  # (points, 3): x, y, positive

    def plus(self, other: PointExtent) -> PointExtent:
        """Those of both sets of points."""
        return PointExtent(
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            self.sizes + other.sizes,
            np.vstack([self.sample, other.sample]),
        )


@dataclass(frozen=True)
class MeasuredPoints:
    """Measures the points of a partition and draws some."""

    source: PointSource
    share: float

    def __call__(self, partition: Partition) -> PointExtent:
        points, positive, numbers = self.source.points(partition)
        drawn = row_shares(numbers, 0, SAMPLES) < self.share
        sample = np.column_stack([points[drawn], positive[drawn]])
        low, high = np.full(2, np.inf), np.full(2, -np.inf)
        if len(points):
            low, high = points.min(axis=0), points.max(axis=0)
        return PointExtent(low, high, np.bincount(positive, minlength=2), sample)


@dataclass(frozen=True)
class LineCounts:
    """The decisions of lines on the points of a partition, exactly as floating point makes them."""

    source: PointSource
    lines: tuple[tuple[float, float], ...]

    def __call__(self, partition: Partition) -> NDArray[np.int64]:
        points, positive, _ = self.source.points(partition)
        return np.array([binary_counts(positive, under_line(points, *line)) for line in self.lines])


@dataclass(frozen=True, eq=False)
class SlopeRange:
    """A range of s, where its bins lie, and once it is bounded its bound and strip."""

    ends: Floats  # (4,)
    bins: Floats  # (2,): start and width
    bound: float = np.inf
    strip: tuple[float, float] = (-np.inf, np.inf)
    open_points: float = np.inf

    @property
    def middle(self) -> tuple[float, float]:
        """The s in the middle of the range, and a threshold there."""
        return (
            float(0.5 * (self.ends[0] + self.ends[1])),
            float(0.5 * (self.ends[2] + self.ends[3])),
        )


@dataclass(frozen=True)
class BinnedRanges:
    """Counts the projections of a partition's points over ranges of slopes."""

    source: PointSource
    frame: Frame
    ranges: tuple[SlopeRange, ...]
    reach: float

    def __call__(self, partition: Partition) -> Floats:
        points = scaled_points(self.source, partition, self.frame)
        counts = np.empty((len(self.ranges), 3, 2, BINS))
        for place, each in enumerate(self.ranges):
            low, high = range_heights(points, each.ends, self.reach)
            counts[place, 0] = range_bins(low, high, points, *each.bins)
            # Turned round, they tell how many points lie wholly under or over a strip.
            counts[place, 1] = range_bins(high, low, points, *each.bins)
            s, threshold = each.middle
            heights = heights_at(s, points) - threshold
            counts[place, 2] = range_bins(heights, heights, points, *each.bins)
        return counts


@dataclass(frozen=True, eq=False)
class OpenPoints:
    """The points that can still change sides in each range, and those under its strip."""

    points: tuple[Floats, ...]
    under: Floats  # (ranges, 2)

    def plus(self, other: OpenPoints) -> OpenPoints:
        """Those of both sets of points."""
        stacked = (np.vstack(pair) for pair in zip(self.points, other.points))
        return OpenPoints(tuple(stacked), self.under + other.under)


@dataclass(frozen=True)
class GatheredPoints:
    """Gathers the points of a partition within the strips of ranges."""

    source: PointSource
    frame: Frame
    ranges: tuple[SlopeRange, ...]
    reach: float

    def __call__(self, partition: Partition) -> OpenPoints:
        points = scaled_points(self.source, partition, self.frame)
        gathered, under = [], []
        for each in self.ranges:
            low, high = range_heights(points, each.ends, self.reach)
            below = high <= each.strip[0]
            gathered.append(points[~below & (low < each.strip[1])])
            under.append(points[below, 2:].sum(axis=0))
        return OpenPoints(tuple(gathered), np.array(under))


def scaled_points(source: PointSource, partition: Partition, frame: Frame) -> Floats:
    """(rows, 4): x and y in the units of the search, positives there, negatives there."""
    points, positive, _ = source.points(partition)
    units = np.array([frame.x_unit, frame.y_unit])
    return np.column_stack([points / units, positive, ~positive])

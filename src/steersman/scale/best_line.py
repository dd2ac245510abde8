"""The best line for points in partitions: exact, from merged projections, or with its bound.

The ranges of slopes of `maths.lines.line_search` are bounded by counts of projections in bins,
which add over partitions. A range that cannot hold a better line is dropped. Where the points that
can still change sides are few, they are collected and searched to the end; other ranges are
halved. What a partition returns does not depend on its number of rows until then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steersman.learn.likelihood import (
    LikelihoodSpaceClassifier,
    Line,
    Metric,
    best_line,
    goal_for_sizes,
)
from steersman.maths.confusion import BinaryCounts
from steersman.maths.lines import (
    BINS,
    GRID,
    SMALLEST,
    Frame,
    SearchLimits,
    Span,
    best_edge,
    bound_of_bins,
    goal_value,
    grid_between,
    heights_at,
    searched_spans,
)
from steersman.scale.line_points import (
    NO_POINTS,
    BinnedRanges,
    GatheredPoints,
    LineCounts,
    MeasuredPoints,
    OpenPoints,
    PointExtent,
    SlopeRange,
)
from steersman.scale.plane_points import ModelPoints, PointSource
from steersman.tasks import Task

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]

SAMPLE_POINTS = 20_000
SAMPLE_SECONDS = 2.0
MOST_POINTS = 1_000_000
"""Points that can still change sides, over all ranges, that are read into memory."""
MOST_RANGES = 64


def partitioned_best_line(
    dataset: PartitionedDataset,
    model: LikelihoodSpaceClassifier,
    category: object = None,
    metric: Metric = "f1",
    max_seconds: float = 60.0,
) -> Line:
    """The line that scores best of all lines on all rows, as `best_line` finds it in memory."""
    place = dataset.place(category) if len(dataset.classes) > 2 else 1
    key = sha256(repr([model, model.class_count_, model.feature_count_.sum()]).encode())
    category = dataset.classes[place] if len(dataset.classes) > 2 else None
    source = ModelPoints(f"{key.hexdigest()[:16]}-{place}", model, category, place)
    return searched_line(dataset, source, metric, max_seconds)


def searched_line(
    dataset: PartitionedDataset,
    source: PointSource,
    metric: Metric,
    max_seconds: float,
    slopes: tuple[float, float] = (-np.inf, np.inf),
    task: Task | None = None,
) -> Line:
    """The best line for the points of a source, with a slope within limits."""
    deadline = monotonic() + max_seconds
    try:
        return LineSearch(dataset, source, metric, deadline, slopes, task or Task()).line()
    finally:
        for partition in dataset.partitions:
            source.forget(partition)


@dataclass(frozen=True)
class LineSearch:
    """A search for the best line, one pass over the partitions after the other."""

    dataset: PartitionedDataset
    source: PointSource
    metric: Metric
    deadline: float
    slopes: tuple[float, float]
    task: Task

    def line(self) -> Line:
        """The best line, and the score that no line can exceed."""
        self.task.report("placing all rows", None)
        share = SAMPLE_POINTS / max(self.dataset.rows, 1)
        extent = self.dataset.reduce(MeasuredPoints(self.source, share), PointExtent.plus)
        negatives, positives = (float(size) for size in extent.sizes)
        goal = goal_for_sizes(self.metric, positives, negatives)
        frame = frame_of_extent(extent)
        start = self.line_of_sample(extent)
        counts = self.counts_of([start])[0]
        score = float(goal_value(goal, counts.tp, counts.fp))
        found = np.array([score, frame.s_of(start[0]), 0.0])
        found[2] = start[1] * (1.0 - abs(found[1])) / frame.y_unit
        best, bound = self.searched_ranges(frame, goal, found, extent)
        other = self.line_of(frame, best)
        again = self.counts_of([other])[0]
        value = float(goal_value(goal, again.tp, again.fp))
        line, counts, score = (other, again, value) if value > score else (start, counts, score)
        return Line(line[0], line[1], score, max(score, bound), counts)

    def line_of(self, frame: Frame, found: Floats) -> tuple[float, float]:
        """Slope and intercept of a line that was found."""
        slope, intercept = frame.line_of(float(found[1]), float(found[2]))
        # The change of units may round the slope past a limit.
        return float(np.clip(slope, *self.slopes)), intercept

    def line_of_sample(self, extent: PointExtent) -> tuple[float, float]:
        """A good line to start from: the best of the sampled points."""
        x, y, positive = extent.sample.T
        if not 0 < positive.sum() < len(positive):
            return float(np.clip(1.0, *self.slopes)), 0.0
        found = best_line(
            x, y, positive, self.metric, slopes=self.slopes, max_seconds=SAMPLE_SECONDS
        )
        return found.slope, found.intercept

    def counts_of(self, lines: list[tuple[float, float]]) -> list[BinaryCounts]:
        """The decisions of lines on all points."""
        counted = self.dataset.reduce(LineCounts(self.source, tuple(lines)), np.add)
        return [BinaryCounts(*cells) for cells in counted.tolist()]

    def searched_ranges(
        self, frame: Frame, goal: Floats, found: Floats, extent: PointExtent
    ) -> tuple[Floats, float]:
        """The best line (score, s, threshold), and the score that no line can exceed."""
        sample = np.column_stack(
            [extent.sample[:, :2] / [frame.x_unit, frame.y_unit], extent.sample[:, 2] > 0]
        )
        corners = np.abs([extent.low, extent.high]).max(axis=0) / [frame.x_unit, frame.y_unit]
        reach = max(float(corners.max()), SMALLEST)
        # s falls as the slope rises, so the ends change places.
        grid = grid_between(frame.s_of(self.slopes[1]), frame.s_of(self.slopes[0]), GRID)
        ranges = [first_range(low, high, sample, found) for low, high in pairwise(grid)]
        left = -np.inf
        begun = monotonic()
        while ranges := self.promising_ranges(ranges, frame, goal, found, reach):
            few = ranges_within(ranges, MOST_POINTS)
            self.report(begun)
            if few:
                best, bound = self.searched_points(few, frame, goal, found, reach)
                found, left = best, max(left, bound)
                ranges = [each for each in ranges if each not in few]
            if ranges and (monotonic() > self.deadline or len(ranges) > MOST_RANGES):
                left = max(left, *(each.bound for each in ranges))
                break
            ranges = [half for each in ranges for half in halves(each, sample, found)]
            if not ranges:
                break
        return found, max(float(found[0]), left)

    def report(self, begun: float) -> None:
        """How much of the time is used: when the search ends before that is not known."""
        used = (monotonic() - begun) / max(self.deadline - begun, 1e-9)
        self.task.report("searching for the best line", float(np.clip(used, 0.0, 1.0)))

    def promising_ranges(
        self, ranges: list[SlopeRange], frame: Frame, goal: Floats, found: Floats, reach: float
    ) -> list[SlopeRange]:
        """The ranges that can hold a better line, with how many points are open in them."""
        work = BinnedRanges(self.source, frame, tuple(ranges), reach)
        counted = self.dataset.reduce(work, np.add)
        self.improve(ranges, counted[:, 2], frame, goal, found)
        kept = []
        for each, (bounds, turned, _) in zip(ranges, counted):
            bound, low, high = bound_of_bins(bounds, each.bins, NO_POINTS, goal, float(found[0]))
            bound = min(bound, each.bound)
            if bound <= found[0]:
                continue
            low, high = max(low, -4.0 * reach), min(high, 4.0 * reach)
            points = open_count(bounds, turned, each.bins, (low, high))
            kept.append(replace(each, bound=bound, strip=(low, high), open_points=points))
        return kept

    def improve(
        self, ranges: list[SlopeRange], counted: Floats, frame: Frame, goal: Floats, found: Floats
    ) -> None:
        """Replace `found` (score, s, threshold) by the best line in the middle of a range."""
        best = max(
            (edge_line(each, counts, goal) for each, counts in zip(ranges, counted)),
            key=lambda line: line[0],
        )
        if best[0] <= found[0]:
            return
        # A point at the edge of a bin may be counted on its other side: only decisions count.
        counts = self.counts_of([self.line_of(frame, np.array(best))])[0]
        value = float(goal_value(goal, counts.tp, counts.fp))
        if value > found[0]:
            found[:] = value, best[1], best[2]

    def searched_points(
        self, ranges: list[SlopeRange], frame: Frame, goal: Floats, found: Floats, reach: float
    ) -> tuple[Floats, float]:
        """The best line of ranges whose open points fit into memory."""
        work = GatheredPoints(self.source, frame, tuple(ranges), reach)
        gathered = self.dataset.reduce(work, OpenPoints.plus)
        whole = [-1.0, 1.0, -2.0 * reach, -2.0 * reach, 2.0 * reach, 2.0 * reach]
        spans = []
        for each, points, under in zip(ranges, gathered.points, gathered.under):
            (low, high), ends = each.strip, each.ends
            edges = [ends[2] + low, ends[3] + low, ends[2] + high, ends[3] + high]
            strips = np.array([whole, [ends[0], ends[1], *edges]])
            spans.append(Span(distinct_points(points), ends, under, each.bound, strips))
        limits = SearchLimits(seconds=max(self.deadline - monotonic(), 0.0))
        line = searched_spans(spans, found, goal, reach, limits)
        return np.array([line.score, line.s, line.threshold]), line.upper_bound


def ranges_within(ranges: list[SlopeRange], most: float) -> list[SlopeRange]:
    """The ranges with the fewest open points, as many as have not more than `most` together."""
    chosen, total = [], 0.0
    for each in sorted(ranges, key=lambda each: each.open_points):
        total += each.open_points
        if total > most:
            break
        chosen.append(each)
    return chosen


def frame_of_extent(extent: PointExtent) -> Frame:
    """The units in which both axes have about the same extent; powers of two round nothing."""
    extents = extent.high - extent.low
    units = np.exp2(np.round(np.log2(np.where(extents > 0, extents, 1.0))))
    return Frame(np.empty((0, 4)), float(units[0]), float(units[1]))


def first_range(low: float, high: float, sample: Floats, found: Floats) -> SlopeRange:
    """A range of s with a good threshold at each end, as far as the sample tells."""
    ends = np.array([low, high, *(good_threshold(s, sample, found) for s in (low, high))])
    return SlopeRange(ends, range_of_bins(ends, sample))


def good_threshold(s: float, sample: Floats, found: Floats) -> float:
    """A threshold at s with as many sampled points under it as under the best line found."""
    if not len(sample):
        return 0.0
    share = np.mean(heights_at(found[1], sample) < found[2])
    return float(np.quantile(heights_at(s, sample), share))


def range_of_bins(ends: Floats, sample: Floats) -> Floats:
    """Where the first bin of a range starts, and how wide bins are."""
    if not len(sample):
        return np.array([-1.0, 2.0 / BINS])
    relative = np.concatenate([heights_at(ends[k], sample) - ends[2 + k] for k in (0, 1)])
    low, high = float(relative.min()), float(relative.max())
    return np.array([low, max(high - low, SMALLEST) / BINS])


def edge_line(each: SlopeRange, counts: Floats, goal: Floats) -> tuple[float, float, float]:
    """Score, s and threshold of the best line at the edge of a bin in the middle of a range."""
    s, threshold = each.middle
    value, edge = best_edge(counts, each.bins, NO_POINTS, goal)
    return value, s, threshold + edge


def halves(each: SlopeRange, sample: Floats, found: Floats) -> list[SlopeRange]:
    """The two halves of a range; what holds for it holds for them."""
    middle = 0.5 * (each.ends[0] + each.ends[1])
    threshold = good_threshold(middle, sample, found)
    first, second = each.ends.copy(), each.ends.copy()
    first[1] = second[0] = middle
    first[3] = second[2] = threshold
    return [SlopeRange(ends, range_of_bins(ends, sample), each.bound) for ends in (first, second)]


def open_count(bounds: Floats, turned: Floats, bins: Floats, strip: tuple[float, float]) -> float:
    """About how many points lie neither wholly under nor wholly over a strip."""
    low_ends = np.array([bounds[0], turned[1]]).sum(axis=0)
    high_ends = np.array([turned[0], bounds[1]]).sum(axis=0)
    edges = (np.clip(np.array(strip) - bins[0], -1e300, 1e300) / bins[1]).clip(0, BINS - 1)
    under, over = int(edges[0]), int(edges[1]) + 1
    return float(low_ends.sum() - high_ends[:under].sum() - low_ends[over:].sum())


def distinct_points(points: Floats) -> Floats:
    """(points, 4) distinct ones with the sums of what lies there."""
    where, place = np.unique(points[:, :2], axis=0, return_inverse=True)
    counts = np.zeros((len(where), 2))
    np.add.at(counts, place.ravel(), points[:, 2:])
    return np.column_stack([where, counts])

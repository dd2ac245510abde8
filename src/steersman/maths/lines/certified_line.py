"""The best line for points in the plane, in the points' own units, and lines moved off the points.

A point counts as positive when y < slope * x + intercept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.maths.lines.goals import goal_value
from steersman.maths.lines.line_search import (
    NO_LIMITS,
    ROUNDING,
    SearchLimits,
    best_threshold,
    crossings,
    heights_at,
    searched_line,
)

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]

GRID = 4
"""Ranges of slopes on either side of 0 with which a search starts."""
FEW_POINTS = 40
"""So few points need no start: all their crossings are visited."""


class CertifiedLine(NamedTuple):
    """A line, the counts under it, its score and the score that no line can exceed."""

    slope: float
    intercept: float
    tp: int
    fp: int
    score: float
    upper_bound: float


class Frame(NamedTuple):
    """Distinct points in units in which both axes have about the same extent."""

    points: Floats  # (points, 4): x, y, positives there, negatives there
    x_unit: float
    y_unit: float

    def s_of(self, slope: float) -> float:
        """The search's number s of a slope in the caller's units."""
        if np.isinf(slope):
            return -float(np.sign(slope))
        own = slope * self.x_unit / self.y_unit
        return -own / (1.0 + abs(own))

    def line_of(self, s: float, threshold: float) -> tuple[float, float]:
        """Slope and intercept, in the caller's units, of a threshold of heights at s."""
        level = 1.0 - abs(s)
        return -s / level * self.y_unit / self.x_unit, threshold / level * self.y_unit


def point_frame(x: Floats, y: Floats, positive: Booleans) -> Frame:
    """The distinct points; units are powers of two, so that nothing is rounded."""
    order = np.argsort(x)
    equal = np.diff(x[order]) == 0.0
    # One key sorts much faster than two: only points of the same x are sorted by y.
    tied = np.flatnonzero(np.append(False, equal) | np.append(equal, False))
    order[tied] = order[tied][np.lexsort((y[order[tied]], x[order[tied]]))]
    points = np.column_stack([x, y])[order]
    begins = np.flatnonzero(np.append(True, np.any(points[1:] != points[:-1], axis=1)))
    where = points[begins]
    labels = np.column_stack([positive, ~positive])[order].astype(np.float64)
    counts = np.add.reduceat(labels, begins)
    extents = np.ptp(where, axis=0)
    units = np.exp2(np.round(np.log2(np.where(extents > 0, extents, 1.0))))
    return Frame(np.column_stack([where / units, counts]), float(units[0]), float(units[1]))


def freedom(points: Floats, under: Booleans, s: float) -> tuple[float, float, Floats]:
    """At s, the distance between the two sides, the threshold midway and the point midway."""
    heights = heights_at(s, points)
    low = np.flatnonzero(under)[np.argmax(heights[under])]
    high = np.flatnonzero(~under)[np.argmin(heights[~under])]
    middle: Floats = 0.5 * (points[low, :2] + points[high, :2])
    # The scale of heights varies with s; divided by the length of the normal they are distances,
    # which can be compared between slopes.
    distance = (heights[high] - heights[low]) / np.hypot(1.0 - abs(s), s)
    return float(distance), float(0.5 * (heights[low] + heights[high])), middle


def off_the_points(points: Floats, s: float, threshold: float, ends: Floats) -> tuple[float, float]:
    """The s and threshold of a line with the same decisions, moved away from the points.

    The line is turned about the point midway between its nearest neighbors to the middle of the
    slopes within `ends` at which it meets no point, as long as that takes it further from them.
    """
    under = heights_at(s, points) < threshold
    if under.all() or not under.any():
        return s, threshold
    distance, threshold, pivot = freedom(points, under, s)
    # `crossings` pairs positives with negatives: here the pivot is the only positive.
    others = np.column_stack([points[:, :2], np.zeros(len(points)), np.ones(len(points))])
    # A turn changes the nearest points and so the pivot. A few turns settle it, and every one of
    # them leaves a valid line, so the number is no matter of correctness.
    for _ in range(8):
        stops = crossings(np.vstack([np.append(pivot, [1.0, 0.0]), others]), ends)
        after = min(int(np.searchsorted(stops, s, side="right")), len(stops) - 1)
        turned = float(0.5 * (stops[max(after - 1, 0)] + stops[after]))
        wider = freedom(points, under, turned)
        if wider[0] <= distance:
            break
        s, (distance, threshold, pivot) = turned, wider
    return s, threshold


def grid_between(low: float, high: float, ranges: int) -> Floats:
    """Increasing values of s from low to high, 0 among them where it lies between."""
    inner = np.linspace(-1.0, 1.0, 2 * ranges + 1)
    return np.concatenate([[low], inner[(inner > low) & (inner < high)], [high]])


def positives_under_line(
    x: Floats, y: Floats, positive: Booleans, slope: float, intercept: float
) -> tuple[int, int]:
    """True and false positives, exactly as floating point evaluates y < slope * x + intercept."""
    under = y < slope * x + intercept
    tp = int(np.count_nonzero(under & positive))
    return tp, int(np.count_nonzero(under)) - tp


def certified_line(
    x: Floats,
    y: Floats,
    positive: Booleans,
    goal: Floats,
    slopes: tuple[float, float] = (-np.inf, np.inf),
    limits: SearchLimits = NO_LIMITS,
) -> CertifiedLine:
    """The best of all lines with a slope from slopes[0] to slopes[1].

    The score is that of the decisions y < slope * x + intercept in floating point. It is below
    the upper bound only when `limits` cut the search short.
    """
    frame = point_frame(x, y, positive)
    # s falls as the slope rises, so the ends change places.
    ends = np.array([frame.s_of(slopes[1]), frame.s_of(slopes[0])])
    if ends[0] == ends[1]:
        return best_cut(x, y, positive, goal, slopes[0])
    grid = grid_between(ends[0], ends[1], 1 if len(frame.points) <= FEW_POINTS else GRID)
    found = searched_line(frame.points, goal, grid, limits)
    moved = off_the_points(frame.points, found.s, found.threshold, ends)
    best: CertifiedLine | None = None
    # Rounding in the caller's units can cost the moved line a point. The line as found is the
    # fallback; among equals the moved one, which comes first, is kept.
    for s, threshold in [moved, (found.s, found.threshold)]:
        slope, intercept = frame.line_of(s, threshold)
        # The change of units may round the slope past a limit.
        slope = float(np.clip(slope, slopes[0], slopes[1]))
        tp, fp = positives_under_line(x, y, positive, slope, intercept)
        score = float(goal_value(goal, tp, fp))
        upper = max(score, found.upper_bound)
        if best is None or score > best.score:
            best = CertifiedLine(slope, intercept, tp, fp, score, upper)
    assert best is not None
    return best


def best_cut(x: Floats, y: Floats, positive: Booleans, goal: Floats, slope: float) -> CertifiedLine:
    """The best of all lines of one slope."""
    heights = y - slope * x
    points = np.column_stack([x, y, positive, ~positive]).astype(np.float64)
    reach = float(max(np.max(np.abs(y)), np.max(np.abs(slope * x)), 1e-300))
    # Heights are within 2 * reach, so cuts below and above all points are in the window too.
    window = np.array([-3.0 * reach, 3.0 * reach, 4.0 * ROUNDING * reach])
    score, intercept = best_threshold(heights, points, np.zeros(2), goal, window)
    tp, fp = positives_under_line(x, y, positive, slope, intercept)
    own_score = float(goal_value(goal, tp, fp))
    return CertifiedLine(slope, float(intercept), tp, fp, own_score, max(own_score, float(score)))

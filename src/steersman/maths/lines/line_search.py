"""Search for the best of all lines, by branch and bound over slopes.

A line is y = m x + q and a point counts as positive when y < m x + q. Slopes are walked by the
number s in (-1, 1) with m = -s / (1 - |s|): a point lies under the line when its *height*
(1 - |s|) y + s x is below a threshold. On either side of s = 0 a height is a straight function of
s, so over a range of s it stays between its values at the two ends. That bounds, for every
threshold, the positives that can lie under it and the negatives that must: a range of s whose
bound does not exceed the best score found so far is dropped, any other keeps only the points that
can change sides and is halved. Where few points are left, every crossing is visited. The range
with the highest bound is always next, so that the bound on all of them falls as fast as it can: a
search that stops early leaves a bound that says something.

A *strip* is the band of thresholds, straight in s, in which a range can still do better. Points
under the strip are under the line, points over it are over.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import count
from time import monotonic
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.lines.goals import goal_value

Floats = NDArray[np.float64]

FEW_PAIRS = 400
"""At most this many positive-negative pairs are resolved by visiting every crossing."""
NARROW, MANY_PAIRS, FEW_STOPS = 2.0**-9, 40_000, 48
"""In a narrow range more pairs are looked at: where many points lie in a row they meet at once."""
MANY_POINTS, BINS = 4_096, 8_192
"""More points than this are counted in bins: sorting them for every range would take longer."""
ROUNDING = 2.0**-48
"""Heights closer than this share of the largest coordinate count as equal."""
SMALLEST = 2.0**-1000


class FoundLine(NamedTuple):
    """The best line found, as s and a threshold of heights, and the score no line can exceed."""

    s: float
    threshold: float
    score: float
    upper_bound: float
    ranges: int


class Span(NamedTuple):
    """A range of s still to be searched, with what is known about it."""

    points: Floats  # (points, 4): those that can change sides
    ends: Floats  # (4,): s at both ends and a good threshold at each
    under: Floats  # (2,): positives and negatives that lie under
    bound: float
    strips: Floats  # (strips, 6): its own and those of the ranges it was cut from


@njit(cache=True, nogil=True)
def heights_at(s: float, points: Floats) -> Floats:
    """Heights of the points, whose first columns are x and y, at s."""
    heights = np.empty(points.shape[0])
    for k in range(points.shape[0]):
        heights[k] = (1.0 - abs(s)) * points[k, 1] + s * points[k, 0]
    return heights


@njit(cache=True)
def best_threshold(
    heights: Floats, points: Floats, under: Floats, goal: Floats, window: Floats
) -> tuple[float, float]:
    """The best score and its threshold, midway between two heights more than window[2] apart.

    Only thresholds from window[0] to window[1] count; `under` are the positives and negatives
    below all the heights; columns 2 and 3 of `points` are those at each height.
    """
    best, where = best_gap(np.argsort(heights), heights, points, under, goal, window)
    return best, where


@njit(cache=True)
def best_gap(
    order: NDArray[np.intp],
    heights: Floats,
    points: Floats,
    under: Floats,
    goal: Floats,
    window: Floats,
) -> tuple[float, float]:
    """As `best_threshold`, of heights that increase in this `order`."""
    tp, fp = under[0], under[1]
    best, where = -np.inf, 0.5 * (window[0] + window[1])
    low, gained = window[0], True
    for k in range(order.shape[0] + 1):
        high = heights[order[k]] if k < order.shape[0] else window[1]
        middle = 0.5 * (low + high)
        # Heights closer than their rounding may be in either order: a threshold between them
        # decides nothing for sure, so only wider gaps are tried, and of those the first after a
        # positive: more negatives alone are never better.
        if gained and high - low > window[2] and window[0] < middle < window[1]:
            value, gained = goal_value(goal, tp, fp), False
            if value > best:
                best, where = value, middle
        if k < order.shape[0]:
            gained = gained or points[order[k], 2] > 0.0
            tp += points[order[k], 2]
            fp += points[order[k], 3]
            # A height below the window must not pull the middle of the next gap out of the window.
            low = max(high, window[0])
    return best, where


def bound_and_strip(
    low: Floats, high: Floats, points: Floats, under: Floats, goal: Floats, best: float
) -> tuple[float, float, float]:
    """The most that any threshold can score, and the band of thresholds that can beat `best`.

    Each height may lie anywhere from `low` to `high`: positives count from their low ends on,
    negatives only beyond their high ends.
    """
    (gained,), (lost,) = points[:, 2].nonzero(), points[:, 3].nonzero()
    # NumPy sorts many heights several times as fast as compiled code does.
    by_low, by_high = gained[np.argsort(low[gained])], lost[np.argsort(high[lost])]
    ends = low[by_low], points[by_low, 2], high[by_high], points[by_high, 3]
    bound, start, end = bound_of_ends(ends, under, goal, best)
    return bound, start, end


@njit(cache=True, nogil=True)
def bound_of_ends(
    ends: tuple[Floats, Floats, Floats, Floats], under: Floats, goal: Floats, best: float
) -> tuple[float, float, float]:
    """`bound_and_strip` from low ends of positives, how many, high ends of negatives, how many."""
    low, gained, high, lost = ends
    tp, fp, j = under[0], under[1], 0
    bound = goal_value(goal, tp, fp)
    start, end = (-np.inf if bound > best else np.inf), np.inf
    last_tp, last_fp, last_j = tp, fp, 0
    # The bound can only rise where a positive is gained, so only low ends are tried.
    for k in range(len(low)):
        threshold = low[k]
        tp += gained[k]
        # A negative counts once its whole range lies below: no slope in this range can leave it
        # out.
        while j < len(high) and high[j] <= threshold:
            fp += lost[j]
            j += 1
        value = goal_value(goal, tp, fp)
        bound = max(bound, value)
        if value > best:
            # A later threshold that beats `best` makes the strip longer again.
            start, end = min(start, threshold), np.inf
            last_tp, last_fp, last_j = tp, fp, j
        elif start < np.inf:
            end = min(end, threshold)
    # Beyond the last useful low end only negatives are added: the strip ends where too many of them
    # must lie under the threshold.
    while last_j < len(high) and high[last_j] < end:
        last_fp += lost[last_j]
        if goal_value(goal, last_tp, last_fp) <= best:
            end = high[last_j]
        last_j += 1
    return bound, start, end


@njit(cache=True)
def binned_bound_and_strip(
    low: Floats, high: Floats, points: Floats, under: Floats, goal: Floats, best: float
) -> tuple[float, float, float]:
    """Like `bound_and_strip`, a little looser, from counts in bins in place of two sorted lists."""
    start, width = low.min(), (high.max() - low.min()) / BINS
    counts = range_bins(low, high, points, start, width)
    bound, first, last = bound_of_bins(counts, np.array([start, width]), under, goal, best)
    return bound, first, last


@njit(cache=True, nogil=True)
def range_bins(low: Floats, high: Floats, points: Floats, start: float, width: float) -> Floats:
    """(2, BINS): positives in the bins of their low ends, negatives in those of their high ends.

    Counts of several sets of points add. Ends beyond the bins are counted in the first or the last.
    """
    counts = np.zeros((2, BINS))
    for k in range(low.shape[0]):
        counts[0, bin_of(low[k], start, width)] += points[k, 2]
        counts[1, bin_of(high[k], start, width)] += points[k, 3]
    return counts


@njit(cache=True)
def bound_of_bins(
    counts: Floats, bins: Floats, under: Floats, goal: Floats, best: float
) -> tuple[float, float, float]:
    """The most that any threshold can score, and the band of thresholds that can beat `best`.

    `bins` are where the first bin starts and how wide a bin is.
    """
    start, width = bins[0], bins[1]
    tp, fp = under[0], under[1]
    value = bound = goal_value(goal, tp, fp)
    first, last = (-1 if bound > best else BINS), -1
    for k in range(BINS):
        # Under a threshold in this bin lie at most the positives up to it, and at least the
        # negatives before it. Most bins are empty.
        if counts[0, k] > 0.0 or (k > 0 and counts[1, k - 1] > 0.0):
            tp += counts[0, k]
            value = goal_value(goal, tp, fp)
            bound = max(bound, value)
        if value > best:
            first, last = min(first, k), k
        fp += counts[1, k]
    # One bin more on either side, because the places of the bins' edges are rounded.
    lowest = -np.inf if first < 1 else start + (first - 1) * width
    highest = np.inf if last > BINS - 3 else start + (last + 2) * width
    return bound, (np.inf if first == BINS else lowest), highest


@njit(cache=True, nogil=True)
def bin_of(height: float, start: float, width: float) -> int:
    """The bin of a height; all are in the first where they are equal."""
    return min(max(int((height - start) / width), 0), BINS - 1) if width > 0.0 else 0


@njit(cache=True)
def binned_threshold(
    heights: Floats, points: Floats, under: Floats, goal: Floats
) -> tuple[float, float]:
    """The best score and its threshold among the edges of bins: the best is at least that."""
    start, width = heights.min(), (heights.max() - heights.min()) / BINS
    counts = range_bins(heights, heights, points, start, width)
    best, where = best_edge(counts, np.array([start, width]), under, goal)
    return best, where


@njit(cache=True)
def best_edge(counts: Floats, bins: Floats, under: Floats, goal: Floats) -> tuple[float, float]:
    """The best score and its threshold among the edges of bins, from (2, BINS) counts of points."""
    tp, fp = under[0], under[1]
    best, where = goal_value(goal, tp, fp), bins[0]
    for k in range(BINS):
        tp += counts[0, k]
        fp += counts[1, k]
        # Only a bin with positives can be better than those before it.
        if counts[0, k] == 0.0:
            continue
        value = goal_value(goal, tp, fp)
        if value > best:
            best, where = value, bins[0] + (k + 1) * bins[1]
    return best, where


@njit(cache=True, nogil=True)
def range_heights(points: Floats, ends: Floats, reach: float) -> tuple[Floats, Floats]:
    """The lowest and the highest height of each point over a range of s.

    Heights relative to a line through a good threshold at each end vary less over the range, which
    tightens the bound. They stay linear in s, so the two ends bound them, but for the rounding.
    """
    low, high = heights_at(ends[0], points), heights_at(ends[1], points)
    for k in range(points.shape[0]):
        first, second = low[k] - ends[2], high[k] - ends[3]
        low[k] = min(first, second) - ROUNDING * reach
        high[k] = max(first, second) + ROUNDING * reach
    return low, high


def narrow_range(
    points: Floats, ends: Floats, under: Floats, goal: Floats, best: float, reach: float
) -> tuple[float, Floats, NDArray[np.int8]]:
    """A range's bound, its strip, and for each point -1 under the strip, 1 over it, 0 in between.

    A strip is (s, s', lower, lower', upper, upper'): its lower and upper edges at two values of s.
    """
    low, high = range_heights(points, ends, reach)
    bounded = binned_bound_and_strip if len(points) > MANY_POINTS else bound_and_strip
    bound, start, end = bounded(low, high, points, under, goal, best)
    # Heights are within 1 reach and thresholds within 2, so these edges exclude nothing; infinite
    # ones would make NaN of the interpolation in `improve`.
    start, end = max(start, -4.0 * reach), min(end, 4.0 * reach)
    s, t, lower, upper = ends
    strip = np.array([s, t, lower + start, upper + start, lower + end, upper + end])
    side = np.where(high <= start, -1, (low >= end).astype(np.int8))
    return bound, strip, side


@njit(cache=True, nogil=True)
def open_points(points: Floats, side: NDArray[np.int8], under: Floats) -> tuple[Floats, Floats]:
    """The points that can change sides, and the positives and negatives that lie under."""
    # Every point is written, and one that cannot change sides is overwritten by the next: a branch
    # that the processor cannot foresee takes longer than the writing.
    left = np.empty((np.count_nonzero(side == 0) + 1, 4))
    tp, fp, at = under[0], under[1], 0
    for k in range(len(points)):
        for column in range(4):
            left[at, column] = points[k, column]
        at += side[k] == 0
        tp += points[k, 2] * (side[k] < 0)
        fp += points[k, 3] * (side[k] < 0)
    return left[:at], np.array([tp, fp])


@njit(cache=True)
def crossings(points: Floats, ends: Floats) -> Floats:
    """Both ends of a range of s and, between them, all s where a positive meets a negative."""
    found = [ends[0], ends[1]]
    for i in range(points.shape[0]):
        if points[i, 2] == 0.0:
            continue
        for j in range(points.shape[0]):
            run, rise = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1]
            # Points of equal x meet only at |s| = 1, a vertical line, which has no slope.
            if points[j, 3] == 0.0 or run == 0.0:
                continue
            s = (-rise if run > 0.0 else rise) / (abs(run) + abs(rise))
            if ends[0] < s < ends[1]:
                found.append(s)
    stops = np.array(found)
    return stops[np.argsort(stops)]


@njit(cache=True)
def improve(
    found: Floats, stops: Floats, points: Floats, under: Floats, goal: Floats, strips: Floats
) -> float:
    """Try the s midway between stops, with thresholds inside all the strips.

    `found` (score, s, threshold) is replaced when it is beaten. Returns the last good threshold.
    """
    threshold = 0.0
    window = np.empty(3)
    for k in range(stops.shape[0] - 1):
        # An empty range is tried only in first place, where the caller asks for one value of s.
        if k > 0 and stops[k] == stops[k + 1]:
            continue
        s = 0.5 * (stops[k] + stops[k + 1])
        # The first strip's upper edge is 2 * reach (see `first_spans`): two heights may each be off
        # by ROUNDING * reach.
        window[0], window[1], window[2] = -np.inf, np.inf, ROUNDING * strips[0, 4]
        for d in range(strips.shape[0]):
            share = (s - strips[d, 0]) / (strips[d, 1] - strips[d, 0])
            window[0] = max(window[0], strips[d, 2] + share * (strips[d, 3] - strips[d, 2]))
            window[1] = min(window[1], strips[d, 4] + share * (strips[d, 5] - strips[d, 4]))
        heights = heights_at(s, points)
        if points.shape[0] > MANY_POINTS:
            value, threshold = binned_threshold(heights, points, under, goal)
            # Sorting pays only where it is known to find something better.
            if value <= found[0]:
                continue
        value, threshold = best_threshold(heights, points, under, goal, window)
        if value > found[0] and abs(s) < 1.0:
            found[0], found[1], found[2] = value, s, threshold
    return float(threshold)


def first_spans(
    points: Floats, goal: Floats, grid: Floats, found: Floats, reach: float
) -> list[Span]:
    """The ranges between the grid's values of s, the most promising last."""
    under = np.zeros(2)
    strips = np.array([[-1.0, 1.0, -2.0 * reach, -2.0 * reach, 2.0 * reach, 2.0 * reach]])
    thresholds, values = np.empty(len(grid)), np.empty(len(grid))
    window = np.array([-2.0 * reach, 2.0 * reach, 2.0 * ROUNDING * reach])
    for k, s in enumerate(grid):
        heights = heights_at(s, points)
        # NumPy sorts many heights several times as fast as compiled code does.
        order = np.argsort(heights)
        value, thresholds[k] = best_gap(order, heights, points, under, goal, window)
        values[k] = value if abs(s) < 1.0 else -np.inf
        if values[k] > found[0]:
            found[:] = value, s, thresholds[k]
    spans = []
    # Spans are popped from the end. A good line found early lets later ranges be dropped sooner.
    for k in np.argsort(np.maximum(values[:-1], values[1:]), kind="stable"):
        ends = np.array([grid[k], grid[k + 1], thresholds[k], thresholds[k + 1]])
        spans.append(Span(points, ends, under, np.inf, strips))
    return spans


def searched_span(span: Span, goal: Floats, found: Floats, reach: float) -> list[Span]:
    """The halves of a range left to search, after `found` was brought up to date in it."""
    bound, strip, side = narrow_range(span.points, span.ends, span.under, goal, found[0], reach)
    # What holds for the range that it was cut from holds here too.
    bound = min(bound, span.bound)
    if bound <= found[0]:
        return []
    strips = np.vstack([span.strips, strip])
    points, under = open_points(span.points, side, span.under)
    pairs = np.count_nonzero(points[:, 2]) * np.count_nonzero(points[:, 3])
    few, stops = bool(pairs <= FEW_PAIRS), span.ends[:2]
    if few or (pairs <= MANY_PAIRS and stops[1] - stops[0] < NARROW):
        met = crossings(points, stops)
        # No line fits between crossings that rounding cannot separate, so they count as one.
        met = met[np.append(np.diff(met) > ROUNDING, True)]
        few = few or len(met) <= FEW_STOPS
        stops = met if few else stops
    threshold = improve(found, stops, points, under, goal, strips)
    # Either every crossing was visited, or the range is too narrow to be halved.
    if few or span.ends[1] - span.ends[0] <= ROUNDING:
        return []
    first, second = span.ends.copy(), span.ends.copy()
    first[1] = second[0] = 0.5 * (span.ends[0] + span.ends[1])
    first[3] = second[2] = threshold
    return [Span(points, ends, under, bound, strips) for ends in (first, second)]


class SearchLimits(NamedTuple):
    """When a search may stop early: after so many ranges or seconds, or so near to the best.

    It also stops when no line can score more than `beat`, which the caller has already.
    """

    ranges: int = 2**62
    seconds: float = np.inf
    tolerance: float = 0.0
    beat: float = -np.inf


NO_LIMITS = SearchLimits()


def searched_line(
    points: Floats, goal: Floats, grid: Floats, limits: SearchLimits = NO_LIMITS
) -> FoundLine:
    """The best of all lines whose s lies within `grid`, whose inner values only start the search.

    `points` (points, 4) are distinct: x, y, positives there, negatives there. The grid is
    increasing and holds 0 if it holds values on both sides of it. When a limit is reached the
    search stops early and the upper bound says what may have been missed.
    """
    # With all points at the origin every tolerance would be zero.
    reach = max(float(np.max(np.abs(points[:, :2]))), SMALLEST)
    found = np.array([-np.inf, 0.0, 0.0])
    return searched_spans(first_spans(points, goal, grid, found, reach), found, goal, reach, limits)


def searched_spans(
    spans: list[Span], found: Floats, goal: Floats, reach: float, limits: SearchLimits
) -> FoundLine:
    """The best line of some ranges of s, and of what was `found` (score, s, threshold) before."""
    deadline = monotonic() + limits.seconds
    # The second number decides between equal bounds: the range that was cut last is the most
    # promising and the smallest.
    numbers = count(0, -1)
    heap = [(-span.bound, next(numbers), span) for span in spans]
    heapify(heap)
    visited = 0
    while heap and visited < limits.ranges:
        if -heap[0][0] <= max(found[0] + limits.tolerance, limits.beat):
            break
        # At least every range of the grid gets a bound of its own.
        if visited >= len(spans) and monotonic() > deadline:
            break
        _, _, span = heappop(heap)
        visited += 1
        for half in searched_span(span, goal, found, reach):
            heappush(heap, (-half.bound, next(numbers), half))
    # Ranges that were dropped cannot beat `found`; only those never visited can.
    upper = max(float(found[0]), -heap[0][0] if heap else -np.inf)
    return FoundLine(float(found[1]), float(found[2]), float(found[0]), upper, visited)

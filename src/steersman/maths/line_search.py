"""Search for the best of all lines, by branch and bound over slopes.

A line is y = m x + q and a point counts as positive when y < m x + q. Slopes are walked by the
number s in (-1, 1) with m = -s / (1 - |s|): a point lies under the line when its *height*
(1 - |s|) y + s x is below a threshold. On either side of s = 0 a height is a straight function of
s, so over a range of s it stays between its values at the two ends. That bounds, for every
threshold, the positives that can lie under it and the negatives that must: a range of s whose
bound does not exceed the best score found so far is dropped, any other keeps only the points that
can change sides and is halved. Where few points are left, every crossing is visited.

Thresholds are told from heights: a *strip* is the band of thresholds, straight in s, in which a
range can still do better. Points under the strip are under the line, points over it are over.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.line_goals import goal_value

__all__ = ["FoundLine", "best_threshold", "heights_at", "searched_line"]

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

FEW_PAIRS = 400
"""At most this many positive-negative pairs are resolved by visiting every crossing."""
ROUNDING = 2.0**-48
"""Heights closer than this share of the largest coordinate count as equal."""
DEEPEST = 80
SMALLEST = 2.0**-1000


class FoundLine(NamedTuple):
    """The best line found, as s and a threshold of heights, and the score no line can exceed."""

    s: float
    threshold: float
    score: float
    upper_bound: float
    ranges: int


@njit(cache=True)
def heights_at(s: float, points: Floats) -> Floats:
    """Heights of the points, whose first columns are x and y, at s."""
    return (1.0 - abs(s)) * points[:, 1] + s * points[:, 0]


@njit(cache=True)
def best_threshold(
    heights: Floats, weights: Floats, under: Floats, goal: Floats, window: Floats
) -> tuple[float, float]:
    """The best score and its threshold, midway between two heights more than window[2] apart.

    Only thresholds from window[0] to window[1] count; `under` are the positives and negatives
    below all the heights; `weights` (points, 2) are those of each height.
    """
    order = np.argsort(heights)
    tp, fp = under[0], under[1]
    best, where = -np.inf, 0.5 * (window[0] + window[1])
    low = window[0]
    for k in range(order.shape[0] + 1):
        high = heights[order[k]] if k < order.shape[0] else window[1]
        middle = 0.5 * (low + high)
        if high - low > window[2] and window[0] < middle < window[1]:
            value = goal_value(goal, tp, fp)
            if value > best:
                best, where = value, middle
        if k < order.shape[0]:
            tp += weights[order[k], 0]
            fp += weights[order[k], 1]
            low = max(high, window[0])
    return best, where


@njit(cache=True)
def bound_and_strip(
    low: Floats, high: Floats, weights: Floats, under: Floats, goal: Floats, best: float
) -> tuple[float, float, float]:
    """The most that any threshold can score, and the band of thresholds that can beat `best`.

    Each height may lie anywhere from `low` to `high`: positives count from their low ends on,
    negatives only beyond their high ends.
    """
    by_low, by_high = np.argsort(low), np.argsort(high)
    count = low.shape[0]
    tp, fp, j = under[0], under[1], 0
    bound = goal_value(goal, tp, fp)
    start, end = (-np.inf if bound > best else np.inf), np.inf
    last_tp, last_fp, last_j = tp, fp, 0
    for k in range(count):
        if weights[by_low[k], 0] == 0.0:
            continue
        threshold = low[by_low[k]]
        tp += weights[by_low[k], 0]
        while j < count and high[by_high[j]] <= threshold:
            fp += weights[by_high[j], 1]
            j += 1
        value = goal_value(goal, tp, fp)
        bound = max(bound, value)
        if value > best:
            start, end = min(start, threshold), np.inf
            last_tp, last_fp, last_j = tp, fp, j
        elif start < np.inf:
            end = min(end, threshold)
    while last_j < count and high[by_high[last_j]] < end:
        last_fp += weights[by_high[last_j], 1]
        if goal_value(goal, last_tp, last_fp) <= best:
            end = high[by_high[last_j]]
        last_j += 1
    return bound, start, end


@njit(cache=True)
def window_at(s: float, strips: Floats, depth: int, reach: float) -> Floats:
    """The thresholds at s that lie inside the strips of a range and of all it was cut from.

    A strip is (s, s', lower, lower', upper, upper'): its lower and upper edges at two values of s.
    """
    window = np.array([-2.0 * reach, 2.0 * reach, 4.0 * ROUNDING * reach])
    for d in range(depth + 1):
        share = (s - strips[d, 0]) / (strips[d, 1] - strips[d, 0])
        window[0] = max(window[0], strips[d, 2] + share * (strips[d, 3] - strips[d, 2]))
        window[1] = min(window[1], strips[d, 4] + share * (strips[d, 5] - strips[d, 4]))
    return window


@njit(cache=True)
def crossings(points: Floats, ends: Floats) -> Floats:
    """Both ends of a range of s and, between them, all s where a positive meets a negative."""
    found = [ends[0], ends[1]]
    for i in range(points.shape[0]):
        if points[i, 2] == 0.0:
            continue
        for j in range(points.shape[0]):
            run, rise = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1]
            if points[j, 3] == 0.0 or run == 0.0:
                continue
            s = (-rise if run > 0.0 else rise) / (abs(run) + abs(rise))
            if ends[0] < s < ends[1]:
                found.append(s)
    return np.sort(np.array(found))


@njit(cache=True)
def narrowed(
    points: Floats, ends: Floats, under: Floats, goal: Floats, best: float, reach: float
) -> tuple[float, Floats, NDArray[np.int8]]:
    """A range's bound, its strip, and for each point -1 under the strip, 1 over it, 0 in between.

    `ends` are s at both ends and a good threshold at each.
    """
    first = heights_at(ends[0], points) - ends[2]
    second = heights_at(ends[1], points) - ends[3]
    slack = ROUNDING * reach
    low, high = np.minimum(first, second) - slack, np.maximum(first, second) + slack
    bound, start, end = bound_and_strip(low, high, points[:, 2:], under, goal, best)
    start, end = max(start, -4.0 * reach), min(end, 4.0 * reach)
    edges = np.array([ends[2] + start, ends[3] + start, ends[2] + end, ends[3] + end])
    side = np.zeros(points.shape[0], dtype=np.int8)
    side[low >= end] = 1
    side[high <= start] = -1
    return bound, np.concatenate((ends[:2], edges)), side


@njit(cache=True)
def improve(
    found: Floats, s: float, points: Floats, under: Floats, goal: Floats, window: Floats
) -> float:
    """A good threshold at s; `found` (score, s, threshold) is replaced when it is beaten."""
    value, threshold = best_threshold(heights_at(s, points), points[:, 2:], under, goal, window)
    if value > found[0] and abs(s) < 1.0:
        found[0], found[1], found[2] = value, s, threshold
    return float(threshold)


@njit(cache=True)
def first_ranges(points: Floats, goal: Floats, grid: Floats, found: Floats, reach: float) -> Floats:
    """(ranges, 8) between the grid's values of s, the most promising last."""
    under, window = np.zeros(2), np.array([-2.0 * reach, 2.0 * reach, 4.0 * ROUNDING * reach])
    thresholds, values = np.empty(grid.shape[0]), np.empty(grid.shape[0])
    for k in range(grid.shape[0]):
        trial = np.array([-np.inf, 0.0, 0.0])
        thresholds[k] = improve(trial, grid[k], points, under, goal, window)
        values[k] = trial[0]
        if trial[0] > found[0]:
            found[:] = trial
    order = np.argsort(np.maximum(values[:-1], values[1:]))
    ranges = np.zeros((order.shape[0], 8))
    for place, k in enumerate(order):
        ranges[place, :4] = grid[k], grid[k + 1], thresholds[k], thresholds[k + 1]
        ranges[place, 6] = np.inf
    return ranges


@njit(cache=True)
def searched_range(
    points: Floats, span: Floats, goal: Floats, found: Floats, strips: Floats, reach: float
) -> tuple[Floats, Floats]:
    """The points of a range that can still change sides, and the halves left to search.

    `span` is one row of the stack: s at both ends, a good threshold at each, the positives and
    negatives under it, its bound, its depth. `found` and `strips` are brought up to date.
    """
    under, depth = span[4:6].copy(), int(span[7])
    bound, strip, side = narrowed(points, span[:4], under, goal, found[0], reach)
    if bound <= found[0]:
        return points[:0], np.empty((0, 8))
    strips[depth] = strip
    for k in range(side.shape[0]):
        if side[k] < 0:
            under += points[k, 2:]
    active = points[side == 0]
    middle = 0.5 * (span[0] + span[1])
    few = np.count_nonzero(active[:, 2]) * np.count_nonzero(active[:, 3]) <= FEW_PAIRS
    stops = crossings(active, span[:2]) if few else span[:2]
    threshold = 0.0
    for k in range(stops.shape[0] - 1):
        if stops[k] < stops[k + 1]:
            s = 0.5 * (stops[k] + stops[k + 1])
            window = window_at(s, strips, depth, reach)
            threshold = improve(found, s, active, under, goal, window)
    if few or span[1] - span[0] <= ROUNDING or depth + 1 >= DEEPEST:
        return active, np.empty((0, 8))
    halves = np.empty((2, 8))
    for half in range(2):
        halves[half, :4] = span[:4]
        halves[half, 1 - half], halves[half, 3 - half] = middle, threshold
        halves[half, 4:] = under[0], under[1], bound, depth + 1.0
    return active, halves


@njit(cache=True)
def searched_line(points: Floats, goal: Floats, grid: Floats, most_ranges: int) -> FoundLine:
    """The best of all lines whose s lies within `grid`, whose inner values only start the search.

    `points` (points, 4) are distinct: x, y, positives there, negatives there. The grid is
    increasing and holds 0 if it holds values on both sides of it. When `most_ranges` is reached
    the search stops early and the upper bound says what may have been missed.
    """
    reach = max(np.max(np.abs(points[:, 0])), np.max(np.abs(points[:, 1])), SMALLEST)
    found = np.array([-np.inf, 0.0, 0.0])
    ranges = first_ranges(points, goal, grid, found, reach)
    top, visited = ranges.shape[0], 0
    stack = np.empty((top + 2 * DEEPEST, 8))
    stack[:top] = ranges
    strips = np.zeros((DEEPEST, 6))
    actives = [points] * (DEEPEST + 1)
    while top > 0 and visited < most_ranges:
        top, visited = top - 1, visited + 1
        span = stack[top].copy()
        if span[6] > found[0]:
            depth = int(span[7])
            active, halves = searched_range(actives[depth], span, goal, found, strips, reach)
            actives[depth + 1] = active
            stack[top : top + halves.shape[0]] = halves
            top += halves.shape[0]
    upper = max(found[0], np.max(stack[:top, 6])) if top else found[0]
    return FoundLine(found[1], found[2], found[0], upper, visited)

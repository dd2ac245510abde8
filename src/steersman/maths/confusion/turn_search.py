"""The best offset of one class by compiled code, without the confusion matrices along its path.

It is what `offset_path` shows, for goals whose weights add up exactly in any order: then sums over
the matrix of a setting follow from those before by the rows that turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.confusion.sweeps import ROUNDING

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class PathRanking(NamedTuple):
    """How matrices C are ranked: by rows to move until inequalities hold, damage, rows right.

    An inequality says sum(weights * C) >= least; where it has `columns`, one of them must also
    have a row. Damage is sum(part * C), as a share of sum(whole * C) where there is a whole.
    """

    weights: Floats  # (lines, true, predicted)
    least: Floats  # (lines,)
    tolerance: Floats  # (lines,) how much may be missing by rounding
    bound: Ints  # (lines,) the bound that the inequality is of
    bounds: int
    gains: Floats  # (lines, levels) by how much one row may help, the most first; 0 for none
    levels: Ints  # (lines, true, predicted) which gain a row in this cell has
    needs_calls: Bools  # (lines,)
    columns: Floats  # (lines, true, predicted) 1 in the columns of which one must have a row
    part: Floats  # (true, predicted)
    whole: Floats  # (true, predicted)
    is_share: bool
    right: Floats  # (true, predicted) 1 for right decisions


class PathLimits(NamedTuple):
    """The lowest and highest counts (2, true, predicted) seen in each cell; changed in place.

    `kept` are those of settings that keep the bounds `others` of each kind of cells.
    """

    others: Bools  # (kinds, bounds)
    cells: Bools  # (kinds, true, predicted)
    kept: Floats
    free: Floats
    every_cell: Bools  # (true, predicted)


class Rivals(NamedTuple):
    """The best and the second-best class of each row, and their scores with offsets."""

    classes: Ints  # (rows, 2)
    scores: Floats  # (rows, 2)


class Turns(NamedTuple):
    """The rows in the order in which they turn to the class `moved` as its offset rises."""

    moved: int
    codes: Ints  # (rows,) the true class
    left: Ints  # (rows,) the class that each is called before
    first: Ints  # (true, predicted) the matrix before any has turned
    offsets: Floats  # (settings,)
    turned: Ints  # (settings,) how many rows have turned


class BestTurn(NamedTuple):
    """An offset of one class and its rank, how many classes were tried, and if it is better."""

    moved: int
    offset: float
    gap: float
    damage: float
    minus_right: float
    tried: int
    is_better: bool


@njit(cache=True)
def rivals_of(scores: Floats, offsets: Floats) -> Rivals:
    """The two best classes of each row; of equal ones the first."""
    rows, n_classes = scores.shape
    classes = np.zeros((rows, 2), np.int64)
    values = np.empty((rows, 2))
    for row in range(rows):
        first, second = -np.inf, -np.inf
        best, next_best = 0, 1
        for c in range(n_classes):
            value = scores[row, c] + offsets[c]
            if value > first:
                second, next_best = first, best
                first, best = value, c
            elif value > second:
                second, next_best = value, c
        classes[row, 0], classes[row, 1] = best, next_best
        values[row, 0], values[row, 1] = first, second
    return Rivals(classes, values)


@njit(cache=True)
def sort_again(order: Ints, values: Floats) -> None:
    """Sort the places of these values, which were in order for similar ones (a Shell sort)."""
    step = 1
    while step < len(order) // 3:
        step = 3 * step + 1
    while step:
        for at in range(step, len(order)):
            place = order[at]
            while at >= step and values[order[at - step]] > values[place]:
                order[at] = order[at - step]
                at -= step
            order[at] = place
        step //= 3


@njit(cache=True)
def turns_of(scores: Floats, codes: Ints, rivals: Rivals, order: Ints, moved: int) -> Turns:
    """The settings of one offset that decide the rows differently.

    `order` is that of the rows when this class was tried before, and is changed to the new one.
    """
    rows, n_classes = scores.shape
    needed, left = np.empty(rows), np.empty(rows, np.int64)
    first = np.zeros((n_classes, n_classes), np.int64)
    for row in range(rows):
        # A class is no rival of its own.
        place = 1 if rivals.classes[row, 0] == moved else 0
        left[row] = rivals.classes[row, place]
        needed[row] = rivals.scores[row, place] - scores[row, moved]
        first[codes[row], left[row]] += 1
    sort_again(order, needed)
    lowest, highest = needed[order[0]], needed[order[-1]]
    room = ROUNDING * max(1.0, abs(lowest), abs(highest))
    ordered_codes, ordered_left = np.empty(rows, np.int64), np.empty(rows, np.int64)
    offsets, turned = np.empty(rows + 1), np.empty(rows + 1, np.int64)
    offsets[0], turned[0], settings, before = lowest - room, 0, 1, lowest
    for at in range(rows):
        row = order[at]
        ordered_codes[at], ordered_left[at] = codes[row], left[row]
        # Rows that rounding cannot tell apart turn together.
        if needed[row] - before > room:
            offsets[settings], turned[settings] = (before + needed[row]) / 2.0, at
            settings += 1
        before = needed[row]
    offsets[settings], turned[settings] = highest + room, rows
    settings += 1
    return Turns(moved, ordered_codes, ordered_left, first, offsets[:settings], turned[:settings])


@njit(cache=True)
def sums_along(turns: Turns, weights: Floats) -> Floats:
    """(settings,): the weighted sum of each matrix's cells."""
    codes, left, turned, moved = turns.codes, turns.left, turns.turned, turns.moved
    sums, total = np.empty(len(turned)), 0.0
    for true in range(len(weights)):
        for called in range(len(weights)):
            total += turns.first[true, called] * weights[true, called]
    sums[0] = total
    for setting in range(1, len(turned)):
        for row in range(turned[setting - 1], turned[setting]):
            total += weights[codes[row], moved] - weights[codes[row], left[row]]
        sums[setting] = total
    return sums


@njit(cache=True)
def rows_to_move_along(turns: Turns, ranking: PathRanking, line: int) -> Floats:
    """(settings,): the fewest predictions to change until an inequality holds."""
    sums = sums_along(turns, ranking.weights[line])
    filled = sums_along(turns, ranking.columns[line])
    gains, levels = ranking.gains[line], ranking.levels[line]
    codes, left, turned, column = turns.codes, turns.left, turns.turned, turns.moved
    least, tolerance = ranking.least[line], ranking.tolerance[line]
    movable, moved = np.zeros(len(gains)), np.zeros(len(turned))
    for true in range(len(levels)):
        for called in range(len(levels)):
            movable[levels[true, called]] += turns.first[true, called]
    for setting in range(len(turned)):
        if setting:
            for row in range(turned[setting - 1], turned[setting]):
                movable[levels[codes[row], left[row]]] -= 1.0
                movable[levels[codes[row], column]] += 1.0
        # The most helpful moves first, as in `rows_to_move`; the last gain is 0.
        missing, rows, level = least - sums[setting], 0.0, 0
        while missing > tolerance and gains[level] > 0.0:
            taken = min(np.ceil((missing - tolerance) / gains[level]), movable[level])
            rows += taken
            missing -= taken * gains[level]
            level += 1
        if missing > tolerance:
            rows = np.inf
        if ranking.needs_calls[line] and filled[setting] == 0.0:
            rows = max(rows, 1.0)
        moved[setting] = rows
    return moved


@njit(cache=True)
def gaps_along(turns: Turns, ranking: PathRanking) -> Floats:
    """(bounds, settings): rows that must change until each bound holds."""
    gaps = np.zeros((ranking.bounds, len(turns.turned)))
    for line in range(len(ranking.weights)):
        moved, bound = rows_to_move_along(turns, ranking, line), ranking.bound[line]
        for setting in range(len(moved)):
            gaps[bound, setting] += moved[setting]
    return gaps


@njit(cache=True)
def damages_along(turns: Turns, ranking: PathRanking) -> Floats:
    """(settings,): the damage of each matrix, the most there is where nothing can be measured."""
    damages: Floats = sums_along(turns, ranking.part)
    if ranking.is_share:
        of_all = sums_along(turns, ranking.whole)
        for setting in range(len(damages)):
            share = damages[setting] / of_all[setting] if of_all[setting] > 0.0 else 1.0
            damages[setting] = share
    return damages


@njit(cache=True)
def matrix_along(turns: Turns, turned: int) -> Ints:
    """The matrix once so many rows have turned."""
    matrix = turns.first.copy()
    for row in range(turned):
        matrix[turns.codes[row], turns.left[row]] -= 1
        matrix[turns.codes[row], turns.moved] += 1
    return matrix


@njit(cache=True)
def widen(limits: Floats, matrix: Ints, cells: Bools) -> None:
    """Take the counts of these cells into account."""
    for i in range(matrix.shape[0]):
        for j in range(matrix.shape[1]):
            if cells[i, j]:
                limits[0, i, j] = min(limits[0, i, j], matrix[i, j])
                limits[1, i, j] = max(limits[1, i, j], matrix[i, j])


@njit(cache=True)
def widen_along(limits: PathLimits, turns: Turns, gaps: Floats) -> None:
    """Take the cells of all settings into account."""
    # Every cell only rises or only falls along a path, so its extremes are at the ends.
    rows, settings = len(turns.codes), len(turns.turned)
    widen(limits.free, turns.first, limits.every_cell)
    widen(limits.free, matrix_along(turns, rows), limits.every_cell)
    for kind in range(len(limits.others)):
        first, last = -1, -1
        for setting in range(settings):
            holds = True
            for bound in range(len(gaps)):
                holds &= gaps[bound, setting] == 0.0 or not limits.others[kind, bound]
            if holds:
                last = turns.turned[setting]
                first = last if first < 0 else first
        if last >= 0:
            widen(limits.kept, matrix_along(turns, first), limits.cells[kind])
            widen(limits.kept, matrix_along(turns, last), limits.cells[kind])


@njit(cache=True)
def best_setting(
    gaps: Floats, damages: Floats, right: Floats, offsets: Floats, own: float
) -> tuple[int, float]:
    """Which setting is best and its gap; among equals the one nearest to the `own` offset."""
    best, least, nearest = 0, np.inf, np.inf
    for setting in range(len(damages)):
        gap = 0.0
        for bound in range(len(gaps)):
            gap += gaps[bound, setting]
        distance = abs(offsets[setting] - own)
        found = gap, damages[setting], -right[setting], distance
        if setting == 0 or found < (least, damages[best], -right[best], nearest):
            best, least, nearest = setting, gap, distance
    return best, least


@njit(cache=True)
def best_turn(
    scores: Floats,
    codes: Ints,
    rivals: Rivals,
    orders: Ints,
    offsets: Floats,
    ranking: PathRanking,
    limits: PathLimits,
    rank: tuple[float, float, float],
    first: int,
    most: int,
) -> tuple[BestTurn, Ints]:
    """The best offset of the first class that has one better than `rank`, and its matrix.

    Classes are tried from the `first` on, `most` of them at most. All settings that were tried
    widen the limits. `orders` (classes, rows) are those in which rows turn, to begin to sort at.
    """
    for tried in range(most):
        moved = (first + tried) % scores.shape[1]
        turns = turns_of(scores, codes, rivals, orders[moved], moved)
        gaps, damages = gaps_along(turns, ranking), damages_along(turns, ranking)
        if len(limits.others):
            widen_along(limits, turns, gaps)
        right = sums_along(turns, ranking.right)
        at, gap = best_setting(gaps, damages, right, turns.offsets, offsets[moved])
        if (gap, damages[at], -right[at]) < rank:
            offset, minus_right = turns.offsets[at], -right[at]
            found = BestTurn(moved, offset, gap, damages[at], minus_right, tried + 1, True)
            return found, matrix_along(turns, turns.turned[at])
    return BestTurn(first, 0.0, np.inf, np.inf, np.inf, most, False), np.empty((0, 0), np.int64)

"""Turns of one class offset each: the best place for it, the others being kept."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering.ranking import Goal, Rank, SeenRanges
from steersman.maths.confusion import (
    PathLimits,
    PathRanking,
    adds_up_exactly,
    best_turn,
    offset_path,
    rivals_of,
    tolerance_of,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROWS_AT_ONCE = 200_000  # that are looked at before anybody can stop the search


class Turn(NamedTuple):
    """Offsets with one of them turned, their matrix and its rank."""

    offsets: Floats
    matrix: Ints
    rank: Rank


class OffsetTurns(Protocol):
    """The turns of one offset each from any offsets."""

    def better(self, offsets: Floats, rank: Rank, first: int, most: int) -> tuple[int, Turn | None]:
        """How many classes were tried, from the `first` on and `most` at most, until one had an
        offset better than `rank`; and the best turn of that one."""
        ...


def offset_turns(scores: Floats, codes: Ints, goal: Goal, reach: SeenRanges | None) -> OffsetTurns:
    """The turns by a compiled search where the weights of the goal allow it."""
    row_sums = np.bincount(codes, minlength=scores.shape[1]).astype(np.float64)
    ranking = path_ranking(goal, row_sums)
    if ranking is None:
        return PathTurns(scores, codes, goal, reach)
    return CompiledTurns(scores, codes, ranking, reach)


class PathTurns:
    """Turns to the best place of a whole path, for goals of any kind."""

    def __init__(self, scores: Floats, codes: Ints, goal: Goal, reach: SeenRanges | None) -> None:
        self.scores, self.codes, self.goal, self.reach = scores, codes, goal, reach

    def better(
        self,
        offsets: Floats,
        rank: Rank,
        first: int,
        most: int,  # noqa: ARG002
    ) -> tuple[int, Turn | None]:
        """One class is tried."""
        moved = first % len(offsets)
        path = offset_path(self.scores, self.codes, offsets, moved)
        by_bound = self.goal.want.gaps_by_bound(path)
        if self.reach is not None:
            self.reach.add(path, by_bound)
        gaps = by_bound.sum(axis=1) if self.goal.judge is None else self.goal.gaps(path)
        at, found = self.goal.best_rank(path, gaps, np.abs(path.settings - offsets[moved]))
        if found >= rank:
            return 1, None
        matrix = path.at([at])[0]
        turned = with_one(offsets, moved, path.settings[at])
        return 1, Turn(turned, matrix, self.goal.rank(matrix))


class CompiledTurns:
    """Turns by a compiled search; the same as those of `PathTurns`."""

    def __init__(
        self, scores: Floats, codes: Ints, ranking: PathRanking, reach: SeenRanges | None
    ) -> None:
        self.scores, self.codes = np.ascontiguousarray(scores), np.ascontiguousarray(codes)
        self.ranking, self.limits = ranking, path_limits(reach, scores.shape[1])
        self.orders = np.tile(np.arange(len(codes)), (scores.shape[1], 1))
        self.at_once = max(1, ROWS_AT_ONCE // len(codes))
        self.offsets, self.rivals = np.empty(0), rivals_of(self.scores[:0], np.empty(0))

    def better(self, offsets: Floats, rank: Rank, first: int, most: int) -> tuple[int, Turn | None]:
        """Several classes are tried where there are few rows."""
        if self.offsets is not offsets:
            self.offsets, self.rivals = offsets, rivals_of(self.scores, offsets)
        found, matrix = best_turn(
            self.scores,
            self.codes,
            self.rivals,
            self.orders,
            offsets,
            self.ranking,
            self.limits,
            (rank[0], rank[1], float(rank[2])),
            first,
            min(most, self.at_once),
        )
        if not found.is_better:
            return found.tried, None
        turned = with_one(offsets, found.moved, found.offset)
        return found.tried, Turn(turned, matrix, (found.gap, found.damage, int(found.minus_right)))


def path_limits(reach: SeenRanges | None, n_classes: int) -> PathLimits:
    """The limits of the cells, as they are widened; those of no cell where nobody asks."""
    every_cell = np.ones((n_classes, n_classes), dtype=bool)
    if reach is None:
        nowhere, nothing = np.empty((2, 0, 0)), every_cell[np.newaxis][:0]
        return PathLimits(nothing[0:0, 0], nothing, nowhere, nowhere.copy(), every_cell)
    others, cells = (np.stack(each) for each in zip(*reach.kinds))
    return PathLimits(others, cells, reach.kept, reach.free, every_cell)


def path_ranking(goal: Goal, row_sums: Floats) -> PathRanking | None:
    """How a goal ranks matrices with these row sums; None where running sums could differ."""
    if goal.judge is not None or goal.want.refers:
        return None
    size, objective = len(row_sums), goal.want.objective
    if objective is None:
        part, whole = goal.fixed_prices(row_sums), None
    else:
        part, whole = objective.parts(row_sums, goal.want.costs)
    by_bound = [bound.linear(row_sums, goal.want.costs) for bound in goal.want.bounds]
    lines = [line for each in by_bound for line in each]
    weights = [line.weights for line in lines]
    if not all(map(adds_up_exactly, [*weights, part, *([] if whole is None else [whole])])):
        return None
    gains, levels = gain_levels(weights, size)
    columns = np.zeros((len(lines), size, size))
    for at, line in enumerate(lines):
        columns[at][:, list(line.columns)] = 1.0
    return PathRanking(
        weights=np.array(weights, dtype=np.float64).reshape(-1, size, size),
        least=np.array([line.least for line in lines], dtype=np.float64),
        tolerance=np.array([tolerance_of(each, float(row_sums.sum())) for each in weights]),
        bound=np.repeat(np.arange(len(by_bound)), [len(each) for each in by_bound]),
        bounds=len(by_bound),
        gains=gains,
        levels=levels,
        needs_calls=np.array([bool(line.columns) for line in lines], dtype=bool),
        columns=columns,
        part=np.ascontiguousarray(part, dtype=np.float64),
        whole=np.zeros((size, size)) if whole is None else np.ascontiguousarray(whole),
        is_share=whole is not None,
        right=np.eye(size),
    )


def gain_levels(weights: list[Floats], size: int) -> tuple[Floats, Ints]:
    """(lines, levels) by how much moving a row may help each inequality, the most first and 0
    last; and (lines, true, predicted) which of them moving a row of each cell does."""
    gained = [each.max(axis=1, keepdims=True) - each for each in weights]
    distinct = [np.unique(each)[::-1] for each in gained]
    gains = np.zeros((len(weights), max((len(each) for each in distinct), default=1)))
    levels = np.zeros((len(weights), size, size), dtype=np.int64)
    for line, (found, of_cells) in enumerate(zip(distinct, gained)):
        gains[line, : len(found)] = found
        levels[line] = len(found) - 1 - np.searchsorted(found[::-1], of_cells)
    return gains, levels


def with_one(offsets: Floats, place: int, value: float) -> Floats:
    """The offsets with one of them replaced."""
    changed = offsets.copy()
    changed[place] = value
    return changed

"""The best offsets of all, one for each class, by branch and bound."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.maths.confusion import (
    RowsToStudy,
    ZoneStudy,
    cell_middle,
    decided_classes,
    halves,
    rows_to_study,
    study_zone,
    whole_zone,
    zone_middle,
)
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_CUTS = 12_000
MOST_SECONDS = 10.0
# Cuts, times rows, times the fourth power of classes: a row is studied for each pair of classes,
# and with many classes a zone has so many sides that no proof comes, however long it takes.
MOST_WORK = 6e10
AT_ONCE = 64  # zones that are cut before their halves are judged together
PRICE_STEP = 1e-10  # of the highest price: damages closer than this are the same

Rank = tuple[float, float, float]
Waiting = tuple[Rank, int, int, Floats, ZoneStudy]  # least rank, members, number, limits, study


class BestOffsets(NamedTuple):
    """Offsets and their matrix; `proven` when no other offsets have a better one."""

    offsets: Floats
    matrix: Ints
    proven: bool


class Judging(NamedTuple):
    """How matrices of the same rows are ranked, and the best that each zone could hold."""

    goal: Goal
    row_sums: Floats
    prices: Floats

    @classmethod
    def by(cls, goal: Goal, codes: Ints) -> Judging:
        """The judging of rows of these true classes by a goal whose damage is no ratio."""
        sums = row_sums_of_codes(codes, goal)
        prices = goal.prices(sums)
        assert prices is not None  # noqa: S101
        return cls(goal, sums, prices)

    def likings(self) -> Floats:
        """(likings, true, predicted): one for each bound's inequality, the damage, being right."""
        lines = [line.weights for line in self.goal.want.linear(self.row_sums)]
        return np.stack([*lines, -self.prices, np.eye(len(self.row_sums))])

    def least_ranks(self, liked: Ints) -> list[Rank]:
        """Lower bounds of the ranks in zones, from `liked` (zones, likings, true, predicted).

        A row that is liked better leaves fewer rows to move, so each bound's gap is at least that
        of the matrix in which every row is as well as that bound could have it.
        """
        lines = self.goal.want.linear(self.row_sums)
        cells = liked.astype(np.float64)
        # A want may have an objective and no limit.
        gaps = np.zeros(len(cells))
        for at, line in enumerate(lines):
            gaps += line.rows_to_move(cells[:, at])
        return self.in_ranks(gaps, liked[:, -2], liked[:, -1])

    def ranks(self, matrices: Ints) -> list[Rank]:
        """The rank of each matrix: gap, damage, errors."""
        return self.in_ranks(self.goal.gaps(matrices), matrices, matrices)

    def in_ranks(self, gaps: Floats, harmful: Ints, right: Ints) -> list[Rank]:
        """Ranks of these gaps, the damage of one stack of matrices and the errors of another."""
        step = PRICE_STEP * max(float(np.abs(self.prices).max()), 1e-300)
        # Whole steps, so that the rounding of a sum does not rank equal damages differently.
        damages = np.rint(np.einsum("mij,ij->m", harmful, self.prices) / step)
        errors = -np.trace(right, axis1=1, axis2=2).astype(np.float64)
        return list(zip(gaps.tolist(), damages.tolist(), errors.tolist()))


def row_sums_of_codes(codes: Ints, goal: Goal) -> Floats:
    """(classes,): how many rows there are of each class."""
    return np.bincount(codes, minlength=len(goal.want.classes)).astype(np.float64)


def best_offsets(
    scores: Floats,
    codes: Ints,
    goal: Goal,
    start: Floats,
    *,
    reach: SeenRanges | None = None,
    task: Task,
    most_cuts: int = MOST_CUTS,
) -> BestOffsets:
    """The best offsets for (rows, classes) scores; `start` unless others are better.

    All offsets are one zone at first. The zone that could hold the best matrix is cut in two, until
    no zone could hold a better one than was seen: then `proven`. The search also ends, unproven,
    after `most_cuts` (fewer for many classes) or half of the task's time (10 s at most), and does
    not begin where the objective is a ratio. Offsets that rounding cannot tell apart are one.
    """
    if goal.prices(row_sums_of_codes(codes, goal)) is None:
        matrix = np.zeros((scores.shape[1],) * 2, dtype=np.int64)
        np.add.at(matrix, (codes, decided_classes(scores, start)), 1)
        return BestOffsets(start, matrix, False)
    judging = Judging.by(goal, codes)
    rows = rows_to_study(scores, codes, judging.likings())
    search = OffsetSearch(rows, judging, start, reach)
    zone = whole_zone(rows)
    nothing = np.zeros((len(zone), len(zone)), dtype=np.int64)
    most_cuts = min(most_cuts, max(1, int(MOST_WORK / (len(codes) * len(zone) ** 4))))
    search.look([zone], [study_zone(rows, zone, np.arange(len(codes)), nothing)])
    until = task.seconds_left - min(MOST_SECONDS, task.seconds_left / 2.0)
    while search.go_on():
        task.report("trying all class offsets")
        if search.cuts >= most_cuts or task.seconds_left <= until:
            return BestOffsets(search.offsets, search.matrix, False)
    return BestOffsets(search.offsets, search.matrix, True)


@dataclass
class OffsetSearch:
    """Zones that may still hold something better than the best offsets seen."""

    rows: RowsToStudy
    judging: Judging
    offsets: Floats
    reach: SeenRanges | None
    matrix: Ints = field(init=False)
    rank: Rank = field(init=False)
    cuts: int = 0
    numbered: int = 0
    waiting: list[Waiting] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.take(self.offsets)

    def take(self, offsets: Floats) -> None:
        """Take these offsets for the best."""
        self.offsets = offsets
        self.matrix = np.zeros((self.rows.scores.shape[1],) * 2, dtype=np.int64)
        np.add.at(self.matrix, (self.rows.codes, decided_classes(self.rows.scores, offsets)), 1)
        self.rank = self.judging.ranks(self.matrix[np.newaxis])[0]

    def look(self, zones: list[Floats], studies: list[ZoneStudy]) -> None:
        """Look at the middles of zones, and keep the zones that may hold something better."""
        middles = np.stack([study.middle for study in studies])
        if self.reach is not None:
            self.reach.add(middles)
        at, found = min(enumerate(self.judging.ranks(middles)), key=lambda pair: pair[1])
        if found < self.rank:
            self.take(cell_middle(self.rows, zone_middle(zones[at])))
        least = self.judging.least_ranks(np.stack([study.liked for study in studies]))
        for low, limits, study in zip(least, zones, studies):
            # Without a tie inside, all settings of a zone decide alike, and its middle was just
            # looked at.
            if low < self.rank and study.ties.any():
                self.numbered += 1
                # The number is unique, so that the heap never compares arrays.
                entry = (low, len(study.members), self.numbered, limits, study)
                heapq.heappush(self.waiting, entry)

    def go_on(self) -> bool:
        """Cut the most promising zones and look at their halves; False when none is left."""
        zones, studies = [], []
        for _ in range(min(AT_ONCE, len(self.waiting))):
            low, _, _, limits, study = heapq.heappop(self.waiting)
            # The heap is ordered by the lower bound: nothing that waits behind can be better.
            if low >= self.rank:
                self.waiting.clear()
                break
            self.cuts += 1
            for half in halves(self.rows, limits, study):
                zones.append(half)
                studies.append(study_zone(self.rows, half, study.members, study.sure))
        if zones:
            self.look(zones, studies)
        return bool(zones)

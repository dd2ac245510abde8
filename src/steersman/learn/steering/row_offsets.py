"""Offsets of several classes under limits that only single rows decide: of groups, and of costs.

One offset is turned at a time, each to its best, from several beginnings. Nobody tries all offsets
here, so a better setting may exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.learn.steering.by_scores import typical_lead
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.ranking import Goal, Rank
from steersman.learn.steering.row_limits import (
    EachGroupLimit,
    GapLimit,
    GroupOutcome,
    cost_gaps,
)
from steersman.learn.wants import ClassBound, LinearBound, ResolvedWant, Unit
from steersman.maths.confusion import decided_classes
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROUNDS = 20
MOST_CELLS = 4_000_000  # of all settings and groups along one offset that are held at once
FEWEST_SETTINGS = 50
BEGINNINGS = 5  # offsets of each class to begin with, over the rows' own leads
MOST_BEGINNINGS = 12
ROUNDING = 1e-9
PATIENCE = 8  # shakes in a row without anything better


def decided_by_rows(bound: ClassBound) -> bool:
    """Whether a limit is about groups, or about costs that rows have of their own."""
    return bound.by_row or bool(bound.written.grouping)


def bounds_on_counts(want: ResolvedWant) -> ResolvedWant:
    """The want without the limits that single rows decide."""
    return replace(want, bounds=tuple(each for each in want.bounds if not decided_by_rows(each)))


def minimizes_row_costs(want: ResolvedWant, costs: Floats | None) -> bool:
    """Whether the cost of the rows is what is made small."""
    if costs is None:
        return False
    return want.objective is None or want.objective.measured.definition.is_cost


@dataclass(frozen=True, eq=False)
class SettingCounts:
    """What some settings make of rows: confusion matrices, also of groups, and costs in all."""

    matrices: Ints  # (settings, classes, classes)
    groups: Mapping[str, Ints]  # (groups, settings, classes, classes)
    totals: Floats | None  # (settings,)

    def at(self, place: int) -> SettingCounts:
        """Those of one setting."""
        one = slice(place, place + 1)
        totals = None if self.totals is None else self.totals[one]
        groups = {name: each[:, one] for name, each in self.groups.items()}
        return SettingCounts(self.matrices[one], groups, totals)


@dataclass(frozen=True, eq=False)
class OffsetRows:
    """Rows of several classes, one by one: scores, class, groups by name, cost of an error."""

    want: ResolvedWant
    scores: Floats  # (rows, classes)
    codes: Ints
    groupings: Mapping[str, Groups] = field(default_factory=dict)
    costs: Floats | None = None

    @property
    def size(self) -> int:
        return len(self.want.classes)

    @cached_property
    def other_bounds(self) -> ResolvedWant:
        """The want without the limits that single rows decide."""
        return bounds_on_counts(self.want)

    def part(self, rows: NDArray[np.bool_]) -> OffsetRows:
        """Some of the rows; all groups stay, also those that have none of them."""
        groupings = {
            name: replace(each, codes=each.codes[rows]) for name, each in self.groupings.items()
        }
        costs = None if self.costs is None else self.costs[rows]
        return replace(
            self,
            scores=self.scores[rows],
            codes=self.codes[rows],
            groupings=groupings,
            costs=costs,
        )

    def predicted_codes(self, offsets: Floats) -> Ints:
        """(rows,): the class of each row with these offsets."""
        return decided_classes(self.scores, offsets)

    def losses(self, offsets: Floats) -> Floats:
        """(rows,): what each row costs with these offsets."""
        assert self.costs is not None  # noqa: S101
        lost: Floats = self.costs * (self.predicted_codes(offsets) != self.codes)
        return lost

    def counts(self, offsets: Floats) -> SettingCounts:
        """What one setting makes of the rows."""
        decided = self.predicted_codes(offsets)
        cells = self.codes * self.size + decided
        groups = {
            name: place_counts(each.codes * self.size**2 + cells, len(each.names) * self.size**2)
            .reshape(len(each.names), 1, self.size, self.size)
            for name, each in self.groupings.items()
        }  # fmt: skip
        totals = None if self.costs is None else np.array([self.losses(offsets).sum()])
        own = place_counts(cells, self.size**2).reshape(1, self.size, self.size)
        return SettingCounts(own, groups, totals)

    def path(self, offsets: Floats, moved: int) -> tuple[Floats, SettingCounts]:
        """(settings,): every offset of one class, and what it makes of the rows.

        Of very many rows and groups, settings that are evenly spread over the rows.
        """
        shifted = self.scores + offsets
        shifted[:, moved] = -np.inf
        rivals = shifted.argmax(axis=1)
        # A row is called the class that is moved once its offset is above this.
        turns = shifted.max(axis=1) - self.scores[:, moved]
        ordered = np.unique(turns)
        # Equal scores differ by rounding once offsets are added.
        apart = np.diff(ordered, prepend=-np.inf) > ROUNDING * max(1.0, float(np.ptp(ordered)))
        distinct = ordered[apart]
        groups = max((len(each.names) for each in self.groupings.values()), default=1)
        most = max(FEWEST_SETTINGS, MOST_CELLS // (groups * self.size**2))
        if len(distinct) > most:
            distinct = distinct[np.linspace(0, len(distinct) - 1, most).astype(int)]
        middles = (distinct[:-1] + distinct[1:]) / 2.0
        settings = np.concatenate([[distinct[0] - 1.0], middles, [distinct[-1] + 1.0]])
        # From the setting at this place on a row is called the class.
        places = np.searchsorted(settings, turns, side="right")
        called, before = self.codes * self.size + moved, self.codes * self.size + rivals
        matrices = self.matrices_along(places, called, before, None, len(settings))[0]
        found = {
            name: self.matrices_along(places, called, before, each, len(settings))
            for name, each in self.groupings.items()
        }
        totals = self.totals_along(places, rivals, moved, len(settings))
        return settings, SettingCounts(matrices, found, totals)

    def matrices_along(
        self, places: Ints, called: Ints, before: Ints, groups: Groups | None, settings: int
    ) -> Ints:
        """(groups, settings, classes, classes): matrices while rows turn to the moved class."""
        size, n_groups = self.size**2, 1 if groups is None else len(groups.names)
        shift = 0 if groups is None else groups.codes * size
        width = n_groups * size
        start = place_counts(before + shift, width)
        # A row with the place of no setting never turns.
        change = place_counts(places * width + called + shift, (settings + 1) * width)
        change -= place_counts(places * width + before + shift, (settings + 1) * width)
        counts = start + np.cumsum(change.reshape(settings + 1, width)[:settings], axis=0)
        stacked = counts.reshape(settings, n_groups, self.size, self.size)
        return np.ascontiguousarray(np.moveaxis(stacked, 1, 0))

    def totals_along(self, places: Ints, rivals: Ints, moved: int, settings: int) -> Floats | None:
        """(settings,): what errors cost in all while rows turn to the moved class."""
        if self.costs is None:
            return None
        before = self.costs * (rivals != self.codes)
        change = self.costs * (moved != self.codes) - before
        turned = np.bincount(places, weights=change, minlength=settings)[:settings]
        return np.asarray(before.sum() + np.cumsum(turned))

    def limits(self, counts: SettingCounts) -> list[EachGroupLimit | GapLimit]:
        """The limits on groups at some settings."""
        found: list[EachGroupLimit | GapLimit] = []
        for bound in self.want.bounds:
            name = bound.written.grouping
            if name:
                kind = GapLimit if bound.written.gap_over else EachGroupLimit
                found.append(kind(bound, self.groupings[name], counts.groups[name]))
        return found

    @cached_property
    def group_lines(self) -> list[tuple[ClassBound, list[tuple[int, LinearBound]]]]:
        """For each limit in each group, the inequalities on the matrix of each group."""
        found = []
        for bound in self.want.bounds:
            if not bound.written.each_group:
                continue
            groups = self.groupings[bound.written.each_group]
            lines = []
            for group in range(len(groups.names)):
                sums = place_counts(self.codes[groups.codes == group], self.size).astype(np.float64)
                lines += [(group, line) for line in bound.linear(sums, None)]
            found.append((bound, lines))
        return found

    @cached_property
    def cost_bounds(self) -> list[ClassBound]:
        """The limits on the costs of the rows."""
        costs = [each for each in self.want.bounds if each.definition.is_cost]
        return [] if self.costs is None else costs

    def gaps(self, counts: SettingCounts) -> Floats:
        """(settings,): rows that must change until all limits hold on these rows."""
        total = self.other_bounds.gaps(counts.matrices)
        for bound, lines in self.group_lines:
            stacks = counts.groups[bound.written.each_group]
            for group, line in lines:
                total = total + line.rows_to_move(stacks[group].astype(np.float64))
        for limit in self.limits(counts):
            if isinstance(limit, GapLimit):
                total = total + limit.row_gaps()[:, 0]
        for bound in self.cost_bounds:
            assert counts.totals is not None  # noqa: S101
            assert self.costs is not None  # noqa: S101
            total = total + cost_gaps(bound, counts.totals, self.costs)
        return np.asarray(total)

    def damages(self, counts: SettingCounts) -> Floats:
        """(settings,): what is made small within the limits."""
        if minimizes_row_costs(self.want, self.costs):
            assert counts.totals is not None  # noqa: S101
            return counts.totals
        return Goal(self.want).damages(counts.matrices)

    def rank(self, offsets: Floats) -> Rank:
        """How good a setting is; smaller is better."""
        counts = self.counts(offsets)
        right = int(np.trace(counts.matrices[0]))
        return float(self.gaps(counts)[0]), float(self.damages(counts)[0]), -right

    def outcomes(self, counts: SettingCounts, short: list[Floats]) -> list[GroupOutcome]:
        """Every limit on groups in every group at one setting, where it lacks so many rows."""
        found: list[GroupOutcome] = []
        for limit, rows in zip(self.limits(counts), short):
            found += limit.outcomes(0, rows)
        return found

    def value(self, bound: ClassBound, counts: SettingCounts) -> float:
        """The gap, or the cost, that a limit is about at one setting."""
        if bound.written.gap_over:
            limit = next(each for each in self.limits(counts) if each.bound is bound)
            assert isinstance(limit, GapLimit)  # noqa: S101
            return limit.gap_at(0)
        assert counts.totals is not None  # noqa: S101
        averaged = bound.definition.unit is Unit.COST_PER_ROW
        return float(counts.totals[0]) / (len(self.codes) if averaged else 1)


def place_counts(places: Ints, size: int) -> Ints:
    """(size,): how many rows have each place."""
    return np.bincount(places, minlength=size).astype(np.int64)


def best_row_offsets(rows: OffsetRows, start: Floats, task: Task) -> Floats:
    """(classes,): the best offsets found; the start where nothing is better."""
    best, rank = start, rows.rank(start)
    for begin in [start, *beginnings(rows, start)]:
        if task.seconds_left <= 0.0:
            return best
        task.report("adjusting class offsets")
        found = descent_from(rows, begin, task)
        if found[1] < rank:
            best, rank = found
    return best_after_shakes(rows, best, rank, task)


def beginnings(rows: OffsetRows, start: Floats) -> list[Floats]:
    """Offsets over the whole range in which they change decisions, drawn with a fixed seed."""
    scores = rows.scores + start
    shares = np.linspace(0.02, 0.98, BEGINNINGS)
    steps = []
    for place in range(rows.size):
        others = np.delete(scores, place, axis=1).max(axis=1)
        steps.append(np.quantile(others - scores[:, place], shares))
    rng = np.random.default_rng(0)
    count = min(MOST_BEGINNINGS, BEGINNINGS * rows.size)
    drawn = [start + [rng.choice(each) for each in steps] for _ in range(count)]
    alone = [start + np.eye(rows.size)[at] * step for at in range(rows.size) for step in steps[at]]
    return [*alone[:MOST_BEGINNINGS], *drawn]


def descent_from(rows: OffsetRows, offsets: Floats, task: Task) -> tuple[Floats, Rank]:
    """The offsets after each in turn took its best value, until none has a better."""
    rank, unhelpful = rows.rank(offsets), 0
    for turn in range(ROUNDS * rows.size):
        moved = turn % rows.size
        settings, counts = rows.path(offsets, moved)
        gaps, damages = rows.gaps(counts), rows.damages(counts)
        right = np.trace(counts.matrices, axis1=1, axis2=2)
        near = np.abs(settings - offsets[moved])
        at = int(np.lexsort((near, -right, damages, gaps))[0])
        unhelpful += 1
        if (float(gaps[at]), float(damages[at]), -int(right[at])) < rank:
            turned = offsets.copy()
            turned[moved] = settings[at]
            # Rounding at a row that is just on the edge: only what the setting itself gives counts.
            found = rows.rank(turned)
            if found < rank:
                offsets, rank, unhelpful = turned, found, 0
        if unhelpful == rows.size or task.seconds_left <= 0.0:
            break
    return offsets, rank


def best_after_shakes(rows: OffsetRows, best: Floats, rank: Rank, task: Task) -> Floats:
    """The best offsets found by turning some at random and descending again."""
    rng = np.random.default_rng(1)
    size = typical_lead(rows.scores)
    unhelpful = 0
    while unhelpful < PATIENCE and task.seconds_left > 0.0:
        task.report("adjusting class offsets")
        begin = best + rng.normal(scale=size, size=rows.size) * (rng.random(rows.size) < 0.6)
        offsets, found = descent_from(rows, begin, task)
        unhelpful += 1
        if found < rank:
            best, rank, unhelpful = offsets, found, 0
    return best

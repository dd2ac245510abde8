"""Offsets of several classes that keep limits on groups and on costs of rows on new data.

As in `offset_plan`: some of the rows plan a few settings, from cautious to bold, and the others
test them, one after the other, until one fails. A setting is tested for all limits at once, in
every group, each at the whole risk: it passes by luck only if the test of a limit that it breaks
does. So groups need not share the risk.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

from steersman.learn.promises import (
    BoundPromise,
    GroupPromise,
    Promise,
    RowPromise,
    SeenCounts,
    Shortage,
    mean_p_values,
    mean_test,
    row_limit,
    unpromisable,
)
from steersman.learn.steering.planning_rows import planning_rows
from steersman.learn.steering.ranking import Rank
from steersman.learn.steering.row_limits import GapLimit, refuse_total
from steersman.learn.steering.row_offsets import (
    OffsetRows,
    SettingCounts,
    best_row_offsets,
    descent_from,
)
from steersman.learn.wants import ClassBound, PromisedBy
from steersman.maths.confusion import allowed_errors, rows_needed
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLAN_SHARE = 0.3
STRICTER = (0.2, 0.4, 0.6, 0.8)
"""From cautious to bold: the part of what a limit allows that planned settings may use."""
STEPS = 24  # of the search for the risk at which a gap is shown


@dataclass(frozen=True, eq=False)
class RowOffsetPlan:
    """Rows of several classes, the model's own offsets, and the risk of a guarantee."""

    rows: OffsetRows
    start: Floats
    risk: float

    @property
    def plans(self) -> NDArray[np.bool_]:
        """(rows,): those that plan."""
        return planning_rows(len(self.rows.codes), PLAN_SHARE)

    def passed_offsets(self, task: Task) -> list[Floats]:
        """The settings that keep all limits on new data but for the risk."""
        plans = self.plans
        if len(np.unique(self.rows.codes[plans])) < self.rows.size or self.shortages:
            return []
        planning, testing = self.rows.part(plans), self.rows.part(~plans)
        planned = self.planned_offsets(planning, task)
        expected = [self.chance(planning, each) for each in planned]
        passed = []
        for at in np.argsort(expected, kind="stable"):
            if self.chance(testing, planned[at]) > self.risk:
                break
            passed.append(planned[at])
        return passed

    def planned_offsets(self, planning: OffsetRows, task: Task) -> list[Floats]:
        """The model's own offsets, and the best on the planning rows under stricter limits."""
        found = [self.start]
        for share in STRICTER:
            bounds = tuple(stricter_bound(each, share) for each in planning.want.bounds)
            stricter = replace(planning, want=replace(planning.want, bounds=bounds))
            # A whole search for the first; the others are not far from the one before.
            if len(found) == 1:
                best = best_row_offsets(stricter, self.start, task)
            else:
                begins = [found[-1], self.start]
                best = min((descent_from(stricter, each, task) for each in begins), key=rank_of)[0]
            found.append(best)
        return found

    def chance(self, rows: OffsetRows, offsets: Floats) -> float:
        """The largest chance of a limit to look so good on some rows by luck."""
        counts = rows.counts(offsets)
        found = [0.0]
        for bound in rows.want.bounds:
            found += self.chances(rows, offsets, counts, bound)
        return max(found)

    def chances(
        self, rows: OffsetRows, offsets: Floats, counts: SettingCounts, bound: ClassBound
    ) -> list[float]:
        """The chance of one limit to look so good by luck, in each group where it is for each."""
        written = bound.written
        if written.gap_over:
            limit = GapLimit(
                bound, rows.groupings[written.gap_over], counts.groups[written.gap_over]
            )
            return [gap_chance(limit)]
        if written.each_group:
            stacks = counts.groups[written.each_group]
            return [test_chance(bound, stack) for stack in stacks]
        if bound.by_row:
            assert rows.costs is not None  # noqa: S101
            order = np.random.default_rng(1).permutation(len(rows.codes))
            losses = rows.losses(offsets)[order][np.newaxis]
            most = float(self.rows.costs.max())  # type: ignore[union-attr]
            return [float(mean_p_values(losses, written.value, most, self.risk)[0])]
        if bound.definition.promised_by is PromisedBy.NOTHING:
            return []
        return [test_chance(bound, counts.matrices)]

    @property
    def shortages(self) -> list[Shortage]:
        """The limits that so few rows of a group, or of all, can never show."""
        testing, found = ~self.plans, []
        for bound in self.rows.want.bounds:
            name = bound.written.each_group
            if bound.by_row or bound.written.gap_over:
                continue
            groups = self.rows.groupings[name] if name else None
            places: list[tuple[object, NDArray[np.bool_]]] = [(None, testing)]
            if groups is not None:
                inside = [groups.codes == at for at in range(len(groups.names))]
                places = [(group, testing & each) for group, each in zip(groups.names, inside)]
            for group, kept in places:
                sums = np.bincount(self.rows.codes[kept], minlength=self.rows.size)
                limit = row_limit(bound, sums.astype(np.float64))
                if limit is None or allowed_errors(limit.rows, limit.rate, self.risk) >= 0:
                    continue
                needed = ceil(rows_needed(limit.rate, self.risk) / (1.0 - PLAN_SHARE))
                seen = ceil(limit.rows / (1.0 - PLAN_SHARE))
                found.append(Shortage(bound.written, seen, max(needed, seen + 1), group))
        return found

    def promise(self, confidence: float) -> Promise:
        """What the limits rest on where a planned setting is taken."""
        short = {(each.bound, each.group): each for each in self.shortages}
        sums = np.bincount(self.rows.codes, minlength=self.rows.size).astype(np.float64)
        own, groups, by_row = [], [], []
        for bound in self.rows.want.bounds:
            written = bound.written
            if written.each_group:
                for name in self.rows.groupings[written.each_group].names:
                    lines = SeenCounts(tuple(bound.linear(sums, None)))
                    lack = short.get((written, name))
                    one = BoundPromise(bound, lines, self.risk, shortage=lack)
                    groups.append(GroupPromise(name, one))
            elif bound.by_row:
                costs = self.rows.costs if bound.definition.is_cost else None
                most = None if costs is None else float(costs.max())
                by_row.append(RowPromise(bound, self.risk, None, most))
            else:
                lines = SeenCounts(tuple(bound.linear(sums, self.rows.want.costs)))
                tested = bound.definition.promised_by is not PromisedBy.NOTHING
                lack = short.get((written, None))
                risk = self.risk if tested else None
                own.append(BoundPromise(bound, lines, risk, shortage=lack))
        return Promise(confidence, tuple(own), tuple(groups), tuple(by_row))


def rank_of(found: tuple[Floats, Rank]) -> Rank:
    """How good offsets are."""
    return found[1]


def stricter_bound(bound: ClassBound, share: float) -> ClassBound:
    """The limit, which allows only this share of what it does."""
    written = bound.written
    if bound.definition.promised_by is PromisedBy.NOTHING and not bound.by_row:
        return bound
    value = written.value
    # What a lower limit on a rate allows are the rows that are decided otherwise.
    strict = 1.0 - share * (1.0 - value) if written.is_lower else share * value
    return replace(bound, written=replace(written, value=strict))


def test_chance(bound: ClassBound, matrices: Ints) -> float:
    """The chance of one matrix (1, classes, classes) to look so good, if the limit were broken."""
    sums = matrices[0].sum(axis=1).astype(np.float64)
    if not sums.sum():
        return 1.0
    return float(mean_test(bound, sums).p_values(matrices)[0])


def gap_chance(limit: GapLimit) -> float:
    """The smallest risk at which rates of groups are shown to be near each other.

    For each pair of groups the upper limit of one rate minus the lower limit of the other, each at
    half of the risk, must be within the gap. One pair that is not would have to pass by luck.
    """
    part, whole = (each[:, 0] for each in limit.counts)
    if len(part) < 2:
        return 0.0
    if not whole.all():
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        risk = (low + high) / 2.0
        upper = np.where(part < whole, beta.isf(risk / 2.0, part + 1, whole - part), 1.0)
        lower = np.where(part > 0, beta.ppf(risk / 2.0, part, whole - part + 1), 0.0)
        spread = upper[:, np.newaxis] - lower
        np.fill_diagonal(spread, 0.0)
        shown = bool((limit.excess(spread.ravel()) == 0.0).all())
        low, high = (low, risk) if shown else (risk, high)
    return high


def refuse_unpromisable(rows: OffsetRows) -> None:
    """Raise an error for limits that no rows can promise."""
    for bound in rows.want.bounds:
        if bound.by_row and bound.definition.is_cost:
            refuse_total(bound)
        if bound.written.relation == "=":
            raise unpromisable(bound, "no rate is known exactly", "write <= or >=")

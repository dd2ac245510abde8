"""Limits that the confusion matrix of all rows does not decide, at every cut-off of a score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.errors import SteersmanError
from steersman.learn.promises import (
    GroupPromise,
    RowPromise,
    Shortage,
    bound_promise,
    mean_p_values,
    rate_band,
    risk_shares,
    row_limit,
    significant_settings,
)
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.planning_rows import planning_rows
from steersman.learn.wants import Bound, ClassBound, Unit
from steersman.maths.confusion import interval, rows_needed

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SURE = 0.95  # confidence of the intervals in the table of groups
PLANNED = 20  # cut-offs at which an average cost is tested, planned by scores of other rows
PLANNING_SHARE = 0.1  # of the rows: their scores plan, the others test
OWN_RISK = 0.5  # part of the risk for the model's own cut-off
OTHER_STARTS = 4  # planned cut-offs that share the rest of the risk
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class GroupOutcome:
    """What one limit came to in one group.

    `interval` holds the true rate with 95 % confidence, taken for itself; None where there is
    none. `rows_short` predictions must change until the limit holds (is guaranteed) there; for a
    gap between groups, that is at least one in the group with the highest and the lowest rate.
    """

    bound: Bound
    group: object
    matrix: Ints
    value: float
    interval: tuple[float, float] | None
    rows_short: float

    @property
    def is_met(self) -> bool:
        """Whether the limit holds, or is guaranteed where that was asked."""
        return self.rows_short == 0.0


def group_outcome(bound: ClassBound, group: object, matrix: Ints, short: float) -> GroupOutcome:
    """One limit in one group with this matrix."""
    cells = matrix.astype(np.float64)
    part, whole = bound.parts(cells.sum(axis=1), None)
    rows = 0.0 if whole is None else float(np.sum(whole * cells))
    # A share of nothing has no value, and is never the worst.
    value = bound.value(cells, None) if rows else float("nan")
    counted = rows and bound.written.measure != "f1"
    within = interval(round(float(np.sum(part * cells))), round(rows), SURE) if counted else None
    return GroupOutcome(bound.written, group, matrix, value, within, short)


@dataclass(frozen=True, eq=False)
class EachGroupLimit:
    """A limit that must hold in each group."""

    bound: ClassBound
    groups: Groups
    matrices: Ints  # (groups, settings, 2, 2)

    @property
    def parts(self) -> int:
        return len(self.groups.names)

    def row_gaps(self) -> Floats:
        """(settings, parts): rows that must change until it holds on these rows."""
        gaps = np.zeros((self.matrices.shape[1], self.parts))
        for group, stack in enumerate(self.matrices.astype(np.float64)):
            for line in self.bound.linear(stack[0].sum(axis=1), None):
                gaps[:, group] += line.rows_to_move(stack)
        return gaps

    def promise(self, risk: float) -> tuple[tuple[GroupPromise | RowPromise, ...], Floats]:
        """What is promised, each part at `risk`, and (settings, parts) rows until it is."""
        found, gaps = [], []
        sums = [stack[0].sum(axis=1).astype(np.float64) for stack in self.matrices]
        limits = [row_limit(self.bound, each) for each in sums]
        shares = risk_shares(limits, risk * self.parts)
        for name, stack, row_sums, share in zip(self.groups.names, self.matrices, sums, shares):
            kept = bound_promise(self.bound, row_sums, share)
            found.append(GroupPromise(name, kept))
            gaps.append(np.maximum(kept.evidence.gaps(stack), float(kept.shortage is not None)))
        return tuple(found), np.stack(gaps, axis=1)

    def outcomes(self, at: int, short: Floats) -> list[GroupOutcome]:
        """What it came to in each group at one cut-off; nothing where there are none."""
        return [
            group_outcome(self.bound, name, stack[at], float(rows))
            for name, stack, rows in zip(self.groups.names, self.matrices, short)
        ]


@dataclass(frozen=True, eq=False)
class GapLimit:
    """A limit on the largest difference of a rate between any two groups."""

    bound: ClassBound
    groups: Groups
    matrices: Ints  # (groups, settings, 2, 2)

    @property
    def parts(self) -> int:
        return 1

    @cached_property
    def counts(self) -> tuple[Floats, Floats]:
        """(groups, settings) each: the rows that the rate counts, and out of how many."""
        stacks = self.matrices.astype(np.float64)
        found = [self.bound.parts(stack[0].sum(axis=1), None).sums(stack) for stack in stacks]
        return np.stack([part for part, _ in found]), np.stack([whole for _, whole in found])

    def seen_rates(self) -> tuple[Floats, Floats]:
        """(groups, settings) twice: the rates; a rate of nothing is neither low nor high."""
        part, whole = self.counts
        low = np.divide(part, whole, out=np.full_like(part, np.inf), where=whole > 0)
        return low, np.where(np.isfinite(low), low, -np.inf)

    def rate_limits(self, risk: float) -> tuple[Floats, Floats]:
        """(groups, settings) each: limits of the true rates, at all cut-offs together."""
        part, whole = self.counts
        low, high = np.empty_like(part), np.empty_like(part)
        for group in range(len(part)):
            lows, highs = rate_band(int(whole[group, 0]), risk / len(part))
            counted = part[group].astype(np.int64)
            # The band counts rows from one end of the scores; from the other it is turned around.
            if counted[0] <= counted[-1]:
                low[group], high[group] = lows[counted], highs[counted]
            else:
                others = int(whole[group, 0]) - counted
                low[group], high[group] = 1.0 - highs[others], 1.0 - lows[others]
        return low, high

    def row_gaps(self) -> Floats:
        return self.rows_short(*self.seen_rates())

    def rows_short(self, low: Floats, high: Floats) -> Floats:
        """(settings, 1): at least so many rows must change until the limits are near enough."""
        excess = self.excess(high.max(axis=0) - low.min(axis=0))
        whole = self.counts[1]
        settings = np.arange(low.shape[1])
        smallest = np.minimum(
            whole[high.argmax(axis=0), settings], whole[low.argmin(axis=0), settings]
        )
        rows = np.maximum(np.ceil(excess * smallest - ROUNDING), 1.0)
        return np.where(excess > 0.0, rows, 0.0)[:, np.newaxis]

    def excess(self, gaps: Floats) -> Floats:
        """(settings,): how far gaps are beyond the limit; 0 where they keep to it."""
        strict = self.bound.written.relation == "<"
        beyond = gaps - self.bound.written.value
        kept = beyond < -ROUNDING if strict else beyond <= ROUNDING
        return np.where(kept, 0.0, np.maximum(beyond, ROUNDING))

    def gap_at(self, at: int) -> float:
        """The difference between the highest and the lowest rate at one setting."""
        low, high = self.seen_rates()
        gap = float(high[:, at].max() - low[:, at].min())
        return max(gap, 0.0) if np.isfinite(gap) else 0.0

    def promise(self, risk: float) -> tuple[tuple[GroupPromise | RowPromise, ...], Floats]:
        if not self.bound.is_row_rate:
            raise SteersmanError(
                f"{self.bound} cannot be promised: its rows depend on the cut-off",
                todo="limit the gap of a rate such as recall or fpr",
                code="unpromisable",
                bound=self.bound.written,
            )
        short = self.shortage(risk)
        gaps = self.rows_short(*self.rate_limits(risk))
        kept = RowPromise(self.bound, risk, short)
        return (kept,), np.maximum(gaps, float(short is not None))

    def shortage(self, risk: float) -> Shortage | None:
        """Too few rows of some group: even without any error its rate is not known well enough."""
        low, high = self.rate_limits(risk)
        if (self.excess(high.max(axis=0) - low.min(axis=0)) == 0.0).any():
            return None
        sizes = self.counts[1][:, 0]
        fewest = int(sizes.argmin())
        widest = float(np.min(high[fewest] - low[fewest]))
        if widest <= self.bound.written.value:
            return None
        needed = rows_needed(self.bound.written.value, risk / (2 * len(sizes)))
        rows = int(sizes[fewest])
        name = self.groups.names[fewest]
        return Shortage(self.bound.written, rows, max(needed, rows + 1), name)

    def outcomes(self, at: int, short: Floats) -> list[GroupOutcome]:
        low, high = self.seen_rates()
        ends = {int(high[:, at].argmax()), int(low[:, at].argmin())} if short[0] else set()
        return [
            group_outcome(self.bound, name, stack[at], float(short[0]) * (group in ends))
            for group, (name, stack) in enumerate(zip(self.groups.names, self.matrices))
        ]


@dataclass(frozen=True, eq=False)
class CostLimit:
    """A limit on the cost of errors, in all or on average, where each row has its own."""

    bound: ClassBound
    scores: Floats  # (rows,)
    codes: Ints  # (rows,)
    costs: Floats  # (rows,)
    settings: Floats  # (settings,); those that are planned are moved to the planned score
    own: float  # the cut-off of the model itself, which no label here has moved

    @property
    def parts(self) -> int:
        return 1

    @cached_property
    def totals(self) -> Floats:
        """(settings,): what errors cost in all."""
        return cost_totals(self.scores, self.codes, self.costs, len(self.settings))

    @property
    def values(self) -> Floats:
        """(settings,): what is limited: all costs, or their average."""
        each = self.bound.definition.unit is Unit.COST_PER_ROW
        return self.totals / len(self.costs) if each else self.totals

    def row_gaps(self) -> Floats:
        return cost_gaps(self.bound, self.totals, self.costs)[:, np.newaxis]

    def promise(self, risk: float) -> tuple[tuple[GroupPromise | RowPromise, ...], Floats]:
        refuse_total(self.bound)
        most = float(self.costs.max())
        limit = self.bound.written.value
        places, cutoffs = self.plan()
        tests = planning_rows(len(self.scores), PLANNING_SHARE, at_least=1)
        tested = np.random.default_rng(1).permutation(np.flatnonzero(~tests))
        decided = self.scores[tested] > cutoffs[:, np.newaxis]
        losses = self.costs[tested] * (decided != (self.codes[tested] == 1))
        p_values = mean_p_values(losses, limit, most, OWN_RISK * risk)
        order = np.argsort(cutoffs, kind="stable")
        # The model's own cut-off, the first, has half of the risk; a few others share the rest.
        others = np.linspace(0, len(order) - 1, OTHER_STARTS + 2).astype(int)[1:-1].tolist()
        shown = significant_settings(int(np.argmin(order)), OWN_RISK * risk, p_values[order])
        for start in others:
            part = (1.0 - OWN_RISK) * risk / OTHER_STARTS
            shown |= significant_settings(start, part, p_values[order])
        gaps = np.ones(len(self.settings))
        gaps[places[order[shown]]] = 0.0
        return (RowPromise(self.bound, risk, None, most),), gaps[:, np.newaxis]

    def plan(self) -> tuple[Ints, Floats]:
        """The settings to test and their cut-offs, which the rows that test had no part in."""
        planning = np.sort(self.scores[planning_rows(len(self.scores), PLANNING_SHARE, at_least=1)])
        shares = np.sin(np.linspace(0.0, np.pi / 2.0, PLANNED + 2)[1:-1]) ** 2
        planned = np.unique(np.quantile(planning, shares, method="higher"))
        cutoffs = np.concatenate([[self.own], planned[planned != self.own]])
        places = np.searchsorted(np.unique(self.scores), cutoffs, side="right")
        return places.astype(np.int64), cutoffs

    def outcomes(self, _at: int, _short: Floats) -> list[GroupOutcome]:
        return []


RowLimit = EachGroupLimit | GapLimit | CostLimit
"""A limit at every cut-off. Its `parts` are judged, and share the risk, one by one."""


def refuse_total(bound: ClassBound) -> None:
    """Raise an error for a limit on a total, which is one of these rows."""
    if bound.definition.unit is not Unit.COST_PER_ROW:
        raise SteersmanError(
            f"{bound} cannot be promised: a total is one of these rows",
            todo="limit the average cost, such as cost <= 3 per row",
            code="unpromisable",
            bound=bound.written,
        )


def cost_gaps(bound: ClassBound, totals: Floats, costs: Floats) -> Floats:
    """(settings,): at least so many rows must change until the cost keeps to its limit."""
    written = bound.written
    if not written.is_upper:
        raise SteersmanError(
            f"{bound} asks for higher costs", todo="write <=", code="cost-direction"
        )
    rows = len(costs) if bound.definition.unit is Unit.COST_PER_ROW else 1
    beyond = totals / rows - written.value
    scale = ROUNDING * max(1.0, written.value)
    kept = beyond < -scale if written.relation == "<" else beyond <= scale
    largest = max(float(costs.max()), ROUNDING)
    short = np.maximum(np.ceil(beyond * rows / largest - ROUNDING), 1.0)
    return np.where(kept, 0.0, short)


def cost_totals(scores: Floats, codes: Ints, costs: Floats, n_settings: int) -> Floats:
    """(settings,): what errors cost in all at each cut-off of the scores.

    >>> cost_totals(np.array([0.1, 0.4]), np.array([1, 0]), np.array([5.0, 2.0]), 3)
    array([2., 7., 5.])
    """
    places = np.unique(scores, return_inverse=True)[1]
    missed = np.bincount(places, weights=costs * (codes == 1), minlength=n_settings - 1)
    alarms = np.bincount(places, weights=costs * (codes == 0), minlength=n_settings - 1)
    false_alarms = alarms.sum() - np.concatenate([[0.0], np.cumsum(alarms)])
    totals: Floats = np.concatenate([[0.0], np.cumsum(missed)]) + false_alarms
    return totals

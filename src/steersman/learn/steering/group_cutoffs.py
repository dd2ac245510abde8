"""The best cut-off for each group of rows, where each may have its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.errors import SteersmanError
from steersman.learn.promises import GroupPromise, Promise, RowPromise, promise_for
from steersman.learn.steering.group_thresholds import GroupThresholdClassifier
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.row_costs import CostFigure
from steersman.learn.steering.row_limits import CostLimit, EachGroupLimit, GapLimit, GroupOutcome
from steersman.learn.steering.row_offsets import minimizes_row_costs
from steersman.learn.steering.row_sweep import (
    RowChoice,
    RowSweep,
    TuningRows,
    group_violations,
    worst_first,
)
from steersman.learn.steering.thresholded import Scores
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ClassBound, ResolvedWant, Violation

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_WINDOWS = 2000
"""Lowest rates that are tried where groups must be near each other."""
MOST_ROUNDS = 20


@dataclass(frozen=True, eq=False)
class GroupCutoffs:
    """Every cut-off of every group, each with what the limits make of it.

    A choice is one setting for each group. Limits for each group and additive damage are the
    group's own; limits on gaps, on all rows and on costs couple the groups.
    """

    want: ResolvedWant
    groups: Groups
    sweeps: tuple[RowSweep, ...]  # of the rows of each group
    confidence: float | None

    @classmethod
    def of(
        cls, want: ResolvedWant, rows: TuningRows, groups: Groups, confidence: float | None
    ) -> GroupCutoffs:
        """The cut-offs of the rows of each group."""
        sweeps = []
        for group in range(len(groups.names)):
            inside = groups.codes == group
            alone = replace(
                groups,
                names=(groups.names[group],),
                codes=np.zeros(int(inside.sum()), dtype=np.int64),
            )
            part = TuningRows(
                Scores(rows.scores.values[inside], rows.scores.start),
                rows.codes[inside],
                dict.fromkeys(want.want.groupings, alone),
                None if rows.costs is None else rows.costs[inside],
                rows.own,
            )
            sweeps.append(RowSweep.of(want, part))
        return cls(want, groups, tuple(sweeps), confidence)

    @cached_property
    def own_limits(self) -> list[int]:
        """The places of the limits for each group among the limits of rows."""
        limits = self.sweeps[0].limits
        return [at for at, each in enumerate(limits) if isinstance(each, EachGroupLimit)]

    @cached_property
    def gap_limits(self) -> list[int]:
        """The places of the limits on gaps among the limits of rows."""
        return [at for at, each in enumerate(self.sweeps[0].limits) if isinstance(each, GapLimit)]

    @cached_property
    def cost_limits(self) -> list[int]:
        """The places of the limits on costs of rows among the limits of rows."""
        return [at for at, each in enumerate(self.sweeps[0].limits) if isinstance(each, CostLimit)]

    @cached_property
    def risk(self) -> float:
        """The part of the risk of each limit in each group, and of each gap."""
        assert self.confidence is not None  # noqa: S101
        sharing = len(self.own_limits) * len(self.sweeps) + len(self.gap_limits)
        return (1.0 - self.confidence) / max(sharing, 1)

    @cached_property
    def own_promises(self) -> list[list[tuple[GroupPromise, Floats]]]:
        """By limit for each group and by group: the promise, and (settings,) rows until it is."""
        found = []
        for at in self.own_limits:
            of_limit = []
            for sweep in self.sweeps:
                (kept,), gaps = sweep.limits[at].promise(self.risk)
                assert isinstance(kept, GroupPromise)  # noqa: S101
                of_limit.append((kept, gaps[:, 0]))
            found.append(of_limit)
        return found

    @cached_property
    def own_gaps(self) -> list[Floats]:
        """By group, (settings, limits for each group): rows until they hold (are promised)."""
        found = []
        for group, sweep in enumerate(self.sweeps):
            columns = [
                sweep.limits[at].row_gaps()[:, 0]
                if self.confidence is None
                else self.own_promises[place][group][1]
                for place, at in enumerate(self.own_limits)
            ]
            none = np.zeros((len(sweep.sweep.settings), 0))
            found.append(np.concatenate([none, *(each[:, np.newaxis] for each in columns)], axis=1))
        return found

    def rate_limits(self, at: int) -> list[tuple[Floats, Floats]]:
        """By group, (settings,) each: between which limits a rate is, for a limit on its gap."""
        found = []
        for sweep in self.sweeps:
            limit = sweep.limits[at]
            assert isinstance(limit, GapLimit)  # noqa: S101
            low, high = (
                limit.seen_rates()
                if self.confidence is None
                else limit.rate_limits(self.risk / len(self.sweeps))
            )
            found.append((low[0], high[0]))
        return found

    @cached_property
    def all_rate_limits(self) -> list[list[tuple[Floats, Floats]]]:
        """By limit on a gap and by group: between which limits the rate is."""
        return [self.rate_limits(at) for at in self.gap_limits]

    @cached_property
    def prices(self) -> Floats | None:
        """(2, 2): the damage of each decision; None where it does not add up over groups."""
        if minimizes_row_costs(self.want, self.sweeps[0].rows.costs):
            return None
        total = np.sum([sweep.sweep.matrices[0] for sweep in self.sweeps], axis=0)
        return Goal(self.want).prices(total.sum(axis=1).astype(np.float64))

    def own_damages(self, group: int) -> Floats:
        """(settings,): the damage of a group's cut-offs, as far as it adds up."""
        sweep = self.sweeps[group]
        if minimizes_row_costs(self.want, sweep.rows.costs):
            return sweep.totals
        matrices = sweep.sweep.matrices
        if self.prices is None:
            errors: Floats = (matrices[:, 0, 1] + matrices[:, 1, 0]).astype(np.float64)
            return errors
        damages: Floats = np.einsum("mij,ij->m", matrices, self.prices)
        return damages

    @cached_property
    def couples(self) -> bool:
        """Whether something but a single gap couples the groups."""
        additive = self.prices is not None or minimizes_row_costs(
            self.want, self.sweeps[0].rows.costs
        )
        plain = self.sweeps[0].other_bounds.bounds
        return bool(plain or self.cost_limits or len(self.gap_limits) > 1 or not additive)

    def best_alone(self, group: int, allowed: NDArray[np.bool_] | None = None) -> int:
        """The best cut-off of one group by itself, of those that are allowed."""
        sweep = self.sweeps[group]
        gaps = self.own_gaps[group].sum(axis=1)
        near = np.abs(sweep.sweep.settings - sweep.rows.start)
        order = np.lexsort((near, self.own_damages(group), gaps))
        return int(order[0] if allowed is None else order[allowed[order]][0])

    def within_gap(self) -> tuple[list[int] | None, bool]:
        """The best cut-offs whose rates are near each other, and whether all were tried.

        Every setting with the lowest rate is tried; the others must be near enough above it.
        """
        limits = self.all_rate_limits[0]
        width = self.sweeps[0].limits[self.gap_limits[0]].bound.written.value
        lowest = np.unique(np.concatenate([low for low, _ in limits]))
        lowest = lowest[np.isfinite(lowest)]
        exact = len(lowest) <= MOST_WINDOWS
        if not exact:
            lowest = lowest[np.unique(np.linspace(0, len(lowest) - 1, MOST_WINDOWS).astype(int))]
        best: tuple[tuple[float, float], list[int]] | None = None
        for bottom in lowest.tolist():
            inside = [(low >= bottom) & (high <= bottom + width + 1e-9) for low, high in limits]
            if not all(each.any() for each in inside):
                continue
            chosen = [self.best_alone(group, each) for group, each in enumerate(inside)]
            rank = self.rank(chosen)
            if best is None or rank < best[0]:
                best = rank, chosen
        return (None if best is None else best[1]), exact

    def rank(self, chosen: Sequence[int]) -> tuple[float, float]:
        """The rows until the want holds, and the damage, of one setting for each group."""
        group = len(chosen) - 1
        gaps, damages = self.scan(chosen, group)
        return float(gaps[chosen[group]]), float(damages[chosen[group]])

    def scan(self, chosen: Sequence[int], group: int) -> tuple[Floats, Floats]:
        """(settings,) each: rows until the want holds, and damage, over one group's settings while
        the other groups stay."""
        others = [at for at in range(len(self.sweeps)) if at != group]
        sweep = self.sweeps[group]
        rest = sum(
            (self.sweeps[at].sweep.matrices[chosen[at]] for at in others),
            np.zeros((2, 2), dtype=np.int64),
        )
        totals = sweep.sweep.matrices + rest
        gaps = self.own_gaps[group].sum(axis=1) + sum(
            float(self.own_gaps[at][chosen[at]].sum()) for at in others
        )
        gaps = gaps + sweep.other_bounds.gaps(totals)
        for place, limits in enumerate(self.all_rate_limits):
            low = np.min([limits[at][0][chosen[at]] for at in others], initial=np.inf)
            high = np.max([limits[at][1][chosen[at]] for at in others], initial=-np.inf)
            own_low, own_high = limits[group]
            spread = np.maximum(own_high, high) - np.minimum(own_low, low)
            gaps = gaps + self.gap_rows(place, spread)
        for at in self.cost_limits:
            gaps = gaps + self.cost_rows(at, chosen, group)
        return gaps, self.damages(totals, chosen, group)

    def gap_rows(self, place: int, spread: Floats) -> Floats:
        """(settings,): at least so many rows must change until rates are near each other."""
        limits = [sweep.limits[self.gap_limits[place]] for sweep in self.sweeps]
        gaps = [each for each in limits if isinstance(each, GapLimit)]
        smallest = min(float(each.counts[1].max()) for each in gaps)
        excess = gaps[0].excess(spread)
        return np.where(excess > 0.0, np.maximum(np.ceil(excess * smallest - 1e-9), 1.0), 0.0)

    def cost_rows(self, at: int, chosen: Sequence[int], group: int) -> Floats:
        """(settings,): at least so many rows must change until the cost is low enough."""
        limit = self.sweeps[group].limits[at]
        assert isinstance(limit, CostLimit)  # noqa: S101
        rows = sum(len(sweep.rows.codes) for sweep in self.sweeps)
        averaged = limit.bound.definition.unit.value == "cost per row"
        most = limit.bound.written.value * (rows if averaged else 1)
        totals = self.damage_of_costs(chosen, group)
        largest = max(float(sweep.rows.costs.max()) for sweep in self.sweeps)  # type: ignore[union-attr]
        beyond = totals - most
        return np.where(
            beyond <= 1e-9 * max(1.0, most), 0.0, np.maximum(np.ceil(beyond / largest - 1e-9), 1.0)
        )

    def damage_of_costs(self, chosen: Sequence[int], group: int) -> Floats:
        """(settings,): what all rows cost over one group's settings."""
        others = sum(
            float(sweep.totals[chosen[at]]) for at, sweep in enumerate(self.sweeps) if at != group
        )
        return self.sweeps[group].totals + others

    def damages(self, totals: Ints, chosen: Sequence[int], group: int) -> Floats:
        """(settings,): the damage over one group's settings, with these matrices of all rows."""
        if minimizes_row_costs(self.want, self.sweeps[0].rows.costs):
            return self.damage_of_costs(chosen, group)
        return Goal(self.want).damages(totals)

    def improve(self, chosen: list[int]) -> list[int]:
        """The choice after each group in turn takes its best cut-off, until none has a better."""
        chosen = list(chosen)
        for _ in range(MOST_ROUNDS):
            before = list(chosen)
            for group, sweep in enumerate(self.sweeps):
                gaps, damages = self.scan(chosen, group)
                near = np.abs(sweep.sweep.settings - sweep.rows.start)
                stays = np.arange(len(gaps)) != chosen[group]
                chosen[group] = int(np.lexsort((near, stays, damages, gaps))[0])
            if chosen == before:
                break
        return chosen

    def best(self, common: float) -> tuple[list[int], bool]:
        """The best cut-offs found, from those by themselves and from one for all groups; and
        whether no others can be better."""
        alone = [self.best_alone(group) for group in range(len(self.sweeps))]
        if not self.couples and not self.gap_limits:
            return alone, True
        starts = [alone, [self.setting_at(group, common) for group in range(len(self.sweeps))]]
        exact = False
        if self.gap_limits:
            near, all_tried = self.within_gap()
            exact = near is not None and all_tried and not self.couples
            starts += [] if near is None else [near]
        found = [self.improve(start) for start in starts]
        return min(found, key=self.rank), exact

    def setting_at(self, group: int, cutoff: float) -> int:
        """The setting of a group that decides as a cut-off does."""
        values = np.unique(self.sweeps[group].rows.scores.values)
        return int(np.searchsorted(values, cutoff, side="right"))

    def cutoffs(self, chosen: Sequence[int]) -> dict[object, float]:
        """The cut-off of each group."""
        return {
            name: float(sweep.sweep.settings[at])
            for name, sweep, at in zip(self.groups.names, self.sweeps, chosen)
        }

    def promise(self) -> Promise | None:
        """What is promised, group by group, and of gaps."""
        if self.confidence is None:
            return None
        total = np.sum([sweep.sweep.matrices[0] for sweep in self.sweeps], axis=0).sum(axis=1)
        plain = promise_for(self.sweeps[0].other_bounds, total.astype(np.float64), self.confidence)
        groups = tuple(kept for of_limit in self.own_promises for kept, _ in of_limit)
        gaps = [self.sweeps[0].limits[at].bound for at in self.gap_limits]
        by_row = tuple(RowPromise(bound, self.risk) for bound in gaps)
        return replace(plain, groups=groups, by_row=by_row)

    def outcomes(self, chosen: Sequence[int]) -> tuple[GroupOutcome, ...]:
        """Every limit on groups in every group, the worst first."""
        found: list[GroupOutcome] = []
        for group, (sweep, at) in enumerate(zip(self.sweeps, chosen)):
            for place, limit in enumerate(self.own_limits):
                rows = self.own_gaps[group][at, place : place + 1]
                found += sweep.limits[limit].outcomes(at, rows)
        for place, limit in enumerate(self.gap_limits):
            low, high, short = self.spread(place, chosen)
            ends = {int(np.argmin(low)), int(np.argmax(high))} if short else set()
            for group, (sweep, at) in enumerate(zip(self.sweeps, chosen)):
                (one,) = sweep.limits[limit].outcomes(at, np.zeros(1))
                found.append(replace(one, rows_short=short * (group in ends)))
        return worst_first(found)

    def spread(self, place: int, chosen: Sequence[int]) -> tuple[list[float], list[float], float]:
        """The limits of a rate in each group, and the rows until they are near enough."""
        limits = self.all_rate_limits[place]
        low = [float(each[0][at]) for each, at in zip(limits, chosen)]
        high = [float(each[1][at]) for each, at in zip(limits, chosen)]
        return low, high, float(self.gap_rows(place, np.array([max(high) - min(low)]))[0])

    def row_values(self, chosen: Sequence[int]) -> dict[ClassBound, float]:
        """The gap, or the cost, of each limit that has one."""
        found: dict[ClassBound, float] = {}
        for at in self.gap_limits:
            rates = []
            for sweep, setting in zip(self.sweeps, chosen):
                limit = sweep.limits[at]
                assert isinstance(limit, GapLimit)  # noqa: S101
                rates.append(float(limit.seen_rates()[0][0, setting]))
            known = [rate for rate in rates if np.isfinite(rate)]
            found[self.sweeps[0].limits[at].bound] = max(known) - min(known) if known else 0.0
        for at in self.cost_limits:
            bound = self.sweeps[0].limits[at].bound
            total = sum(float(s.totals[k]) for s, k in zip(self.sweeps, chosen))
            averaged = bound.definition.unit.value == "cost per row"
            rows = sum(len(sweep.rows.codes) for sweep in self.sweeps)
            found[bound] = total / rows if averaged else total
        return found


def best_cutoffs(
    start: VisitedModel,
    rows: TuningRows,
    reach: SeenRanges,
    confidence: float | None,
    groups: Groups,
    common: float,
) -> RowChoice:
    """The best cut-offs of a classifier of two classes, one for each group."""
    want = reach.want
    found = GroupCutoffs.of(want, rows, groups, confidence)
    if confidence is not None:
        refuse_unpromisable(found)
    chosen, exact = found.best(common)
    reach.exact &= exact
    matrix = np.sum(
        [sweep.sweep.matrices[at] for sweep, at in zip(found.sweeps, chosen)], axis=0
    ).astype(np.int64)
    reach.add(matrix[np.newaxis])
    gap, damage = found.rank(chosen)
    cutoffs = found.cutoffs(chosen)
    moved = GroupThresholdClassifier.beside(start.model, cutoffs, groups)
    begin = [sweep.begin for sweep in found.sweeps]
    start = replace(start, gap=found.rank(begin)[0])
    taken = VisitedModel(moved, matrix, gap, damage, {"thresholds": cutoffs})
    outcomes, promise = found.outcomes(chosen), found.promise()
    values = found.row_values(chosen)
    short = {
        **{
            found.sweeps[0].limits[at].bound: found.spread(place, chosen)[2]
            for place, at in enumerate(found.gap_limits)
        },
        **{
            found.sweeps[0].limits[at].bound: float(found.cost_rows(at, chosen, 0)[chosen[0]])
            for at in found.cost_limits
        },
    }
    broken = (
        *found.sweeps[0].other_bounds.violations(matrix),
        *(
            Violation(bound.written, values[bound], n, promise is not None)
            for bound, n in short.items()
            if n
        ),
        *group_violations(outcomes, promise),
    )
    costs = None
    if rows.costs is not None:
        decided = np.zeros(len(rows.codes), dtype=bool)
        for group, cutoff in enumerate(cutoffs.values()):
            inside = groups.codes == group
            decided[inside] = rows.scores.values[inside] > cutoff
        before = rows.scores.values > rows.start
        costs = CostFigure.of(rows.losses(before)), CostFigure.of(rows.losses(decided))
    return RowChoice(start, taken, outcomes, promise, broken, values, costs)


def refuse_unpromisable(found: GroupCutoffs) -> None:
    """Raise an error for rates of all rows, which several cut-offs leave in doubt."""
    plain = [
        each for each in found.sweeps[0].other_bounds.bounds if not each.definition.grows_with_rows
    ]
    plain += [found.sweeps[0].limits[at].bound for at in found.cost_limits]
    if plain:
        raise SteersmanError(
            f"{plain[0]} cannot be promised with a cut-off for each group",
            todo="ask it for each group, or use one cut-off for all",
            code="unpromisable",
            bound=plain[0].written,
        )
    for at in found.gap_limits:
        # Refused where a rate is not one of rows of known truth.
        found.sweeps[0].limits[at].promise(found.risk)

"""The best cut-off under limits that only single rows decide: of groups, and of costs by row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.errors import SteersmanError
from steersman.learn.promises import GroupPromise, Promise, RowPromise, promise_for
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.row_costs import CostFigure
from steersman.learn.steering.row_limits import (
    CostLimit,
    EachGroupLimit,
    GapLimit,
    GroupOutcome,
    RowLimit,
    cost_totals,
)
from steersman.learn.steering.row_offsets import (
    bounds_on_counts,
    minimizes_row_costs,
)
from steersman.learn.steering.thresholded import Scores, ThresholdedClassifier
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ClassBound, ResolvedWant, Violation
from steersman.maths.confusion import Sweep, cutoff_sweep

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TuningRows:
    """The rows that steering sees, one by one: score, class, groups by name, cost of an error."""

    scores: Scores
    codes: Ints
    groupings: Mapping[str, Groups] = field(default_factory=dict)
    costs: Floats | None = None
    own: float = 0.0  # the cut-off of the model itself, before any was moved

    @property
    def start(self) -> float:
        """The cut-off at which the model decides by itself."""
        return float(self.scores.start)

    def losses(self, decided: NDArray[np.bool_]) -> Floats:
        """(rows,): what each row costs under these decisions."""
        assert self.costs is not None  # noqa: S101
        lost: Floats = self.costs * (decided != (self.codes == 1))
        return lost

    def group_matrices(self, groups: Groups, n_settings: int) -> Ints:
        """(groups, settings, 2, 2): the confusion matrix of each group at each cut-off."""
        places = np.unique(self.scores.values, return_inverse=True)[1]
        found = np.empty((len(groups.names), n_settings, 2, 2), dtype=np.int64)
        for group in range(len(groups.names)):
            for true in (0, 1):
                rows = places[(groups.codes == group) & (self.codes == true)]
                below = np.concatenate(
                    [[0], np.cumsum(np.bincount(rows, minlength=n_settings - 1))]
                )
                found[group, :, true, 0] = below
                found[group, :, true, 1] = len(rows) - below
        return found


@dataclass(frozen=True, eq=False)
class RowSweep:
    """All cut-offs, with the limits that single rows decide at each of them."""

    want: ResolvedWant
    rows: TuningRows
    sweep: Sweep
    limits: tuple[RowLimit, ...]

    @classmethod
    def of(cls, want: ResolvedWant, rows: TuningRows) -> RowSweep:
        """The cut-offs of a classifier of two classes."""
        sweep = cutoff_sweep(rows.scores.values, rows.codes == 1)
        settings, n = sweep.settings.copy(), len(sweep.settings)
        matrices = {
            id(groups): rows.group_matrices(groups, n) for groups in rows.groupings.values()
        }
        limits: list[RowLimit] = []
        for bound in want.bounds:
            written = bound.written
            if written.grouping:
                groups = rows.groupings[written.grouping]
                kind = GapLimit if written.gap_over else EachGroupLimit
                limits.append(kind(bound, groups, matrices[id(groups)]))
            elif bound.by_row:
                assert rows.costs is not None  # noqa: S101
                values = rows.scores.values
                cost = CostLimit(bound, values, rows.codes, rows.costs, settings, rows.own)
                # A test holds for the cut-off that was planned, not for others between two rows.
                places, cutoffs = cost.plan()
                settings[places[::-1]] = cutoffs[::-1]
                limits.append(cost)
        return cls(want, rows, Sweep(settings, sweep.matrices), tuple(limits))

    @cached_property
    def other_bounds(self) -> ResolvedWant:
        """The want without the limits that single rows decide."""
        return bounds_on_counts(self.want)

    def promise(self, confidence: float) -> tuple[Promise, Floats]:
        """The promise of all limits, which share the risk, and (settings, parts) those of rows."""
        sharing = sum(limit.parts for limit in self.limits)
        row_sums = self.sweep.matrices[0].sum(axis=1).astype(np.float64)
        promise = promise_for(self.other_bounds, row_sums, confidence, sharing=sharing)
        risk = (1.0 - confidence) / (sharing + len(promise.promised_bounds))
        found = [limit.promise(risk) for limit in self.limits]
        kept = [each for several, _ in found for each in several]
        groups = tuple(each for each in kept if isinstance(each, GroupPromise))
        by_row = tuple(each for each in kept if isinstance(each, RowPromise))
        gaps = [gaps for _, gaps in found]
        return replace(promise, groups=groups, by_row=by_row), self.side_by_side(gaps)

    def side_by_side(self, gaps: list[Floats]) -> Floats:
        """(settings, parts): the gaps of all limits."""
        none = np.zeros((len(self.sweep.settings), 0))
        return np.concatenate([none, *gaps], axis=1)

    @cached_property
    def seen_gaps(self) -> Floats:
        """(settings, parts): rows that must change until each limit holds on these rows."""
        return self.side_by_side([limit.row_gaps() for limit in self.limits])

    @cached_property
    def all_seen_gaps(self) -> Floats:
        """(settings,): rows that must change until all limits hold on these rows."""
        own = self.other_bounds.gaps(self.sweep.matrices)
        total: Floats = own + self.seen_gaps.sum(axis=1)
        return total

    @cached_property
    def totals(self) -> Floats:
        """(settings,): what errors cost in all, where each row has a cost."""
        assert self.rows.costs is not None  # noqa: S101
        values = self.rows.scores.values
        return cost_totals(values, self.rows.codes, self.rows.costs, len(self.sweep.settings))

    @cached_property
    def damages(self) -> Floats:
        """(settings,): what is made small within the limits."""
        if minimizes_row_costs(self.want, self.rows.costs):
            return self.totals
        return Goal(self.want).damages(self.sweep.matrices)

    def best(self, gaps: Floats) -> int:
        """The best cut-off: the want first (as counted, where none is promised), then damage."""
        matrices = self.sweep.matrices
        first = np.where(gaps == 0.0, -1.0, self.all_seen_gaps)
        right = matrices[:, 0, 0] + matrices[:, 1, 1]
        near = np.abs(self.sweep.settings - self.rows.start)
        return int(np.lexsort((near, -right, self.damages, first))[0])

    @property
    def begin(self) -> int:
        """The setting that decides as the model does."""
        # Setting k has k distinct scores at or below it.
        distinct = np.unique(self.rows.scores.values)
        return int(np.searchsorted(distinct, self.rows.start, side="right"))

    def outcomes(self, at: int, short: Floats) -> tuple[GroupOutcome, ...]:
        """Every limit on groups in every group at one cut-off, the worst first."""
        found: list[GroupOutcome] = []
        place = 0
        for limit in self.limits:
            found += limit.outcomes(at, short[place : place + limit.parts])
            place += limit.parts
        return worst_first(found)

    def violations(self, at: int, short: Floats, *, promised: bool) -> list[Violation]:
        """The limits on gaps and costs that do not hold (are not guaranteed) at one cut-off."""
        found, place = [], 0
        for limit in self.limits:
            rows = float(short[place])
            place += limit.parts
            if rows and not isinstance(limit, EachGroupLimit):
                found.append(Violation(limit.bound.written, self.value(limit, at), rows, promised))
        return found

    def value(self, limit: RowLimit, at: int) -> float:
        """The gap, or the cost, that a limit is about at one cut-off."""
        if isinstance(limit, GapLimit):
            return limit.gap_at(at)
        assert isinstance(limit, CostLimit)  # noqa: S101
        return float(limit.values[at])

    def row_values(self, at: int) -> dict[ClassBound, float]:
        """The gap, or the cost, of each limit that has one."""
        several = (each for each in self.limits if not isinstance(each, EachGroupLimit))
        return {limit.bound: self.value(limit, at) for limit in several}

    def cost_at(self, at: int) -> CostFigure | None:
        """What errors cost at one cut-off; None where rows have no costs."""
        if self.rows.costs is None:
            return None
        decided = self.rows.scores.values > self.sweep.settings[at]
        return CostFigure.of(self.rows.losses(decided))


def worst_first(outcomes: list[GroupOutcome]) -> tuple[GroupOutcome, ...]:
    """Outcomes in the order of how bad their values are; those without a value last."""
    rising = [each.bound.is_lower != bool(each.bound.gap_over) for each in outcomes]
    order = [each.value if up else -each.value for each, up in zip(outcomes, rising)]
    return tuple(outcomes[place] for place in np.argsort(order, kind="stable"))


@dataclass(frozen=True, eq=False)
class RowChoice:
    """The model taken, and what it came to.

    `values` are the gaps and costs that limits are about, `costs` what errors cost before and
    after. `moved` are the cut-offs by group, where each has its own.
    """

    start: VisitedModel
    chosen: VisitedModel
    outcomes: tuple[GroupOutcome, ...]
    promise: Promise | None
    violations: tuple[Violation, ...]
    values: Mapping[ClassBound, float]
    costs: tuple[CostFigure, CostFigure] | None = None


def best_cutoff(
    start: VisitedModel,
    rows: TuningRows,
    reach: SeenRanges,
    confidence: float | None,
    *,
    keep: bool,
) -> RowChoice:
    """The best cut-off of a classifier of two classes for all rows."""
    want = reach.want
    sweep = RowSweep.of(want, rows)
    reach.add(sweep.sweep.matrices)
    promise, short = (None, sweep.seen_gaps) if confidence is None else sweep.promise(confidence)
    matrices = sweep.sweep.matrices
    judged = promise is not None and promise.is_of_rates
    own = promise.gaps(matrices) if promise is not None else sweep.other_bounds.gaps(matrices)
    gaps: Floats = own + short.sum(axis=1)
    at, begin = sweep.best(gaps), sweep.begin
    counted = sweep.all_seen_gaps
    as_good = gaps[begin] == 0.0 if keep else gaps[at] > 0.0 and counted[begin] <= counted[at]
    at = begin if as_good else at
    start = replace(start, gap=float(gaps[begin]))
    cutoff, matrix = float(sweep.sweep.settings[at]), matrices[at]
    moved = ThresholdedClassifier.around(start.model, cutoff)
    stays = at == begin or np.array_equal(matrix, start.matrix)
    damage = float(sweep.damages[at])
    knobs: dict[str, object] = {"threshold": cutoff}
    chosen = start if stays else VisitedModel(moved, matrix, float(gaps[at]), damage, knobs)
    outcomes = sweep.outcomes(at, short[at])
    others = (
        promise.violations(sweep.other_bounds, matrix, float(own[at]))
        if promise is not None and judged
        else sweep.other_bounds.violations(matrix)
    )
    broken = (
        *others,
        *sweep.violations(at, short[at], promised=judged),
        *group_violations(outcomes, promise),
    )
    before, after = sweep.cost_at(begin), sweep.cost_at(at)
    costs = None if before is None or after is None else (before, after)
    return RowChoice(start, chosen, outcomes, promise, broken, sweep.row_values(at), costs)


def group_violations(
    outcomes: tuple[GroupOutcome, ...], promise: Promise | None
) -> list[Violation]:
    """The limits that do not hold (are not guaranteed) in some group, the worst first."""
    promised = promise.groups if promise is not None else ()
    kept = {(each.promise.bound.written, each.group): each for each in promised}
    found = []
    for each in outcomes:
        if each.is_met or each.bound.gap_over:
            continue
        one = kept.get((each.bound, each.group))
        # What a whole sweep shows is no matter of single rows.
        rows = each.rows_short if one is None else one.promise.evidence.rows_to_move(each.matrix)
        found.append(Violation(each.bound, each.value, rows, one is not None, each.group))
    return found


def check_row_limits(want: ResolvedWant, *, grouped: bool, used: bool) -> None:
    """Raise an error for limits that single rows cannot decide.

    `grouped` says that groups were given, `used` that something else needs them.
    """
    limited = [each for each in want.bounds if each.written.grouping]
    if grouped and not limited and not used:
        raise SteersmanError(
            "groups came, and no limit is for each of them",
            todo='write for example "recall >= 90% for each group"',
            code="groups-unused",
        )
    if used and len(want.classes) != 2:
        raise SteersmanError(
            f"a cut-off for each group is for two classes, and there are {len(want.classes)}",
            todo="use the same offsets for all groups, or steer one class against the rest",
            code="cutoffs-of-several-classes",
        )
    for each in limited:
        definition = each.definition
        if not definition.is_share or definition.averages_classes or each.prior is not None:
            raise SteersmanError(
                f"{each} cannot be asked of each group",
                todo="limit a rate such as recall or fpr, without a prior",
                code="not-for-groups",
                bound=each.written,
            )
        if each.written.gap_over and each.written.measure == "f1":
            raise SteersmanError(
                f"{each} cannot be asked: F1 is not a share of rows",
                todo="limit the gap of recall and of precision",
                code="not-for-groups",
                bound=each.written,
            )

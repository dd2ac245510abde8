"""A want made stricter, so that its rates hold on new data with the confidence asked for.

Valid for settings of one number along which the decisions are nested (a cut-off on a score, the
offset of one class) and that score must not have learned from the holdout. The bounds share the
risk (`risk_shares`). Rates among rows of known truth: order statistics of the holdout scores.
Other rates: tests at settings in an order that is fixed before any label is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.promises.evidence import Evidence, SeenCounts, TestedSettings
from steersman.learn.promises.rate_for_count import rate_instead
from steersman.learn.promises.risk_shares import ClassRowLimit, risk_shares
from steersman.learn.promises.row_promises import RowPromise
from steersman.learn.promises.shortage import Shortage
from steersman.learn.promises.testing_plan import FewCallsFirst, OwnSettingFirst
from steersman.learn.wants import (
    Bound,
    CallDirection,
    Called,
    ClassBound,
    LinearBound,
    PromisedBy,
    ResolvedWant,
    Violation,
)
from steersman.maths.confusion import (
    BinomialTest,
    MeanTest,
    StratifiedMeanTest,
    allowed_errors,
    rows_needed,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BoundPromise:
    """One bound of a want under a promise.

    A count has no `risk`: it is judged as counted here and promises nothing, and `instead` is a
    rate that would. Of rows of known truth, at most `allowed[0]` of `allowed[1]` may err here.
    """

    bound: ClassBound
    evidence: Evidence
    risk: float | None = None
    allowed: tuple[int, int] | None = None
    shortage: Shortage | None = None
    instead: Bound | None = None

    @property
    def is_promised(self) -> bool:
        """Whether the bound is promised of new rows."""
        return self.risk is not None

    def holds_at(self, matrix: Ints) -> bool:
        """Whether the bound is shown at one setting, taken for itself."""
        return self.shortage is None and self.evidence.surplus(matrix) >= 0


@dataclass(frozen=True, eq=False)
class GroupPromise:
    """One bound under a promise in one group."""

    group: object
    promise: BoundPromise


@dataclass(frozen=True, eq=False)
class Promise:
    """Conditions on the holdout under which a want holds on new data, bound by bound.

    With `among` above 1 the confidence is that of the model chosen from so many, and each of them
    has its part of the risk.
    """

    confidence: float
    bounds: tuple[BoundPromise, ...]  # in the order of the want's, without those for each group
    groups: tuple[GroupPromise, ...] = ()  # group by group for each such bound
    by_row: tuple[RowPromise, ...] = ()  # on gaps between groups and on costs of rows
    among: int = 1

    @property
    def promised_bounds(self) -> tuple[BoundPromise, ...]:
        """The bounds on rates, which are about new rows."""
        return tuple(each for each in self.bounds if each.is_promised)

    @property
    def counted_bounds(self) -> tuple[BoundPromise, ...]:
        """The bounds on counts, which are about these rows."""
        return tuple(each for each in self.bounds if not each.is_promised)

    @property
    def shortages(self) -> tuple[Shortage, ...]:
        """The bounds that so few rows can never promise."""
        own = [each.shortage for each in self.bounds if each.shortage is not None]
        in_groups = [
            replace(each.promise.shortage, group=each.group)
            for each in self.groups
            if each.promise.shortage is not None
        ]
        by_row = [each.shortage for each in self.by_row if each.shortage is not None]
        return (*own, *in_groups, *by_row)

    @property
    def is_of_rates(self) -> bool:
        """Whether some rate is promised, of all rows or of groups."""
        return bool(self.promised_bounds or self.groups or self.by_row)

    @property
    def swept_bounds(self) -> int:
        """How many bounds are shown by a whole sweep, never by one setting."""
        return sum(each.evidence.by_sweep for each in self.bounds)

    def gaps(self, matrices: Ints) -> Floats:
        """(settings,): rows that must change until all is promised, over a whole sweep."""
        total = np.zeros(len(matrices))
        for each in self.bounds:
            total += each.evidence.gaps(matrices)
        # With a shortage no setting is promised, however few errors are seen, so the gap is never
        # 0.
        return np.maximum(total, 1.0) if self.shortages else total

    def unshown_counts(self, matrices: Ints) -> Floats:
        """(settings,): how many bounds that a sweep shows are not shown at each setting."""
        total = np.zeros(len(matrices))
        for each in self.bounds:
            if each.evidence.by_sweep:
                total += each.evidence.gaps(matrices)
        return total

    def violations(self, want: ResolvedWant, matrix: Ints, gap: float) -> tuple[Violation, ...]:
        """The bounds that are not promised at a setting with this gap, the furthest away first.

        Their rows, and one for each share that is not shown, add up to the gap.
        """
        rows = [each.evidence.rows_to_move(matrix) for each in self.bounds]
        swept = [place for place, each in enumerate(self.bounds) if each.evidence.by_sweep]
        doubtful = sorted(swept, key=lambda place: self.bounds[place].evidence.surplus(matrix))
        # The part of the gap that counted rows do not explain is one for each share not shown by
        # the sweep: taken to be those furthest below their limit at this setting.
        left = round(gap - sum(rows)) if np.isfinite(gap) else len(doubtful)
        unshown = set(doubtful[: max(0, left)])
        cells = matrix.astype(np.float64)
        broken = [place for place in range(len(rows)) if rows[place] or place in unshown]
        # Of shares, the one that is furthest below its limit comes first.
        doubt = {place: at for at, place in enumerate(doubtful)}
        broken.sort(key=lambda place: (-rows[place], doubt.get(place, 0)))
        return tuple(
            Violation(
                self.bounds[place].bound.written,
                self.bounds[place].bound.value(cells, want.costs),
                rows[place],
                self.bounds[place].is_promised,
            )
            for place in broken
        )

    def target(self, want: ResolvedWant, matrix: Ints) -> Ints:
        """(classes, classes): the nearest matrix that promises the want."""
        cells = matrix.astype(np.float64)
        row_sums = cells.sum(axis=1)
        lines = [
            line
            for each in self.bounds
            for line in each.evidence.target_lines(each.bound, row_sums)
        ]
        wanted = want.nearest(cells, lines) if lines else None
        return want.target(matrix) if wanted is None else wanted.astype(np.int64)


def check_confidence(confidence: float) -> None:
    """Raise an error unless the confidence lies between 0 and 1, both excluded."""
    if not 0.0 < confidence < 1.0:
        raise SteersmanError(
            f"confidence is {confidence}, not between 0 and 1",
            todo="write 0.95 for 95 %",
            code="bad-confidence",
            confidence=confidence,
        )


def promise_for(
    want: ResolvedWant,
    row_sums: Floats,
    confidence: float,
    *,
    sharing: int = 0,
    own_calls: Ints | None = None,
) -> Promise:
    """The promise of a want on a holdout with these row sums.

    `sharing` is how many other promises share the risk. `own_calls` (classes,) are the rows that
    the model by itself predicts as each class: tests begin near there.
    """
    check_confidence(confidence)
    kinds = [bound.definition.promised_by for bound in want.bounds]
    rates = sharing + sum(kind is not PromisedBy.NOTHING for kind in kinds)
    plan = PlannedBy(own_calls, want.objective.call_direction if want.objective else None)
    promised = [each for each, kind in zip(want.bounds, kinds) if kind is not PromisedBy.NOTHING]
    # The chances that each is broken add up to the risk at most: all hold with the confidence.
    own_risk = (1.0 - confidence) * len(promised) / max(1, rates)
    shares = dict(
        zip(
            map(id, promised),
            risk_shares([row_limit(each, row_sums) for each in promised], own_risk),
        )
    )
    found = []
    for bound, kind in zip(want.bounds, kinds):
        if kind is PromisedBy.NOTHING:
            # If every count were asked as a rate instead, all bounds would share the risk.
            share = (1.0 - confidence) / (sharing + len(want.bounds))
            seen = SeenCounts(tuple(bound.linear(row_sums, want.costs)))
            instead = rate_instead(bound, want, row_sums, share)
            found.append(BoundPromise(bound, seen, instead=instead))
            continue
        found.append(bound_promise(bound, row_sums, shares[id(bound)], plan))
    return Promise(confidence, tuple(found))


class PlannedBy(NamedTuple):
    """What is known before any label: the rows (classes,) that the model by itself predicts as each
    class, and where the objective is better."""

    own_calls: Ints | None = None
    toward: CallDirection | None = None


NO_PLAN = PlannedBy()


class Situation(NamedTuple):
    """A bound, the rows of each class that can show it, and the risk that may be taken."""

    bound: ClassBound
    row_sums: Floats
    risk: float
    plan: PlannedBy


def bound_promise(
    bound: ClassBound, row_sums: Floats, risk: float, plan: PlannedBy = NO_PLAN
) -> BoundPromise:
    """The promise of one bound on a rate, broken with a chance of at most `risk`."""
    if bound.written.relation == "=":
        raise unpromisable(bound, "no rate is known exactly", "write <= or >=")
    return PROMISES[bound.definition.promised_by](Situation(bound, row_sums, risk, plan))


def unpromisable(bound: ClassBound, why: str, todo: str) -> SteersmanError:
    """The error for a bound of a form that no rows can promise."""
    return SteersmanError(
        f"{bound} cannot be promised: {why}", todo=todo, code="unpromisable", bound=bound.written
    )


def row_rate_promise(situation: Situation) -> BoundPromise:
    """At most so many of the class's rows may be decided the unwanted way."""
    bound, risk = situation.bound, situation.risk
    unwanted, (rows, rate) = unwanted_decisions(bound, situation.row_sums)
    allowed = allowed_errors(rows, rate, risk)
    short = Shortage(bound.written, rows, rows_needed(rate, risk)) if allowed < 0 else None
    # With a shortage, no errors at all is still the nearest thing to aim at.
    most = max(allowed, 0)
    seen = SeenCounts((LinearBound(-unwanted, -float(most)),))
    return BoundPromise(bound, seen, risk, (most, rows), short)


def unwanted_decisions(bound: ClassBound, row_sums: Floats) -> tuple[Floats, ClassRowLimit]:
    """(true, predicted): the decisions that a bound on rows of known truth limits, and how."""
    upper, value = bound.written.is_upper, bound.written.value
    part, whole = bound.parts(row_sums, None)
    assert whole is not None  # noqa: S101
    # A lower bound on a rate is an upper bound on the rate of all other decisions.
    unwanted, rate = (part, value) if upper else (whole - part, 1.0 - value)
    return unwanted, ClassRowLimit(int(whole[:, 0] @ row_sums), rate)


def row_limit(bound: ClassBound, row_sums: Floats) -> ClassRowLimit | None:
    """The limit on rows of known truth that a bound is; None for one that is tested."""
    if bound.definition.promised_by is not PromisedBy.ROW_RATE or bound.written.relation == "=":
        return None
    return unwanted_decisions(bound, row_sums)[1]


def called_share_promise(situation: Situation) -> BoundPromise:
    """Among the rows called a class (or not called it), enough must be right."""
    bound, row_sums = situation.bound, situation.row_sums
    definition, column = bound.definition, bound.places[0]
    if bound.written.is_lower == definition.rises_with_errors:
        raise unpromisable(bound, "it allows errors", "bound precision from below")
    if definition.called is Called.OTHER:
        if len(row_sums) != 2:
            raise unpromisable(bound, "there are other classes", "bound precision from below")
        column = 1 - column
    test = mean_test(bound, row_sums)
    if not isinstance(test, BinomialTest):
        return tested_promise(situation)
    rows, own = int(row_sums.sum()), situation.plan.own_calls
    own_calls = None if own is None else int(own[column])
    plan = FewCallsFirst.of(column, test.share, rows, situation.risk, own_calls)
    needed = rows_needed(1.0 - test.share, situation.risk)
    short = Shortage(bound.written, rows, needed) if needed > rows else None
    return BoundPromise(bound, TestedSettings(test, plan), situation.risk, shortage=short)


def tested_promise(situation: Situation) -> BoundPromise:
    """The bound must be shown by a test, first at the setting that the model has by itself."""
    bound, row_sums = situation.bound, situation.row_sums
    test = mean_test(bound, row_sums)
    plan = OwnSettingFirst(situation.risk, *situation.plan)
    # If even rows that are all decided as well as can be do not show it, nothing will.
    (line,) = bound.linear(row_sums, None)
    best = np.zeros_like(line.weights, dtype=np.int64)
    best[np.arange(len(best)), line.weights.argmax(axis=1)] = row_sums.astype(np.int64)
    never = float(test.p_values(best[np.newaxis])[0]) > plan.first_risk
    short = Shortage(bound.written, int(row_sums.sum())) if never else None
    return BoundPromise(bound, TestedSettings(test, plan), situation.risk, shortage=short)


def mean_test(bound: ClassBound, row_sums: Floats) -> MeanTest:
    """The test of a bound at one setting: exact where two kinds of decision decide it."""
    part, whole = bound.parts(row_sums, None)
    # A row is in one cell: what is not a share of some rows is spread over all of them.
    rows = np.full_like(part, 1.0 / row_sums.sum()) if whole is None else whole
    # The bound says that the mean of these weights over all decisions is above 0.
    weights = part - bound.written.value * rows
    weights = -weights if bound.written.is_upper else weights
    gain, loss = float(weights.max()), float(-weights.min())
    good, bad = (np.isclose(weights, each, rtol=1e-9, atol=0.0) for each in (gain, -loss))
    if gain > 0.0 < loss and np.all(good | bad | (weights == 0.0)):
        return BinomialTest(good, bad, loss / (gain + loss))
    return StratifiedMeanTest(weights, row_sums)


PROMISES: Mapping[PromisedBy, Callable[[Situation], BoundPromise]] = {
    PromisedBy.ROW_RATE: row_rate_promise,
    PromisedBy.CALLED_SHARE: called_share_promise,
    PromisedBy.TESTS: tested_promise,
}

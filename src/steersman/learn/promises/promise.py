"""A want made stricter, so that its rates hold on new data with the confidence asked for.

Valid for settings of one number along which the decisions are nested (a cut-off on a score, the
offset of one class) and that score must not have learned from the holdout. The risk is shared
equally by the bounds. Rates among rows of known truth: order statistics of the holdout scores.
Precision: Clopper and Pearson at numbers of calls fixed in advance. Other rates: uniform bands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.promises.evidence import TESTS, CalledShare, Evidence, SeenCounts, ShareInUse
from steersman.learn.promises.rate_for_count import rate_instead
from steersman.learn.promises.row_promises import RowPromise
from steersman.learn.promises.shortage import Shortage
from steersman.learn.wants import (
    Bound,
    Called,
    ClassBound,
    LinearBound,
    PromisedBy,
    ResolvedWant,
    Violation,
)
from steersman.maths.confusion import allowed_errors, rows_needed, uniform_band

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
    """Conditions on the holdout under which a want holds on new data, bound by bound."""

    confidence: float
    bounds: tuple[BoundPromise, ...]  # in the order of the want's, without those for each group
    groups: tuple[GroupPromise, ...] = ()  # group by group for each such bound
    by_row: tuple[RowPromise, ...] = ()  # on gaps between groups and on costs of rows

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
    def shown_by_sweep(self) -> int:
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
    want: ResolvedWant, row_sums: Floats, confidence: float, *, sharing: int = 0
) -> Promise:
    """The promise of a want on a holdout with these row sums.

    `sharing` is how many other promises share the risk.
    """
    check_confidence(confidence)
    kinds = [bound.definition.promised_by for bound in want.bounds]
    rates = sharing + sum(kind is not PromisedBy.NOTHING for kind in kinds)
    found = []
    for bound, kind in zip(want.bounds, kinds):
        if kind is PromisedBy.NOTHING:
            # If every count were asked as a rate instead, all bounds would share the risk.
            share = (1.0 - confidence) / (sharing + len(want.bounds))
            seen = SeenCounts(tuple(bound.linear(row_sums, want.costs)))
            instead = rate_instead(bound, want, row_sums, share)
            found.append(BoundPromise(bound, seen, instead=instead))
            continue
        # Bonferroni: with equal parts of the risk, all rates hold together with the confidence.
        found.append(bound_promise(bound, row_sums, (1.0 - confidence) / rates))
    return Promise(confidence, tuple(found))


def bound_promise(bound: ClassBound, row_sums: Floats, risk: float) -> BoundPromise:
    """The promise of one bound on a rate, broken with a chance of at most `risk`."""
    if bound.written.relation == "=":
        raise unpromisable(bound, "no rate is known exactly", "write <= or >=")
    return PROMISES[bound.definition.promised_by](bound, row_sums, risk)


def unpromisable(bound: ClassBound, why: str, todo: str) -> SteersmanError:
    """The error for a bound of a form that no rows can promise."""
    return SteersmanError(
        f"{bound} cannot be promised: {why}", todo=todo, code="unpromisable", bound=bound.written
    )


def row_rate_promise(bound: ClassBound, row_sums: Floats, risk: float) -> BoundPromise:
    """At most so many of the class's rows may be decided the unwanted way."""
    upper, value = bound.written.is_upper, bound.written.value
    part, whole = bound.parts(row_sums, None)
    assert whole is not None  # noqa: S101
    # A lower bound on a rate is an upper bound on the rate of all other decisions.
    unwanted, rate = (part, value) if upper else (whole - part, 1.0 - value)
    rows = int(whole[:, 0] @ row_sums)
    allowed = allowed_errors(rows, rate, risk)
    short = Shortage(bound.written, rows, rows_needed(rate, risk)) if allowed < 0 else None
    # With a shortage, no errors at all is still the nearest thing to aim at.
    most = max(allowed, 0)
    seen = SeenCounts((LinearBound(-unwanted, -float(most)),))
    return BoundPromise(bound, seen, risk, (most, rows), short)


def called_share_promise(bound: ClassBound, row_sums: Floats, risk: float) -> BoundPromise:
    """Among the rows called a class, enough must be right."""
    definition, value, column = bound.definition, bound.written.value, bound.places[0]
    if bound.written.is_lower == definition.rises_with_errors:
        raise unpromisable(bound, "it allows errors", "bound precision from below")
    if definition.called is Called.OTHER:
        if len(row_sums) != 2:
            raise unpromisable(bound, "there are other classes", "bound precision from below")
        column = 1 - column
    share = 1.0 - value if definition.rises_with_errors else value
    if bound.prior is not None:
        return share_in_use_promise(bound, column, share, row_sums, risk)
    needed, total = rows_needed(1.0 - share, risk / TESTS), int(row_sums.sum())
    short = Shortage(bound.written, total, needed) if needed > total else None
    return BoundPromise(bound, CalledShare(column, share, risk), risk, shortage=short)


def share_in_use_promise(
    bound: ClassBound, column: int, share: float, row_sums: Floats, risk: float
) -> BoundPromise:
    """Few enough false calls for the recall there is, at the shares that classes have in use."""
    assert bound.prior is not None  # noqa: S101
    in_use = float(bound.prior.shares()[column])
    # Of all rows in use, in_use * recall are rightly called and (1 - in_use) * rate falsely.
    odds = in_use * (1.0 - share) / ((1.0 - in_use) * max(share, 1e-9))
    evidence = ShareInUse.of(column, odds, row_sums, risk)
    others = int(row_sums.sum() - row_sums[column])
    needed = rows_needed(min(odds, 1.0), risk / (2 * TESTS))
    never = evidence.most_false_calls[0] < 0
    short = Shortage(bound.written, others, max(needed, others + 1)) if never else None
    return BoundPromise(bound, evidence, risk, shortage=short)


def band_promise(bound: ClassBound, row_sums: Floats, risk: float) -> BoundPromise:
    """The bound with a margin that covers every setting at once."""
    (line,) = bound.linear(row_sums, None)
    weights, least, total = line.weights, line.least, float(row_sums.sum())
    best = weights.max(axis=1)
    if bound.definition.averages_classes or bound.prior is not None:
        # One band for each class, from its own rows and with its part of the risk.
        spread = np.ptp(weights, axis=1) * row_sums
        bands = [uniform_band(int(n), risk / len(row_sums)) for n in row_sums]
        margin = float(spread @ np.array(bands))
    else:
        # The total is fixed, so a constant added to all weights changes nothing. Making the best
        # cell of every row 0 leaves fewer cells that need a band, and so a smaller margin.
        shifted = weights - best[0] if np.ptp(best) == 0 else weights
        cells = int(np.count_nonzero(shifted))
        margin = float(np.abs(shifted).sum()) * total * uniform_band(int(total), risk / cells)
    short = Shortage(bound.written, int(total)) if float(best @ row_sums) < least + margin else None
    seen = SeenCounts((LinearBound(weights, least + margin),))
    return BoundPromise(bound, seen, risk, shortage=short)


PROMISES: Mapping[PromisedBy, Callable[[ClassBound, Floats, float], BoundPromise]] = {
    PromisedBy.ROW_RATE: row_rate_promise,
    PromisedBy.CALLED_SHARE: called_share_promise,
    PromisedBy.BAND: band_promise,
}

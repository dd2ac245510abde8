"""Whether rows of one file keep each limit, looked at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

from steersman.learn.monitor.limits_in_use import limits_in_use
from steersman.learn.monitor.value_text import value_text
from steersman.learn.monitor.watched_bound import WatchedBound, watched_bound
from steersman.learn.wants import Bound, ClassBound, ResolvedWant

Ints = NDArray[np.int64]


class Verdict(StrEnum):
    """What rows say about a limit."""

    KEPT = "kept"
    BROKEN = "broken"
    TOO_FEW = "too few rows"
    UNKNOWN = "not judged"


@dataclass(frozen=True)
class BoundVerdict:
    """One limit on one set of rows: the measure, its interval, and the rows it is about."""

    bound: Bound
    verdict: Verdict
    rows: int = 0
    value: float | None = None
    limits: tuple[float, float] | None = None
    reason: str = ""

    def sentence(self) -> str:
        """The verdict first, then the figures.

        >>> bound = Bound("fpr", (), "<=", 0.02)
        >>> print(BoundVerdict(bound, Verdict.KEPT, 900, 0.01, (0.0046, 0.0189)).sentence())
        fpr <= 2%: kept; 1 % of 900 rows, between 0.5 % and 1.9 %.
        """
        start = f"{self.bound}: {self.verdict.value}"
        if self.value is None or self.limits is None:
            return f"{start}; {self.reason}."
        low, high = (value_text(self.bound, each) for each in self.limits)
        rows = "row" if self.rows == 1 else "rows"
        found = value_text(self.bound, self.value)
        return f"{start}; {found} of {self.rows:,} {rows}, between {low} and {high}."

    def values(self) -> dict[str, object]:
        """The verdict as JSON."""
        return {
            "bound": str(self.bound),
            "verdict": self.verdict.value,
            "rows": self.rows,
            "value": self.value,
            "limits": None if self.limits is None else list(self.limits),
            "reason": self.reason,
        }


def bound_verdicts(
    want: ResolvedWant, matrix: Ints, rows_meant: float | None, confidence: float = 0.95
) -> tuple[BoundVerdict, ...]:
    """A verdict for each bound; the confidence holds for all of them together.

    >>> from steersman.learn.wants import Want
    >>> want = Want("fpr <= 2%, recall >= 90%").resolve(["ham", "spam"])
    >>> found = bound_verdicts(want, np.array([[995, 5], [60, 140]]), None)
    >>> [each.verdict.value for each in found]
    ['kept', 'broken']
    """
    forms = ["" if bound.prior else watched_bound(bound, want, rows_meant) for bound in want.bounds]
    tested = sum(bound.prior is not None for bound in want.bounds)
    tested += sum(not isinstance(form, str) for form in forms)
    risk = (1.0 - confidence) / max(1, tested)
    return tuple(
        verdict_in_use(bound, matrix, risk)
        if bound.prior
        else bound_verdict(bound.written, form, matrix, risk)
        for bound, form in zip(want.bounds, forms)
    )


def verdict_in_use(bound: ClassBound, matrix: Ints, risk: float) -> BoundVerdict:
    """The verdict on a measure that is weighed by the class shares in use."""
    value = bound.value(matrix.astype(np.float64), None)
    low, high = limits_in_use(bound, matrix, risk)
    upper, limit = bound.written.is_upper, bound.written.value
    verdict = Verdict.TOO_FEW
    if high <= limit if upper else low >= limit:
        verdict = Verdict.KEPT
    elif low > limit if upper else high < limit:
        verdict = Verdict.BROKEN
    return BoundVerdict(bound.written, verdict, int(matrix.sum()), value, (low, high))


def bound_verdict(
    bound: Bound, form: WatchedBound | str, matrix: Ints, risk: float
) -> BoundVerdict:
    """The verdict on one bound."""
    if isinstance(form, str):
        return BoundVerdict(bound, Verdict.UNKNOWN, reason=form)
    value = form.estimate(matrix)
    if value is None:
        return BoundVerdict(bound, Verdict.TOO_FEW, reason="no row says anything about it")
    limits = interval(form, matrix, risk)
    verdict = Verdict.TOO_FEW
    if form.holds_within(limits):
        verdict = Verdict.KEPT
    elif form.breaks_within(limits):
        verdict = Verdict.BROKEN
    return BoundVerdict(bound, verdict, form.judged_rows(matrix), value, limits)


def interval(form: WatchedBound, matrix: Ints, risk: float) -> tuple[float, float]:
    """Limits of the measure, looked at once: exact for shares of rows, otherwise a wider one."""
    if not set(np.unique([form.part, form.whole]).tolist()) <= {0.0, 1.0}:
        return form.limits(matrix, risk)
    rows, hits = form.judged_rows(matrix), int(np.sum(form.part * matrix))
    low = float(beta.ppf(risk / 2, hits, rows - hits + 1)) if hits else 0.0
    high = float(beta.isf(risk / 2, hits + 1, rows - hits)) if hits < rows else 1.0
    return form.rows_meant * low, form.rows_meant * high

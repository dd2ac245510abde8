"""A want made stricter, so that its rates hold on new data with the confidence asked for.

Valid for settings of one number along which the decisions are nested (a cut-off on a score, the
offset of one class) and that score must not have learned from the holdout. The risk is shared
equally by the bounds. Rates among rows of known truth: order statistics of the holdout scores.
Precision: Clopper and Pearson at numbers of calls fixed in advance. Other rates: uniform bands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.promises.rate_for_count import Counted, counted_bound
from steersman.learn.wants import BoundOn, BoundWant, LinearBound, Violation
from steersman.maths.confusion import (
    COUNT_MEASURES,
    allowed_errors,
    calls_to_test,
    lowest_share,
    one_class_measure,
    rows_needed,
    uniform_band,
)

__all__ = ["CalledShare", "Promise", "check_confidence", "promise_for"]

Floats = NDArray[np.float64]

TESTS = 12  # numbers of calls at which precision is tested
OPPOSITE = {"fpr": "specificity", "specificity": "fpr", "fnr": "recall", "recall": "fnr"}


@dataclass(frozen=True)
class CalledShare:
    """Among the rows called `column`, at least `share` must be of that class."""

    column: int
    share: float
    risk: float

    def holds(self, matrices: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(settings,): the settings of a whole sweep at which the share is shown."""
        called = matrices[:, :, self.column].sum(axis=1)
        right = matrices[:, self.column, self.column]
        steps = calls_to_test(int(matrices[0].sum()), self.share, self.risk, TESTS)
        order = np.argsort(called, kind="stable")
        at = np.searchsorted(called[order], steps, side="right") - 1
        tested = np.flatnonzero(np.isin(called, called[order][at[at >= 0]]))
        holds = np.zeros(len(matrices), dtype=bool)
        limits = lowest_share(right[tested], called[tested], self.risk / TESTS)
        holds[tested] = limits >= self.share
        return holds

    def surplus(self, matrix: NDArray[np.int64]) -> float:
        """By how much the lower limit of the share exceeds what must be shown, at one setting."""
        right, called = matrix[self.column, self.column], matrix[:, self.column].sum()
        return float(lowest_share(right, called, self.risk / TESTS)) - self.share


@dataclass(frozen=True, eq=False)
class Promise:
    """What must be seen on the holdout so that the want holds on new data.

    `statements` say what is promised, one for each rate. `counted` are the bounds on counts, which
    are judged as counted here and promise nothing. `line_of` and `share_of` are the places among
    the want's bounds of those that the lines and shares stand for.
    """

    confidence: float
    statements: tuple[str, ...]
    lines: tuple[LinearBound, ...]
    shares: tuple[CalledShare, ...]
    too_few_rows: str = ""
    counted: tuple[Counted, ...] = ()
    line_of: tuple[int, ...] = ()
    share_of: tuple[int, ...] = ()

    def gaps(self, matrices: NDArray[np.int64]) -> Floats:
        """(settings,): rows that must change until all is promised, over a whole sweep."""
        stack = matrices.astype(np.float64)
        total = np.zeros(len(stack))
        for line in self.lines:
            total += line.rows_to_move(stack)
        for share in self.shares:
            total += np.where(share.holds(matrices), 0.0, 1.0)
        return np.where(self.too_few_rows != "", np.maximum(total, 1.0), total)

    def violations(
        self, want: BoundWant, matrix: NDArray[np.int64], gap: float
    ) -> tuple[Violation, ...]:
        """The bounds that are not promised at a setting with this gap, the furthest away first;
        their rows, and one for each share that is not shown, add up to the gap."""
        cells = matrix.astype(np.float64)
        rows = np.zeros(len(want.bounds))
        for line, place in zip(self.lines, self.line_of):
            rows[place] += line.rows_to_move(cells[np.newaxis])[0]
        doubtful = sorted(zip(self.shares, self.share_of), key=lambda one: one[0].surplus(matrix))
        left = round(gap - rows.sum()) if np.isfinite(gap) else len(doubtful)
        unshown = {place for _, place in doubtful[: max(0, left)]}
        counts = {each.bound for each in self.counted}
        found = [
            Violation(
                str(bound.bound),
                bound.parts(cells.sum(axis=1), want.costs).value(cells),
                float(rows[place]),
                str(bound.bound) not in counts,
            )
            for place, bound in enumerate(want.bounds)
            if rows[place] or place in unshown
        ]
        return tuple(sorted(found, key=lambda violation: -violation.rows))

    def target(self, want: BoundWant, matrix: NDArray[np.int64]) -> NDArray[np.int64]:
        """(classes, classes): the nearest matrix that promises the want; shares as they are asked,
        since how many calls show them is another matter."""
        cells = matrix.astype(np.float64)
        lines = list(self.lines)
        for place in self.share_of:
            lines += want.bounds[place].linear(cells.sum(axis=1), want.costs)
        wanted = want.nearest(cells, lines) if lines else None
        return want.target(matrix) if wanted is None else wanted.astype(np.int64)


def check_confidence(confidence: float) -> None:
    """An error for what is no probability, or a certain one."""
    if not 0.0 < confidence < 1.0:
        raise SteersmanError(
            f"confidence is {confidence}, not between 0 and 1", todo="write 0.95 for 95 %"
        )


def promise_for(want: BoundWant, row_sums: Floats, confidence: float) -> Promise:
    """The stricter want on a holdout with these row sums."""
    check_confidence(confidence)
    promised = [bound for bound in want.bounds if bound.bound.measure not in COUNT_MEASURES]
    risk = (1.0 - confidence) / max(1, len(promised))
    lines: list[LinearBound] = []
    shares: list[CalledShare] = []
    statements: list[str] = []
    missing: list[str] = []
    counted: list[Counted] = []
    line_of: list[int] = []
    share_of: list[int] = []
    for place, bound in enumerate(want.bounds):
        text = str(bound.bound)
        if bound not in promised:
            counts = bound.linear(row_sums, want.costs)
            lines += counts
            line_of += [place] * len(counts)
            counted.append(
                counted_bound(bound, want, row_sums, (1.0 - confidence) / len(want.bounds))
            )
            continue
        if bound.bound.relation == "=":
            raise SteersmanError(
                f"{text} cannot be promised: no rate is known exactly", todo="write <= or >="
            )
        if bound.is_row_rate:
            line, statement, problem = row_rate_promise(bound, row_sums, risk)
            lines.append(line)
            line_of.append(place)
        elif bound.bound.measure in ("precision", "fdr", "npv"):
            share, statement, problem = called_share_promise(bound, row_sums, risk)
            shares.append(share)
            share_of.append(place)
        else:
            line, statement, problem = band_promise(bound, row_sums, risk)
            lines.append(line)
            line_of.append(place)
        statements.append(statement)
        missing += [problem] if problem else []
    few = "; ".join(missing)
    return Promise(
        confidence,
        tuple(statements),
        tuple(lines),
        tuple(shares),
        few,
        tuple(counted),
        tuple(line_of),
        tuple(share_of),
    )


def row_rate_promise(bound: BoundOn, row_sums: Floats, risk: float) -> tuple[LinearBound, str, str]:
    """At most so many of the class's rows may be decided the unwanted way."""
    measure, value = bound.bound.measure, bound.bound.value
    upper = bound.bound.relation in ("<", "<=")
    unwanted = measure if upper else OPPOSITE[measure]
    rate = value if upper else 1.0 - value
    parts = one_class_measure(unwanted, len(row_sums), bound.indices[0])
    assert parts.whole is not None  # noqa: S101
    rows = int(parts.whole[:, 0] @ row_sums)
    allowed = allowed_errors(rows, rate, risk)
    statement = (
        f"{bound.bound} on new data, but for a chance of {risk:.4g}: "
        f"at most {max(allowed, 0)} of {rows} rows here"
    )
    problem = ""
    if allowed < 0:
        needed = rows_needed(rate, risk)
        count = f"at least {needed:g} rows" if np.isfinite(needed) else "more rows than there are"
        problem = (
            f"{bound.bound} cannot be promised at this confidence from {rows} rows of that kind: "
            f"it needs {count}"
        )
    return LinearBound(-parts.part, -float(max(allowed, 0))), statement, problem


def called_share_promise(
    bound: BoundOn, row_sums: Floats, risk: float
) -> tuple[CalledShare, str, str]:
    """Among the rows called a class, enough must be right."""
    measure, value, column = bound.bound.measure, bound.bound.value, bound.indices[0]
    lower = bound.bound.relation in (">", ">=")
    if lower != (measure != "fdr") or (measure == "npv" and len(row_sums) != 2):
        raise SteersmanError(f"{bound.bound} cannot be promised", todo="bound precision from below")
    share = 1.0 - value if measure == "fdr" else value
    column = 1 - column if measure == "npv" else column
    needed = rows_needed(1.0 - share, risk / TESTS)
    total = int(row_sums.sum())
    statement = f"{bound.bound} on new data, but for a chance of {risk:.4g}"
    problem = ""
    if needed > total:
        problem = f"{bound.bound} cannot be promised from {total} rows: it needs {needed:g}"
    return CalledShare(column, share, risk), statement, problem


def band_promise(bound: BoundOn, row_sums: Floats, risk: float) -> tuple[LinearBound, str, str]:
    """The bound with a margin that covers every setting at once."""
    (line,) = bound.linear(row_sums, None)
    weights, least, total = line.weights, line.least, float(row_sums.sum())
    best = weights.max(axis=1)
    if bound.bound.measure == "balanced accuracy":
        spread = np.ptp(weights, axis=1) * row_sums
        bands = [uniform_band(int(n), risk / len(row_sums)) for n in row_sums]
        margin = float(spread @ np.array(bands))
    else:
        shifted = weights - best[0] if np.ptp(best) == 0 else weights
        cells = int(np.count_nonzero(shifted))
        margin = float(np.abs(shifted).sum()) * total * uniform_band(int(total), risk / cells)
    statement = f"{bound.bound} on new data, but for a chance of {risk:.4g}"
    problem = ""
    if float(best @ row_sums) < least + margin:
        problem = f"{bound.bound} cannot be promised from {int(total)} rows: it needs more of them"
    return LinearBound(weights, least + margin), statement, problem

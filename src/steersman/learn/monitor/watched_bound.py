"""One bound of a want as a bounded mean over rows, which can be tested row by row.

A measure is sum(part * C) / sum(whole * C) of a confusion matrix C. It is at most v where the mean
over rows of part - v * whole is at most 0, and each row's value lies in a known range. So recall,
precision, accuracy, F1 and cost per row are all tested in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.wants import ClassBound, ResolvedWant
from steersman.maths.sequential import log_mixture, mean_limits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WatchedBound:
    """A bound that can be watched.

    `part` and `whole` (true, predicted) are the weights of a row in the measure; rows where both
    are 0 are not judged. `rows_meant` is the number of rows that a count is of, 1 for shares.
    """

    bound: ClassBound
    part: Floats
    whole: Floats
    rows_meant: float = 1.0

    @property
    def judged_cells(self) -> NDArray[np.bool_]:
        """(true, predicted): the cells whose rows say something about the bound."""
        return np.asarray((self.part != 0) | (self.whole != 0))

    def gains(self, value: float) -> tuple[Floats, float]:
        """(true, predicted): what a row adds, from 0 to 1, and the mean at which the measure is
        `value`."""
        excess = self.part - value * self.whole
        low, high = float(excess[self.judged_cells].min()), float(excess[self.judged_cells].max())
        if high == low:
            # Every row says the same: the value lies on one side of the limit, or at it.
            return np.full_like(excess, 0.5), 0.5 - 0.6 * float(np.sign(low))
        return (excess - low) / (high - low), -low / (high - low)

    def test(self) -> tuple[Floats, float]:
        """(true, predicted): a row's value, from 0 to 1, and the limit that its mean must keep."""
        values, limit = self.gains(self.bound.written.value / self.rows_meant)
        return (values, limit) if self.bound.written.is_upper else (1.0 - values, 1.0 - limit)

    def judged_rows(self, matrix: Ints) -> int:
        """Number of rows of a confusion matrix that say something about the bound."""
        return int(matrix[self.judged_cells].sum())

    def estimate(self, matrix: Ints | Floats) -> float | None:
        """The measure of the rows so far; None before the first that counts."""
        out_of = float(np.sum(self.whole * matrix))
        return self.rows_meant * float(np.sum(self.part * matrix)) / out_of if out_of else None

    def limits(self, matrix: Ints, risk: float) -> tuple[float, float]:
        """Values between which the measure lies, at all times together but for the risk."""
        ratios = self.part[self.whole > 0] / self.whole[self.whole > 0]
        low, high = float(min(ratios.min(), 0.0)), float(ratios.max())
        rows, estimate = self.judged_rows(matrix), self.estimate(matrix)
        if estimate is None:
            return self.rows_meant * low, self.rows_meant * high

        # Rows of equal weights are alike; sums over these few kinds keep single rows fast.
        weights = np.stack([self.part[self.judged_cells], self.whole[self.judged_cells]], axis=1)
        kinds, kind = np.unique(weights, axis=0, return_inverse=True)
        counts = np.bincount(kind.ravel(), matrix[self.judged_cells], minlength=len(kinds)).tolist()
        pairs = kinds.tolist()

        def evidence(value: float) -> float:
            excess = [part - value * whole for part, whole in pairs]
            lowest, highest = min(excess), max(excess)
            if not lowest <= 0.0 <= highest or lowest == highest:
                return np.inf
            width = highest - lowest
            total = sum(count * (each - lowest) for count, each in zip(counts, excess)) / width
            return log_mixture(total, rows, -lowest / width)

        lower, upper = mean_limits(evidence, estimate / self.rows_meant, (low, high), risk)
        return self.rows_meant * lower, self.rows_meant * upper

    def holds_within(self, limits: tuple[float, float]) -> bool:
        """Whether every value between the limits keeps the bound."""
        value = self.bound.written.value
        return limits[1] <= value if self.bound.written.is_upper else limits[0] >= value

    def breaks_within(self, limits: tuple[float, float]) -> bool:
        """Whether every value between the limits breaks the bound."""
        value = self.bound.written.value
        return limits[0] > value if self.bound.written.is_upper else limits[1] < value


def unwatchable_reason(bound: ClassBound, want: ResolvedWant, rows_meant: float | None) -> str:
    """Why a bound cannot be watched; empty if it can."""
    if bound.written.relation == "=":
        return "no rows show that a rate is exactly a value; write <= or >="
    if bound.written.grouping:
        return "new rows come without groups; watch the rows of one group with the limit alone"
    if bound.definition.averages_classes:
        return f"{bound.definition.name} has no value for a single row; bound the recall of a class"
    if bound.by_row:
        return "new rows come without costs; bound a rate"
    if bound.definition.is_cost and want.costs is None:
        return "the costs are not known; give costs="
    if bound.definition.grows_with_rows and rows_meant is None:
        return "a count is about one set of rows; bound a rate, or say of how many rows it is"
    return ""


def watched_bound(
    bound: ClassBound, want: ResolvedWant, rows_meant: float | None
) -> WatchedBound | str:
    """The bound as a mean over rows, or the reason why it has no such form.

    >>> from steersman.learn.wants import Want
    >>> want = Want("f1 >= 80%, accuracy = 1").resolve(["ham", "spam"])
    >>> watched_bound(want.bounds[0], want, None).test()[0].round(3).tolist()
    [[0.333, 1.0], [1.0, 0.0]]
    >>> watched_bound(want.bounds[1], want, None)
    'no rows show that a rate is exactly a value; write <= or >='
    """
    reason = unwatchable_reason(bound, want, rows_meant)
    if reason:
        return reason
    part, whole = bound.parts(np.ones(len(want.classes)), want.costs)
    if whole is None:
        assert rows_meant is not None  # noqa: S101
        return WatchedBound(bound, part, np.ones_like(part), rows_meant)
    return WatchedBound(bound, part, whole)

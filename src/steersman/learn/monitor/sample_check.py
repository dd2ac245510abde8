"""What weighted draws say about one limit."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, log

import numpy as np
from numpy.typing import NDArray

from steersman.learn.monitor.report import BoundCheck, BoundState
from steersman.learn.monitor.watched_bound import WatchedBound
from steersman.learn.wants import Bound
from steersman.maths.sequential import growth, log_hedge, mean_limits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
# Labels are counted for a limit that is kept this far inside, or broken this far outside.
KEPT_FACTOR, BROKEN_FACTOR = 0.5, 2.0
# The gamblers share their money, and luck varies: more labels than Kelly's rate alone would need.
SPARE = 1.3
SHARING = log(8.0)
MOST = 100_000


@dataclass(frozen=True, eq=False)
class SampledBound:
    """A limit and the heaviest weight of a row with each predicted class."""

    bound: Bound
    form: WatchedBound | None
    reason: str = ""
    heaviest: Floats | None = None  # (classes,)

    @classmethod
    def of(
        cls, bound: Bound, form: WatchedBound | str, weights: Floats, predicted: Ints
    ) -> SampledBound:
        """The limit for rows with these weights and predicted classes."""
        if isinstance(form, str):
            return cls(bound, None, form)
        heaviest = np.zeros(form.part.shape[1])
        np.maximum.at(heaviest, predicted, weights)
        return cls(bound, form, "", heaviest)

    def lowest(self, excess: Floats) -> float:
        """The lowest weighted excess that a draw can have; `excess` is (true, predicted)."""
        assert self.heaviest is not None  # noqa: S101
        return min(0.0, float((excess * self.heaviest).min()))

    def evidence(self, true: Ints, predicted: Ints, weights: Floats, value: float) -> float:
        """The log of the evidence that the measure is above a value (of one row)."""
        assert self.form is not None  # noqa: S101
        excess = self.form.part - value * self.form.whole
        return log_hedge(weights * excess[true, predicted], self.lowest(excess))

    def evidence_below(self, true: Ints, predicted: Ints, weights: Floats, value: float) -> float:
        """The log of the evidence that the measure is below a value (of one row)."""
        assert self.form is not None  # noqa: S101
        excess = value * self.form.whole - self.form.part
        return log_hedge(weights * excess[true, predicted], self.lowest(excess))

    def check(self, true: Ints, predicted: Ints, weights: Floats, risk: float) -> BoundCheck:
        """The state of the limit after these draws."""
        if self.form is None:
            return BoundCheck(self.bound, BoundState.UNDECIDED, reason=self.reason)
        form, drawn = self.form, (true, predicted, weights)
        limit = self.bound.value / form.rows_meant
        above, below = self.evidence(*drawn, limit), self.evidence_below(*drawn, limit)
        broken, kept = (above, below) if self.bound.is_upper else (below, above)
        bar, state = -log(risk), BoundState.UNDECIDED
        if broken >= bar:
            state = BoundState.BROKEN
        elif kept >= bar:
            state = BoundState.HOLDS
        out_of = float(weights @ form.whole[true, predicted])
        estimate = float(weights @ form.part[true, predicted]) / out_of if out_of else None
        judged = int(form.judged_cells[true, predicted].sum())
        limits = self.limits(drawn, estimate, risk)
        shown = None if estimate is None else form.rows_meant * estimate
        e_value = float(np.exp(min(broken, 200.0)))
        return BoundCheck(self.bound, state, judged, shown, limits, e_value, 1.0 / risk)

    def limits(
        self, drawn: tuple[Ints, Ints, Floats], estimate: float | None, risk: float
    ) -> tuple[float, float]:
        """Values between which the measure lies, at all times together but for the risk."""
        assert self.form is not None  # noqa: S101
        form = self.form
        ratios = form.part[form.whole > 0] / form.whole[form.whole > 0]
        ends = float(min(ratios.min(), 0.0)), float(ratios.max())
        if estimate is None:
            return form.rows_meant * ends[0], form.rows_meant * ends[1]
        # Each side has half of the risk.
        low, _ = mean_limits(
            lambda value: self.evidence(*drawn, value) if value < estimate else 0.0,
            estimate,
            ends,
            risk / 2,
        )
        _, high = mean_limits(
            lambda value: self.evidence_below(*drawn, value) if value > estimate else 0.0,
            estimate,
            ends,
            risk / 2,
        )
        return form.rows_meant * low, form.rows_meant * high

    def labels_needed(self, strata: Strata, risk: float) -> tuple[int, int]:
        """Draws that will probably decide the limit: well kept, and broken by a factor of two."""
        assert self.form is not None  # noqa: S101
        limit = self.bound.value / self.form.rows_meant
        # Of "recall >= 90%" the error is the 10 % that is missing.
        error = limit if self.bound.is_upper else 1.0 - limit
        most = 0.5 * (1.0 + error) if self.form.bound.definition.is_share else inf
        found = []
        for factor, broken in ((KEPT_FACTOR, False), (BROKEN_FACTOR, True)):
            wrong = min(factor * error, most)
            aim = wrong if self.bound.is_upper else 1.0 - wrong
            chances = tilted_chances(self.form, strata, aim)
            sign = 1.0 if broken == self.bound.is_upper else -1.0
            excess = sign * (self.form.part - limit * self.form.whole)
            values = strata.weights[:, None] * excess[:, strata.predicted].T
            drawn = chances * strata.draw_shares[:, None]
            rate = growth(values.ravel(), drawn.ravel(), self.lowest(excess))
            rows = SPARE * (log(1.0 / risk) + SHARING) / rate if rate else inf
            found.append(ceil(rows) if rows < MOST else MOST)
        return found[0], found[1]


@dataclass(frozen=True, eq=False)
class Strata:
    """Groups of rows with like scores: their part of all rows and of the draws."""

    predicted: Ints  # (strata,)
    chances: Floats  # (strata, classes)
    row_shares: Floats  # (strata,)
    draw_shares: Floats  # (strata,)

    @property
    def weights(self) -> Floats:
        """(strata,): what a draw counts, so that estimates for all rows are unbiased."""
        return self.row_shares / self.draw_shares


def tilted_chances(form: WatchedBound, strata: Strata, aim: float) -> Floats:
    """(strata, classes): chances under which the measure is `aim`, or as near as can be.

    The odds of classes that raise the measure are multiplied by one factor for all rows.
    """
    part, whole = form.part[:, strata.predicted].T, form.whole[:, strata.predicted].T
    direction, rows = np.sign(part - aim * whole), strata.row_shares[:, None]

    def at(tilt: float) -> tuple[Floats, float]:
        moved = strata.chances * np.exp(tilt * direction)
        moved /= moved.sum(axis=1, keepdims=True)
        out_of = float((rows * moved * whole).sum())
        return moved, float((rows * moved * part).sum()) / out_of if out_of else aim

    low, high = -12.0, 12.0
    for _ in range(40):
        middle = 0.5 * (low + high)
        if at(middle)[1] < aim:
            low = middle
        else:
            high = middle
    return at(0.5 * (low + high))[0]

"""The evidence about one bound, row by row."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman.learn.monitor.report import BoundCheck, BoundState
from steersman.learn.monitor.watched_bound import WatchedBound
from steersman.learn.wants import Bound
from steersman.maths.sequential import LARGEST, bet_on_rows, first_stake, wealth

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass
class BoundWatch:
    """A bound with the wealth of a gambler against it.

    `watched` is None for a bound without a form that rows can test; `reason` then says why.
    """

    bound: Bound
    watched: WatchedBound | None
    reason: str = ""
    stake: Floats = field(default_factory=first_stake)
    broken_since: int | None = None
    broken_id: str | None = None

    def bet(self, true: Ints, predicted: Ints, risk: float) -> int | None:
        """Bet on labeled rows in their order; the place of the row that shows a break, if one."""
        if self.watched is None:
            return None
        judged = np.flatnonzero(self.watched.judged_cells[true, predicted])
        values, limit = self.watched.test()
        path = wealth_path(self.stake, values[true[judged], predicted[judged]], limit)
        crossed = np.flatnonzero(path >= 1.0 / risk)
        return int(judged[crossed[0]]) if len(crossed) and self.broken_since is None else None

    def check(self, matrix: Ints, risk: float) -> BoundCheck:
        """The state after all rows of the confusion matrix so far."""
        if self.watched is None:
            return BoundCheck(self.bound, BoundState.UNDECIDED, reason=self.reason)
        limits = self.watched.limits(matrix, risk)
        state = BoundState.UNDECIDED
        if self.broken_since is not None:
            state = BoundState.BROKEN
        elif self.watched.holds_within(limits):
            state = BoundState.HOLDS
        return BoundCheck(
            self.bound,
            state,
            self.watched.judged_rows(matrix),
            self.watched.estimate(matrix),
            limits,
            wealth(self.stake),
            1.0 / risk,
            self.broken_since,
            self.broken_id,
        )


def wealth_path(stake: Floats, values: Floats, limit: float) -> Floats:
    """(rows,): the wealth after each value, with `stake` changed; also where there is no doubt."""
    if 0.0 < limit < 1.0:
        path: Floats = bet_on_rows(stake, values, limit)
        return path
    # With a limit of 0, one error proves the break; a limit of 1 cannot be broken.
    proofs = np.maximum.accumulate(values > limit) if len(values) else np.zeros(0, dtype=bool)
    if limit <= 0.0 and proofs.any():
        stake[:] = first_stake() * LARGEST
    return np.asarray(np.where(proofs & (limit <= 0.0), LARGEST, wealth(first_stake())))

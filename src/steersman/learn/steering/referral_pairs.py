"""The best pair of cut-offs of all, found by leaving out boxes of pairs that cannot hold it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering.ranking import Goal, Rank
from steersman.maths.confusion import CutoffPairs, TermRanges

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_BOXES = 400_000
TRIED_AT_ONCE = 4096
ROUNDING = 1e-9


class BestPair(NamedTuple):
    """The places of the two cut-offs, and whether no pair is better."""

    low: int
    high: int
    proven: bool


def best_pair(pairs: CutoffPairs, goal: Goal) -> BestPair:
    """The pair with the best rank; of equals, the one that refers from the lowest score on.

    Boxes of pairs are halved in both directions. One is left out when even a pair that had the
    best of everything in it would be no better than one that was tried.
    """
    search = PairSearch.of(pairs, goal)
    lows = highs = np.zeros(1, dtype=np.int64)
    proven = True
    for level in range(search.top, -1, -1):
        bounds = search.bounds(level, lows, highs)
        order = np.lexsort(bounds[::-1])
        first = order if level == 0 else order[:TRIED_AT_ONCE]
        search.try_pairs(*search.corners(level, lows[first], highs[first]))
        if level == 0:
            break
        kept = order[search.may_be_better(bounds)[order]]
        if len(kept) > MOST_BOXES:
            kept, proven = kept[:MOST_BOXES], False
        lows, highs = search.quarters(level, lows[kept], highs[kept])
    return BestPair(*search.best, proven)


@dataclass(eq=False)
class PairSearch:
    """What is known of boxes of pairs, and the best pair that was tried."""

    pairs: CutoffPairs
    goal: Goal
    lines: list[tuple[TermRanges, float, float]]  # of each bound: its sum, the limit, gain of a row
    damage: TermRanges
    whole: TermRanges | None  # what the damage is a share of
    right: TermRanges
    best: tuple[int, int] = (0, 0)
    rank: Rank = (np.inf, np.inf, 0)

    @classmethod
    def of(cls, pairs: CutoffPairs, goal: Goal) -> PairSearch:
        """A search among all pairs."""
        want, row_sums = goal.want, pairs.below[-1].astype(np.float64)
        lines = []
        for line in want.linear(row_sums):
            gains = line.weights.max(axis=1, keepdims=True) - line.weights
            ranges = TermRanges.of(pairs, line.weights)
            lines.append((ranges, line.least, float(gains.max())))
        prices, whole = goal.fixed_prices(row_sums), None
        if want.objective is not None:
            prices, whole = want.objective.parts(row_sums, want.costs)
        return cls(
            pairs,
            goal,
            lines,
            TermRanges.of(pairs, prices),
            None if whole is None else TermRanges.of(pairs, whole),
            TermRanges.of(pairs, np.eye(2, 3)),
        )

    @property
    def top(self) -> int:
        """The level of the box that holds every pair."""
        return len(self.right.least) - 1

    def bounds(self, level: int, lows: Ints, highs: Ints) -> tuple[Floats, Floats, Floats]:
        """(boxes,) each: a gap, a damage and minus the right rows that no pair of a box beats."""
        gaps = np.zeros(len(lows))
        for ranges, least, gain in self.lines:
            missing = least - ranges.highest(level, lows, highs)
            slack = ROUNDING * max(1.0, abs(least))
            rows = (
                np.ceil((missing - slack) / gain) if gain > 0 else np.where(missing > slack, 1, 0)
            )
            gaps += np.maximum(rows, 0.0)
        damages = self.damage.lowest(level, lows, highs)
        if self.whole is not None:
            of_all = self.whole.highest(level, lows, highs)
            damages = np.divide(
                np.maximum(damages, 0.0), of_all, out=np.ones(len(lows)), where=of_all > 0
            )
        return gaps, damages, -self.right.highest(level, lows, highs)

    def may_be_better(self, bounds: tuple[Floats, Floats, Floats]) -> NDArray[np.bool_]:
        """(boxes,): whether some pair of the box may be better than the best that was tried."""
        gap, damage, right = self.rank
        gaps, damages, rights = bounds
        near = ROUNDING * max(1.0, abs(damage)) if np.isfinite(damage) else 0.0
        level_damage = (damages <= damage + near) & ((damages < damage - near) | (rights < right))
        return np.asarray((gaps < gap) | ((gaps <= gap) & level_damage))

    def corners(self, level: int, lows: Ints, highs: Ints) -> tuple[Ints, Ints]:
        """A pair of each box, the one that refers fewest rows."""
        last = len(self.pairs) - 1
        low = np.minimum(((lows + 1) << level) - 1, last)
        high = highs << level
        return np.minimum(low, np.maximum(high, lows << level)), np.maximum(high, lows << level)

    def try_pairs(self, lows: Ints, highs: Ints) -> None:
        """Rank these pairs, and keep the best."""
        if not len(lows):
            return
        matrices = self.pairs.matrices(lows, highs)
        at, rank = self.goal.best_rank(matrices, self.goal.gaps(matrices))
        if rank < self.rank:
            self.best, self.rank = (int(lows[at]), int(highs[at])), rank

    def quarters(self, level: int, lows: Ints, highs: Ints) -> tuple[Ints, Ints]:
        """The boxes of the next level within these, without those below the diagonal."""
        blocks = len(self.right.least[level - 1][0])
        low = np.concatenate([2 * lows, 2 * lows + 1, 2 * lows, 2 * lows + 1])
        high = np.concatenate([2 * highs, 2 * highs, 2 * highs + 1, 2 * highs + 1])
        inside = (low < blocks) & (high < blocks) & (low <= high)
        return low[inside], high[inside]

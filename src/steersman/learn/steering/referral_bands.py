"""Pairs of cut-offs that hold on new data under limits on rates among rows of known truth.

No rows plan: all of them count. The share of new rows between two rows of a sorted sample depends
on how many rows are between them, not on their scores. So at any pair of cut-offs, chosen with
labels in view, at most so many rows may err, lie in the band of a class, or be referred.

- Errors: order statistics of the class, as without a referral, at a limit lowered for the rows of
  the class that are referred: errors / (1 - referred) <= a where errors <= a (1 - r) and
  referred <= r. The share r is fixed before any row is seen.
- Rows of the class in the band, and all rows in it: the largest share that a band with so many rows
  can have, wherever it begins (a union over all places where it can).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering.referral_plan import RateTest
from steersman.learn.steering.referring import ReferralSetting
from steersman.learn.wants import ResolvedWant
from steersman.maths.confusion import CutoffPairs, allowed_errors

Ints = NDArray[np.int64]

PLAIN = 0.2
"""Part of the risk for cut-offs without a referral, which need fewer rows."""
REFERRED = 0.15
"""Part of the risk that more rows than allowed go to a person."""
IN_BAND = 0.05
"""Part of the risk that a larger share of a limited class does."""
RARE = 1 / 3
"""Share of the rows below which a class has most of its doubtful rows in the band."""
MOST_IN_BAND = 0.5
HIGHS, WIDTHS = 48, 16  # cut-offs tried where errors of a class are limited, and bands of each
NO_LIMIT = 0.1  # share of referred rows to prepare for where it has no limit


@dataclass(frozen=True)
class ClassLimit:
    """The limits on the errors of one class: the lowest rate of them all."""

    place: int
    rate: float


@dataclass(frozen=True, eq=False)
class GuaranteedBands:
    """The pairs of cut-offs that keep all limits on new data but for the risk."""

    pairs: CutoffPairs
    limits: tuple[ClassLimit, ...]
    refer: float | None
    risk: float

    @classmethod
    def of(
        cls, want: ResolvedWant, scores: NDArray[np.float64], codes: Ints, risk: float
    ) -> GuaranteedBands | None:
        """The pairs for a want; None where some limit is of another kind."""
        limits: dict[int, float] = {}
        refer = None
        row_sums = np.bincount(codes, minlength=2).astype(np.float64)
        for bound in want.bounds:
            if bound.definition.of_referred:
                if not bound.written.is_upper:
                    return None
                if bound.definition.is_share:
                    refer = min(bound.written.value, 1.0 if refer is None else refer)
                continue
            if not bound.is_row_rate or bound.written.relation == "=":
                return None
            test = RateTest.of(bound, row_sums)
            place = int(test.whole.any(axis=1).argmax())
            errors = np.zeros_like(test.bad)
            errors[place, 1 - place] = 1.0
            if not np.array_equal(test.bad, errors):
                return None
            limits[place] = min(test.rate, limits.get(place, 1.0))
        if not limits:
            return None
        kept = tuple(ClassLimit(place, rate) for place, rate in sorted(limits.items()))
        return cls(CutoffPairs.of(scores, codes == 1), kept, refer, risk)

    @property
    def rows(self) -> Ints:
        """(2,): rows of each class."""
        counts: Ints = self.pairs.below[-1]
        return counts

    def settings(self) -> list[ReferralSetting]:
        """Settings that hold on new data, all of them together."""
        found = [*self.plain_places(), *self.band_places()]
        return [
            ReferralSetting((float(self.pairs.settings[low]), float(self.pairs.settings[high])))
            for low, high in dict.fromkeys(found)
        ]

    def plain_places(self) -> list[tuple[int, int]]:
        """Places of cut-offs that decide every row."""
        part = PLAIN * self.risk / len(self.limits)
        most = {
            each.place: allowed_errors(int(self.rows[each.place]), each.rate, part)
            for each in self.limits
        }
        first, last = self.range_of_places(most)
        return [(place, place) for place in even_places(first, last, HIGHS)]

    def band_places(self) -> list[tuple[int, int]]:
        """Places of two cut-offs with rows in between that go to a person."""
        part = (1.0 - PLAIN - REFERRED - IN_BAND) * self.risk / len(self.limits)
        n = int(self.rows.sum())
        widest = n if self.refer is None else allowed_errors(
            n, self.refer, REFERRED * self.risk / (n + 1)
        )  # fmt: skip
        most: dict[int, int] = {}
        most_in_band: dict[int, int] = {}
        for each in self.limits:
            rows, share = int(self.rows[each.place]), self.band_share(each.place)
            errors = allowed_errors(rows, each.rate * (1.0 - share), part)
            most[each.place] = errors
            begins = max(1, errors + 1) * len(self.limits)
            most_in_band[each.place] = allowed_errors(rows, share, IN_BAND * self.risk / begins)
        if widest < 1 or min(most.values()) < 0:
            return []
        return self.pairs_within(most, most_in_band, widest)

    def band_share(self, place: int) -> float:
        """The share of a limited class that may be referred, fixed before any row is seen."""
        share = NO_LIMIT if self.refer is None else self.refer
        rare = self.rows[place] < RARE * self.rows.sum()
        return min(MOST_IN_BAND, share * (2.0 if rare else 1.0))

    def pairs_within(
        self, most: dict[int, int], most_in_band: dict[int, int], widest: int
    ) -> list[tuple[int, int]]:
        """Pairs of places with few enough errors, rows of a class and rows in all between them."""
        below, top = self.pairs.below, len(self.pairs) - 1
        # A high cut-off makes few errors of the first class, a low one few of the second.
        lowest_high = 0
        if 0 in most:
            lowest_high = int(np.argmax(below[-1, 0] - below[:, 0] <= most[0]))
        highest_low = top
        if 1 in most:
            highest_low = int(np.searchsorted(below[:, 1], most[1], side="right")) - 1
        found = []
        anchors_high = 0 in most
        anchors = (
            even_places(lowest_high, top, HIGHS)
            if anchors_high
            else even_places(0, highest_low, HIGHS)
        )
        for anchor in anchors:
            for other in self.band_ends(anchor, anchors_high, most_in_band, widest):
                low, high = (other, anchor) if anchors_high else (anchor, other)
                if low <= highest_low and high >= lowest_high and low < high:
                    found.append((low, high))
        return found

    def band_ends(
        self, anchor: int, downward: bool, most_in_band: dict[int, int], widest: int
    ) -> list[int]:
        """Places of the other end of bands that begin at a place, the widest first."""
        below, top = self.pairs.below, len(self.pairs) - 1
        sign = -1 if downward else 1
        all_rows = below.sum(axis=1)
        far = np.ones(top + 1, dtype=bool)
        far &= np.abs(all_rows - all_rows[anchor]) <= widest
        for place, count in most_in_band.items():
            far &= np.abs(below[:, place] - below[anchor, place]) <= count
        reached = np.flatnonzero(far)
        ends = reached[reached * sign > anchor * sign]
        if not len(ends):
            return []
        return even_places(int(ends.min()), int(ends.max()), WIDTHS)

    def range_of_places(self, most: dict[int, int]) -> tuple[int, int]:
        """The first and the last place of a cut-off with few enough errors; empty where none."""
        below = self.pairs.below
        kept = np.ones(len(self.pairs), dtype=bool)
        if 0 in most:
            kept &= below[-1, 0] - below[:, 0] <= most[0]
        if 1 in most:
            kept &= below[:, 1] <= most[1]
        places = np.flatnonzero(kept)
        return (int(places[0]), int(places[-1])) if len(places) else (0, -1)


def even_places(first: int, last: int, most: int) -> list[int]:
    """Whole numbers from the first to the last, both included; of many, some evenly apart."""
    if last < first:
        return []
    places = np.unique(np.linspace(first, last, min(most, last - first + 1)).astype(np.int64))
    return [int(place) for place in places]

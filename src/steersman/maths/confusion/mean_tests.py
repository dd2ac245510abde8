"""Tests that a mean is above a bound, from counts of independent rows at one fixed setting.

A test returns the chance of seeing as much or more if the mean were just below the bound. It holds
for the rows of a stratified sample too, whose sums vary less than those of a simple one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import binom

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TILTS = np.geomspace(0.003, 30.0, 80)


class MeanTest(Protocol):
    """Test of one inequality between shares of rows."""

    def p_values(self, matrices: Ints) -> Floats:
        """(settings,): the chance of such a matrix, or a better one, if the inequality failed."""
        ...


@dataclass(frozen=True, eq=False)
class BinomialTest:
    """Among the rows in `good` and `bad` cells, at least `share` are in good ones.

    Exact: given how many rows are in these cells, the good ones are binomial.
    """

    good: NDArray[np.bool_]  # (true, predicted)
    bad: NDArray[np.bool_]
    share: float

    def p_values(self, matrices: Ints) -> Floats:
        part, rest = matrices[:, self.good].sum(axis=1), matrices[:, self.bad].sum(axis=1)
        tails: Floats = binom.sf(part - 1, part + rest, self.share)
        return tails


@dataclass(frozen=True, eq=False)
class StratifiedMeanTest:
    """The sum of `weights` over the expected decisions of fixed rows of each class is above 0.

    Chernoff's bound, for the means of the classes that make it worst: the chance of a sum s is at
    most exp(k(t) - t s) for every tilt t, where k is the largest log moment under the null.
    """

    weights: Floats  # (true, predicted)
    row_sums: Floats

    def p_values(self, matrices: Ints) -> Floats:
        total: Floats = np.einsum("mij,ij->m", matrices, self.weights)
        total = total - float(self.weights.min(axis=1) @ self.row_sums)
        tilts, moments = self.largest_moments
        if not len(tilts):
            certain: Floats = np.where(total > self.least, 0.0, 1.0)
            return certain
        # Every tilt gives a bound, so the least of them is one.
        exponents: Floats = (moments - np.outer(total, tilts)).min(axis=1)
        return np.exp(np.minimum(exponents, 0.0))

    @property
    def least(self) -> float:
        """What the sum above the worst decisions must exceed."""
        return -float(self.weights.min(axis=1) @ self.row_sums)

    @cached_property
    def largest_moments(self) -> tuple[Floats, Floats]:
        """(tilts,) each: the tilts, and the largest log moment of the sum at each of them."""
        spans = np.ptp(self.weights, axis=1)
        kept = (spans > 0) & (self.row_sums > 0)
        spans, rows = spans[kept], self.row_sums[kept]
        most = float(spans @ rows)
        if not most or not 0.0 < self.least < most:
            nothing: Floats = np.zeros(0)
            return nothing, nothing
        tilts = TILTS / float(spans.max())
        return tilts, np.array([largest_log_moment(t, spans, rows, self.least) for t in tilts])


def largest_log_moment(tilt: float, spans: Floats, rows: Floats, mean: float) -> float:
    """The largest log moment of a sum of rows between 0 and their class's span, of this mean.

    Rows at the ends have the largest moment, so it is max sum(rows log(1 + q (exp(tilt span) - 1)))
    over shares q with sum(rows span q) = mean: concave, and solved by a price on the mean.
    """
    gains = np.expm1(tilt * spans)

    def shares(log_price: float) -> Floats:
        # Where the gain of the share, rows gain / (1 + q gain), is worth price times rows span.
        q: Floats = np.clip(np.exp(-log_price) / spans - 1.0 / gains, 0.0, 1.0)
        return q

    def excess(log_price: float) -> float:
        return float((rows * spans) @ shares(log_price)) - mean

    slopes = np.log(gains / spans)
    log_price = brentq(excess, float((slopes - np.log1p(gains)).min()) - 1e-9, float(slopes.max()))
    return float(rows @ np.log1p(shares(log_price) * gains))

"""Tests that a mean is above a bound, from counts of independent rows at one fixed setting.

A test returns the chance of seeing as much or more if the mean were just below the bound. It holds
for the rows of a stratified sample too, whose sums vary less than those of a simple one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from steersman._cached import cached_property

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
        # P(Binomial(part + rest, share) >= part).
        return np.where(part > 0, betainc(np.maximum(part, 1), rest + 1.0, self.share), 1.0)


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
        return tilts, largest_log_moments(tilts, spans, rows, self.least)


def largest_log_moments(tilts: Floats, spans: Floats, rows: Floats, mean: float) -> Floats:
    """(tilts,): the largest log moments of a sum of rows between 0 and their class's span, of this
    mean.

    Rows at the ends have the largest moment, so it is max sum(rows log(1 + q (exp(tilt span) - 1)))
    over shares q with sum(rows span q) = mean. That is concave: each share is a line in the worth x
    of a unit of the mean, cut off at 0 and 1, so that x is found between two of their ends.

    >>> float(largest_log_moments(np.ones(1), np.ones(1), np.array([10.0]), 5.0)[0])
    6.2011...
    """
    gains = np.expm1(np.outer(tilts, spans))
    starts = spans / gains
    ends = np.sort(np.concatenate([starts, starts + spans], axis=1), axis=1)
    # (tilts, ends, classes): the shares where x is at the end of a line.
    shares = np.clip((ends[:, :, np.newaxis] - starts[:, np.newaxis]) / spans, 0.0, 1.0)
    means = shares @ (rows * spans)
    each = np.arange(len(tilts))
    # Rounding may leave the last of them a hair short of the whole.
    above = np.argmax(means >= np.minimum(mean, means[:, -1:]), axis=1)
    low, high = means[each, above - 1], means[each, above]
    part = (mean - low) / (high - low)
    x = ends[each, above - 1] + part * (ends[each, above] - ends[each, above - 1])
    kept = np.clip((x[:, np.newaxis] - starts) / spans, 0.0, 1.0)
    moments: Floats = np.log1p(kept * gains) @ rows
    return moments

"""A cut-off beyond all rows seen, for limits so tight that even no error leaves no margin.

With so few errors allowed, order statistics cannot say how far is far enough: half of the samples
as large as this one have a row beyond its last. The scores of a class are taken to fall off at
least exponentially near their end, as log odds do; the scale is that of the last rows, and its
own error counts too. This is an assumption, and nothing is guaranteed by it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import logit
from scipy.stats import beta, binom, gamma

from steersman.learn.promises.sampling_margin import TightLimit

Floats = NDArray[np.float64]

QUANTILES: Floats = (np.arange(40) + 0.5) / 40
FAR = 1e3  # the largest part of all excesses that a cut-off is moved
LEAST_ODDS = 1e-4  # of a share of 0 or 1, whose log odds are infinite


def tail_cutoff(scores: Floats, limit: int, risk: float) -> float:
    """The score that more than `limit` of as many new rows exceed with a chance of `risk`.

    Never below the highest score. With exponential tails the chance is exact, over draws of both
    samples: the share of rows beyond an order statistic is a beta variable, and the sum of their
    excesses over it, in units of their true mean, a gamma variable.

    >>> scores = np.random.default_rng(0).exponential(size=200)
    >>> round(tail_cutoff(scores, 1, 0.05), 1), round(float(scores.max()), 1)
    (6.6, 6.1)
    """
    n, highest = len(scores), float(scores.max())
    last = int(np.ceil(np.sqrt(n)))
    if last >= n or limit >= n:
        return highest
    ordered = np.sort(scores)
    base = float(ordered[-1 - last])
    total = float(np.sum(ordered[-last:] - base))
    shares = beta.ppf(QUANTILES, last + 1, n - last)[:, np.newaxis]
    sums = gamma.ppf(QUANTILES, last)

    def excess(part: float) -> float:
        """The chance at a cut-off this part of the total beyond the base, minus the risk."""
        return float(np.mean(binom.sf(limit, n, shares * np.exp(-part * sums)))) - risk

    # The chance falls to 0 as the part grows; at most one of so few rows is already unlikely.
    part = brentq(excess, 0.0, FAR) if excess(0.0) > 0.0 else 0.0
    return max(highest, base + total * part)


def cutoff_beyond(
    values: Floats, codes: NDArray[np.int64], cutoff: float, tight: TightLimit, cost: float = 1.0
) -> float:
    """The cut-off moved so far beyond the rows of a class that a tight limit should hold.

    Rows above it are decided as class 1. It stops before more than a share `cost` of the other
    class changes sides.
    """
    own = codes == tight.of_class
    # Seen from the other side, a limit on errors of class 1 is one on class 0.
    side = 1.0 if tight.of_class == 0 else -1.0
    start = side * cutoff
    moved = max(start, tail_cutoff(side * values[own], tight.limit, tight.risk))
    others = side * values[~own]
    passed = np.sort(others[others > start])
    most = int(cost * len(others) + 1e-9)
    if most < len(passed):
        below = passed[most - 1] if most else start
        moved = min(moved, float(below + passed[most]) / 2.0)
    return side * moved


def log_odds(shares: Floats) -> Floats:
    """The log odds of shares, which have a tail where the shares end at 0 or 1."""
    return np.asarray(logit(np.clip(shares, LEAST_ODDS, 1.0 - LEAST_ODDS)))

"""Guarantees that the confusion matrix of all rows does not decide: rates of groups against each
other, and the average of costs that each row has of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

from steersman.learn.promises.shortage import Shortage
from steersman.learn.wants import ClassBound

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ANCHORS = 24
"""Order statistics at which a rate is bounded from both sides; between them it is monotone."""
STEADY = 0.75
"""Of the largest bet that cannot lose everything: no bet is larger."""


@dataclass(frozen=True, eq=False)
class RowPromise:
    """One bound under a promise that no confusion matrix shows.

    `most` is the largest cost of a row that was assumed, where costs are bounded.
    """

    bound: ClassBound
    risk: float
    shortage: Shortage | None = None
    most: float | None = None


def rate_band(rows: int, risk: float) -> tuple[Floats, Floats]:
    """(rows + 1,) each: limits of the true rate, by how many of so many rows were counted.

    They hold at every cut-off at once but for a chance of at most `risk`. At planned order
    statistics the true rate is a beta variable, whatever the distribution; each gets its part of
    the risk, and a cut-off between two of them has a rate between theirs.

    >>> low, high = rate_band(1000, 0.05)
    >>> bool(low[20] < 0.02 < high[20]), float(low[0]), float(high[1000])
    (True, 0.0, 1.0)
    """
    if not rows:
        return np.zeros(1), np.ones(1)
    # Denser near 0 and 1, where a rate varies least.
    spread = np.sin(np.linspace(0.0, np.pi / 2.0, ANCHORS + 2)[1:-1]) ** 2
    first = np.unique(np.clip(np.ceil(spread * rows), 1, rows)).astype(np.int64)
    part = risk / (2 * len(first))
    # The share of new rows below the m-th of n order statistics is Beta(m, n + 1 - m).
    lowest = np.asarray(beta.ppf(part, first, rows + 1 - first))
    highest = np.asarray(beta.isf(part, first, rows + 1 - first))
    counts = np.arange(rows + 1)
    # With m rows counted the cut-off is at or above the m-th, and below the one after it.
    below = np.searchsorted(first, counts, side="right") - 1
    above = np.searchsorted(first, counts + 1, side="left")
    low = np.where(below >= 0, lowest[np.maximum(below, 0)], 0.0)
    high = np.where(above < len(first), highest[np.minimum(above, len(first) - 1)], 1.0)
    return low, high


def mean_p_values(losses: Floats, limit: float, most: float, risk: float) -> Floats:
    """(settings,): the chance of losses as low as these (settings, rows), if their mean were at
    least `limit` and none were above `most`.

    A bet against that mean, row after row: its capital would multiply by a factor f with a chance
    of at most 1 / f (Waudby-Smith and Ramdas; Ville). The rows must be in an order of chance.
    """
    if limit >= most:
        return np.zeros(len(losses))
    if limit <= 0.0:
        return np.ones(len(losses))
    x, mean = losses / most, limit / most
    n = x.shape[1]
    seen = np.arange(1, n + 1)
    # What is known before each row: the mean and the variance of those before it.
    means = (0.5 + np.cumsum(x, axis=1)) / (seen + 1)
    spreads = (0.25 + np.cumsum((x - means) ** 2, axis=1)) / (seen + 1)
    before = np.concatenate([np.full((len(x), 1), 0.25), spreads[:, :-1]], axis=1)
    bets = np.minimum(np.sqrt(2.0 * np.log(1.0 / risk) / (n * before)), STEADY / (1.0 - mean))
    capital = np.cumsum(np.log1p(bets * (mean - x)), axis=1)
    chances: Floats = np.exp(-np.maximum(capital.max(axis=1), 0.0))
    return chances

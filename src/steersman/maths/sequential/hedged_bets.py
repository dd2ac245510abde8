"""Test of "the mean of weighted values is at most 0" that may be looked at after each value.

Gamblers with constant bets of many sizes share one unit of money; by Ville's inequality what they
own together reaches 1 / risk with at most that risk, ever, while the mean is at most 0. The best of
them grows at Kelly's rate, so values that vary little are decided soon, whatever their range; the
sharing costs a factor of their number at most. The result does not depend on the order of values.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BETTORS = 40
# Shares of the largest bet that cannot lose everything, from tiny to nearly all.
SIZES = np.geomspace(1e-3, 0.99, BETTORS)


def log_hedge(values: Floats, low: float) -> float:
    """The log of the evidence that the mean of independent `values` >= `low` is above 0.

    >>> round(log_hedge(np.array([]), -1.0), 12), log_hedge(np.full(50, 0.5), -1.0) > 10.0
    (0.0, True)
    """
    if low >= 0.0:
        return np.inf if len(values) and values.max() > 0.0 else 0.0
    if not len(values):
        return 0.0
    wealth = np.log1p(np.multiply.outer(SIZES / -low, values)).sum(axis=1)
    return float(np.logaddexp.reduce(wealth) - np.log(BETTORS))


def growth(values: Floats, chances: Floats, low: float) -> float:
    """The expected log growth per draw of the best constant bet, for values with these chances.

    >>> round(growth(np.array([-1.0, 1.0]), np.array([0.25, 0.75]), -1.0), 3)
    0.131
    """
    if low >= 0.0:
        return np.inf if float(values @ chances) > 0.0 else 0.0
    return max(0.0, float((np.log1p(np.multiply.outer(SIZES / -low, values)) @ chances).max()))

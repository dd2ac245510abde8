"""Limits of a mean that hold at all times together.

The mixture of likelihood ratios over Beta(1/2, 1/2) (Robbins 1970) needs only the sum and number of
the values. It is exact for values 0 and 1, and by convexity valid for all values from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, lgamma, log, log1p

PRIOR = 0.5
STEPS = 60
LOG_BETA_PRIOR = 2.0 * lgamma(PRIOR) - lgamma(2.0 * PRIOR)


def log_mixture(total: float, rows: int, mean: float) -> float:
    """The log of the evidence against `mean`; above log(1 / risk) with at most that risk, ever.

    >>> log_mixture(0.0, 0, 0.3), log_mixture(50.0, 100, 0.1) > 20.0
    (0.0, True)
    """
    rest = max(rows - total, 0.0)
    if (total and not mean) or (rest and mean == 1.0):
        return inf
    mixed = lgamma(PRIOR + total) + lgamma(PRIOR + rest) - lgamma(2.0 * PRIOR + total + rest)
    likelihood = (total * log(mean) if total else 0.0) + (rest * log1p(-mean) if rest else 0.0)
    return mixed - LOG_BETA_PRIOR - likelihood


def mean_limits(
    evidence: Callable[[float], float], inside: float, ends: tuple[float, float], risk: float
) -> tuple[float, float]:
    """The values around `inside` against which the log evidence stays below log(1 / risk).

    >>> low, high = mean_limits(lambda p: log_mixture(2.0, 100, p), 0.02, (0.0, 1.0), 0.05)
    >>> round(low, 4), round(high, 4)
    (0.0005, 0.1047)
    """
    bar = -log(risk)
    found = []
    for end in ends:
        if evidence(end) < bar:
            found.append(end)
            continue
        within, beyond = inside, end
        for _ in range(STEPS):
            middle = 0.5 * (within + beyond)
            if evidence(middle) < bar:
                within = middle
            else:
                beyond = middle
        # The outer of the two, so that rounding never makes the interval too short.
        found.append(beyond)
    return found[0], found[1]

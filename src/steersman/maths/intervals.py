"""Intervals for shares, from counts alone."""

from __future__ import annotations

from math import sqrt

__all__ = ["f1_interval", "wilson_interval"]

Z_95 = 1.959963984540054


def wilson_interval(successes: float, trials: float, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval of a share; (0, 1) when nothing was tried.

    >>> low, high = wilson_interval(9, 10)
    >>> round(low, 3), round(high, 3)
    (0.596, 0.982)
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    spread = z * z / trials
    centre = share + spread / 2
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    low, high = (centre - half) / (1 + spread), (centre + half) / (1 + spread)
    return max(0.0, low), min(1.0, high)


def f1_interval(tp: float, fp: float, fn: float, z: float = Z_95) -> tuple[float, float]:
    """An interval for F1, which rises with the share J = tp / (tp + fp + fn): F1 = 2 J / (1 + J).

    >>> f1_interval(0, 0, 0)
    (0.0, 1.0)
    """
    low, high = wilson_interval(tp, tp + fp + fn, z)
    return 2 * low / (1 + low), 2 * high / (1 + high)

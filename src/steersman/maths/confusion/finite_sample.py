"""Finite-sample bounds for new data, from counts on a holdout, with no assumed distribution.

One fixed score and a cut-off: if at most `e` of a class's n holdout rows lie beyond the cut-off,
the cut-off lies beyond that class's order statistic number n - e, and the chance that its rate on
new data exceeds `rate` is at most P(Binomial(n, rate) <= e), however the cut-off was chosen.
"""

from __future__ import annotations

from math import ceil, log, log1p, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta, binom

Floats = NDArray[np.float64]


def allowed_errors(n: int, rate: float, risk: float) -> int:
    """The most of n holdout rows that may err so that the true rate is at most `rate`, but for
    a chance of `risk`; -1 when even none is too many.

    >>> allowed_errors(298, 0.01, 0.05), allowed_errors(299, 0.01, 0.05)
    (-1, 0)
    """
    if rate >= 1.0:
        return n
    if n == 0 or rate <= 0.0:
        return -1
    guess = int(binom.ppf(risk, n, rate))
    while guess >= 0 and binom.cdf(guess, n, rate) > risk:
        guess -= 1
    return guess


def rows_needed(rate: float, risk: float) -> float:
    """How many holdout rows it takes before none of them erring is enough; infinite for rate 0.

    >>> rows_needed(0.01, 0.05)
    299
    """
    return ceil(log(risk) / log1p(-rate)) if 0.0 < rate < 1.0 else (np.inf if rate <= 0 else 0)


def interval(part: int, whole: int, confidence: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's interval of a share seen as `part` of `whole`.

    >>> low, high = interval(0, 299, 0.90)
    >>> low, round(high, 4)
    (0.0, 0.01)
    """
    tail = (1.0 - confidence) / 2.0
    low = float(beta.ppf(tail, part, whole - part + 1)) if part > 0 else 0.0
    high = float(beta.ppf(1.0 - tail, part + 1, whole - part)) if part < whole else 1.0
    return low, high


def lowest_share(part: NDArray[np.int64], whole: NDArray[np.int64], risk: float) -> Floats:
    """The lower confidence limits of shares seen as `part` of `whole`, each at `risk`."""
    seen = np.maximum(part, 1)
    limits = beta.ppf(risk, seen, np.maximum(whole - part, 0) + 1)
    return np.where(part > 0, limits, 0.0)


def calls_to_test(n: int, share: float, risk: float, tests: int = 12) -> NDArray[np.int64]:
    """How many of n rows to call, in at most `tests` steps fixed before any label is seen.

    From the fewest calls that could show `share` at risk / tests, were all right, to all n.
    """
    fewest = rows_needed(1.0 - share, risk / tests)
    if fewest > n:
        return np.zeros(0, dtype=np.int64)
    steps = np.geomspace(max(1.0, fewest), n, tests)
    return np.unique(np.ceil(steps - 1e-9).astype(np.int64))


def uniform_band(n: int, risk: float) -> float:
    """How far, at every cut-off at once, a share of n rows may lie from the truth on one side,
    but for a chance of `risk` (Massart's constant, so risk at most one half)."""
    return sqrt(log(1.0 / min(risk, 0.5)) / (2.0 * n)) if n else 1.0


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
    center = share + spread / 2
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    low, high = (center - half) / (1 + spread), (center + half) / (1 + spread)
    return max(0.0, low), min(1.0, high)


def f1_interval(tp: float, fp: float, fn: float, z: float = Z_95) -> tuple[float, float]:
    """An interval for F1, which rises with the share J = tp / (tp + fp + fn): F1 = 2 J / (1 + J).

    >>> f1_interval(0, 0, 0)
    (0.0, 1.0)
    """
    low, high = wilson_interval(tp, tp + fp + fn, z)
    return 2 * low / (1 + low), 2 * high / (1 + high)

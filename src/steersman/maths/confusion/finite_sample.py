"""Finite-sample bounds for new data, from counts on a holdout, with no assumed distribution.

One fixed score and a cut-off: if at most `e` of a class's n holdout rows lie beyond the cut-off,
the cut-off lies beyond that class's order statistic number n - e, and the chance that its rate on
new data exceeds `rate` is at most P(Binomial(n, rate) <= e), however the cut-off was chosen.
"""

from __future__ import annotations

from math import ceil, log, log1p, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv
from scipy.stats import binom

Floats = NDArray[np.float64]


def allowed_errors(n: int, rate: float, risk: float) -> int:
    """The most errors among n holdout rows that still guarantee a true rate of at most `rate`.

    The guarantee fails with a chance of at most `risk`; -1 means that even no error is too many.

    >>> allowed_errors(298, 0.01, 0.05), allowed_errors(299, 0.01, 0.05)
    (-1, 0)
    """
    if rate >= 1.0:
        return n
    if n == 0 or rate <= 0.0:
        return -1
    # `ppf` is the first count whose probability reaches `risk`, usually one too many; the loop
    # takes it back and settles rounding on the safe side.
    guess = int(binom.ppf(risk, n, rate))
    while guess >= 0 and binom.cdf(guess, n, rate) > risk:
        guess -= 1
    return guess


def allows_errors(errors: int, n: int, rate: float, risk: float) -> bool:
    """Whether `allowed_errors` are so many, for a rate between 0 and 1; it takes one sum for that.

    >>> allows_errors(0, 298, 0.01, 0.05), allows_errors(0, 299, 0.01, 0.05)
    (False, True)
    """
    return bool(binom.cdf(errors, n, rate) <= risk)


def rows_needed(rate: float, risk: float) -> float:
    """The fewest holdout rows that guarantee `rate` when none of them errs; infinite for rate 0.

    >>> rows_needed(0.01, 0.05)
    299
    """
    # Solves (1 - rate) ** n <= risk; `log1p` stays exact for small rates.
    return ceil(log(risk) / log1p(-rate)) if 0.0 < rate < 1.0 else (np.inf if rate <= 0 else 0)


def interval(part: int, whole: int, confidence: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's interval of a share seen as `part` of `whole`.

    >>> low, high = interval(0, 299, 0.90)
    >>> low, round(high, 4)
    (0.0, 0.01)
    """
    tail = (1.0 - confidence) / 2.0
    # At the edges a parameter of the beta distribution would be zero and the quantile NaN.
    low = float(betaincinv(part, whole - part + 1, tail)) if part > 0 else 0.0
    high = float(betaincinv(part + 1, whole - part, 1.0 - tail)) if part < whole else 1.0
    return low, high


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
    # At shares of 0 and 1 rounding can put a limit just outside.
    return max(0.0, low), min(1.0, high)


def f1_interval(tp: float, fp: float, fn: float, z: float = Z_95) -> tuple[float, float]:
    """An interval for F1, which rises with the share J = tp / (tp + fp + fn): F1 = 2 J / (1 + J).

    >>> f1_interval(0, 0, 0)
    (0.0, 1.0)
    """
    low, high = wilson_interval(tp, tp + fp + fn, z)
    return 2 * low / (1 + low), 2 * high / (1 + high)

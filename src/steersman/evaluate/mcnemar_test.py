"""McNemar's test of two classifiers on the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom, chi2

from steersman.errors import SteersmanError
from steersman.evaluate.measures import checked_labels

Method = Literal["exact", "mid-p", "chi2", "auto"]

FEWEST_FOR_CHI2 = 25


@dataclass(frozen=True)
class McNemar:
    """The outcome of McNemar's test.

    `table` is [[both wrong, only a right], [only b right, both right]]. `statistic` is the smaller
    of the two counts of rows that only one gets right, or chi-square.
    """

    statistic: float
    p_value: float
    table: NDArray[np.int64]  # (2, 2)
    method: Method
    meaning: str


SMALLEST_TOLD = 1e-4
"""Below this the last digits of a p-value say more about the formula than about the rows."""


def p_value_meaning(p_value: float, null: str) -> str:
    """Sentences on what a p-value is and is not."""
    chance = f"{p_value:.3g}" if p_value >= SMALLEST_TOLD else f"below {SMALLEST_TOLD:.4f}"
    return (
        f"If {null}, a difference at least as large as the observed one would come up with "
        f"probability {chance}. This is not the probability that they are equally good, "
        "and it says nothing about how large or how useful the difference is."
    )


def mcnemar(y: ArrayLike, a: ArrayLike, b: ArrayLike, method: Method = "exact") -> McNemar:
    """McNemar's test that predictions `a` and `b` are right equally often on rows like these.

    `exact` and `mid-p` use the binomial distribution, `chi2` Edwards' continuity correction,
    `auto` is exact below 25 rows that only one gets right and chi2 from there on.

    Parameters
    ----------
    y : array-like of shape (rows,)
        True labels.
    a, b : array-like of shape (rows,)
        Predictions of the two classifiers for the same rows.
    method : {"exact", "mid-p", "chi2", "auto"}
        How the p-value is computed.

    Returns
    -------
    McNemar
        The table of right and wrong rows, the statistic and the p-value.

    Examples
    --------
    >>> test = mcnemar([1] * 12, [1] * 10 + [0] * 2, [0] * 9 + [1] * 3)
    >>> test.table.tolist(), test.statistic, test.p_value
    ([[0, 9], [2, 1]], 2.0, 0.0654296875)
    """
    table = right_and_wrong(y, a, b)
    only_a, only_b = int(table[0, 1]), int(table[1, 0])
    apart = only_a + only_b
    if method == "auto":
        method = "exact" if apart < FEWEST_FOR_CHI2 else "chi2"
    fewer = min(only_a, only_b)
    statistic = float(fewer)
    if method == "exact":
        # Twice the tail exceeds 1 when both counts are equal, as the middle is in both tails.
        p_value = min(1.0, 2.0 * float(binom.cdf(fewer, apart, 0.5)))
    elif method == "mid-p":
        p_value = 2.0 * float(binom.cdf(fewer, apart, 0.5)) - float(binom.pmf(fewer, apart, 0.5))
    elif method == "chi2":
        # Without the floor the correction would make equal counts look different.
        statistic = max(abs(only_a - only_b) - 1, 0) ** 2 / apart if apart else 0.0
        p_value = float(chi2.sf(statistic, 1))
    else:
        raise SteersmanError(
            f"there is no method {method!r}",
            todo="choose 'exact', 'mid-p', 'chi2' or 'auto'",
            code="bad-setting",
            name="method",
            value=method,
        )
    null = "the two classifiers were right equally often on rows like these"
    return McNemar(statistic, p_value, table, method, p_value_meaning(p_value, null))


class NullTails(NamedTuple):
    """How likely every count of rows that only the first gets right is, if both are equal."""

    first: int
    """The count that `chances` begins with."""
    chances: NDArray[np.float64]
    extreme: NDArray[np.bool_]
    """The counts that are at least as extreme as the observed one: their chances sum to p."""


def mcnemar_tails(only_a: int, only_b: int, deviations: float = np.inf) -> NullTails:
    """The exact distribution behind McNemar's test, within some deviations and the observed count.

    >>> tails = mcnemar_tails(9, 2)
    >>> round(float(tails.chances[tails.extreme].sum()), 10)
    0.0654296875
    """
    rows = only_a + only_b
    counts = np.arange(rows + 1)
    reach = max(abs(only_a - rows / 2), deviations * np.sqrt(rows) / 2)
    shown = counts[np.abs(counts - rows / 2) <= reach]
    extreme = np.minimum(shown, rows - shown) <= min(only_a, only_b)
    return NullTails(int(shown[0]), binom.pmf(shown, rows, 0.5), extreme)


def right_and_wrong(y: ArrayLike, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """[[both wrong, only a right], [only b right, both right]], counted over rows."""
    a_right, b_right = (rows_right(*checked_labels(y, predicted)) for predicted in (a, b))
    return np.bincount(2 * b_right + a_right, minlength=4).reshape(2, 2)


def rows_right(true: NDArray[np.generic], predicted: NDArray[np.generic]) -> NDArray[np.int64]:
    """1 for each row whose labels are all right, else 0."""
    right = np.asarray(true == predicted).reshape(len(true), -1)
    return np.asarray(right.all(axis=1), dtype=np.int64)

"""All pairs of several classifiers, with p-values corrected for their number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.evaluate.mcnemar_test import McNemar, Method, mcnemar


@dataclass(frozen=True)
class ComparedPair:
    """McNemar's test of two of several classifiers; `adjusted` is Holm's p-value."""

    first: str
    second: str
    test: McNemar
    adjusted: float


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's adjusted p-values, in the order given.

    Rejecting where they are at most alpha keeps the chance of any false rejection at most alpha.

    Parameters
    ----------
    p_values : array-like of shape (tests,)
        The p-values of all tests.

    Returns
    -------
    array of shape (tests,)
        The adjusted p-values.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    values = np.asarray(p_values, dtype=np.float64)
    if values.ndim != 1 or not np.all((values >= 0) & (values <= 1)):
        raise SteersmanError(
            f"{p_values!r} are not p-values",
            todo="use numbers from 0 to 1",
            code="bad-p-values",
            p_values=values.tolist(),
        )
    order = np.argsort(values, kind="stable")
    raised = values[order] * np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    # A p-value must not be adjusted below a smaller one.
    adjusted[order] = np.minimum(np.maximum.accumulate(raised), 1.0)
    return adjusted


def compare_all(
    y: ArrayLike, predictions: Mapping[str, ArrayLike], method: Method = "exact"
) -> list[ComparedPair]:
    """McNemar's test of every pair of the named predictions, corrected by Holm.

    Parameters
    ----------
    y : array-like of shape (rows,)
        True labels.
    predictions : mapping from str to array-like of shape (rows,)
        Predictions of each classifier, by its name.
    method : {"exact", "mid-p", "chi2", "auto"}
        How McNemar's p-values are computed.

    Returns
    -------
    list of ComparedPair
        One test for each pair of classifiers.

    Examples
    --------
    >>> pairs = compare_all([1, 1, 0], {"one": [1, 1, 0], "two": [1, 0, 0], "three": [0, 0, 1]})
    >>> [(pair.first, pair.second, pair.adjusted) for pair in pairs]
    [('one', 'two', 1.0), ('one', 'three', 0.75), ('two', 'three', 1.0)]
    """
    names = list(combinations(predictions, 2))
    tests = [mcnemar(y, predictions[a], predictions[b], method) for a, b in names]
    adjusted = holm([test.p_value for test in tests])
    return [
        ComparedPair(first, second, test, float(p_value))
        for (first, second), test, p_value in zip(names, tests, adjusted, strict=True)
    ]

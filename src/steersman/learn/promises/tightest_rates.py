"""The tightest rates that can be guaranteed with the rows at hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from steersman.learn.promises.promise import check_confidence

Label = TypeVar("Label")


def tightest_rates(class_counts: Mapping[Label, int], confidence: float) -> dict[Label, float]:
    """For each class, the lowest error rate that its rows can guarantee: without any error here.

    A class without rows has 1.0: nothing can be guaranteed of it.

    >>> rates = tightest_rates({"ham": 1205, "spam": 174}, 0.95)
    >>> {label: f"{100 * rate:.2g} %" for label, rate in rates.items()}
    {'ham': '0.25 %', 'spam': '1.7 %'}
    """
    check_confidence(confidence)
    # Of n rows none errs with the chance (1 - rate) ** n, which must be at most the risk.
    risk = 1.0 - confidence
    return {label: 1.0 - risk ** (1.0 / n) if n else 1.0 for label, n in class_counts.items()}

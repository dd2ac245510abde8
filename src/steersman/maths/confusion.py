"""Confusion counts of a yes/no decision and the measures read off them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["BinaryCounts", "binary_counts"]


def ratio(part: float, whole: float) -> float:
    """part / whole, and 0 where there is nothing to divide by."""
    return part / whole if whole else 0.0


class BinaryCounts(NamedTuple):
    """The four cells of a yes/no decision."""

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def recall(self) -> float:
        return ratio(self.tp, self.tp + self.fn)

    @property
    def precision(self) -> float:
        return ratio(self.tp, self.tp + self.fp)

    @property
    def f1(self) -> float:
        return ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> float:
        return ratio(self.tp + self.tn, sum(self))


def binary_counts(positive: NDArray[np.bool_], decided: NDArray[np.bool_]) -> BinaryCounts:
    """Cells of the decisions `decided` about rows whose truth is `positive`.

    >>> binary_counts(np.array([True, True, False]), np.array([True, False, False]))
    BinaryCounts(tp=1, fp=0, fn=1, tn=1)
    """
    tp = int(np.count_nonzero(positive & decided))
    positives = int(np.count_nonzero(positive))
    found = int(np.count_nonzero(decided))
    return BinaryCounts(tp, found - tp, positives - tp, len(positive) - positives - found + tp)

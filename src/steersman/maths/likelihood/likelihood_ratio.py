"""The likelihood ratio test over finitely many objects, and products that underflow.

By the Neyman-Pearson lemma no other region of acceptance finds more of c with as few false
positives. With few objects all regions can be tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class PowerCurve(NamedTuple):
    """False positive rate and power of the regions that a likelihood ratio accepts, growing.

    `order` are the objects as they are taken in, and `thresholds` the ratios M of the last one.
    """

    order: NDArray[np.int64]
    thresholds: Floats
    rates: Floats  # (objects + 1, 2): P(accepted|not c), P(accepted|c)


def power_curve(likelihoods: Floats) -> PowerCurve:
    """The regions P(o|c) / P(o|not c) > M for every M (Eq. 21), from none to all objects.

    >>> power_curve(np.array([[0.2, 0.5], [0.8, 0.5]])).rates
    array([[0. , 0. ],
           [0.5, 0.8],
           [1. , 1. ]])
    """
    ratios = likelihoods[:, 0] / likelihoods[:, 1]
    order = np.argsort(-ratios, kind="stable")
    grown = np.cumsum(likelihoods[order][:, ::-1], axis=0)
    return PowerCurve(order, ratios[order], np.vstack([np.zeros(2), grown]))


def all_regions(likelihoods: Floats) -> Floats:
    """(2 ** objects, 2): false positive rate and power of every set of objects."""
    objects = len(likelihoods)
    numbers = np.arange(2**objects)[:, None]
    taken = (numbers >> np.arange(objects)) & 1
    rates: Floats = taken.astype(np.float64) @ likelihoods[:, ::-1]
    return rates


class LongProduct(NamedTuple):
    """A probability to the power of 1, 2, 3 and so on, multiplied in 64 bits and summed in logs."""

    products: Floats
    log10_sums: Floats

    @property
    def vanishes_at(self) -> int | None:
        """The number of factors from which on the product is 0."""
        zero = np.flatnonzero(self.products == 0.0)
        return int(zero[0]) + 1 if len(zero) else None


def long_product(probability: float, factors: int) -> LongProduct:
    """Products of 1 to `factors` features of one probability, as numbers and as logarithms.

    >>> long_product(0.01, 200).vanishes_at
    162
    """
    each = np.full(factors, probability)
    return LongProduct(np.multiply.accumulate(each), np.cumsum(np.log10(each)))

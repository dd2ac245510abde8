"""Medians of many values, without ordering all of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MANY_VALUES, SAMPLED_VALUES = 5_000, 1_000
Floats = NDArray[np.float64]


def median(values: NDArray[np.float64]) -> float:
    """The median of the values that are there, zero when none is."""
    size = len(values) - int(np.count_nonzero(np.isnan(values)))
    if not size:
        return 0.0
    places = ((size - 1) // 2, size // 2)
    # numpy's own median takes many times as long, and to order all values twice.
    candidates, before = middle_values(values) if size >= MANY_VALUES else (values, 0)
    if not before <= places[0] <= places[1] < before + len(candidates):
        candidates, before = values, 0
    # Values that are missing come last.
    ordered = np.sort(candidates)
    return middle_of(ordered[places[0] - before], ordered[places[1] - before])


def middle_of(low: float, high: float) -> float:
    """The middle of the two values around it; of equal ones the value as it is.

    >>> middle_of(1.0, 2.0), middle_of(1e308, 1e308)
    (1.5, 1e+308)
    """
    return float((low + high) / 2 if low != high else low)


def middle_values(values: Floats) -> tuple[Floats, int]:
    """The values between two bounds that a sample sets around the median, and how many are below.

    >>> middle_values(np.arange(5_000.0))[1]
    2250
    """
    sample = np.sort(values[:: len(values) // SAMPLED_VALUES])
    sample = sample[: len(sample) - int(np.count_nonzero(np.isnan(sample)))]
    if not len(sample):
        return values, 0
    low, high = sample[int(0.45 * len(sample))], sample[int(0.55 * len(sample))]
    between = values[(values >= low) & (values <= high)]
    return between, int(np.count_nonzero(values < low))


def mean(values: NDArray[np.float64]) -> float:
    """The mean of the values that are there, zero when none is."""
    there = values[~np.isnan(values)]
    return float(there.mean()) if there.size else 0.0


def median_of_counts(values: Floats, rows: NDArray[np.int64]) -> float:
    """The median of values that so many rows have each.

    >>> median_of_counts(np.array([7.0, 1.0, 2.0]), np.array([1, 3, 2]))
    1.5
    """
    if len(values) == int(rows.sum()):
        return median(values)
    order = np.argsort(values)
    ends = np.cumsum(rows[order])
    middle = np.array([(ends[-1] - 1) // 2, ends[-1] // 2])
    low, high = values[order[np.searchsorted(ends, middle, side="right")]]
    return middle_of(low, high)

"""Chance that depends on a row's number and a seed alone, however the rows are cut into partitions.

A row is in the same part, fold and sample whether it is read alone or among a thousand million.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Longs = NDArray[np.int64]
Hashes = NDArray[np.uint64]
Codes = NDArray[np.uint8]

TRAIN, TUNE, TEST = 0, 1, 2
"""The parts of the rows: to learn from, to tune on, to test with."""

PARTS, FOLDS, SAMPLES, NODE_FOLDS, INNER_FOLDS = 1, 2, 3, 4, 5
"""What a hash is for: draws for one purpose say nothing about those for another."""


def row_hashes(numbers: Longs, seed: int, purpose: int) -> Hashes:
    """(rows,) evenly spread 64-bit numbers for the numbers of rows.

    >>> row_hashes(np.arange(3), 0, PARTS) % np.uint64(10)
    array([8, 8, 9], dtype=uint64)
    """
    start = np.uint64((seed % 2**32 * 0x9E3779B97F4A7C15 + purpose) % 2**64)
    hashes = np.empty(len(numbers), np.uint64)
    fill_hashes(numbers, start, hashes)
    return hashes


@njit(cache=True, nogil=True)
def fill_hashes(numbers: Longs, start: np.uint64, hashes: Hashes) -> None:
    """Write the hash of each number."""
    # splitmix64, whose steps mix every bit with every other.
    offset = spread(start)
    for row in range(len(numbers)):
        hashes[row] = spread(np.uint64(numbers[row]) * np.uint64(0xD1342543DE82EF95) + offset)


@njit(cache=True, nogil=True)
def spread(value: np.uint64) -> np.uint64:
    """The last steps of splitmix64."""
    mixed = value + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def row_shares(numbers: Longs, seed: int, purpose: int) -> NDArray[np.float64]:
    """(rows,) numbers from 0 up to 1, one for each row."""
    whole = row_hashes(numbers, seed, purpose) >> np.uint64(11)
    return whole.astype(np.float64) * 2.0**-53


def row_parts(numbers: Longs, split: Codes | None, holdout: float, test: float, seed: int) -> Codes:
    """(rows,) TRAIN, TUNE or TEST.

    `test` is the share of all rows, `holdout` that of the others. Where a split is published its
    test rows test, and its validation rows tune, with that share of its training rows.

    >>> np.bincount(row_parts(np.arange(1000), None, 0.33, 0.2, seed=0))
    array([544, 257, 199])
    """
    drawn = row_shares(numbers, seed, PARTS)
    if split is None:
        tuned = drawn < test + (1.0 - test) * holdout
        return np.where(drawn < test, TEST, np.where(tuned, TUNE, TRAIN)).astype(np.uint8)
    return np.where((split == TRAIN) & (drawn < holdout), TUNE, split).astype(np.uint8)


def row_folds(numbers: Longs, folds: int, seed: int) -> Codes:
    """(rows,) the fold of each row, 0 to folds - 1."""
    return (row_hashes(numbers, seed, FOLDS) % np.uint64(folds)).astype(np.uint8)

"""Random orders of rows that depend on what the rows contain, not on their places in the file.

A learner that draws by these fits the same model to the same rows in any order, and a row of weight
two weighs as much as the row given twice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from sklearn.utils.validation import _check_sample_weight

from steersman.learn.steering import Rows, row_prints

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

MOST_COPIES = 10
# Multipliers of SplitMix64 (Steele, Lea and Flood 2014).
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def row_weights(sample_weight: ArrayLike | None, rows: object) -> Floats:
    """(rows,): the weights of rows as numbers of at least 0; ones where none are given."""
    weights: Floats = _check_sample_weight(
        sample_weight, rows, dtype=np.float64, ensure_non_negative=True
    )
    return weights


def weighted_rows(
    X: Rows, labels: NDArray[np.generic], sample_weight: ArrayLike | None
) -> tuple[Rows, NDArray[np.generic], Floats]:
    """The rows with their labels and weights, but for those of weight 0: they are as good as
    absent, and so is a class that only such rows have."""
    weights = row_weights(sample_weight, X)
    there = np.flatnonzero(weights)
    if len(there) < len(weights):
        return X[there], labels[there], weights[there]
    return X, labels, weights


def content_keys(
    X: Floats | csr_matrix, rng: np.random.Generator, codes: NDArray[np.integer] | None = None
) -> Keys:
    """(rows,): a random number for each row; equal rows of the same class have the same.

    >>> keys = content_keys(np.array([[1.0], [2.0], [1.0]]), np.random.default_rng(0))
    >>> bool(keys[0] == keys[2] != keys[1])
    True
    """
    return drawn_keys(class_prints(X, codes), rng)


def class_prints(X: Floats | csr_matrix, codes: NDArray[np.integer] | None = None) -> Keys:
    """(rows,): a number for each row and its class, always the same."""
    prints = row_prints(X)
    if codes is None:
        return prints
    return prints ^ drawn_keys(codes.astype(np.uint64), np.random.default_rng(0))


def drawn_keys(prints: Keys, rng: np.random.Generator) -> Keys:
    """(rows,): a random number for each print, the same for equal ones."""
    # Numbers wrap around, as SplitMix64 means them to.
    with np.errstate(over="ignore"):
        mixed = prints ^ rng.integers(2**63, dtype=np.uint64)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * FIRST
        mixed = (mixed ^ (mixed >> np.uint64(27))) * SECOND
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))


def content_order(keys: Keys) -> Ints:
    """(rows,): the rows in the order of their keys, equal ones next to each other."""
    return np.argsort(keys, kind="stable")


def distinct_places(keys: Keys) -> Ints:
    """(rows,): the place of each row among the different ones; equal rows share theirs.

    >>> distinct_places(np.array([7, 3, 7], dtype=np.uint64))
    array([1, 0, 1])
    """
    return np.unique(keys, return_inverse=True)[1].astype(np.int64)


def copies_of_rows(weights: Floats, prints: Keys, rng: np.random.Generator) -> Ints:
    """The numbers of rows, each as often as it weighs, for learners that count rows.

    Whole weights are numbers of copies. Of others, and where there would be more than
    `MOST_COPIES` copies a row, as many rows as there are are drawn: each row as often as its share
    of the weights says, but for the fraction.

    >>> nothing = np.zeros(3, dtype=np.uint64)
    >>> copies_of_rows(np.array([2.0, 0.0, 1.0]), nothing, np.random.default_rng(0))
    array([0, 0, 2])
    >>> copies_of_rows(np.array([0.2, 0.2, 0.2]), nothing, np.random.default_rng(0))
    array([0, 1, 2])
    """
    whole = np.array_equal(weights, np.floor(weights))
    if whole and weights.sum() <= MOST_COPIES * len(weights):
        return np.repeat(np.arange(len(weights)), weights.astype(np.int64))
    order = content_order(drawn_keys(prints, rng))
    heights = np.cumsum(weights[order]) * (len(weights) / weights.sum())
    # One even comb over the running sum: a row has as many teeth as its share, up or down.
    teeth = np.arange(len(weights)) + rng.random()
    return np.sort(order[np.minimum(np.searchsorted(heights, teeth), len(order) - 1)])

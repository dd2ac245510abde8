"""Seeded splits of rows into folds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError

__all__ = ["fold_numbers", "folds"]

Positions = NDArray[np.intp]


def fold_numbers(y: NDArray[np.generic], n_folds: int, seed: int) -> Positions:
    """(rows,) the fold, 0 to n_folds - 1, of each row.

    With one label per row every class is spread evenly: its share of any two folds differs by at
    most one row, and so do the sizes of the folds. Multi-label rows are shuffled plainly. The same
    seed gives the same folds.

    >>> np.bincount(fold_numbers(np.array(list("aaaabbbb")), 4, seed=0))
    array([2, 2, 2, 2])
    """
    labels = np.asarray(y)
    rows = len(labels)
    if not 2 <= n_folds <= rows:
        raise SteersmanError(
            f"{rows} rows cannot be split into {n_folds} folds",
            todo=f"ask for between 2 and {rows} folds",
        )
    order = np.random.default_rng(seed).permutation(rows)
    if labels.ndim == 1:
        # Dealing out one class after the other, like cards, balances classes and fold sizes alike.
        _, codes = np.unique(labels, return_inverse=True)
        order = order[np.argsort(codes[order], kind="stable")]
    numbers = np.empty(rows, dtype=np.intp)
    numbers[order] = np.arange(rows) % n_folds
    return numbers


def folds(y: NDArray[np.generic], n_folds: int, seed: int) -> list[Positions]:
    """The row positions of each fold, ascending; every row is in exactly one fold.

    >>> [len(fold) for fold in folds(np.array(["a", "b"] * 5), 3, seed=1)]
    [4, 3, 3]
    """
    numbers = fold_numbers(y, n_folds, seed)
    return [np.flatnonzero(numbers == fold) for fold in range(n_folds)]

"""Seeded splits of rows into folds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError

__all__ = ["fold_numbers", "folds", "sealed_rows"]

SEALED_PARTS = 5  # one of five is sealed

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


def sealed_rows(y: NDArray[np.generic], seed: int) -> NDArray[np.bool_]:
    """(rows,) True for the fifth of the rows that is kept for the end, whatever is asked before.

    Every class gives a fifth of its rows. A row with several labels counts for the rarest of them,
    so that the rare ones, which chance treats worst, are spread evenly.

    >>> sealed_rows(np.array(list("aaaaabbbbb")), seed=0).reshape(2, 5).sum(axis=1)
    array([1, 1])
    """
    labels = np.asarray(y)
    kinds = labels.astype(str) if labels.ndim == 1 else rarest_labels(labels.astype(bool))
    sealed: NDArray[np.bool_] = fold_numbers(kinds, SEALED_PARTS, seed) == 0
    return sealed


def rarest_labels(member: NDArray[np.bool_]) -> Positions:
    """(rows,) the column of each row's rarest label; the number of columns where it has none.

    >>> rarest_labels(np.array([[1, 1], [1, 0], [0, 0]], dtype=bool))
    array([1, 0, 2])
    """
    sizes = np.where(member, member.sum(axis=0), len(member) + 1)
    rarest: Positions = np.where(member.any(axis=1), sizes.argmin(axis=1), member.shape[1])
    return rarest

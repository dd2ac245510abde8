"""Seeded, stratified splits of rows into folds and into parts that are held out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError

SEALED_SHARE = 0.2

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
            todo=f"use between 2 and {rows} folds",
            code="folds-impossible",
            rows=rows,
            folds=n_folds,
        )
    order = np.random.default_rng(seed).permutation(rows)
    if labels.ndim == 1:
        # Dealing out one class after the other, like cards, balances classes and fold sizes alike.
        order = order[stable_order(codes_and_sizes(labels)[0][order])]
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


def held_out_rows(
    y: NDArray[np.generic], share: float, seed: int, *, at_least: int = 0
) -> NDArray[np.bool_]:
    """(rows,) True for a share of the rows, drawn at random and stratified by class.

    As many rows as the share, rounded up; of every class its share to within one row, and
    `at_least` so many if it has them. A row with several labels counts for the rarest of them, so
    that the rare ones, which chance treats worst, are spread evenly. The same seed gives the same
    rows.

    >>> held_out_rows(np.array(list("aaaaabbbbb")), 0.4, seed=0).reshape(2, 5).sum(axis=1)
    array([2, 2])
    """
    labels = np.asarray(y)
    kinds = labels if labels.ndim == 1 else rarest_labels(labels.astype(bool))
    codes, sizes = codes_and_sizes(kinds)
    taken = class_shares(sizes, share)
    taken = np.maximum(taken, np.minimum(at_least, sizes))
    order = np.random.default_rng(seed).permutation(len(labels))
    order = order[stable_order(codes[order])]
    held = np.zeros(len(labels), dtype=bool)
    for end, count in zip(np.cumsum(sizes).tolist(), taken.tolist()):
        held[order[end - count : end]] = True
    return held


def codes_and_sizes(labels: NDArray[np.generic]) -> tuple[Positions, Positions]:
    """(rows,) the number of each row's label among the sorted labels, and (labels,) their sizes.

    >>> codes_and_sizes(np.array([7, 2, 7]))
    (array([1, 0, 1]), array([1, 2]))
    """
    counted = labels.dtype.kind in "iu" and len(labels) > 0
    if counted and labels.min() >= 0 and labels.max() <= np.iinfo(np.uint16).max:
        # Counting takes a tenth of the time of sorting.
        sizes = np.bincount(labels)
        there = sizes > 0
        return (np.cumsum(there) - 1)[labels], sizes[there]
    _, codes, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    return codes, sizes


def stable_order(codes: Positions) -> Positions:
    """(rows,) the order of codes from 0 on; equal ones keep theirs.

    >>> stable_order(np.array([2, 0, 2, 1]))
    array([1, 3, 0, 2])
    """
    # Of short numbers numpy counts the digits, which takes a tenth of the time of sorting.
    few = codes.max(initial=0) <= np.iinfo(np.uint16).max
    return np.argsort(codes.astype(np.uint16) if few else codes, kind="stable")


def class_shares(sizes: Positions, share: float) -> Positions:
    """(classes,) how many rows of each class are a share of all, which is rounded up.

    >>> class_shares(np.array([5, 7, 1]), 0.2)
    array([1, 2, 0])
    """
    exact = sizes * share
    taken: Positions = np.floor(exact).astype(np.intp)
    # A product such as 0.2 * 35 may be a hair above its whole number.
    total = int(np.ceil(round(share * int(sizes.sum()), 9)))
    # Those that lost the most by rounding down get the rows that are left.
    losers = np.argsort(taken - exact, kind="stable")[: total - int(taken.sum())]
    taken[losers] += 1
    return taken


def sealed_rows(y: NDArray[np.generic], seed: int) -> NDArray[np.bool_]:
    """(rows,) True for the fifth of the rows that is kept for the final test.

    >>> sealed_rows(np.array(list("aaaaabbbbb")), seed=0).reshape(2, 5).sum(axis=1)
    array([1, 1])
    """
    return held_out_rows(y, SEALED_SHARE, seed)


def rarest_labels(member: NDArray[np.bool_]) -> Positions:
    """(rows,) the column of each row's rarest label; the number of columns where it has none.

    >>> rarest_labels(np.array([[1, 1], [1, 0], [0, 0]], dtype=bool))
    array([1, 0, 2])
    """
    sizes = np.where(member, member.sum(axis=0), len(member) + 1)
    rarest: Positions = np.where(member.any(axis=1), sizes.argmin(axis=1), member.shape[1])
    return rarest

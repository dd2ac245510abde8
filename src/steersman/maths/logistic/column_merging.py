"""Logistic regression with empty columns dropped and the columns of a single row merged.

The penalty leaves no weight on a column that no row holds. Columns that only one and the same row
holds share their weight in proportion to its entries, so that one column as long as all of them
does the same. In text, most columns are of these two kinds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.logistic.objective import LogisticProblem

Floats = NDArray[np.float64]
SparseRows = tuple[Floats, NDArray[np.int32], NDArray[np.int32]]
"""Entries, their columns and where each row begins."""


class ReducedProblem(NamedTuple):
    """A problem with fewer columns, and how its weights become those of the whole problem.

    Whole column `sources[i]` has `shares[i]` times the weight of lean column `targets[i]`; columns
    that are not among the sources have none.
    """

    problem: LogisticProblem
    sources: NDArray[np.intp]
    targets: NDArray[np.intp]
    shares: Floats
    columns: int

    def whole(self, weights: Floats) -> Floats:
        """(outputs, columns): the weights of the whole problem at the same place."""
        spread = np.zeros((len(weights), self.columns))
        spread[:, self.sources] = weights[:, self.targets] * self.shares
        return spread

    def lean(self, weights: Floats) -> Floats:
        """(outputs, lean columns): the weights nearest to those of the whole problem."""
        size, spread = self.problem.penalties.shape[1], weights[:, self.sources] * self.shares
        return np.stack([np.bincount(self.targets, each, minlength=size) for each in spread])


def reduced_problem(problem: LogisticProblem) -> ReducedProblem | None:
    """The problem without lone and empty columns; None for dense designs and several penalties."""
    design, penalties = problem.design, problem.penalties[:, :-1]
    if not isinstance(design, csr_matrix) or not penalties.size:
        return None
    penalty = penalties.flat[0]
    # Only under one common penalty does the minimum split a merged weight in proportion to the
    # entries, which is what makes the merger exact.
    if penalty <= 0.0 or np.any(penalties != penalty):
        return None
    if not np.all(design.data):
        design = design.copy()
        design.eliminate_zeros()
    holders = np.bincount(design.indices, minlength=design.shape[1])
    # The column of ones bears no penalty, so it must not be merged with any other.
    holders[-1] = len(problem.weights)
    own, lone = np.flatnonzero(holders > 1), np.flatnonzero(holders == 1)
    # Building the reduced problem costs more than a few percent fewer columns save.
    if len(own) + len(lone) // 2 > 0.9 * len(holders):
        return None
    # The only entry of each lone column, in the order of `lone`.
    only = np.flatnonzero((holders == 1)[design.indices])
    only = only[np.argsort(design.indices[only])]
    entries = design.data[only]
    rows, group = np.unique(
        np.searchsorted(design.indptr, only, side="right") - 1, return_inverse=True
    )
    lengths = np.sqrt(np.bincount(group, entries**2, minlength=len(rows)))
    # `own` comes last, so that the column of ones, the last of it, remains the last column.
    kept = np.concatenate([lone, own])
    targets = np.concatenate([group, len(rows) + np.arange(len(own))]).astype(np.intp)
    shares = np.concatenate([entries / lengths[group], np.ones(len(own))])
    small = np.full((problem.outputs, len(rows) + len(own)), penalty)
    small[:, -1] = 0.0
    place = np.full(len(holders), -1)
    place[own] = targets[len(lone) :]
    lean_design = merged_design(design, place, rows, lengths)
    return ReducedProblem(
        problem._replace(design=lean_design, penalties=small),
        kept,
        targets,
        shares,
        design.shape[1],
    )


def merged_design(
    design: csr_matrix, place: NDArray[np.int64], rows: NDArray[np.int64], lengths: Floats
) -> csr_matrix:
    """The design with one column for each of the `rows`, then those that have a place there.

    `lengths` (rows,) are the entries of the first; `place` is -1 for columns that are left out.
    """
    merged = np.full(design.shape[0], -1)
    merged[rows] = np.arange(len(rows))
    size = len(rows) + np.count_nonzero((place >= 0)[design.indices])
    columns, bounds = np.empty(size, design.indices.dtype), np.empty_like(design.indptr)
    lean = np.empty(size), columns, bounds
    fill_lean_rows((design.data, design.indices, design.indptr), place, merged, lengths, lean)
    return csr_matrix(lean, shape=(len(merged), place.max() + 1), copy=False)


@njit(cache=True, nogil=True)
def fill_lean_rows(
    rows: SparseRows,
    place: NDArray[np.int64],
    merged: NDArray[np.int64],
    lengths: Floats,
    lean: SparseRows,
) -> None:
    """Write each row's merged entry, if it has one, then its entries in columns with a place."""
    entries, columns, bounds = rows
    lean_entries, lean_columns, lean_bounds = lean
    at = 0
    for row in range(len(merged)):
        lean_bounds[row] = at
        if merged[row] >= 0:
            lean_entries[at], lean_columns[at] = lengths[merged[row]], merged[row]
            at += 1
        for k in range(bounds[row], bounds[row + 1]):
            column = place[columns[k]]
            if column >= 0:
                lean_entries[at], lean_columns[at] = entries[k], column
                at += 1
    lean_bounds[-1] = at

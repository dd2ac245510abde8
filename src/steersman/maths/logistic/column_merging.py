"""Logistic regression with empty columns dropped and the columns of a single row merged.

The penalty leaves no weight on a column that no row holds. Columns that only one and the same row
holds share their weight in proportion to its entries, so that one column as long as all of them
does the same. In text, most columns are of these two kinds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_matrix, csr_matrix, hstack

from steersman.maths.logistic.objective import LogisticProblem

Floats = NDArray[np.float64]


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
    if not isinstance(design, csr_matrix) or not penalties.size or penalties.min() <= 0.0:
        return None
    # Only under one common penalty does the minimum split a merged weight in proportion to the
    # entries, which is what makes the merger exact.
    if np.ptp(penalties) > 0.0:
        return None
    by_column = csc_matrix(design)
    by_column.eliminate_zeros()
    holders = np.diff(by_column.indptr)
    # The column of ones bears no penalty, so it must not be merged with any other.
    holders[-1] = len(problem.weights)
    own, lone = np.flatnonzero(holders > 1), np.flatnonzero(holders == 1)
    # Building the reduced problem costs more than a few percent fewer columns save.
    if len(own) + len(lone) // 2 > 0.9 * len(holders):
        return None
    entries = by_column.data[by_column.indptr[lone]]
    rows, group = np.unique(by_column.indices[by_column.indptr[lone]], return_inverse=True)
    lengths = np.sqrt(np.bincount(group, entries**2, minlength=len(rows)))
    merged = csr_matrix(
        (lengths, (rows, np.arange(len(rows)))), shape=(len(problem.weights), len(rows))
    )
    # `own` comes last, so that the column of ones, the last of it, remains the last column.
    kept = np.concatenate([lone, own])
    targets = np.concatenate([group, len(rows) + np.arange(len(own))]).astype(np.intp)
    shares = np.concatenate([entries / lengths[group], np.ones(len(own))])
    small = np.full((problem.outputs, len(rows) + len(own)), penalties.flat[0])
    small[:, -1] = 0.0
    lean_design = csr_matrix(hstack([merged, by_column[:, own]], format="csr"))
    return ReducedProblem(
        problem._replace(design=lean_design, penalties=small),
        kept,
        targets,
        shares,
        design.shape[1],
    )

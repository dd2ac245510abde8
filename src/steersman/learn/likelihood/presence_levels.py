"""Features of presence at several levels: a value above each of a few thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Rows = csr_matrix | Floats

COUNTS = (0.0, 1.0, 3.0)
"""Of sparse rows: a word is there at all, more than once, more than three times."""
QUANTILES = np.arange(8) / 8
"""Of dense rows: above the least value of the column, and above seven quantiles of it."""


class PresenceLevels(NamedTuple):
    """Feature k is present in a row whose value in `columns[k]` exceeds `thresholds[k]`."""

    columns: Ints
    thresholds: Floats

    def present(self, rows: Rows) -> csr_matrix:
        """(rows, levels): ones where a level is exceeded."""
        shape = rows.shape[0], len(self.columns)
        if not issparse(rows):
            above = rows[:, self.columns] > self.thresholds
            return csr_matrix(above, dtype=np.float64)
        numbers = np.repeat(np.arange(shape[0]), np.diff(rows.indptr))
        # Rows and columns that are reached; the empty ones serve where there are no levels.
        reached_rows = [np.empty(0, dtype=np.int64)]
        reached_columns = [np.empty(0, dtype=np.int64)]
        for threshold in np.unique(self.thresholds):
            own = np.flatnonzero(self.thresholds == threshold)
            place = np.full(rows.shape[1], -1)
            place[self.columns[own]] = own
            reached = np.flatnonzero((rows.data > threshold) & (place[rows.indices] >= 0))
            reached_rows.append(numbers[reached])
            reached_columns.append(place[rows.indices[reached]])
        places = np.concatenate(reached_rows), np.concatenate(reached_columns)
        return csr_matrix((np.ones(len(places[0])), places), shape=shape)


def presence_levels(rows: Rows, weights: Floats, given: Sequence[float] | None) -> PresenceLevels:
    """The levels that rows (rows, columns) of these weights reach.

    The thresholds are the `given` ones in every column; without them counts of sparse rows, and
    quantiles of each column of dense ones.

    >>> presence_levels(np.array([[0.0, 5.0], [0.0, 6.0], [2.0, 6.0]]), np.ones(3), [0, 5])
    PresenceLevels(columns=array([0, 1, 1]), thresholds=array([0., 0., 5.]))
    """
    size = rows.shape[1]
    if given is not None or issparse(rows):
        values = np.unique(np.asarray(COUNTS if given is None else given, dtype=np.float64))
        columns, thresholds = np.tile(np.arange(size), len(values)), np.repeat(values, size)
    else:
        places = np.quantile(rows, QUANTILES, axis=0, weights=weights, method="inverted_cdf")
        pairs = [
            (column, level) for column in range(size) for level in np.unique(places[:, column])
        ]
        columns = np.array([column for column, _ in pairs], dtype=np.int64)
        thresholds = np.array([level for _, level in pairs])
    every = PresenceLevels(columns, thresholds)
    reached = every.present(rows).T @ weights
    kept = np.flatnonzero(reached > 0.0)
    return PresenceLevels(columns[kept], thresholds[kept])

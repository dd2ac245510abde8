"""Rows placed by the model of their fold, decided and counted in one pass over what they hold."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@njit(cache=True, nogil=True)
def count_placed_rows(
    indices: NDArray[np.int32],
    indptr: NDArray[np.int64],
    fold: NDArray[np.uint8],
    positive: NDArray[np.bool_],
    tables: Floats,
    fixed: Floats,
    slope: float,
    intercepts: Floats,
    low: Floats,
    width: Floats,
    cells: NDArray[np.int64],
    density: NDArray[np.int64],
) -> int:
    """The number of points outside the grid; confusion counts and the others are added in place.

    `tables` (folds, features, 2), `fixed` (folds, 2) and `intercepts` (folds,) are those of
    `odds_table` and the line of each fold. `cells` (folds, 4) counts tp, fp, fn and tn; `density`
    (2, size, size) the negatives and positives in a grid from `low` on, `width` wide. Sums are in
    the order of `projected_points`.
    """
    beyond = 0
    size = density.shape[1]
    for row in range(len(fold)):
        # Unsigned positions spare a test for negative ones at every look-up.
        own = np.uint64(fold[row])
        x, y = fixed[own, 0], fixed[own, 1]
        for at in range(np.uint64(indptr[row]), np.uint64(indptr[row + 1])):
            feature = np.uint64(indices[at])
            x += tables[own, feature, 0]
            y += tables[own, feature, 1]
        truth = 1 if positive[row] else 0
        under = 1 if y < slope * x + intercepts[own] else 0
        # tp, fp, fn, tn
        cells[own, 2 * (1 - under) + 1 - truth] += 1
        across = np.floor((x - low[0]) / width[0] * size)
        up = np.floor((y - low[1]) / width[1] * size)
        if 0 <= across < size and 0 <= up < size:
            density[truth, np.int64(up), np.int64(across)] += 1
        else:
            beyond += 1
    return beyond

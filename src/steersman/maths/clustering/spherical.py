"""Rounds of spherical k-means over compressed rows.

Rows have length one, or zero. Centers and sums are kept features first, (features, clusters), so
that one entry of a row meets all clusters side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.clustering.nearest_centers import (
    Bounds,
    Centers,
    centers_of,
    loose_bounds,
    reassign,
    turn_centers,
)
from steersman.maths.clustering.sparse_rows import Rows, weighted_sums
from steersman.maths.row_blocks import row_blocks, run_in_blocks

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOVED_PER_THREAD = 20_000  # entries of rows


class SphericalStep(NamedTuple):
    """Clusters after one round of k-means."""

    labels: Ints  # (rows,) nearest center of the round's start, no cluster empty if rows suffice
    objective: float  # weighted sum of the cosines of all rows with their clusters' sums
    compared: int  # rows that had to be compared with all centers
    turned: Centers  # which the next round changes

    def centers(self) -> Floats:
        """(features, clusters) directions of the clusters' sums, until the next round is made."""
        return self.turned.directions()


def spherical_steps(
    rows: Rows, centers: Floats, weights: Floats | None = None
) -> Iterator[SphericalStep]:
    """Rounds of spherical k-means from the given centers, without end.

    Each round puts rows to their nearest centers and turns centers towards their rows, so the
    objective never falls. A row counts as often as its weight, (rows,), says.
    """
    counted = np.ones(rows.n_rows) if weights is None else weights
    n_clusters = centers.shape[1]
    bounds = loose_bounds(rows.n_rows)
    current = centers_of(centers)
    sums: Floats | None = None
    placed = bounds.labels
    while True:
        compared = reassign(rows, current, bounds)
        fill_empty_clusters(rows, bounds, n_clusters)
        if sums is None:
            members = one_hot(bounds.labels, n_clusters) * counted[:, np.newaxis]
            sums = weighted_sums(rows, members, len(centers))
        else:
            # Few rows change after the first rounds: correcting the sums is cheaper than adding
            # all rows up again.
            move_all_rows(rows, counted, placed, bounds.labels, sums)
        # The next round changes the labels in place, and these are handed out.
        placed = bounds.labels.copy()
        current = turn_centers(current, sums)
        yield SphericalStep(placed, float(current.lengths.sum()), compared, current)


def one_hot(labels: Ints, n_columns: int) -> Floats:
    """(rows, columns): 1 in the column of each row's label; negative labels have none."""
    table = np.zeros((len(labels), n_columns))
    labeled = np.flatnonzero(labels >= 0)
    table[labeled, labels[labeled]] = 1.0
    return table


def fill_empty_clusters(rows: Rows, bounds: Bounds, n_clusters: int) -> None:
    """Give each empty cluster the row that is furthest from its center, from a cluster of many."""
    sizes = np.bincount(bounds.labels, minlength=n_clusters)
    empty = np.flatnonzero(sizes == 0)
    if not len(empty):
        return
    # An empty row has no direction to give.
    held = np.flatnonzero(np.diff(rows.indptr))
    candidates = iter(held[np.argsort(bounds.own[held], kind="stable")].tolist())
    for cluster in empty.tolist():
        for row in candidates:
            if sizes[bounds.labels[row]] > 1:
                sizes[bounds.labels[row]] -= 1
                bounds.labels[row] = cluster
                # Nothing is known of the row's angle to the center it will make.
                bounds.own[row], bounds.other[row] = -1.0, 1.0
                break


def move_all_rows(rows: Rows, weights: Floats, before: Ints, after: Ints, sums: Floats) -> None:
    """Take each row that changed its cluster out of one column of `sums` and add it to another."""
    moved = np.flatnonzero(before != after)
    entries = len(moved) * len(rows.data) // max(rows.n_rows, 1)
    work = partial(move_rows, rows, weights, before, after, moved, sums)
    # Each thread has columns of its own, and adds to them in the order of the rows.
    run_in_blocks(work, row_blocks(sums.shape[1], entries, MOVED_PER_THREAD))


@njit(cache=True, nogil=True)
def move_rows(
    rows: Rows,
    weights: Floats,
    before: Ints,
    after: Ints,
    moved: Ints,
    sums: Floats,
    first: int,
    stop: int,
) -> None:
    """Move rows from and to the columns from `first` up to `stop`."""
    indptr, indices, data = rows
    for row in moved:
        leaves = first <= before[row] < stop
        comes = first <= after[row] < stop
        if leaves and comes:
            for entry in range(indptr[row], indptr[row + 1]):
                sums[indices[entry], before[row]] -= weights[row] * data[entry]
                sums[indices[entry], after[row]] += weights[row] * data[entry]
        elif leaves:
            for entry in range(indptr[row], indptr[row + 1]):
                sums[indices[entry], before[row]] -= weights[row] * data[entry]
        elif comes:
            for entry in range(indptr[row], indptr[row + 1]):
                sums[indices[entry], after[row]] += weights[row] * data[entry]

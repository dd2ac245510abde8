"""Spherical k-means over compressed rows: nearest centers by angle, with bounds.

Rows have length one, or zero. Centers and sums are kept features first, (features, clusters), so
that one entry of a row meets all clusters side by side. Angles obey the triangle inequality, which
saves comparing rows with centers that cannot have become the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.clustering.sparse_rows import Rows, weighted_sums

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLACK = 1e-7  # angles this close count as undecided: arccos is no more exact than that


class SphericalStep(NamedTuple):
    """Clusters after one round of k-means."""

    labels: Ints  # (rows,) nearest center of the round's start, no cluster empty if rows suffice
    centers: Floats  # (features, clusters) directions of the clusters' sums
    objective: float  # weighted sum of the cosines of all rows with those centers
    compared: int  # rows that had to be compared with all centers


class Bounds(NamedTuple):
    """Bounds on angles between rows and centers, known without computing them; updated in place."""

    labels: Ints  # (rows,)
    own: Floats  # (rows,) at least the angle to the row's own center
    other: Floats  # (rows,) at most the angle to any other center


def unit_columns(table: Floats) -> tuple[Floats, Floats]:
    """The columns scaled to length one, and their lengths; columns of zeros stay."""
    lengths = np.sqrt(np.einsum("fk,fk->k", table, table))
    return table / np.where(lengths > 0, lengths, 1.0), lengths


def spherical_steps(
    rows: Rows, centers: Floats, weights: Floats | None = None
) -> Iterator[SphericalStep]:
    """Rounds of spherical k-means from the given centers, without end.

    Each round puts rows to their nearest centers and turns centers towards their rows, so the
    objective never falls. A row counts as often as its weight, (rows,), says.
    """
    counted = np.ones(rows.n_rows) if weights is None else weights
    # Bounds that exclude nothing: the first round compares every row with every center.
    bounds = Bounds(
        np.zeros(rows.n_rows, np.int64), np.full(rows.n_rows, np.inf), np.zeros(rows.n_rows)
    )
    sums = np.zeros(centers.shape)
    placed = np.zeros(rows.n_rows, np.int64)
    moved = np.zeros(centers.shape[1])
    first = True
    while True:
        compared = reassign(rows, centers, moved, bounds)
        fill_empty_clusters(rows, bounds, centers.shape[1])
        if first:
            members = one_hot(bounds.labels, centers.shape[1]) * counted[:, np.newaxis]
            sums = weighted_sums(rows, members, len(centers))
            first = False
        else:
            # Few rows change after the first rounds: correcting the sums is cheaper than adding
            # all rows up again.
            move_rows(rows, counted, placed, bounds.labels, sums)
        # The next round changes the labels in place, and these are handed out.
        placed = bounds.labels.copy()
        turned, lengths = unit_columns(sums)
        # A sum of zero has no direction: that center stays.
        turned = np.where(lengths > 0, turned, centers)
        # Cosines of equal directions may exceed one by rounding, where arccos is NaN.
        moved = np.arccos(np.clip(np.einsum("fk,fk->k", centers, turned), -1.0, 1.0))
        centers = turned
        yield SphericalStep(placed, centers, float(lengths.sum()), compared)


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
    candidates = iter(held[np.argsort(-bounds.own[held], kind="stable")].tolist())
    for cluster in empty.tolist():
        for row in candidates:
            if sizes[bounds.labels[row]] > 1:
                sizes[bounds.labels[row]] -= 1
                bounds.labels[row] = cluster
                # Nothing is known of the row's angle to the center it will make.
                bounds.own[row], bounds.other[row] = np.inf, 0.0
                break


@njit(cache=True, nogil=True, fastmath={"contract"})
def reassign(rows: Rows, centers: Floats, moved: Floats, bounds: Bounds) -> int:
    """Put each row to its nearest center; returns how many were compared with all centers.

    `moved` is the angle by which each center has turned since the bounds were true. Of equally
    near centers the first is taken.
    """
    indptr, indices, data = rows
    labels, own, other = bounds
    n_clusters = centers.shape[1]
    # The bound on all other centers falls by the largest turn among them: for rows of the center
    # that turned most, that is the second largest.
    most_moved = np.argmax(moved)
    second_move = 0.0
    for k in range(n_clusters):
        if k != most_moved:
            second_move = max(second_move, moved[k])
    similarities = np.empty(n_clusters)
    compared = 0
    for row in range(len(labels)):
        own[row] += moved[labels[row]]
        other[row] -= second_move if labels[row] == most_moved else moved[most_moved]
        if own[row] + SLACK < other[row]:
            continue
        compared += 1
        similarities[:] = 0.0
        for entry in range(indptr[row], indptr[row + 1]):
            value = data[entry]
            line = centers[np.uint32(indices[entry])]
            for k in range(n_clusters):
                similarities[k] += value * line[k]
        nearest = np.argmax(similarities)
        second = -1.0
        for k in range(n_clusters):
            if k != nearest:
                second = max(second, similarities[k])
        labels[row] = nearest
        own[row] = np.arccos(min(1.0, max(-1.0, similarities[nearest])))
        other[row] = np.arccos(min(1.0, second))
    return compared


@njit(cache=True, nogil=True)
def move_rows(rows: Rows, weights: Floats, before: Ints, after: Ints, sums: Floats) -> None:
    """Take each row that changed its cluster out of one column of `sums` and add it to another."""
    indptr, indices, data = rows
    for row in range(len(after)):
        if before[row] != after[row]:
            for entry in range(indptr[row], indptr[row + 1]):
                sums[indices[entry], before[row]] -= weights[row] * data[entry]
                sums[indices[entry], after[row]] += weights[row] * data[entry]

"""Euclidean k-means, one half of a round at a time, and the Voronoi cells of its centers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Half = Literal["start", "assign", "update"]
Box = tuple[float, float, float, float]
"""x low, x high, y low, y high"""


class KMeansStep(NamedTuple):
    """The centers and labels after half a round; there are no labels at the start."""

    half: Half
    centers: Floats  # (clusters, columns)
    labels: Ints | None  # (rows,)
    squares: float | None
    """The sum of the squared distances to the own center."""


def squared_distances(X: Floats, centers: Floats) -> Floats:
    """(rows, clusters) squared Euclidean distances."""
    found = np.zeros((len(X), len(centers)))
    for column, middle in zip(X.T, centers.T, strict=True):
        found += (column[:, None] - middle) ** 2
    return found


def nearest_centers(X: Floats, centers: Floats) -> tuple[Ints, float]:
    """The nearest center of each row, and the sum of the squared distances to it."""
    squared = squared_distances(X, centers)
    labels = squared.argmin(axis=1)
    return labels, float(squared[np.arange(len(X)), labels].sum())


def cluster_means(X: Floats, labels: Ints, centers: Floats) -> Floats:
    """The mean of each cluster's rows; a center without rows stays where it is."""
    sizes = np.bincount(labels, minlength=len(centers))
    sums = np.column_stack([np.bincount(labels, each, minlength=len(centers)) for each in X.T])
    return np.where(sizes[:, None] > 0, sums / np.maximum(sizes, 1)[:, None], centers)


def kmeans_steps(X: Floats, centers: Floats) -> Iterator[KMeansStep]:
    """The start, then assignments and updates in turn until the clusters no longer change.

    >>> X = np.array([[0.0], [1.0], [9.0]])
    >>> [(step.half, step.centers.ravel().tolist()) for step in kmeans_steps(X, X[:2])][1:4]
    [('assign', [0.0, 1.0]), ('update', [0.0, 5.0]), ('assign', [0.0, 5.0])]
    """
    yield KMeansStep("start", centers, None, None)
    before: Ints | None = None
    while True:
        labels, squares = nearest_centers(X, centers)
        yield KMeansStep("assign", centers, labels, squares)
        if before is not None and np.array_equal(labels, before):
            return
        centers, before = cluster_means(X, labels, centers), labels
        own = X - centers[labels]
        yield KMeansStep("update", centers, labels, float((own**2).sum()))


def kmeans(X: Floats, centers: Floats) -> KMeansStep:
    """Where `kmeans_steps` ends."""
    *_, last = kmeans_steps(X, centers)
    return last


def random_centers(X: Floats, clusters: int, rng: np.random.Generator) -> Floats:
    """Different rows, drawn at random."""
    return X[rng.choice(len(X), clusters, replace=False)]


def voronoi_cells(centers: Floats, box: Box) -> list[Floats]:
    """For each of the (clusters, 2) centers, the corners of the part of the box nearest to it.

    >>> left, right = voronoi_cells(np.array([[0.0, 0.0], [2.0, 0.0]]), (-1.0, 3.0, 0.0, 1.0))
    >>> right.tolist()
    [[1.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0]]
    """
    x0, x1, y0, y1 = box
    whole = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    cells = []
    for place, center in enumerate(centers):
        cell = whole
        for rival in np.delete(centers, place, axis=0):
            cell = cell_half(cell, center, rival)
        cells.append(cell)
    return cells


def cell_half(corners: Floats, center: Floats, rival: Floats) -> Floats:
    """The part of a convex polygon that is at least as near to `center` as to its rival."""
    if not len(corners):
        return corners
    # Positive on the side of the center, 0 on the line half-way between the two.
    side = ((corners - rival) ** 2).sum(axis=1) - ((corners - center) ** 2).sum(axis=1)
    kept: list[Floats] = []
    for at, after in zip(range(len(corners)), np.roll(np.arange(len(corners)), -1), strict=True):
        if side[at] >= 0:
            kept.append(corners[at])
        if (side[at] > 0 > side[after]) or (side[at] < 0 < side[after]):
            share = side[at] / (side[at] - side[after])
            kept.append(corners[at] + share * (corners[after] - corners[at]))
    return np.array(kept) if kept else np.empty((0, 2))

"""How many clusters to start with, judged by the data."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.neighbors import NearestNeighbors

from steersman.learn.blas import one_blas_thread
from steersman.session.clusters.choice import CLUSTERS_RANGE

UNKNOWN = -1
MOST_TRIED = 20
SAMPLED_ROWS = 1000
NEIGHBORS = 15
KEPT_TOGETHER = 0.95


Basis = Literal["categories", "most", "neighbors", "fewest", "undivided"]
"""What a suggestion rests on: one cluster for each category, the most there can be, groups that
keep neighbors together on the map, the fewest there can be, or no clear groups at all."""


class Suggestion(NamedTuple):
    """A number of clusters, what it rests on, and the most that were tried on the map."""

    clusters: int
    basis: Basis
    tried: int = 0


def suggested_clusters(points: NDArray[np.float32], categories: int, seed: int = 0) -> Suggestion:
    """One cluster for each category there is, else as many as keep neighbors together on the map.

    `points` is (rows, 2).

    >>> islands = np.repeat(np.float32([[0, 0], [9, 0], [0, 9]]), 20, axis=0)
    >>> spread = islands + np.random.default_rng(0).normal(size=(60, 2)).astype(np.float32)
    >>> suggested_clusters(spread, categories=0)
    Suggestion(clusters=3, basis='neighbors', tried=20)
    """
    low, high = CLUSTERS_RANGE
    if categories > high:
        return Suggestion(high, "most")
    if categories >= low:
        return Suggestion(categories, "categories")
    clusters, tried = most_kept_together(points, seed)
    if clusters:
        return Suggestion(clusters, "neighbors", tried)
    return Suggestion(low, "fewest" if tried < low else "undivided", max(tried, 0))


def most_kept_together(points: NDArray[np.float32], seed: int) -> tuple[int, int]:
    """The most groups of which each keeps 95 of 100 neighbors of its points, and the most tried;
    no groups where every division parts more.

    A sample of the rows is looked at, and only who is near whom: on the map, distances further
    away mean nothing.
    """
    rng = np.random.default_rng(seed)
    chosen = points[np.sort(rng.permutation(len(points))[:SAMPLED_ROWS])].astype(np.float64)
    low = CLUSTERS_RANGE[0]
    most = min(MOST_TRIED, len(np.unique(chosen, axis=0)) - 1)
    if most < low:
        return 0, most
    near = NearestNeighbors(n_neighbors=min(NEIGHBORS, len(chosen) - 1)).fit(chosen)
    neighbors = near.kneighbors(return_distance=False)  # (rows, neighbors)
    best = 0
    # The same result on any number of cores.
    with one_blas_thread():
        for clusters in range(low, most + 1):
            groups = KMeans(clusters, n_init=2, random_state=seed).fit_predict(chosen)
            together = (groups[neighbors] == groups[:, None]).mean(axis=1)  # (rows,)
            kept = np.bincount(groups, together) / np.bincount(groups)
            best = clusters if kept.min() >= KEPT_TOGETHER else best
    return best, most

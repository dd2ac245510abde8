"""How many clusters to begin with: a number that the data itself gives."""

from __future__ import annotations

from typing import NamedTuple

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


class Suggestion(NamedTuple):
    """A number of clusters, and where it comes from, as the end of a sentence."""

    clusters: int
    reason: str


def suggested_clusters(
    points: NDArray[np.float32], category: NDArray[np.int64], seed: int = 0
) -> Suggestion:
    """One cluster for each category there is, else as many as keep neighbors together on the map.

    `points` is (rows, 2), `category` (rows,) with -1 where there is none.

    >>> islands = np.repeat(np.float32([[0, 0], [9, 0], [0, 9]]), 20, axis=0)
    >>> spread = islands + np.random.default_rng(0).normal(size=(60, 2)).astype(np.float32)
    >>> suggested_clusters(spread, np.full(60, -1)).clusters
    3
    """
    low, high = CLUSTERS_RANGE
    categories = len(np.unique(category[category != UNKNOWN]))
    if categories > high:
        return Suggestion(high, f"the most there can be; there are {categories} categories")
    if categories >= low:
        return Suggestion(categories, "one for each category")
    clusters, tried = most_kept_together(points, seed)
    if clusters:
        reason = f"as many as keep neighbors together on the map, {low} to {tried} tried"
    elif tried < low:
        reason = "the fewest there can be"
    else:
        reason = "the fewest there can be: every division parts neighbors on the map"
    return Suggestion(max(clusters, low), reason)


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

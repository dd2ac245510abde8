"""How many clusters to begin with: a number that the data itself gives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.metrics import silhouette_score

from steersman.learn.blas import one_blas_thread
from steersman.session.cluster_choice import CLUSTERS_RANGE

__all__ = ["UNKNOWN", "Suggestion", "suggested_clusters"]

UNKNOWN = -1
MOST_TRIED = 20
SAMPLED_ROWS = 1000


class Suggestion(NamedTuple):
    """A number of clusters, and where it comes from, as the end of a sentence."""

    clusters: int
    reason: str


def suggested_clusters(
    points: NDArray[np.float32], category: NDArray[np.int64], seed: int = 0
) -> Suggestion:
    """One cluster for each category there is, else as many as stand apart best on the map.

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
    clusters, tried = apart_on_the_map(points, seed)
    if tried < low:
        return Suggestion(clusters, "the fewest there can be")
    return Suggestion(clusters, f"as many as stand apart best on the map, {low} to {tried} tried")


def apart_on_the_map(points: NDArray[np.float32], seed: int) -> tuple[int, int]:
    """The number of groups with the greatest mean silhouette, the fewer of equals, and the most
    that was tried; a sample of the rows is looked at.
    """
    rng = np.random.default_rng(seed)
    chosen = points[np.sort(rng.permutation(len(points))[:SAMPLED_ROWS])].astype(np.float64)
    low = CLUSTERS_RANGE[0]
    most = min(MOST_TRIED, len(np.unique(chosen, axis=0)) - 1)
    best, best_score = low, -np.inf
    with one_blas_thread():  # the same bits on any number of cores
        for clusters in range(low, most + 1):
            groups = KMeans(clusters, n_init=2, random_state=seed).fit_predict(chosen)
            score = silhouette_score(chosen, groups)
            if score > best_score:
                best, best_score = clusters, score
    return best, most

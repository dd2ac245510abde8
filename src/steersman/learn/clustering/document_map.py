"""A map of documents: one point each, near the documents with similar words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.decomposition import TruncatedSVD
from sklearn.preprocessing import normalize

from steersman.learn.blas import one_blas_thread
from steersman.maths.clustering import layout_points, nearest_rows

Floats = NDArray[np.float64]

DIRECTIONS = 50
NEIGHBORS = 15
MOST_LAID_OUT = 12_000


def document_map(
    weights: csr_matrix,
    seed: int = 0,
    progress: Callable[[float], object] | None = None,
) -> NDArray[np.float32]:
    """(rows, 2) a point for each row of term weights; rows alike lie near each other.

    Rows are projected on their 50 strongest directions (truncated SVD), and laid out in the plane
    so that each stays near its 15 nearest. Of very many rows a sample is laid out, and the others
    are put in the middle of their nearest in it. No labels and no clusters are looked at.

    >>> from scipy.sparse import csr_matrix
    >>> document_map(csr_matrix(np.eye(6)[[0, 0, 1, 1, 2, 2]])).shape
    (6, 2)
    """
    tell = progress or (lambda _done: None)
    n_rows = weights.shape[0]
    if n_rows < 3:
        return np.column_stack([np.arange(n_rows), np.zeros(n_rows)]).astype(np.float32)
    tell(0.0)
    # One thread gives the same bits on any number of cores.
    with one_blas_thread():
        return laid_out_rows(weights, seed, tell)


def laid_out_rows(
    weights: csr_matrix, seed: int, tell: Callable[[float], object]
) -> NDArray[np.float32]:
    """(rows, 2) the points of three rows or more."""
    n_rows = weights.shape[0]
    unit = main_directions(weights, seed)
    tell(0.2)
    rng = np.random.default_rng(seed)
    sample = np.sort(rng.permutation(n_rows)[:MOST_LAID_OUT])
    chosen = unit[sample]
    near = min(NEIGHBORS, len(sample) - 1)
    found = nearest_rows(chosen, chosen, near, True, lambda done: tell(0.2 + 0.2 * done))
    start = chosen[:, :2].astype(np.float64)
    if start.shape[1] < 2:
        start = np.column_stack([start[:, 0], np.zeros(len(start))])
    # Equal rows start at the same point, where a push has no direction.
    start += rng.normal(scale=1e-4, size=start.shape)
    points = np.empty((n_rows, 2))
    points[sample] = layout_points(start, found, seed, lambda done: tell(0.4 + 0.6 * done))
    rest = np.setdiff1d(np.arange(n_rows), sample)
    if len(rest):
        points[rest] = points[sample][nearest_rows(unit[rest], chosen, near)].mean(axis=1)
    return points.astype(np.float32)


def main_directions(weights: csr_matrix, seed: int) -> NDArray[np.float32]:
    """(rows, directions) rows of length one along their strongest directions."""
    n_directions = min(DIRECTIONS, min(weights.shape) - 1)
    if n_directions < 1:
        return np.ones((weights.shape[0], 1), dtype=np.float32)
    reduced = TruncatedSVD(n_directions, random_state=seed).fit_transform(weights)
    unit: NDArray[np.float32] = normalize(reduced).astype(np.float32)
    return unit

"""Why any model scores a row as it does: the change when one feature at a time is taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse

Floats = NDArray[np.float64]
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type

MOST_FEATURES = 400  # of a wider row, those furthest from what is usual are taken away


def usual_values(X: Rows) -> Floats | None:
    """(features,): the median of each column of a table; None for counts, where absence is usual.

    >>> usual_values(np.array([[1.0, 7.0], [2.0, 8.0], [9.0, 9.0]]))
    array([2., 8.])
    """
    return None if issparse(X) else np.median(np.asarray(X, dtype=np.float64), axis=0)


def occlusion_pushes(
    score: Callable[[Rows], Floats], row: Rows, usual: Floats | None
) -> tuple[NDArray[np.intp], Floats]:
    """Features of one row (1, features) and by how much the score of the row is higher with each
    of them than with its usual value in its place; `usual` None takes it away, to 0.

    Features that have their usual value are left out: nothing would change.

    >>> def score(X): return X @ [1.0, -2.0, 5.0]
    >>> row, usual = np.array([[3.0, 4.0, 1.0]]), np.ones(3)
    >>> features, pushes = occlusion_pushes(score, row, usual)
    >>> features.tolist(), pushes.tolist()
    ([0, 1], [2.0, -6.0])
    """
    if isinstance(row, csr_matrix):
        features = furthest(row.indices.astype(np.intp), row.data)
        rows: Rows = without_each(row, features)
    else:
        values = np.asarray(row, dtype=np.float64).ravel()
        blank = np.zeros_like(values) if usual is None else usual
        features = furthest(np.arange(len(values)), values - blank)
        rows = np.tile(values, (len(features) + 1, 1))
        rows[np.arange(len(features)), features] = blank[features]
    scores = score(rows)  # the row itself is the last
    return features, np.asarray(scores[-1] - scores[:-1], dtype=np.float64)


def furthest(features: NDArray[np.intp], distances: Floats) -> NDArray[np.intp]:
    """The features that are not as usual, in order; of very many those furthest from it."""
    far = np.argsort(-np.abs(distances), kind="stable")[:MOST_FEATURES]
    return np.sort(features[far[distances[far] != 0.0]])


def without_each(row: csr_matrix, features: NDArray[np.intp]) -> csr_matrix:
    """(features + 1, columns): the row without each of the features, then the row itself."""
    kept = row.indices[None, :] != np.append(features, -1)[:, None]
    indptr = np.concatenate([[0], kept.sum(axis=1).cumsum()])
    indices = np.broadcast_to(row.indices, kept.shape)[kept]
    data = np.broadcast_to(row.data, kept.shape)[kept]
    return csr_matrix((data, indices, indptr), shape=(len(kept), row.shape[1]))

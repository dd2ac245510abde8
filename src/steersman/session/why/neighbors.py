"""The rows most like a row, by cosine of weighed words or by standardized values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags
from sklearn.feature_extraction.text import TfidfTransformer

from steersman.learn.explain import column_spreads, is_sparse

Floats = NDArray[np.float64]
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


class RowNeighbors:
    """Rows X (rows, features), ready to be compared."""

    def __init__(self, X: Rows, *, text: bool) -> None:
        self.X = X
        self.weights = TfidfTransformer().fit(X) if text else None
        spreads = column_spreads(X)
        self.scale = np.divide(1.0, spreads, out=np.zeros_like(spreads), where=spreads > 0)
        self.rows = self.scaled_rows(X)
        self.lengths = squared_lengths(self.rows)

    def scaled_rows(self, X: Rows) -> Rows:
        """The rows as they are compared."""
        if self.weights is not None:
            return self.weights.transform(X)
        return csr_matrix(X @ diags(self.scale)) if is_sparse(X) else X * self.scale

    def distances(self, row: Rows) -> Floats:
        """(rows,) how far each row is from one (1, features)."""
        own = self.scaled_rows(row)
        products = self.rows @ own.T
        shared = np.asarray(products.toarray() if is_sparse(products) else products).ravel()
        squares = self.lengths + squared_lengths(own)[0] - 2.0 * shared
        return np.asarray(np.sqrt(np.maximum(squares, 0.0)))

    def identical(self, row: Rows, distances: Floats) -> NDArray[np.intp]:
        """The places of the rows with the very same values as one that is so far from each."""
        near = np.flatnonzero(distances < 1e-3)
        if not near.size:
            return near
        if is_sparse(self.X):
            differing = abs(self.X[near] - row[np.zeros(len(near), dtype=np.intp)]).sum(axis=1)
            return np.asarray(near[np.asarray(differing).ravel() == 0])
        return np.asarray(near[(self.X[near] == row).all(axis=1)])


def squared_lengths(X: Rows) -> Floats:
    """(rows,) the squared length of each row."""
    # Of dense rows in one pass: a table of all squares would take longer to write than to sum.
    squares = X.multiply(X).sum(axis=1) if is_sparse(X) else np.einsum("ij,ij->i", X, X)
    return np.asarray(squares, dtype=np.float64).ravel()

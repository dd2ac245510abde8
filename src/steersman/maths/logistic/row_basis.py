"""The span of a few rows: fewer columns in which the same weights can be found."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from steersman.maths.logistic.objective import Design, with_ones

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
SPARSE_SPAN_ROWS = 400  # rows of words up to which their span is the smaller problem


class RowSpan(NamedTuple):
    """The span of some rows: an orthonormal basis, as far as the columns that the rows hold go."""

    held: Codes  # the columns that some row holds
    basis: Floats  # (held, rows)
    columns: int  # of the design, the last being the ones

    def spread(self, weights: Floats) -> Floats:
        """(outputs, columns): weights in the span as weights of the columns."""
        whole = np.zeros((len(weights), self.columns))
        whole[:, self.held] = weights[:, :-1] @ self.basis.T
        whole[:, -1] = weights[:, -1]
        return whole

    def gather(self, weights: Floats) -> Floats:
        """(outputs, rows + 1): weights of the columns as weights in the span."""
        return np.hstack([weights[:, self.held] @ self.basis, weights[:, -1:]])


def in_span(X: Design) -> tuple[Design, RowSpan | None]:
    """Fewer columns for fewer rows than columns: coordinates in the span of the rows, exactly.

    Under one penalty for all weights the best weights lie in that span. The span comes along, None
    where the design is as it was: of sparse rows, also when they are so many that it is smaller.
    """
    rows, columns = X.shape
    if rows >= columns - 1 or (issparse(X) and rows > SPARSE_SPAN_ROWS):
        return X, None
    held = np.unique(X.indices) if issparse(X) else np.arange(columns)
    # The intercepts bear no penalty, so they need not lie in the span: the ones stay a column.
    held = held[held < columns - 1]
    if rows >= len(held):
        return X, None
    cells = X[:, held].toarray() if issparse(X) else np.asarray(X)[:, held]
    # An orthonormal basis keeps the length of the weights, and so the penalty, the same.
    basis, coordinates = np.linalg.qr(cells.T)
    return with_ones(np.ascontiguousarray(coordinates.T)), RowSpan(held, basis, columns)

"""Rows as arrays, sparse or dense."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse, vstack

Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


def is_sparse(X: Rows) -> bool:
    """Whether rows are sparse; scipy's own test would narrow their type to a class without any."""
    return bool(issparse(X))


def dense(X: Rows) -> NDArray[np.float64]:
    """The rows as a dense array."""
    return np.asarray(X.toarray() if is_sparse(X) else X, dtype=np.float64)


def stacked_tables(tables: list[Rows]) -> Rows:
    """Tables of the same columns, one under the other."""
    return vstack(tables, format="csr") if is_sparse(tables[0]) else np.vstack(tables)


def spread_rows(X: Rows, most: int) -> Rows:
    """At most so many of the rows, at equal distances."""
    rows = X.shape[0]
    return X if rows <= most else X[np.linspace(0, rows - 1, most).astype(np.intp)]

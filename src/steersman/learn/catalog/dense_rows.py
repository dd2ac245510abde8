"""Sparse rows as dense ones, for models that need them, while they fit into memory."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import validate_data

from steersman.errors import SteersmanError
from steersman.learn.steering import Rows

# 320 MB of 64-bit numbers.
MOST_DENSE_CELLS = 40_000_000


class DenseRows(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Transformer to dense rows; more cells than fit into memory are refused.

    >>> DenseRows().fit_transform(csr_matrix([[0.0, 2.0]]))
    array([[0., 2.]])
    """

    def fit(self, X: Rows, y: object = None) -> Self:  # noqa: ARG002
        """Nothing is learned but the number of columns."""
        validate_data(self, X, accept_sparse="csr", dtype=np.float64)
        return self

    def transform(self, X: Rows) -> NDArray[np.float64]:
        """(rows, columns): the same numbers."""
        rows = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        if isinstance(rows, np.ndarray):
            return rows
        if not fits_dense(*rows.shape):
            raise SteersmanError(
                f"{rows.shape[0]:,} rows of {rows.shape[1]:,} columns are too many for this model",
                todo="choose a model that learns from word counts, or use fewer words",
                code="too-many-cells",
                rows=rows.shape[0],
                columns=rows.shape[1],
            )
        return np.asarray(csr_matrix(rows).toarray())

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.requires_fit = False
        return tags


def fits_dense(rows: int, columns: int) -> bool:
    """Whether so many cells may be held as a dense array."""
    return rows * columns <= MOST_DENSE_CELLS

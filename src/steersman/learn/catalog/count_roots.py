"""Square roots of counts: the tenth occurrence of a word matters less than the first."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import validate_data

Rows = NDArray[np.float64] | csr_matrix


class CountRoots(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Transformer to the square root of each number's size, with its sign; dense or sparse.

    >>> CountRoots().fit_transform([[0.0, 1.0, 9.0, -4.0]])
    array([[ 0.,  1.,  3., -2.]])
    """

    def fit(self, X: ArrayLike | csr_matrix, y: object = None) -> Self:  # noqa: ARG002
        """Nothing is learned but the number of columns."""
        validate_data(self, X, accept_sparse="csr", dtype=np.float64)
        return self

    def transform(self, X: ArrayLike | csr_matrix) -> Rows:
        """(rows, columns): the roots."""
        rows = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        if isinstance(rows, np.ndarray):
            return signed_roots(rows)
        held = csr_matrix(rows)
        shared = (signed_roots(held.data), held.indices, held.indptr)
        return csr_matrix(shared, shape=held.shape, copy=False)

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.requires_fit = False
        return tags


def signed_roots(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The root of each value's size, with its sign."""
    return np.asarray(np.sign(values) * np.sqrt(np.abs(values)))

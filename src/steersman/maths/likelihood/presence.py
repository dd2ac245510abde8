"""The features that each document holds: indices only, two or four bytes for each non-zero."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix


class Presence(NamedTuple):
    """A binary sparse matrix without its values, rows as in CSR.

    Row i holds the features `indices[indptr[i]:indptr[i + 1]]`, each once.
    """

    indices: NDArray[np.int32] | NDArray[np.uint16]  # (non-zeros,)
    indptr: NDArray[np.int64]  # (documents + 1,)
    shape: tuple[int, int]

    @property
    def nbytes(self) -> int:
        """Bytes that the two arrays take."""
        return self.indices.nbytes + self.indptr.nbytes

    def row(self, number: int) -> NDArray[np.int32] | NDArray[np.uint16]:
        """The features that one document holds."""
        return self.indices[self.indptr[number] : self.indptr[number + 1]]

    def rows(self, chosen: NDArray[np.integer[Any] | np.bool_]) -> Presence:
        """The documents that `chosen` names (numbers or booleans), in that order."""
        return presence_of(self.matrix(np.bool_)[chosen])

    def matrix(self, dtype: type[np.generic] = np.float64) -> csr_matrix:
        """A sparse matrix of ones at these places, which shares the indices where it can."""
        ones = np.ones(len(self.indices), dtype)
        return csr_matrix((ones, self.indices, self.indptr), shape=self.shape, copy=False)


def presence_of(X: csr_matrix) -> Presence:
    """The stored entries of a CSR matrix that are not zero; shares its indices where it can.

    >>> presence_of(csr_matrix([[0, 3], [1, 2]])).indices
    array([1, 0, 1], dtype=int32)
    """
    documents, features = X.shape
    indices = X.indices.astype(np.int32, copy=False)
    indptr = X.indptr.astype(np.int64, copy=False)
    if not np.all(X.data):
        kept = X.data != 0
        indptr = np.concatenate([[0], np.cumsum(kept)])[indptr]
        indices = indices[kept]
    return Presence(indices, indptr, (int(documents), int(features)))

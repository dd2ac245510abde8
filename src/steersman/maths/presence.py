"""Which features each document holds: indices only, four bytes a non-zero."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

__all__ = ["Presence", "presence_of"]


class Presence(NamedTuple):
    """A binary sparse matrix without its values, rows as in CSR.

    Row i holds the features `indices[indptr[i]:indptr[i + 1]]`, each once.
    """

    indices: NDArray[np.int32]  # (non-zeros,)
    indptr: NDArray[np.int64]  # (documents + 1,)
    shape: tuple[int, int]

    @property
    def nbytes(self) -> int:
        """Bytes that the two arrays take."""
        return self.indices.nbytes + self.indptr.nbytes

    def rows(self, chosen: NDArray[np.int64]) -> Presence:
        """The documents numbered `chosen`, in that order."""
        lengths = np.diff(self.indptr)[chosen]
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        from_where = np.repeat(self.indptr[chosen] - indptr[:-1], lengths)
        indices = self.indices[from_where + np.arange(indptr[-1])]
        return Presence(indices, indptr, (len(chosen), self.shape[1]))


def presence_of(X: csr_matrix) -> Presence:
    """The stored entries of a CSR matrix that are not zero; shares its indices where it can.

    >>> presence_of(csr_matrix([[0, 3], [1, 2]])).indices
    array([1, 0, 1], dtype=int32)
    """
    documents, features = X.shape
    indices = X.indices.astype(np.int32, copy=False)
    indptr = X.indptr.astype(np.int64, copy=False)
    kept = X.data != 0
    if not kept.all():
        indptr = np.concatenate([[0], np.cumsum(kept)])[indptr]
        indices = indices[kept]
    return Presence(indices, indptr, (int(documents), int(features)))

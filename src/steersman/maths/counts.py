"""Class counts: how many documents of a class there are, and how many of them hold each feature.

Counts are stored raw; they add, subtract and merge. Smoothing is applied on read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

__all__ = ["ClassCounts", "class_counts", "presence"]

Floats = NDArray[np.float64]


class ClassCounts(NamedTuple):
    """Counts of one class: `documents` in all and, per feature, the documents that hold it."""

    documents: float
    features: Floats  # (features,)

    def plus(self, other: ClassCounts) -> ClassCounts:
        """The counts of both sets of documents together."""
        return ClassCounts(self.documents + other.documents, self.features + other.features)

    def minus(self, other: ClassCounts) -> ClassCounts:
        """The counts that are left when the other documents are taken away."""
        return ClassCounts(self.documents - other.documents, self.features - other.features)


def presence(X: csr_matrix) -> csr_matrix:
    """The same sparse matrix with every stored value set to one; explicit zeros are dropped."""
    present = csr_matrix(
        (np.ones(X.nnz, dtype=np.float64), X.indices, X.indptr), shape=X.shape, copy=False
    )
    if X.nnz and not np.all(X.data):
        present.data = (X.data != 0).astype(np.float64)
        present = present.copy()
        present.eliminate_zeros()
    return present


def class_counts(present: csr_matrix, weights: Floats) -> ClassCounts:
    """Counts of the rows of a presence matrix, each row weighing `weights` (0 leaves it out)."""
    return ClassCounts(float(weights.sum()), present.T @ weights)

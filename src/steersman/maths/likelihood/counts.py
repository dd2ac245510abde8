"""Class counts: how many documents of a class there are, and how many of them hold each feature.

Counts are stored raw; they add, subtract and merge. Smoothing is applied on read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman._cached import cached_property
from steersman.maths.likelihood.presence import Presence

Floats = NDArray[np.float64]

NUMBERED_COUNTS = 4096  # whole counts below this are numbered once each


class DifferentCounts(NamedTuple):
    """The different counts of the features, and which of them each feature has."""

    values: Floats  # (different counts,)
    place: NDArray[np.uint32]  # (features,)


@dataclass(frozen=True, eq=False)
class ClassCounts:
    """Counts of one class: `documents` in all and, per feature, the documents that hold it."""

    documents: float
    features: Floats  # (features,)

    @cached_property
    def different(self) -> DifferentCounts:
        """The different counts: most features share theirs with thousands of others.

        >>> ClassCounts(9.0, np.array([4.0, 1.0, 4.0])).different
        DifferentCounts(values=array([4., 1.]), place=array([0, 1, 0], dtype=uint32))
        """
        values, place = np.empty(len(self.features)), np.empty(len(self.features), np.uint32)
        return DifferentCounts(values[: number_counts(self.features, values, place)], place)

    def plus(self, other: ClassCounts) -> ClassCounts:
        """The counts of both sets of documents together."""
        return ClassCounts(self.documents + other.documents, self.features + other.features)

    def minus(self, other: ClassCounts) -> ClassCounts:
        """The counts that are left when the other documents are taken away."""
        return ClassCounts(self.documents - other.documents, self.features - other.features)


class CategoryCounts(NamedTuple):
    """Counts of several categories, which may overlap, and of all the documents."""

    documents: Floats  # (categories,)
    features: Floats  # (categories, features)
    everything: ClassCounts

    def plus(self, other: CategoryCounts) -> CategoryCounts:
        """The counts of both sets of documents together."""
        return CategoryCounts(
            self.documents + other.documents,
            self.features + other.features,
            self.everything.plus(other.everything),
        )

    def minus(self, other: CategoryCounts) -> CategoryCounts:
        """The counts that are left when the other documents are taken away."""
        return CategoryCounts(
            self.documents - other.documents,
            self.features - other.features,
            self.everything.minus(other.everything),
        )

    def sides(self, category: int) -> tuple[ClassCounts, ClassCounts]:
        """The counts of a category's documents and of all the others."""
        positive = ClassCounts(float(self.documents[category]), self.features[category])
        negative = self.everything.minus(positive)
        # Weights that are not whole numbers may leave a remainder just below zero.
        return positive, ClassCounts(
            max(negative.documents, 0.0), np.maximum(negative.features, 0.0)
        )


def presence(X: csr_matrix) -> csr_matrix:
    """The sparsity pattern of a matrix as a matrix of ones; explicit zeros are dropped.

    >>> presence(csr_matrix([[0, 3], [1, 2]])).toarray()
    array([[0., 1.],
           [1., 1.]])
    """
    present = csr_matrix(
        (np.ones(X.nnz, dtype=np.float64), X.indices, X.indptr), shape=X.shape, copy=False
    )
    if X.nnz and not np.all(X.data):
        present.data = (X.data != 0).astype(np.float64)
        # Indices are shared with X, and `eliminate_zeros` works in place.
        present = present.copy()
        present.eliminate_zeros()
    return present


def class_counts(present: csr_matrix | Presence, weights: Floats) -> ClassCounts:
    """Counts of the rows of a presence matrix, each row weighing `weights` (0 leaves it out).

    >>> class_counts(csr_matrix([[0, 1], [1, 1]]), np.array([1.0, 2.0]))
    ClassCounts(documents=3.0, features=array([2., 3.]))
    """
    features = np.zeros(present.shape[1])
    add_weights(present.indices, present.indptr, weights, features)
    return ClassCounts(float(weights.sum()), features)


def grouped_counts(
    present: csr_matrix | Presence, group: NDArray[np.integer[Any]], groups: int
) -> list[ClassCounts]:
    """Counts of the rows of each group, in one pass; rows of a negative group are left out.

    >>> grouped_counts(csr_matrix([[0, 1], [1, 1]]), np.array([1, 0]), 2)[1]
    ClassCounts(documents=1.0, features=array([0., 1.]))
    """
    features = np.zeros((groups, present.shape[1]))
    add_ones(present.indices, present.indptr, group, features)
    sizes = np.bincount(group[group >= 0], minlength=groups)
    return [ClassCounts(float(size), row) for size, row in zip(sizes, features)]


def category_counts(
    present: csr_matrix | Presence, members: NDArray[np.bool_], weights: Floats
) -> CategoryCounts:
    """Counts of the categories whose documents the columns of `members` mark.

    `members` is (documents, categories); a document may belong to any number of them.
    """
    columns = [class_counts(present, np.where(column, weights, 0.0)) for column in members.T]
    return CategoryCounts(
        np.array([column.documents for column in columns]),
        np.vstack([column.features for column in columns]),
        class_counts(present, weights),
    )


@njit(cache=True, nogil=True)
def number_counts(features: Floats, values: Floats, place: NDArray[np.uint32]) -> int:
    """Write the different counts, and the place of each feature's among them; how many there are.

    Large counts and those that are not whole have a place for each feature.
    """
    place_of = np.full(NUMBERED_COUNTS, -1)
    found = 0
    for feature in range(len(features)):
        count = features[feature]
        whole = np.int64(count)
        small = 0 <= whole < NUMBERED_COUNTS and np.float64(whole) == count
        if small and place_of[whole] >= 0:
            place[feature] = place_of[whole]
            continue
        if small:
            place_of[whole] = found
        values[found], place[feature] = count, found
        found += 1
    return found


@njit(cache=True, nogil=True)
def add_weights(
    indices: NDArray[np.int32], indptr: NDArray[np.int64], weights: Floats, features: Floats
) -> None:
    """Add each row's weight to every feature that the row holds."""
    for row in range(len(weights)):
        weight = weights[row]
        if weight != 0.0:
            for at in range(indptr[row], indptr[row + 1]):
                features[indices[at]] += weight


@njit(cache=True, nogil=True)
def add_ones(
    indices: NDArray[np.int32],
    indptr: NDArray[np.int64],
    group: NDArray[np.integer[Any]],
    features: Floats,
) -> None:
    """Count each feature that a row holds for the row's group."""
    for row in range(len(group)):
        own = group[row]
        if own >= 0:
            counts = features[own]
            for at in range(indptr[row], indptr[row + 1]):
                counts[indices[at]] += 1.0

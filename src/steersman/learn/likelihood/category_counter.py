"""Estimators that count the documents of each category: labels at the door, raw counts inside."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.base import BaseEstimator
from sklearn.utils import column_or_1d
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from steersman.errors import SteersmanError
from steersman.maths.likelihood import (
    CategoryCounts,
    ClassCounts,
    Presence,
    category_counts,
    presence_of,
)

Floats = NDArray[np.float64]


class Labels(NamedTuple):
    """Checked labels: `values` is (documents,), or (documents, categories) of 0 and 1."""

    values: NDArray[np.generic]
    classes: NDArray[np.generic]
    overlapping: bool

    def members(self, classes: NDArray[np.generic]) -> NDArray[np.bool_]:
        """(documents, classes): which class each document belongs to."""
        if self.overlapping:
            if self.values.shape[1] != len(classes):
                raise SteersmanError(
                    f"y has {self.values.shape[1]} columns for {len(classes)} categories",
                    todo="give one column of 0 and 1 for each category",
                    code="label-columns",
                    came=self.values.shape[1],
                    categories=len(classes),
                )
            return np.asarray(self.values != 0)
        unknown = np.setdiff1d(self.classes, classes)
        if len(unknown):
            raise SteersmanError(
                f"y contains the classes {unknown.tolist()}, but the model knows "
                f"{classes.tolist()}",
                todo="pass every class in the first call of partial_fit",
                code="unknown-labels",
                labels=unknown.tolist(),
            )
        return np.asarray(self.values[:, None] == classes[None, :])


def labels_of(y: csr_matrix | NDArray[np.generic], names: ArrayLike | None) -> Labels:
    """The labels y as scikit-learn has checked them; `names` are an indicator's categories."""
    dense = y.toarray() if issparse(y) else np.asarray(y)
    if dense.ndim == 2 and dense.shape[1] == 1:
        dense = column_or_1d(dense, warn=True)
    check_classification_targets(dense)
    if type_of_target(dense, input_name="y").startswith("multilabel"):
        categories = np.arange(dense.shape[1]) if names is None else np.asarray(names)
        return Labels(dense, categories, True)
    if dense.ndim == 2:
        raise SteersmanError(
            f"y has shape {dense.shape} and contains values other than 0 and 1",
            todo="pass one class per document, or one column of 0 and 1 per category",
            code="labels-not-binary",
            shape=dense.shape,
        )
    return Labels(dense, np.unique(dense), False)


class CategoryCounter(BaseEstimator):
    """Counts documents and their features in every category.

    `classes_` are the categories, `overlapping_` says whether a document may be in several,
    `class_count_` is (categories,), `feature_count_` (categories, features), and `total_count_`
    and `total_feature_count_` count all documents whatever their category.
    """

    binarize: float | None = 0.0

    def partial_fit(
        self,
        X: object,
        y: object,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Add documents to the counts; `classes` names all classes at the first call."""
        first = not hasattr(self, "class_count_")
        present, labels = self._checked_arrays(X, y, reset=first)
        if first:
            if classes is None and not labels.overlapping:
                raise SteersmanError(
                    "the first call of partial_fit needs classes",
                    todo="pass every class of y",
                    code="classes-needed",
                )
            self.classes_ = labels.classes if classes is None else np.unique(np.asarray(classes))
            self.overlapping_ = labels.overlapping
        counts = self._counts_of(present, labels, sample_weight)
        self._store(counts if first else self.counts.plus(counts))
        return self

    def without(self, X: object, y: object, sample_weight: ArrayLike | None = None) -> Self:
        """A fitted copy from whose counts these documents are taken away, such as a fold."""
        check_is_fitted(self)
        present, labels = self._checked_arrays(X, y, reset=False)
        left = self.counts.minus(self._counts_of(present, labels, sample_weight))
        # Subtracting fractional weights leaves rounding slightly below zero.
        if min(left.documents.min(), left.features.min(initial=0.0)) < -1e-6:
            raise SteersmanError(
                "the model was not fitted on these documents",
                todo="remove only documents passed to fit or partial_fit",
                code="documents-not-counted",
            )
        fewer: Self = copy(self)
        fewer._store(left)
        return fewer

    def fit_counts(self, counts: CategoryCounts, classes: ArrayLike) -> Self:
        """Take over counts that were made elsewhere, such as those of many partitions.

        Parameters
        ----------
        counts : CategoryCounts
            Raw counts of each class, in the order of the sorted classes, and of all documents.
        classes : array-like
            The classes; a document belongs to one of them.

        Returns
        -------
        self
            The fitted model.
        """
        self.classes_ = np.unique(np.asarray(classes))
        self.overlapping_ = False
        refuse_empty_sides(counts, Labels(self.classes_, self.classes_, False))
        self.n_features_in_ = counts.features.shape[1]
        self._store(counts)
        return self

    @property
    def counts(self) -> CategoryCounts:
        """The raw counts of every category and of all documents."""
        check_is_fitted(self)
        everything = ClassCounts(self.total_count_, self.total_feature_count_)
        return CategoryCounts(self.class_count_, self.feature_count_, everything)

    def _checked_arrays(self, X: object, y: object, *, reset: bool) -> tuple[Presence, Labels]:
        names = getattr(y, "columns", None)
        checked = validate_data(self, X, y, accept_sparse="csr", multi_output=True, reset=reset)
        return self._presence(checked[0]), labels_of(checked[1], names)

    def _checked_documents(self, X: object) -> Presence:
        check_is_fitted(self)
        return self._presence(validate_data(self, X, accept_sparse="csr", reset=False))

    def _presence(self, X: csr_matrix | Floats) -> Presence:
        threshold = 0.0 if self.binarize is None else self.binarize
        if not issparse(X):
            return presence_of(csr_matrix(np.greater(X, threshold)))
        if threshold < 0:
            raise SteersmanError(
                f"binarize={threshold:g} would count every zero of a sparse matrix as present",
                todo="use a threshold of 0 or more, or a dense matrix",
                code="bad-setting",
                name="binarize",
                value=threshold,
            )
        if not X.has_canonical_format:
            # `sum_duplicates` works in place, and the matrix may be the caller's.
            X = X.copy()
            X.sum_duplicates()
        above = csr_matrix((X.data > threshold, X.indices, X.indptr), shape=X.shape, copy=False)
        return presence_of(above)

    def _counts_of(
        self, present: Presence, labels: Labels, sample_weight: ArrayLike | None
    ) -> CategoryCounts:
        members = labels.members(self.classes_)
        return category_counts(present, members, document_weights(sample_weight, present))

    def _store(self, counts: CategoryCounts) -> None:
        self.class_count_ = counts.documents
        self.feature_count_ = counts.features
        self.total_count_ = counts.everything.documents
        self.total_feature_count_ = counts.everything.features

    def _binary(self) -> bool:
        return not self.overlapping_ and len(self.classes_) == 2

    def _places(self) -> list[int]:
        """Positions in `classes_` of the categories that are decided."""
        return [1] if self._binary() else list(range(len(self.classes_)))

    def _place(self, category: object) -> int:
        """The position of a category; None is the only one of a binary problem."""
        check_is_fitted(self)
        known: list[object] = self.classes_.tolist()
        if category is None and self._binary():
            return 1
        if category not in known:
            raise SteersmanError(
                "a category is needed" if category is None else f"no category {category!r}",
                todo=f"choose one of: {', '.join(map(str, known))}",
                code="category-needed" if category is None else "category-unknown",
                category=category,
                categories=known,
            )
        return known.index(category)

    def _decided_place(self, category: object) -> int:
        """The position of a category that has a boundary: of two classes only the second has."""
        place = self._place(category)
        if place not in self._places():
            raise SteersmanError(
                f"with two classes, only {self.classes_[1]!s} has a boundary, not {category}",
                todo=f"pass {self.classes_[1]!s}, or no category",
                code="category-without-boundary",
                category=category,
            )
        return place


def refuse_empty_sides(counts: CategoryCounts, labels: Labels) -> None:
    """Raise an error for a category with no documents, or with all of them."""
    if not labels.overlapping and np.count_nonzero(counts.documents) < 2:
        raise SteersmanError(
            f"all documents are of one class, {labels.classes[np.argmax(counts.documents)]!s}",
            todo="pass documents of at least two classes",
            code="class-single",
            name=labels.classes.tolist()[np.argmax(counts.documents)],
        )
    for place, category in enumerate(labels.classes.tolist()):
        positive, negative = counts.sides(place)
        if not positive.documents or not negative.documents:
            which = "no" if not positive.documents else "only"
            raise SteersmanError(
                f"category {category} has {which} positive documents",
                todo="pass documents inside and outside the category",
                code="category-one-sided",
                category=category,
                positive=positive.documents,
                negative=negative.documents,
            )


def document_weights(sample_weight: ArrayLike | None, present: Presence) -> Floats:
    """(documents,): the weights, 1 where none are given."""
    weights: Floats = _check_sample_weight(
        sample_weight, np.empty((present.shape[0], 0)), dtype=np.float64, ensure_non_negative=True
    )
    return weights


def one_row(X: object) -> object:
    """One document without a dimension for documents, as a matrix of one row.

    >>> one_row([1, 0, 2])
    array([[1, 0, 2]])
    """
    if hasattr(X, "to_frame"):  # a row of a data frame keeps the names of its columns
        return X.to_frame().T
    if len(np.shape(X)) != 1:  # type: ignore[call-overload]
        return X
    return X.reshape((1, -1)) if hasattr(X, "reshape") else np.array([X])

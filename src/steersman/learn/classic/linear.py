"""Linear classifiers of a first course: by centers of mass, and by one regression a class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.linear_model import LinearRegression
from sklearn.linear_model._base import LinearClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from steersman.learn.class_weights import factors_of_classes
from steersman.learn.row_order import weighted_rows

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


class LinearByCodes(LinearClassifierMixin, BaseEstimator):
    """Base of the linear classifiers: a subclass gives each class's weights and intercept.

    Two classes have one row of weights, the second class's minus the first's, as elsewhere.
    """

    sparse_rows = True
    class_weight: Mapping[object, float] | str | None = None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the weights of the features; a row counts `sample_weight` times, once without."""
        accepted = "csr" if self.sparse_rows else False
        rows, labels = validate_data(self, X, y, accept_sparse=accepted, dtype=np.float64)
        check_classification_targets(labels)
        rows, labels, times = weighted_rows(rows, labels, sample_weight)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        if len(self.classes_) < 2:
            where = " with a sample_weight above 0" if sample_weight is not None else ""
            raise ValueError(
                f"two classes are needed, the rows{where} have one class: {self.classes_}"
            )
        if self.class_weight is not None:
            factors = factors_of_classes(self.class_weight, self.classes_, labels, times)
            times = times * factors[codes]
        self.coef_, self.intercept_ = self.weights(rows, codes, times)
        return self

    def weights(self, X: Floats, codes: Codes, times: Floats) -> tuple[Floats, Floats]:
        """(outputs, features) weights and (outputs,) intercepts; `times` a row counts."""
        raise NotImplementedError

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.sparse_rows
        return tags


class BasicLinearClassifier(LinearByCodes):
    """The frontier half-way between the centers of mass: w = p - n, t = (|p|² - |n|²) / 2.

    With more classes, each point goes to the nearest center.

    >>> X = np.array([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0], [4.0, 2.0]])
    >>> model = BasicLinearClassifier().fit(X, [0, 0, 1, 1])
    >>> model.coef_, model.intercept_
    (array([[4., 0.]]), array([-8.]))
    """

    def weights(self, X: Floats, codes: Codes, times: Floats) -> tuple[Floats, Floats]:
        members = (codes == np.arange(len(self.classes_))[:, np.newaxis]) * times
        sums = np.asarray(safe_sparse_dot(members, X))
        self.centers_ = sums / members.sum(axis=1, keepdims=True)
        intercepts = -(self.centers_**2).sum(axis=1) / 2
        if len(self.classes_) == 2:
            return np.diff(self.centers_, axis=0), np.diff(intercepts)
        return self.centers_, intercepts


class MultiResponseLinearRegression(LinearByCodes):
    """One least squares regression a class, 1 inside and 0 outside; the largest output wins.

    `class_weight` is a factor on the weights of each class's rows, or "balanced".

    >>> X = np.array([[0.0], [1.0], [2.0], [3.0]])
    >>> MultiResponseLinearRegression().fit(X, [0, 0, 1, 1]).predict([[1.4], [1.6]])
    array([0, 1])
    """

    def __init__(self, class_weight: Mapping[object, float] | str | None = None) -> None:
        self.class_weight = class_weight

    def weights(self, X: Floats, codes: Codes, times: Floats) -> tuple[Floats, Floats]:
        responses = (codes[:, np.newaxis] == np.arange(len(self.classes_))).astype(np.float64)
        self.regressions_ = LinearRegression().fit(X, responses, times)
        coefficients, intercepts = self.regressions_.coef_, self.regressions_.intercept_
        if len(self.classes_) == 2:
            return np.diff(coefficients, axis=0), np.diff(intercepts)
        return coefficients, intercepts

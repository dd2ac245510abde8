"""A classifier of two classes that decides at a cut-off of its own for each group of rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.steering.groups import Groups, column_names, column_of, group_labels
from steersman.learn.steering.thresholded import ThresholdedClassifier, class_scores

Floats = NDArray[np.float64]


def estimator_has_probabilities(model: GroupThresholdClassifier) -> bool:
    return hasattr(getattr(model, "estimator_", model.estimator), "predict_proba")


class GroupThresholdClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """A classifier that decides at the threshold of each row's group.

    To predict it needs the groups: as the column `column` of a frame, or as `groups=`. The column
    need not be one that the estimator uses. A group without a threshold is refused.

    Parameters
    ----------
    estimator : classifier
        A classifier of two classes with scores.
    thresholds : mapping
        For each group, the score above which a row is of the second class.
    column : str
        The column of a frame that has the groups.
    cuts : sequence of float
        Where a column of numbers is cut into groups; none where its values are the groups.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> model = GroupThresholdClassifier(LogisticRegression(), {"a": 0.0, "b": 9.0}).fit(X, y)
    >>> model.predict(X, groups=["a", "b", "a", "b"])
    array([0, 0, 1, 0])
    """

    classes_: NDArray[np.generic]

    def __init__(
        self,
        estimator: object,
        thresholds: Mapping[object, float],
        column: str = "",
        cuts: tuple[float, ...] = (),
    ) -> None:
        self.estimator = estimator
        self.thresholds = thresholds
        self.column = column
        self.cuts = cuts

    @classmethod
    def around(cls, fitted: object, thresholds: Mapping[object, float], groups: Groups) -> Self:
        """A fitted classifier with its decisions moved; nothing is learned again."""
        inner = fitted.estimator_ if isinstance(fitted, ThresholdedClassifier | cls) else fitted
        model = cls(inner, thresholds, groups.column, groups.cuts)
        model.estimator_ = inner
        model.classes_ = np.asarray(inner.classes_)  # type: ignore[union-attr]
        return model

    def fit(self, X: ArrayLike, y: ArrayLike, **fit_params: object) -> Self:
        """Fit a copy of the estimator; the thresholds stay where they are."""
        self.estimator_ = clone(self.estimator).fit(X, y, **fit_params)
        self.classes_ = self.estimator_.classes_
        return self

    def row_thresholds(self, X: ArrayLike, groups: ArrayLike | None = None) -> Floats:
        """(rows,): the threshold of each row's group."""
        if groups is None:
            if not self.column or self.column not in column_names(X):
                needed = f"the column {self.column!r}" if self.column else "groups="
                raise SteersmanError(
                    f"this model has a cut-off for each group and needs {needed} to predict",
                    todo="give groups=..., or a frame with that column",
                    code="groups-needed",
                    column=self.column,
                )
            groups = column_of(X, self.column)
        labels = group_labels(np.asarray(groups), self.cuts)
        # A column of a file may be numbers in one file and words in another.
        labels = [each if each in self.thresholds else str(each) for each in labels]
        unknown = sorted({str(each) for each in labels if each not in self.thresholds})
        if unknown:
            raise SteersmanError(
                f"no cut-off was chosen for {self.column or 'the group'} {unknown[0]!r}",
                todo="tune the model with rows of that group",
                code="unknown-group",
                groups=unknown,
            )
        return np.array([self.thresholds[each] for each in labels], dtype=np.float64)

    def decision_function(self, X: ArrayLike, groups: ArrayLike | None = None) -> Floats:
        """(rows,): how far the score is above the threshold of the row's group."""
        check_is_fitted(self)
        moved: Floats = class_scores(self.estimator_, X).values - self.row_thresholds(X, groups)
        return moved

    def predict(self, X: ArrayLike, groups: ArrayLike | None = None) -> NDArray[np.generic]:
        """(rows,): the class of each row at the threshold of its group."""
        check_is_fitted(self)
        above = class_scores(self.estimator_, X).values > self.row_thresholds(X, groups)
        return self.classes_[above.astype(np.intp)]

    @available_if(estimator_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: ArrayLike) -> Floats:
        """(rows, classes): the estimator's probabilities, which thresholds leave as they are."""
        check_is_fitted(self)
        return np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)

    @property
    def n_features_in_(self) -> int:
        """How many features the estimator was fitted on."""
        return int(self.estimator_.n_features_in_)

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        inner = getattr(self.estimator, "__sklearn_tags__", None)
        if inner is not None:
            tags.input_tags = inner().input_tags
        return tags

"""A classifier of two classes that decides at a cut-off of its own for each group of rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.steering.classifier_types import Rows
from steersman.learn.steering.groups import Groups, column_names, column_of, group_labels
from steersman.learn.steering.score_calibration import CalibrationMethod
from steersman.learn.steering.thresholded import ThresholdedClassifier, class_scores

Floats = NDArray[np.float64]


class GroupThresholdClassifier(ThresholdedClassifier):
    """A classifier that decides at the threshold of each row's group.

    To predict it needs the groups: as the column `column` of a frame, or as `groups=`. The column
    need not be one that the estimator uses. A group without a threshold is refused. Where one
    cut-off is asked for, as of any other classifier, it is the estimator's own.

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
    calibration : str, optional
        "sigmoid" or "isotonic" for calibrated probabilities.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> model = GroupThresholdClassifier(LogisticRegression(), {"a": 0.0, "b": 9.0}).fit(X, y)
    >>> model.predict(X, groups=["a", "b", "a", "b"])
    array([0, 0, 1, 0])
    """

    def __init__(
        self,
        estimator: object,
        thresholds: Mapping[object, float],
        column: str = "",
        cuts: tuple[float, ...] = (),
        calibration: CalibrationMethod | None = None,
    ) -> None:
        super().__init__(estimator, None, calibration)
        self.thresholds = thresholds
        self.column = column
        self.cuts = cuts

    @classmethod
    def beside(cls, fitted: object, thresholds: Mapping[object, float], groups: Groups) -> Self:
        """A fitted classifier with its decisions moved; nothing is learned again."""
        around = ThresholdedClassifier.around(fitted, None)
        model = cls(around.estimator_, thresholds, groups.column, groups.cuts)
        model.estimator_, model.classes_ = around.estimator_, around.classes_
        model.calibration, model.calibration_ = around.calibration, around.calibration_
        return model

    def around_other(self, fitted: object) -> ThresholdedClassifier:
        """Another fitted classifier with the decisions moved in the same way."""
        groups = Groups((), np.empty(0, dtype=np.int64), self.cuts, self.column)
        return self.beside(fitted, self.thresholds, groups)

    def for_rows(self, groups: ArrayLike) -> ThresholdedClassifier:
        """The classifier of rows of these groups, for these very rows in this order only.

        >>> from sklearn.linear_model import LogisticRegression
        >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
        >>> model = GroupThresholdClassifier(LogisticRegression(), {"a": 0.0, "b": 9.0}).fit(X, y)
        >>> model.for_rows(["b", "b", "b", "a"]).predict(X)
        array([0, 0, 0, 1])
        """
        found = self.row_thresholds(np.empty((0, 0)), groups)
        alike = len(found) > 0 and bool((found == found[0]).all())
        return ThresholdedClassifier.around(self, float(found[0]) if alike else found)

    def row_thresholds(self, X: Rows, groups: ArrayLike | None = None) -> Floats:
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

    def decision_function(self, X: Rows, groups: ArrayLike | None = None) -> Floats:
        """(rows,): how far the score is above the threshold of the row's group."""
        check_is_fitted(self)
        moved: Floats = class_scores(self.estimator_, X).values - self.row_thresholds(X, groups)
        return moved

    def predict(self, X: Rows, groups: ArrayLike | None = None) -> NDArray[np.generic]:
        """(rows,): the class of each row at the threshold of its group."""
        check_is_fitted(self)
        above = class_scores(self.estimator_, X).values > self.row_thresholds(X, groups)
        return self.classes_[above.astype(np.intp)]

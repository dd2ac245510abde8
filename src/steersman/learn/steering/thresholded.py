"""Any classifier with scores, decided at a chosen cut-off or with an offset for each class."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.pipeline import Pipeline
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.steering.classifier_types import Rows
from steersman.maths.confusion import decided_classes

Floats = NDArray[np.float64]


def without_threshold(model: object) -> object:
    """The model that decides by itself, where a threshold was put around it; also in a pipeline."""
    if isinstance(model, ThresholdedClassifier):
        return model.estimator_
    if isinstance(model, Pipeline) and isinstance(model.steps[-1][1], ThresholdedClassifier):
        return Pipeline([*model.steps[:-1], (model.steps[-1][0], model.steps[-1][1].estimator_)])
    return model


class Scores(NamedTuple):
    """Scores of a classifier for each row, and the setting at which it decides by default.

    Two classes: (rows,) scores of the second class, chosen where score > `start`.
    More: (rows, classes) scores, the highest chosen once `start` (classes,) is added.
    """

    values: Floats
    start: float | Floats


def class_scores(model: object, X: Rows) -> Scores:
    """The scores of a fitted classifier: its decision function, else its probabilities."""
    if isinstance(model, ThresholdedClassifier):
        return Scores(class_scores(model.estimator_, X).values, model.setting())
    name = type(model).__name__
    n_classes = len(model.classes_)  # type: ignore[attr-defined]
    if n_classes > 2 and hasattr(model, "predict_proba"):
        return Scores(log_shares(model.predict_proba(X)), np.zeros(n_classes))
    if hasattr(model, "decision_function"):
        values = np.asarray(model.decision_function(X), dtype=np.float64)
        if n_classes == 2 and values.ndim == 1:
            return Scores(values, 0.0)
        if values.shape[1:] == (n_classes,):
            return Scores(values, np.zeros(n_classes))
    if hasattr(model, "predict_proba"):
        return Scores(np.asarray(model.predict_proba(X), dtype=np.float64)[:, 1], 0.5)
    raise SteersmanError(
        f"{name} has no score for each class, so there is nothing to turn",
        todo="use a classifier with decision_function or predict_proba",
        code="no-scores",
        model=name,
    )


def log_shares(probabilities: ArrayLike) -> Floats:
    """Logarithms of probabilities, finite where they are 0."""
    tiny = np.finfo(np.float64).tiny
    return np.log(np.maximum(np.asarray(probabilities, dtype=np.float64), tiny))


def estimator_has_probabilities(model: ThresholdedClassifier) -> bool:
    return hasattr(getattr(model, "estimator_", model.estimator), "predict_proba")


class ThresholdedClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """A classifier that decides at a given threshold, or with given offsets of the classes.

    `threshold` is, for two classes, the score above which a row is of the second class and, for
    more, one offset per class added to the scores; None decides as the estimator would.
    Probabilities are the estimator's own, so that the likelier class need not be the one decided.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> ThresholdedClassifier(LogisticRegression(), threshold=5.0).fit(X, y).predict(X)
    array([0, 0, 0, 0])
    """

    classes_: NDArray[np.generic]

    def __init__(self, estimator: object, threshold: float | ArrayLike | None = None) -> None:
        self.estimator = estimator
        self.threshold = threshold

    @classmethod
    def around(cls, fitted: object, threshold: float | Floats | None) -> Self:
        """A fitted classifier with its decisions moved; nothing is learned again."""
        # Unwrapped first: a threshold around a threshold would refer to scores already moved.
        inner = fitted.estimator_ if isinstance(fitted, ThresholdedClassifier) else fitted
        model = cls(inner, threshold)
        model.estimator_ = inner
        model.classes_ = np.asarray(inner.classes_)  # type: ignore[union-attr]
        return model

    def fit(self, X: Rows, y: ArrayLike, **fit_params: object) -> Self:
        """Fit a copy of the estimator; the threshold stays where it is."""
        self.estimator_ = clone(self.estimator).fit(X, y, **fit_params)
        self.classes_ = self.estimator_.classes_
        return self

    def setting(self) -> float | Floats:
        """The cut-off, or the offsets, in force."""
        if self.threshold is not None:
            given = np.asarray(self.threshold, dtype=np.float64)
            return float(given) if given.ndim == 0 else given
        if len(self.classes_) > 2:
            return np.zeros(len(self.classes_))
        return 0.0 if hasattr(self.estimator_, "decision_function") else 0.5

    def decision_function(self, X: Rows) -> Floats:
        """(rows,) how far the score is above the threshold; (rows, classes) scores with offsets."""
        check_is_fitted(self)
        values, setting = class_scores(self, X)
        return values - setting if values.ndim == 1 else values + setting

    def predict(self, X: Rows) -> NDArray[np.generic]:
        """(rows,): the class of each row at the threshold, or with the offsets."""
        check_is_fitted(self)
        values, setting = class_scores(self, X)
        if values.ndim == 1:
            return self.classes_[(values > setting).astype(np.intp)]
        return self.classes_[decided_classes(values, np.asarray(setting))]

    @available_if(estimator_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Rows) -> Floats:
        """(rows, classes): the estimator's probabilities, which a threshold leaves as they are."""
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

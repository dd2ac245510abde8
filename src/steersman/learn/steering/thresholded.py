"""Any classifier with scores, decided at a chosen cut-off or with an offset for each class."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.pipeline import Pipeline
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.steering.classifier_types import Rows
from steersman.learn.steering.score_calibration import CalibrationMethod, ScoreCalibration
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
        return scores_of(model, log_shares(model.predict_proba(X)))
    if hasattr(model, "decision_function"):
        values = np.asarray(model.decision_function(X), dtype=np.float64)
        if (n_classes == 2 and values.ndim == 1) or values.shape[1:] == (n_classes,):
            return scores_of(model, values)
    if hasattr(model, "predict_proba"):
        values = np.asarray(model.predict_proba(X), dtype=np.float64)[:, 1]
        return Scores(values, 0.5)
    raise SteersmanError(
        f"{name} has no score for each class, so there is nothing to turn",
        todo="use a classifier with decision_function or predict_proba",
        code="no-scores",
        model=name,
    )


def scores_of(model: object, values: Floats) -> Scores:
    """The scores of rows by a classifier, at the setting where it decides by itself."""
    if values.ndim == 2:
        return Scores(values, np.zeros(values.shape[1]))
    return Scores(values, 0.0 if hasattr(model, "decision_function") else 0.5)


def log_shares(probabilities: ArrayLike) -> Floats:
    """Logarithms of probabilities, finite where they are 0."""
    tiny = np.finfo(np.float64).tiny
    return np.log(np.maximum(np.asarray(probabilities, dtype=np.float64), tiny))


def has_probabilities(model: ThresholdedClassifier) -> bool:
    if model.calibration is not None:
        return True
    return hasattr(getattr(model, "estimator_", model.estimator), "predict_proba")


class ThresholdedClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """A classifier that decides at a given threshold, or with given offsets of the classes.

    `threshold` is, for two classes, the score above which a row is of the second class and, for
    more, one offset per class added to the scores; None decides as the estimator would.
    Probabilities are the estimator's own or, with a `calibration` ("sigmoid" or "isotonic"), those
    of a curve learned from cross-fitted scores; the likelier class need not be the one decided.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> ThresholdedClassifier(LogisticRegression(), threshold=5.0).fit(X, y).predict(X)
    array([0, 0, 0, 0])
    """

    classes_: NDArray[np.generic]
    calibration_: ScoreCalibration | None = None

    def __init__(
        self,
        estimator: object,
        threshold: float | ArrayLike | None = None,
        calibration: CalibrationMethod | None = None,
    ) -> None:
        self.estimator = estimator
        self.threshold = threshold
        self.calibration = calibration

    @classmethod
    def around(cls, fitted: object, threshold: float | Floats | None) -> Self:
        """A fitted classifier with its decisions moved; nothing is learned again."""
        # Unwrapped first: a threshold around a threshold would refer to scores already moved.
        inner = fitted.estimator_ if isinstance(fitted, ThresholdedClassifier) else fitted
        model = cls(inner, threshold)
        model.estimator_ = inner
        model.classes_ = np.asarray(inner.classes_)  # type: ignore[union-attr]
        if isinstance(fitted, ThresholdedClassifier):
            model.calibration, model.calibration_ = fitted.calibration, fitted.calibration_
        return model

    def fit(self, X: Rows, y: ArrayLike, **fit_params: object) -> Self:
        """Fit a copy of the estimator; the threshold stays where it is."""
        if get_config()["enable_metadata_routing"]:
            fit_params = process_routing(self, "fit", **fit_params).estimator.fit
        self.estimator_ = clone(self.estimator).fit(X, y, **fit_params)
        self.classes_ = self.estimator_.classes_
        self.calibration_ = None
        if self.calibration is not None:
            # Imported here, as calibrating a model wraps it in this class.
            from steersman.learn.steering.calibration import learn_calibration

            self.calibration_ = learn_calibration(self.estimator_, X, y, self.calibration)
        return self

    def around_other(self, fitted: object) -> ThresholdedClassifier:
        """Another fitted classifier with the decisions moved in the same way."""
        return ThresholdedClassifier.around(fitted, self.setting())

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

    @available_if(has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Rows) -> Floats:
        """(rows, classes): probabilities, which a threshold leaves as they are."""
        check_is_fitted(self)
        if self.calibration_ is not None:
            return self.calibration_.probabilities(class_scores(self.estimator_, X).values)
        return np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)

    @property
    def n_features_in_(self) -> int:
        """How many features the estimator was fitted on."""
        return int(self.estimator_.n_features_in_)

    @property
    def feature_names_in_(self) -> NDArray[np.object_]:
        """The names of the features that the estimator was fitted on, where they had names."""
        return np.asarray(self.estimator_.feature_names_in_)

    def get_metadata_routing(self) -> MetadataRouter:
        """What the estimator requests of `fit`, for scikit-learn's routing.

        Returns
        -------
        MetadataRouter
            The estimator's requests.
        """
        fits = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=self).add(estimator=self.estimator, method_mapping=fits)

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        inner = getattr(self.estimator, "__sklearn_tags__", None)
        if inner is not None:
            tags.input_tags = inner().input_tags
        return tags

"""Calibrate a fitted classifier: its decisions stay, its probabilities can be read as such."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError, check_choice
from steersman.learn.steering.last_step import last_step
from steersman.learn.steering.pipelines import with_last_step
from steersman.learn.steering.score_calibration import (
    CALIBRATION_METHODS,
    CalibrationMethod,
    ScoreCalibration,
)
from steersman.learn.steering.thresholded import ThresholdedClassifier, class_scores
from steersman.tasks import Task

Floats = NDArray[np.float64]

FOLDS = 5
# How far, in standard deviations, the scores of a refit may be from those of the model on average.
MOST_APART = 0.25


def calibrate(
    model: object,
    X: ArrayLike,
    y: ArrayLike,
    method: CalibrationMethod = "sigmoid",
    *,
    folds: int = FOLDS,
) -> object:
    """A fitted classifier with probabilities that agree with how often its classes occur.

    The curve from scores to probabilities is learned from cross-fitted scores: in every fold the
    model is fitted again to the other rows. The model given is not changed, and the new one
    decides every row as it does.

    Parameters
    ----------
    model : classifier or Pipeline
        Fitted classifier with scores.
    X : array-like of shape (rows, features)
        The rows that the model was fitted on.
    y : array-like of shape (rows,)
        Their labels.
    method : {"sigmoid", "isotonic"}
        A logistic curve, for few rows, or any rising curve, for a thousand or more.
    folds : int
        Number of folds; fewer if a class has fewer rows.

    Returns
    -------
    classifier or Pipeline
        A model that shares everything with the given one but its `predict_proba`.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> X, y = np.arange(40.0).reshape(-1, 1), np.arange(40) % 10 > 4
    >>> model = calibrate(SVC().fit(X, y), X, y)
    >>> model.predict_proba(X).shape
    (40, 2)
    """
    return with_calibration(model, learn_calibration(model, X, y, method, folds=folds))


def learn_calibration(
    model: object,
    X: ArrayLike,
    y: ArrayLike,
    method: CalibrationMethod,
    *,
    folds: int = FOLDS,
    task: Task | None = None,
) -> ScoreCalibration:
    """The calibration of a fitted model, from the rows that it was fitted on."""
    check_choice("method", method, CALIBRATION_METHODS)
    labels = np.asarray(y)
    scorer = bare_model(model)
    classes = np.asarray(scorer.classes_)
    codes = np.searchsorted(classes, labels)
    rarest = int(np.bincount(codes, minlength=len(classes)).min())
    if rarest < 2:
        raise SteersmanError(
            f"a class has {rarest} training rows, too few to cross-fit",
            todo="use more rows of it",
            code="too-few-to-calibrate",
            rows=rarest,
        )
    check_refit(scorer, X, labels)
    scores = cross_fitted_scores(scorer, X, labels, min(folds, rarest), task)
    return ScoreCalibration.of(scores, codes, method)


def check_refit(scorer: Any, X: ArrayLike, labels: NDArray[np.generic]) -> None:
    """Raise an error where a refit scores otherwise: settings turned by hand are not repeated."""
    before, after = scores_of(scorer, X), scores_of(clone(scorer).fit(X, labels), X)
    spread = float(before.std()) or 1.0
    if float(np.abs(before - after).mean()) > MOST_APART * spread:
        raise SteersmanError(
            "the model cannot be fitted again as it is: steering changed its inner settings",
            todo="calibrate the model as fitted, then move its cut-off",
            code="cannot-refit",
        )


def cross_fitted_scores(
    scorer: Any, X: ArrayLike, labels: NDArray[np.generic], folds: int, task: Task | None = None
) -> Floats:
    """(rows,) or (rows, classes) scores by models that were fitted to other rows."""
    found: Floats | None = None
    # The folds of scikit-learn, so that the curve is the one of its `CalibratedClassifierCV`.
    splits = StratifiedKFold(folds).split(np.zeros(len(labels)), labels)
    for number, (train, test) in enumerate(splits):
        if task is not None:
            task.report(f"calibrating, fold {number + 1} of {folds}", number / folds)
        fitted = clone(scorer).fit(rows_at(X, train), labels[train])
        scores = scores_of(fitted, rows_at(X, test))
        if found is None:
            found = np.empty((len(labels), *scores.shape[1:]))
        found[test] = scores
    assert found is not None, "there are at least two folds"  # noqa: S101
    return found


def rows_at(X: Any, rows: NDArray[np.intp]) -> Any:
    """Some rows of an array, a sparse matrix or a table."""
    return (
        X.iloc[rows] if hasattr(X, "iloc") else (X if hasattr(X, "shape") else np.asarray(X))[rows]
    )


def scores_of(model: Any, X: ArrayLike) -> Floats:
    """The scores that a model decides by, also inside a pipeline."""
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return scores_of(model.steps[-1][1], model[:-1].transform(X))
    return class_scores(model, X).values


def bare_model(model: Any) -> Any:
    """The model without a moved cut-off or a calibration."""
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return with_last_step(model, bare_model(last_step(model)))
    return model.estimator_ if isinstance(model, ThresholdedClassifier) else model


def with_calibration(model: Any, calibration: ScoreCalibration | None) -> object:
    """The model with these probabilities, or without any calibration; its decisions stay."""
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return with_last_step(model, with_calibration(last_step(model), calibration))
    around = isinstance(model, ThresholdedClassifier)
    moved = (
        model.around_other(model)
        if around
        else ThresholdedClassifier.around(model, setting_of(model))
    )
    moved.calibration = None if calibration is None else calibration.method
    moved.calibration_ = calibration
    return moved


def setting_of(model: Any) -> float | Floats:
    """The cut-off or the offsets that a fitted model decides with."""
    if isinstance(model, ThresholdedClassifier):
        return model.setting()
    if len(model.classes_) > 2:
        return np.zeros(len(model.classes_))
    return 0.0 if hasattr(model, "decision_function") else 0.5


def calibration_of(model: Any) -> ScoreCalibration | None:
    """The calibration of a fitted model, if it has one."""
    last = last_step(model)
    return last.calibration_ if isinstance(last, ThresholdedClassifier) else None

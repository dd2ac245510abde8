"""How likely each class is for new rows, as far as a model says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, softmax
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.steering import ThresholdedClassifier, class_scores

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
# Models are often too sure of themselves: this part of each chance is spread over all classes.
DOUBT = 0.05


def class_chances(model: Any, X: Any, classes: Sequence[object]) -> tuple[Floats, Ints]:
    """(rows, classes) the chance of each class, and (rows,) the place of the predicted class.

    A model without scores leaves all other classes equally likely.
    """
    if isinstance(model, Pipeline):
        return class_chances(model.steps[-1][1], model[:-1].transform(X), classes)
    place = {label: code for code, label in enumerate(classes)}
    called = [place[label] for label in np.asarray(model.predict(X)).tolist()]
    predicted = np.array(called, dtype=np.int64)
    inner = model.estimator_ if isinstance(model, ThresholdedClassifier) else model
    if hasattr(inner, "predict_proba"):
        chances = np.asarray(inner.predict_proba(X), dtype=np.float64)
    else:
        chances = chances_of_scores(inner, X, predicted, len(classes))
    return (1.0 - DOUBT) * chances + DOUBT / len(classes), predicted


def chances_of_scores(model: Any, X: Any, predicted: Ints, size: int) -> Floats:
    """(rows, classes): margins through the logistic function, or the predictions alone."""
    try:
        scores, start = class_scores(model, X)
    except SteersmanError:
        return np.where(np.arange(size) == predicted[:, None], 0.9, 0.1 / max(1, size - 1))
    if scores.ndim == 2:
        return np.asarray(softmax(scores, axis=1))
    chance = scores if start == 0.5 else expit(scores)
    return np.stack([1.0 - chance, chance], axis=1)

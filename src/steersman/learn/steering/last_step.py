"""The classifier at the end of a pipeline, and what surrounds it."""

from __future__ import annotations

from typing import Any, TypeVar

from sklearn.pipeline import Pipeline

from steersman.learn.steering.classifier_types import Rows
from steersman.learn.steering.thresholded import ThresholdedClassifier

Model = TypeVar("Model")


def copy_with_rows(model: Model) -> Model:
    """A shallow copy of a model that keeps its training rows out of files.

    The default copy goes through `__getstate__` and would lose the training rows.
    """
    copied = type(model).__new__(type(model))
    copied.__dict__.update(model.__dict__)
    return copied


def last_step(model: Any) -> Any:
    """The last step of a pipeline; any other model itself."""
    return model.steps[-1][1] if isinstance(model, Pipeline) else model


def at_last_step(model: Any, X: Rows) -> tuple[Any, Rows]:
    """The last step of a pipeline, and the rows as it gets them."""
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return model.steps[-1][1], model[:-1].transform(X)
    return model, X


def scorer_of(model: Any) -> Any:
    """The classifier that scores rows, inside a pipeline and behind a moved cut-off."""
    last = last_step(model)
    return last.estimator_ if isinstance(last, ThresholdedClassifier) else last

"""Fold models: copies of one classifier, each fitted without one fold, averaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if

from steersman.learn.steering import Rows, Scores, class_scores

Floats = NDArray[np.float64]
Method = TypeVar("Method")


def members_have(method: str) -> Callable[[Method], Method]:
    """A condition for `available_if`: every fold model has this method."""

    def check(model: FoldModels) -> bool:
        return all(hasattr(member, method) for member in model.members)

    found: Callable[[Method], Method] = available_if(check)
    return found


class FoldModels(ClassifierMixin, BaseEstimator):
    """Fitted copies of one classifier; their scores, and their probabilities, are averaged."""

    def __init__(self, members: Sequence[BaseEstimator] = ()) -> None:
        self.members = members

    @property
    def classes_(self) -> NDArray[np.generic]:
        """The classes, in sorted order."""
        return np.asarray(self.members[0].classes_)

    def fit(self, X: Rows, y: object = None) -> Self:
        """Nothing is learned again: the members are fitted already."""
        del X, y
        return self

    @members_have("decision_function")
    def decision_function(self, X: Rows) -> Floats:
        """(rows,) or (rows, classes): the mean of the members' scores."""
        return np.asarray(np.mean([each.decision_function(X) for each in self.members], axis=0))

    @members_have("predict_proba")
    def predict_proba(self, X: Rows) -> Floats:
        """(rows, classes): the mean of the members' probabilities."""
        return np.asarray(np.mean([each.predict_proba(X) for each in self.members], axis=0))

    def predict(self, X: Rows) -> NDArray[np.generic]:
        """(rows,): the class with the highest mean score."""
        values, start = class_scores(self, X)
        if values.ndim == 1:
            return np.asarray(self.classes_[(values > start).astype(np.intp)])
        return np.asarray(self.classes_[values.argmax(axis=1)])


class UnseenScores(ClassifierMixin, BaseEstimator):
    """Known scores of rows as a classifier, so that they can be steered; X is not looked at."""

    def __init__(self, scores: Scores | None = None, classes: ArrayLike = ()) -> None:
        self.scores = scores
        self.classes = classes

    @property
    def classes_(self) -> NDArray[np.generic]:
        """The classes, in sorted order."""
        return np.asarray(self.classes)

    def fit(self, X: Rows, y: object = None) -> Self:
        """Nothing is learned: the scores are known already."""
        del X, y
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return self.scores is not None

    def decision_function(self, X: Rows) -> Floats:
        """(rows,) scores above 0 for the second class, or (rows, classes)."""
        del X
        assert self.scores is not None  # noqa: S101
        values, start = self.scores
        return values - start if values.ndim == 1 else values + start

    def predict(self, X: Rows) -> NDArray[np.generic]:
        """(rows,): the class of each row by its score."""
        values = self.decision_function(X)
        places = values.argmax(axis=1) if values.ndim == 2 else (values > 0.0).astype(np.intp)
        return np.asarray(self.classes_[places])

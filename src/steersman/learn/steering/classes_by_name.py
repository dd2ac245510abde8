"""A fitted classifier whose classes are called by other names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if

from steersman.learn.steering.classifier_types import Rows


def has(method: str) -> Any:
    """A condition for `available_if`: the estimator has this method."""
    return available_if(lambda self: hasattr(self.estimator, method))


class ClassesByName(ClassifierMixin, BaseEstimator):
    """A fitted classifier whose classes are called by names, in the same order."""

    def __init__(self, estimator: Any, names: Sequence[str] = ()) -> None:
        self.estimator = estimator
        self.names = names

    @property
    def classes_(self) -> NDArray[np.str_]:
        """The names of the classes."""
        return np.asarray(self.names)

    def fit(self, X: Rows, y: object = None) -> Self:
        """Nothing is learned again: the estimator is fitted already."""
        del X, y
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def predict(self, X: Rows) -> NDArray[np.str_]:
        """(rows,): the name of each row's class."""
        places = np.searchsorted(self.estimator.classes_, self.estimator.predict(X))
        return np.asarray(self.classes_[places])

    @has("decision_function")  # type: ignore[untyped-decorator]
    def decision_function(self, X: Rows) -> NDArray[np.float64]:
        """The estimator's scores."""
        return np.asarray(self.estimator.decision_function(X))

    @has("predict_proba")  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Rows) -> NDArray[np.float64]:
        """The estimator's probabilities."""
        return np.asarray(self.estimator.predict_proba(X))

"""A classifier whose score is a feature, and rows with groups and costs to steer it on."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class ScoreModel(ClassifierMixin, BaseEstimator):
    """A classifier whose score is the first feature."""

    def fit(self, _X: object, y: np.ndarray) -> ScoreModel:
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(X, dtype=object)[:, 0].astype(float)

    def predict(self, X: np.ndarray) -> np.ndarray:
        return self.classes_[(self.decision_function(X) > 0).astype(int)]


def drawn_rows(rng: np.random.Generator, rows: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores with ties, classes and groups, one of which scores lower."""
    y = rng.integers(0, 2, rows)
    y[:2] = 0, 1
    groups = rng.choice(["a", "b", "c"], rows, p=[0.5, 0.3, 0.2])
    return (rng.normal(2.0 * y - 1.0 - (groups == "c")).round(1))[:, np.newaxis], y, groups

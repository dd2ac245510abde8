"""Decisions at the nodes of a martingale program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Rows = Floats | csr_matrix
Routing = Literal["leave-one-out", "out-of-fold", "resubstitution"]
FAR = 1e6  # a score that no other score exceeds


class Decision(Protocol):
    """A decision that sends each row at a node on to the class with its highest score."""

    def scores(self, X: Rows) -> Floats:
        """(rows, classes); -inf for a class that the node never saw."""
        ...


@dataclass(frozen=True)
class LinearDecision:
    """Scores that are linear in the columns of the design."""

    weights: Floats  # (classes, columns); an intercept of -inf for an absent class

    def scores(self, X: Rows) -> Floats:
        return np.asarray(X @ self.weights.T)


@dataclass(frozen=True)
class ConstantDecision:
    """A decision for one class whatever the row, at a node whose rows are all of that class."""

    label: int
    classes: int

    def scores(self, X: Rows) -> Floats:
        scores = np.full((X.shape[0], self.classes), -np.inf)
        scores[:, self.label] = 0.0
        return scores


@dataclass(frozen=True)
class EstimatorDecision:
    """The scores of a fitted scikit-learn classifier, for those classes that it saw."""

    estimator: BaseEstimator
    classes: int

    def scores(self, X: Rows) -> Floats:
        known = np.asarray(self.estimator.classes_, dtype=np.intp)
        scores = np.full((X.shape[0], self.classes), -np.inf)
        scores[:, known] = estimator_scores(self.estimator, X)
        return scores


def estimator_scores(estimator: BaseEstimator, X: Rows) -> Floats:
    """(rows, known classes): decision values, log probabilities, or 1 for the predicted class."""
    known = np.asarray(estimator.classes_, dtype=np.intp)
    if hasattr(estimator, "decision_function"):
        values = np.asarray(estimator.decision_function(X), dtype=np.float64)
        if values.ndim == 1:
            return np.column_stack([np.zeros(len(values)), values])
        # A one-against-one decision function has a column for each pair of classes instead.
        if values.shape[1] == len(known):
            return values
    if hasattr(estimator, "predict_proba"):
        # -inf is for classes that were never seen, so a probability of 0 must stay finite.
        return np.asarray(np.log(np.maximum(estimator.predict_proba(X), 1e-12)))
    return np.asarray(np.asarray(estimator.predict(X))[:, None] == known, dtype=np.float64)


class FittedNode(NamedTuple):
    """A decision, and the scores that it would give its own rows had it not seen them."""

    decision: Decision
    honest: Floats  # (rows, classes)


class NodeLearner(Protocol):
    """Learns a decision from the rows at a node; `rng` is for folds, `root` for the top node's.

    `near` is a decision that may be a good one to begin with; the result does not depend on it.
    """

    def __call__(
        self,
        X: Rows,
        codes: Codes,
        root: Decision | None,
        rng: np.random.Generator,
        near: Decision | None = None,
    ) -> FittedNode: ...

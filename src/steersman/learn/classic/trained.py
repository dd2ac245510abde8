"""Linear classifiers trained step by step: the perceptron, and logistic regression by ascent."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from steersman.learn.classic.linear import BasicLinearClassifier, Codes, LinearByCodes
from steersman.maths.lessons import (
    AscentPath,
    PerceptronTrace,
    batch_ascent,
    perceptron_trace,
    stochastic_ascent,
)

Floats = NDArray[np.float64]
Start = Literal["zero", "centers"]
Method = Literal["batch", "mean", "stochastic"]


def starting_weights(X: Floats, positive: NDArray[np.bool_], start: Start) -> Floats | None:
    """(features + 1,) where training begins: nowhere (None), or at the basic linear classifier."""
    if start == "zero":
        return None
    if start != "centers":
        raise ValueError(f"start is {start!r}; it can be 'zero' or 'centers'")
    basic = BasicLinearClassifier().fit(X, positive)
    return np.concatenate([basic.intercept_, basic.coef_[0]])


def sides(codes: Codes, classes: int) -> list[NDArray[np.bool_]]:
    """The questions to learn: the second of two classes, or each of more against the rest."""
    return [codes == 1] if classes == 2 else [codes == each for each in range(classes)]


def stacked_weights(weights: list[Floats]) -> tuple[Floats, Floats]:
    """Weights and intercepts of homogeneous weights."""
    together = np.array(weights)
    return together[:, 1:], together[:, 0]


class PerceptronClassifier(LinearByCodes):
    """The perceptron; with `trace` it keeps every update of its training in `traces_`.

    Rows are visited in their order. `learning_rate` scales each update, `start` is "zero" or
    "centers" (the basic linear classifier); `max_updates` stops on the way. `converged_` says
    whether a whole pass made no mistake.

    >>> X = np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> model = PerceptronClassifier().fit(X, [1, 0, 0, 0])
    >>> model.converged_, model.predict(X)
    (True, array([1, 0, 0, 0]))
    """

    sparse_rows = False

    def __init__(
        self,
        learning_rate: float = 1.0,
        start: Start = "zero",
        max_epochs: int = 100,
        max_updates: int | None = None,
        trace: bool = False,
    ) -> None:
        self.learning_rate = learning_rate
        self.start = start
        self.max_epochs = max_epochs
        self.max_updates = max_updates
        self.trace = trace

    def weights(self, X: Floats, codes: Codes, times: Floats) -> tuple[Floats, Floats]:
        # Rows come one after another here: none counts more than once.
        del times
        traces: list[PerceptronTrace] = []
        for positive in sides(codes, len(self.classes_)):
            trace = perceptron_trace(
                X,
                np.where(positive, 1.0, -1.0),
                self.learning_rate,
                starting_weights(X, positive, self.start),
                self.max_epochs,
                self.max_updates,
                keep=self.trace,
            )
            traces.append(trace)
        self.converged_ = all(trace.converged for trace in traces)
        self.n_updates_ = sum(len(trace.examples) for trace in traces)
        if self.trace:
            self.traces_ = traces
        return stacked_weights([trace.weights[-1] for trace in traces])


class LogisticAscentClassifier(LinearByCodes):
    """Logistic regression by gradient ascent on the log conditional likelihood.

    `method` "batch" follows the summed gradient of all rows, once an epoch, "mean" their mean;
    "stochastic" follows one row at a time in a new order each epoch; `max_updates` stops on the
    way. With `trace`, `paths_` keeps the weights of the way.

    >>> X = np.array([[0.0], [1.0], [2.0], [3.0]])
    >>> LogisticAscentClassifier(epochs=500).fit(X, [0, 0, 1, 1]).predict([[0.5], [2.5]])
    array([0, 1])
    """

    sparse_rows = False

    def __init__(
        self,
        method: Method = "mean",
        learning_rate: float = 0.5,
        epochs: int = 200,
        start: Start = "zero",
        max_updates: int | None = None,
        random_state: int | None = 0,
        trace: bool = False,
    ) -> None:
        self.method = method
        self.learning_rate = learning_rate
        self.epochs = epochs
        self.start = start
        self.max_updates = max_updates
        self.random_state = random_state
        self.trace = trace

    def weights(self, X: Floats, codes: Codes, times: Floats) -> tuple[Floats, Floats]:
        # Rows come one after another here: none counts more than once.
        del times
        rng = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
        paths: list[AscentPath] = []
        for positive in sides(codes, len(self.classes_)):
            start = starting_weights(X, positive, self.start)
            truth = positive.astype(np.float64)
            if self.method == "stochastic":
                order = np.concatenate([rng.permutation(len(X)) for _ in range(self.epochs)])
                order = order[: self.max_updates]
                path = stochastic_ascent(X, truth, self.learning_rate, order, start)
            elif self.method in ("batch", "mean"):
                steps = min(
                    self.epochs, self.epochs if self.max_updates is None else self.max_updates
                )
                mean = self.method == "mean"
                path = batch_ascent(X, truth, self.learning_rate, steps, start, mean=mean)
            else:
                raise ValueError(
                    f"method is {self.method!r}; it can be 'batch', 'mean' or 'stochastic'"
                )
            paths.append(path)
        if self.trace:
            self.paths_ = paths
        return stacked_weights([path.weights[-1] for path in paths])

    def predict_proba(self, X: ArrayLike) -> Floats:
        """(rows, classes) probabilities; of more than two classes each side's, made to sum to 1."""
        check_is_fitted(self)
        scores = self.decision_function(X)
        if scores.ndim == 1:
            second = expit(scores)
            return np.column_stack([1 - second, second])
        raised = expit(scores)
        return np.asarray(raised / np.maximum(raised.sum(axis=1, keepdims=True), 1e-300))

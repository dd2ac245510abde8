"""Linear classifiers trained step by step: the perceptron, and logistic regression by ascent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from steersman.learn.classic.linear import BasicLinearClassifier, Codes, LinearByCodes
from steersman.learn.row_order import class_prints, content_keys, content_order, drawn_keys
from steersman.maths.lessons import (
    AscentPath,
    PerceptronTrace,
    batch_ascent,
    perceptron_trace,
    stochastic_ascent,
)

Floats = NDArray[np.float64]
Start = Literal["zero", "centers"]
ClassWeight = Mapping[object, float] | str | None
Method = Literal["batch", "mean", "stochastic"]


def starting_weights(
    X: Floats, positive: NDArray[np.bool_], start: Start, times: Floats
) -> Floats | None:
    """(features + 1,) where training begins: nowhere (None), or at the basic linear classifier."""
    if start == "zero":
        return None
    if start != "centers":
        raise ValueError(f"start is {start!r}; it can be 'zero' or 'centers'")
    basic = BasicLinearClassifier().fit(X, positive, times)
    return np.concatenate([basic.intercept_, basic.coef_[0]])


def generator_of(random_state: int | None) -> np.random.Generator:
    """A generator for a seed as scikit-learn takes it."""
    return np.random.default_rng(check_random_state(random_state).randint(2**31))


def sides(codes: Codes, classes: int) -> list[NDArray[np.bool_]]:
    """The questions to learn: the second of two classes, or each of more against the rest."""
    return [codes == 1] if classes == 2 else [codes == each for each in range(classes)]


def stacked_weights(weights: list[Floats]) -> tuple[Floats, Floats]:
    """Weights and intercepts of homogeneous weights."""
    together = np.array(weights)
    return together[:, 1:], together[:, 0]


class PerceptronClassifier(LinearByCodes):
    """The perceptron; with `trace` it keeps every update of its training in `traces_`.

    Rows are visited in one random order, which `random_state` and the rows' values decide; without
    `shuffle`, in the order given. A row of weight two is visited twice. `learning_rate` scales
    each update, `start` is "zero" or "centers" (the basic linear classifier); `max_updates` stops
    on the way. `class_weight` is a factor on the weights of each class's rows, or "balanced".
    `converged_` says whether a whole pass made no mistake.

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
        *,
        shuffle: bool = True,
        class_weight: ClassWeight = None,
        random_state: int | None = 0,
    ) -> None:
        self.learning_rate = learning_rate
        self.start = start
        self.max_epochs = max_epochs
        self.max_updates = max_updates
        self.trace = trace
        self.shuffle = shuffle
        self.class_weight = class_weight
        self.random_state = random_state

    def weights(self, X: Floats, codes: Codes, times: Floats) -> tuple[Floats, Floats]:
        order = np.arange(len(X))
        if self.shuffle:
            order = content_order(content_keys(X, generator_of(self.random_state), codes))
        traces: list[PerceptronTrace] = []
        for positive in sides(codes, len(self.classes_)):
            trace = perceptron_trace(
                X[order],
                np.where(positive[order], 1.0, -1.0),
                self.learning_rate,
                starting_weights(X, positive, self.start, times),
                self.max_epochs,
                self.max_updates,
                keep=self.trace,
                times=times[order],
            )
            traces.append(trace._replace(examples=order[trace.examples]))
        self.converged_ = all(trace.converged for trace in traces)
        self.n_updates_ = sum(len(trace.examples) for trace in traces)
        if self.trace:
            self.traces_ = traces
        return stacked_weights([trace.weights[-1] for trace in traces])


class LogisticAscentClassifier(LinearByCodes):
    """Logistic regression by gradient ascent on the log conditional likelihood.

    `method` "batch" follows the summed gradient of all rows, once an epoch, "mean" their mean;
    "stochastic" follows one row at a time in a new order each epoch, which `random_state` and the
    rows' values decide, and a row of weight two twice; `max_updates` stops on the way.
    `class_weight` is a factor on the weights of each class's rows, or "balanced". With `trace`,
    `paths_` keeps the weights of the way.

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
        *,
        class_weight: ClassWeight = None,
    ) -> None:
        self.method = method
        self.learning_rate = learning_rate
        self.epochs = epochs
        self.start = start
        self.max_updates = max_updates
        self.random_state = random_state
        self.trace = trace
        self.class_weight = class_weight

    def weights(self, X: Floats, codes: Codes, times: Floats) -> tuple[Floats, Floats]:
        rng = generator_of(self.random_state)
        paths: list[AscentPath] = []
        for positive in sides(codes, len(self.classes_)):
            start = starting_weights(X, positive, self.start, times)
            truth = positive.astype(np.float64)
            if self.method == "stochastic":
                order, shares = self._visits(class_prints(X, codes), times, rng)
                path = stochastic_ascent(X, truth, self.learning_rate, order, start, shares)
            elif self.method in ("batch", "mean"):
                steps = min(
                    self.epochs, self.epochs if self.max_updates is None else self.max_updates
                )
                mean = self.method == "mean"
                path = batch_ascent(
                    X, truth, self.learning_rate, steps, start, mean=mean, times=times
                )
            else:
                raise ValueError(
                    f"method is {self.method!r}; it can be 'batch', 'mean' or 'stochastic'"
                )
            paths.append(path)
        if self.trace:
            self.paths_ = paths
        return stacked_weights([path.weights[-1] for path in paths])

    def _visits(
        self, prints: NDArray[np.uint64], times: Floats, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], Floats]:
        """The rows of all steps, and which part of a step each is: the last part of a weight."""
        epochs = [content_order(drawn_keys(prints, rng)) for _ in range(self.epochs)]
        rows = np.concatenate(epochs)
        often = np.ceil(times).astype(np.int64)
        order = np.repeat(rows, often[rows])
        shares = np.ones(len(order))
        shares[np.cumsum(often[rows]) - 1] = (times - often + 1.0)[rows]
        return order[: self.max_updates], shares[: self.max_updates]

    def predict_proba(self, X: ArrayLike) -> Floats:
        """(rows, classes) probabilities; of more than two classes each side's, made to sum to 1."""
        check_is_fitted(self)
        scores = self.decision_function(X)
        if scores.ndim == 1:
            second = expit(scores)
            return np.column_stack([1 - second, second])
        raised = expit(scores)
        return np.asarray(raised / np.maximum(raised.sum(axis=1, keepdims=True), 1e-300))

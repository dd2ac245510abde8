"""The objective of logistic regression with a penalty for each parameter, and its derivatives.

The objective is the weighted sum of the log losses plus half the sum of penalty * weight ** 2.
Two classes have one row of weights (the second class's log odds), more have a row each (softmax).
The last column of a design is all ones; its weights are the intercepts and bear no penalty.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack

__all__ = [
    "Design",
    "LogisticProblem",
    "class_probabilities",
    "decided",
    "gradient",
    "hessian",
    "hessian_diagonal",
    "hessian_product",
    "loss_and_probabilities",
    "problem_of",
    "pulled",
    "scores_of",
    "states_of",
    "with_ones",
]

Floats = NDArray[np.float64]
Design = Floats | csr_matrix
CHUNK_CELLS = 4_000_000  # of the widened design of a Hessian with many outputs, held at a time


class LogisticProblem(NamedTuple):
    """Rows to learn from, with the penalties to learn under; outputs is 1 for two classes."""

    design: Design  # (rows, columns): the features and a last column of ones
    truth: Floats  # (rows, outputs): 1 where the row is of the output's class
    weights: Floats  # (rows,)
    penalties: Floats  # (outputs, columns): 0 in the last column

    @property
    def outputs(self) -> int:
        return int(self.truth.shape[1])

    @property
    def parameters(self) -> int:
        return int(self.penalties.size)


def with_ones(X: Design) -> Design:
    """X with a last column of ones."""
    rows, features = X.shape
    if isinstance(X, csr_matrix):
        return csr_matrix(hstack([X, csr_matrix(np.ones((rows, 1)))], format="csr"))
    design = np.empty((rows, features + 1))
    design[:, :-1] = X
    design[:, -1] = 1.0
    return design


def problem_of(
    design: Design, codes: NDArray[np.intp], classes: int, weights: Floats, penalties: Floats
) -> LogisticProblem:
    """The problem of rows with class numbers `codes` and (outputs or 1, features) `penalties`.

    >>> design = with_ones(np.array([[0.0], [1.0]]))
    >>> problem_of(design, np.array([0, 1]), 2, np.ones(2), np.array([[3.0]])).penalties
    array([[3., 0.]])
    """
    if classes == 2:
        truth = (codes == 1).astype(np.float64)[:, None]
    else:
        truth = np.zeros((len(codes), classes))
        truth[np.arange(len(codes)), codes] = 1.0
    full = np.zeros((truth.shape[1], design.shape[1]))
    full[:, :-1] = penalties
    return LogisticProblem(design, truth, weights, full)


def scores_of(design: Design, weights: Floats) -> Floats:
    """(rows, outputs): the linear score of each row for each output."""
    if len(weights) == 1:
        scores: Floats = design @ weights[0]
        return scores[:, None]
    return np.asarray(design @ weights.T)


def class_probabilities(scores: Floats) -> Floats:
    """(rows, outputs): of the second class when there is one output, of each class otherwise."""
    if scores.shape[1] == 1:
        shrunk = np.exp(-np.abs(scores))
        return np.where(scores >= 0, 1.0, shrunk) / (1.0 + shrunk)
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def states_of(probabilities: Floats) -> Floats:
    """(rows, classes): the probability of every class, also when there is one output."""
    if probabilities.shape[1] == 1:
        return np.hstack([1.0 - probabilities, probabilities])
    return probabilities


def decided(scores: Floats) -> NDArray[np.intp]:
    """(rows,): the class with the highest score; of two classes, the second when above zero."""
    if scores.shape[1] == 1:
        return (scores[:, 0] > 0).astype(np.intp)
    return np.asarray(scores.argmax(axis=1), dtype=np.intp)


def loss_and_probabilities(scores: Floats, truth: Floats, weights: Floats) -> tuple[float, Floats]:
    """The weighted sum of the log losses of the scores, and `class_probabilities`."""
    if scores.shape[1] == 1:
        shrunk = np.exp(-np.abs(scores))
        above = scores >= 0
        partition = np.log1p(shrunk) + (above - truth) * scores
        return float(weights @ partition[:, 0]), np.where(above, 1.0, shrunk) / (1.0 + shrunk)
    lowered = scores - scores.max(axis=1, keepdims=True)
    raised = np.exp(lowered)
    total = raised.sum(axis=1, keepdims=True)
    partition = np.log(total[:, 0]) - np.einsum("ij,ij->i", lowered, truth)
    return float(weights @ partition), raised / total


def pulled(design: Design, values: Floats) -> Floats:
    """(outputs, columns): the sum over rows of each row's values times its entries."""
    if values.shape[1] == 1:
        pull: Floats = design.T @ values[:, 0]
        return pull[None, :]
    return np.asarray((design.T @ values).T)


def gradient(problem: LogisticProblem, weights: Floats, probabilities: Floats) -> Floats:
    """(outputs, columns): the objective's gradient at `weights`."""
    residuals = (probabilities - problem.truth) * problem.weights[:, None]
    return pulled(problem.design, residuals) + problem.penalties * weights


def hessian(problem: LogisticProblem, probabilities: Floats) -> Floats:
    """(parameters, parameters): the objective's second derivatives, for a dense design.

    Class by class, feature by feature. Without a penalty, softmax weights may all move together
    at no cost; a constant is added in that direction, which leaves the minimum where it is.
    """
    design, row_weights = np.asarray(problem.design), problem.weights
    outputs, columns = problem.penalties.shape
    chunk = max(1, CHUNK_CELLS // (outputs * columns))
    parts = (
        curvature_of(
            design[start : start + chunk],
            probabilities[start : start + chunk],
            row_weights[start : start + chunk],
        )
        for start in range(0, len(row_weights), chunk)
    )
    curvature = next(parts)
    for part in parts:
        curvature += part
    curvature.flat[:: outputs * columns + 1] += problem.penalties.ravel()
    if outputs > 1:
        free = np.flatnonzero(problem.penalties.max(axis=0) == 0.0)
        blocks = curvature.reshape(outputs, columns, outputs, columns)
        for column in free:
            blocks[:, column, :, column] += blocks[0, column, 0, column] + 1e-300
    return curvature


def curvature_of(design: Floats, probabilities: Floats, row_weights: Floats) -> Floats:
    """(parameters, parameters): what these rows contribute to the losses' second derivatives."""
    rows, columns = design.shape
    outputs = probabilities.shape[1]
    if outputs == 1:
        certainty = probabilities[:, 0] * (1.0 - probabilities[:, 0]) * row_weights
        root = design * np.sqrt(certainty)[:, None]
        return np.asarray(root.T @ root)
    root_weights = np.sqrt(row_weights)
    widened = (probabilities * root_weights[:, None])[:, :, None] * design[:, None, :]
    widened = widened.reshape(rows, outputs * columns)
    curvature = -(widened.T @ widened)
    for output in range(outputs):
        block = slice(output * columns, (output + 1) * columns)
        root = design * np.sqrt(probabilities[:, output] * row_weights)[:, None]
        curvature[block, block] += root.T @ root
    return np.asarray(curvature)


def hessian_product(problem: LogisticProblem, probabilities: Floats, vector: Floats) -> Floats:
    """(outputs, columns): the Hessian times `vector` of that shape, without forming it."""
    change = scores_of(problem.design, vector)
    share = probabilities * change
    curved = share - probabilities * share.sum(axis=1, keepdims=True)
    curved *= problem.weights[:, None]
    return pulled(problem.design, curved) + problem.penalties * vector


def hessian_diagonal(problem: LogisticProblem, probabilities: Floats, squares: Design) -> Floats:
    """(outputs, columns): the Hessian's diagonal; `squares` is the design with squared entries."""
    certainty = probabilities * (1.0 - probabilities) * problem.weights[:, None]
    return pulled(squares, certainty) + problem.penalties

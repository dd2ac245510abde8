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

Floats = NDArray[np.float64]
Design = Floats | csr_matrix
CHUNK_CELLS = 4_000_000  # of a scaled copy of the design, held at a time


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
        # Only exponentials of negative numbers are taken, so that no score overflows.
        return np.where(scores >= 0, 1.0, shrunk) / (1.0 + shrunk)
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def states_of(probabilities: Floats) -> Floats:
    """(rows, classes): the probability of every class, also when there is one output."""
    if probabilities.shape[1] == 1:
        return np.hstack([1.0 - probabilities, probabilities])
    return probabilities


def predicted_classes(scores: Floats) -> NDArray[np.intp]:
    """(rows,): the class with the highest score; of two classes, the second when above zero."""
    if scores.shape[1] == 1:
        return (scores[:, 0] > 0).astype(np.intp)
    return np.asarray(scores.argmax(axis=1), dtype=np.intp)


def loss_and_probabilities(scores: Floats, truth: Floats, weights: Floats) -> tuple[float, Floats]:
    """The weighted sum of the log losses of the scores, and `class_probabilities`."""
    if scores.shape[1] == 1:
        shrunk = np.exp(-np.abs(scores))
        above = scores >= 0
        # log(1 + exp(s)) - truth * s, by way of exp(-|s|) so that no score overflows.
        partition = np.log1p(shrunk) + (above - truth) * scores
        return float(weights @ partition[:, 0]), np.where(above, 1.0, shrunk) / (1.0 + shrunk)
    # A shift of all scores of a row changes neither loss nor probabilities and avoids overflow.
    lowered = scores - scores.max(axis=1, keepdims=True)
    raised = np.exp(lowered)
    total = raised.sum(axis=1, keepdims=True)
    partition = np.log(total[:, 0]) - np.einsum("ij,ij->i", lowered, truth)
    return float(weights @ partition), raised / total


def weighted_row_sums(design: Design, values: Floats) -> Floats:
    """(outputs, columns): the sum over rows of each row's values times its entries."""
    if values.shape[1] == 1:
        pull: Floats = design.T @ values[:, 0]
        return pull[None, :]
    return np.ascontiguousarray((design.T @ values).T)


def gradient(problem: LogisticProblem, weights: Floats, probabilities: Floats) -> Floats:
    """(outputs, columns): the objective's gradient at `weights`."""
    residuals = (probabilities - problem.truth) * problem.weights[:, None]
    return weighted_row_sums(problem.design, residuals) + problem.penalties * weights


def hessian(problem: LogisticProblem, probabilities: Floats) -> Floats:
    """(parameters, parameters): the objective's second derivatives, for a dense design.

    Class by class, feature by feature. Without a penalty, softmax weights may all move together
    at no cost; a constant is added in that direction, which leaves the minimum where it is.
    """
    return penalized_hessian(row_curvature(problem, probabilities), problem.penalties)


def penalized_hessian(curvature: Floats, penalties: Floats) -> Floats:
    """The curvature of the rows' losses, which is changed, with that of the penalties."""
    outputs, columns = penalties.shape
    curvature.flat[:: outputs * columns + 1] += penalties.ravel()
    if outputs == 1:
        return curvature
    blocks = curvature.reshape(outputs, columns, outputs, columns)
    # The constant is of the size of the column's own curvature, which keeps the matrix well
    # conditioned.
    for column in free_columns(penalties):
        blocks[:, column, :, column] += blocks[0, column, 0, column]
    return curvature


def row_curvature(problem: LogisticProblem, probabilities: Floats) -> Floats:
    """(parameters, parameters): second derivatives of the losses of all rows, for a dense design.

    Those of several sets of rows add up.
    """
    if problem.outputs == 1:
        return output_curvature(problem, probabilities, 0)
    outputs, columns = problem.penalties.shape
    curvature = -crossed_curvature(problem, probabilities)
    blocks = curvature.reshape(outputs, columns, outputs, columns)
    for output in range(outputs):
        certainty = probabilities[:, output] * problem.weights
        blocks[output, :, output, :] += weighted_gram(np.asarray(problem.design), certainty)
    return curvature


def free_columns(penalties: Floats) -> NDArray[np.intp]:
    """The columns whose weights bear no penalty in any output."""
    return np.flatnonzero(penalties.max(axis=0) == 0.0)


def output_hessian(problem: LogisticProblem, probabilities: Floats, output: int) -> Floats:
    """(columns, columns): the second derivatives in the weights of one output."""
    gram = output_curvature(problem, probabilities, output)
    gram.flat[:: len(gram) + 1] += problem.penalties[output]
    return gram


def output_curvature(problem: LogisticProblem, probabilities: Floats, output: int) -> Floats:
    """(columns, columns): `output_hessian` without the penalties."""
    sure = probabilities[:, output]
    return weighted_gram(np.asarray(problem.design), sure * (1.0 - sure) * problem.weights)


def weighted_gram(design: Floats, factors: Floats) -> Floats:
    """(columns, columns): the sum over rows of factor * row * row'; factors are not negative."""
    chunk = max(1, CHUNK_CELLS // design.shape[1])
    # With the root on both sides the product is one array with its own transpose, which BLAS
    # computes as symmetric, at half the cost.
    roots = np.sqrt(factors)[:, None]
    scaled = design[:chunk] * roots[:chunk]
    gram = np.asarray(scaled.T @ scaled)
    for start in range(chunk, len(design), chunk):
        scaled = design[start : start + chunk] * roots[start : start + chunk]
        gram += scaled.T @ scaled
    return gram


def crossed_curvature(problem: LogisticProblem, probabilities: Floats) -> Floats:
    """(parameters, parameters): sum over rows of weight * p_a * p_b * x_i * x_j."""
    design = np.asarray(problem.design)
    total = np.zeros((problem.parameters, problem.parameters))
    chunk = max(1, CHUNK_CELLS // problem.parameters)
    shares = probabilities * np.sqrt(problem.weights)[:, None]
    for start in range(0, len(design), chunk):
        part = slice(start, start + chunk)
        widened = shares[part, :, None] * design[part, None, :]
        widened = widened.reshape(len(widened), problem.parameters)
        total += widened.T @ widened
    return total


def hessian_product(problem: LogisticProblem, probabilities: Floats, vector: Floats) -> Floats:
    """(outputs, columns): the Hessian times `vector` of that shape, without forming it."""
    design = problem.design
    if problem.outputs == 1 and isinstance(design, csr_matrix):
        # Only fits need the compiler; loading it takes longer than predicting a file.
        from steersman.maths.logistic.sparse_sums import sparse_curved_sums

        product = np.zeros_like(vector)
        rows = design.data, design.indices, design.indptr
        sparse_curved_sums(*rows, probabilities[:, 0], problem.weights, vector[0], product[0])
        return np.asarray(product + problem.penalties * vector)
    change = scores_of(design, vector)
    share = probabilities * change
    if problem.outputs == 1:
        curved = share * (1.0 - probabilities)
    else:
        curved = share - probabilities * share.sum(axis=1, keepdims=True)
    curved *= problem.weights[:, None]
    return weighted_row_sums(design, curved) + problem.penalties * vector


def hessian_diagonal(problem: LogisticProblem, probabilities: Floats) -> Floats:
    """(outputs, columns): the Hessian's diagonal."""
    certainty = probabilities * (1.0 - probabilities) * problem.weights[:, None]
    return weighted_row_sums(squared_design(problem.design), certainty) + problem.penalties


def squared_design(design: Design) -> Design:
    """The design with squared entries."""
    if isinstance(design, csr_matrix):
        entries = design.data * design.data
        # The pattern is the same, so it is shared.
        return csr_matrix((entries, design.indices, design.indptr), shape=design.shape, copy=False)
    return design * design

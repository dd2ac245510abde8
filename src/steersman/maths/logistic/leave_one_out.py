"""Leave-one-out scores of a logistic fit, from one Hessian."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.maths.logistic.hessian_solver import hessian_factor, solve_factored
from steersman.maths.logistic.newton import LogisticFit
from steersman.maths.logistic.objective import LogisticProblem, hessian, scores_of

Floats = NDArray[np.float64]


def leave_one_out_scores(problem: LogisticProblem, fit: LogisticFit) -> Floats:
    """(rows, outputs): the score of each row by the model that never saw it, very nearly.

    One Newton step away from the fit of all rows, exact to first order in a row's influence; for
    a dense design and up to about a thousand parameters. A row's score moves by its leverage.

    >>> from steersman.maths.logistic.newton import fit_logistic
    >>> from steersman.maths.logistic.objective import problem_of, with_ones
    >>> design = with_ones(np.array([[0.0], [1.0], [2.0], [3.0]]))
    >>> problem = problem_of(design, np.array([0, 0, 1, 1]), 2, np.ones(4), np.array([[1.0]]))
    >>> leave_one_out_scores(problem, fit_logistic(problem))[:, 0].round(2)
    array([-0.65,  0.33, -0.33,  0.65])
    """
    inverse = inverse_hessian(hessian(problem, fit.probabilities))
    scores = scores_of(problem.design, fit.weights)
    return left_out_scores(problem, scores, fit.probabilities, inverse)


def inverse_hessian(curvature: Floats) -> Floats:
    """(parameters, parameters): the inverse of a Hessian."""
    return solve_factored(hessian_factor(curvature), np.eye(len(curvature)))


def left_out_scores(
    problem: LogisticProblem, scores: Floats, probabilities: Floats, inverse: Floats
) -> Floats:
    """`leave_one_out_scores` of some of the rows that a fit has the inverse Hessian of."""
    leverage = output_leverages(problem, inverse)
    residuals = (probabilities - problem.truth) * problem.weights[:, None]
    shares = probabilities * problem.weights[:, None]
    if problem.outputs == 1:
        certainty = shares[:, 0] * (1.0 - probabilities[:, 0])
        # Sherman and Morrison's formula takes the row out of the Hessian. A row that alone decides
        # a weight leaves nothing to divide by, hence the floor.
        rest = np.maximum(1.0 - certainty * leverage[:, 0, 0], 1e-10)
        return np.asarray(scores + (leverage[:, 0, 0] * residuals[:, 0] / rest)[:, None])
    certainty = -shares[:, :, None] * probabilities[:, None, :]
    diagonal = np.arange(problem.outputs)
    certainty[:, diagonal, diagonal] += shares
    # The same for several outputs, by Woodbury's formula: one small system for each row.
    rest = np.eye(problem.outputs) - certainty @ leverage
    moved = leverage @ np.linalg.solve(rest, residuals[:, :, None])
    return np.asarray(scores + moved[:, :, 0])


def output_leverages(problem: LogisticProblem, inverse: Floats) -> Floats:
    """(rows, outputs, outputs): how a unit of residual in one output moves a row's own scores."""
    design = np.asarray(problem.design)
    rows, columns = design.shape
    leverage = np.empty((rows, problem.outputs, problem.outputs))
    for first in range(problem.outputs):
        for second in range(first, problem.outputs):
            block = inverse[
                first * columns : (first + 1) * columns, second * columns : (second + 1) * columns
            ]
            values = np.einsum("ij,ij->i", design @ block, design)
            leverage[:, first, second] = leverage[:, second, first] = values
    return leverage

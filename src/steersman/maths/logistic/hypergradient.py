"""Gradients of a logistic regression's fit in its penalties and class weights.

At the minimum of the training objective the gradient is zero whatever the penalties are, so a
change of log penalty d_j moves the weights by -H^-1 (exp(d_j) w_j e_j), H being the training
Hessian. The gradient of any function g of the weights with respect to d is therefore
-exp(d) * w * (H^-1 grad_w g): one solve, however many penalties there are. In the same way, the
logarithm of a factor on the weights of a class's rows moves the weights by -H^-1 times the sum of
those rows' loss gradients.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from steersman.maths.logistic.hessian_solver import (
    SOLVERS,
    HessianSolver,
)
from steersman.maths.logistic.newton import LogisticFit, chosen_solver
from steersman.maths.logistic.objective import (
    Design,
    LogisticProblem,
    loss_and_probabilities,
    scores_of,
    weighted_row_sums,
)

Floats = NDArray[np.float64]


class Aim(NamedTuple):
    """The states that rows outside the training set should have."""

    design: Design  # (rows, columns), the last column all ones
    states: Floats  # (rows, outputs): of the second class only when there are two
    weights: Floats  # (rows,)
    certain: float  # the part of the divergence that no model changes: sum of s log s


def aim_of(design: Design, states: Floats, weights: Floats) -> Aim:
    """The aim of giving the rows of `design` the (rows, classes) target `states`."""
    certain = float(weights @ xlogy(states, states).sum(axis=1))
    outputs = states[:, 1:] if states.shape[1] == 2 else states
    return Aim(design, outputs, weights, certain)


def divergence(aim: Aim, weights: Floats) -> tuple[float, Floats]:
    """The weighted sum of KL(target state || current state), and its gradient in the weights."""
    scores = scores_of(aim.design, weights)
    crossed, probabilities = loss_and_probabilities(scores, aim.states, aim.weights)
    residuals = (probabilities - aim.states) * aim.weights[:, None]
    return crossed + aim.certain, weighted_row_sums(aim.design, residuals)


def hessian_response(
    problem: LogisticProblem,
    fit: LogisticFit,
    pull: Floats,
    *,
    solve: HessianSolver | None = None,
    tol: float = 1e-6,
) -> Floats:
    """(outputs, columns): the inverse training Hessian times `pull`, at the fit.

    By `solve`, or else by a Cholesky factor where that is small and by products where it is not.
    """
    solve = solve or SOLVERS[chosen_solver(problem, "auto")]()
    return solve(problem, fit.probabilities, pull, lambda _size: tol)


def penalty_hypergradient(problem: LogisticProblem, fit: LogisticFit, response: Floats) -> Floats:
    """(outputs, features): the gradient in the log penalties of a function of the fitted weights.

    `response` is the `hessian_response` to the function's gradient in the weights.
    """
    # The intercepts bear no penalty, so the last column has no gradient.
    return np.asarray(-(problem.penalties * fit.weights * response)[:, :-1])


def class_weight_hypergradient(
    problem: LogisticProblem, fit: LogisticFit, response: Floats, codes: NDArray[np.intp]
) -> Floats:
    """(classes,): the gradient in the logarithms of factors on the row weights of each class."""
    residuals = (fit.probabilities - problem.truth) * problem.weights[:, None]
    # A row's loss gradient times `response` is its residual times its score under `response`: the
    # (rows, parameters) table of gradients is never formed.
    shares = np.einsum("ij,ij->i", residuals, scores_of(problem.design, response))
    return np.asarray(-np.bincount(codes, shares, minlength=max(2, problem.outputs)), np.float64)

"""Logistic regression as arrays: objective, Newton steps, Hessians and hypergradients."""

from steersman.maths.logistic.hessian_solver import SOLVERS, HessianSolver
from steersman.maths.logistic.hypergradient import (
    Aim,
    aim_of,
    class_weight_hypergradient,
    divergence,
    hessian_response,
    penalty_hypergradient,
)
from steersman.maths.logistic.leave_one_out import leave_one_out_scores
from steersman.maths.logistic.newton import (
    LogisticFit,
    fit_logistic,
    with_small_design_dense,
)
from steersman.maths.logistic.objective import (
    Design,
    LogisticProblem,
    class_probabilities,
    loss_and_probabilities,
    predicted_classes,
    problem_of,
    scores_of,
    states_of,
    with_ones,
)
from steersman.maths.logistic.row_basis import in_span

__all__ = [
    "SOLVERS",
    "Aim",
    "Design",
    "HessianSolver",
    "LogisticFit",
    "LogisticProblem",
    "aim_of",
    "class_probabilities",
    "class_weight_hypergradient",
    "divergence",
    "fit_logistic",
    "hessian_response",
    "in_span",
    "leave_one_out_scores",
    "loss_and_probabilities",
    "penalty_hypergradient",
    "predicted_classes",
    "problem_of",
    "scores_of",
    "states_of",
    "with_ones",
    "with_small_design_dense",
]

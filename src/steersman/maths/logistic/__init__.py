"""Logistic regression as arrays: objective, Newton steps, Hessians and hypergradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.maths.logistic.conjugate_gradient import last_value
    from steersman.maths.logistic.hessian_solver import SOLVERS, HessianSolver
    from steersman.maths.logistic.hypergradient import (
        Aim,
        aim_of,
        class_weight_hypergradient,
        divergence,
        hessian_response,
        penalty_hypergradient,
    )
    from steersman.maths.logistic.leave_one_out import (
        inverse_hessian,
        leave_one_out_scores,
        left_out_scores,
    )
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
        penalized_hessian,
        predicted_classes,
        problem_of,
        scores_of,
        states_of,
        with_ones,
    )
    from steersman.maths.logistic.row_basis import in_span
    from steersman.maths.logistic.summed_newton import (
        LossSums,
        Minimization,
        SummedFit,
        SumRequest,
        loss_sums,
        minimum_by_sums,
        two_class_sums,
    )
    from steersman.maths.logistic.target_states import target_states

__all__ = [
    "SOLVERS",
    "Aim",
    "Design",
    "HessianSolver",
    "LogisticFit",
    "LogisticProblem",
    "LossSums",
    "Minimization",
    "SumRequest",
    "SummedFit",
    "aim_of",
    "class_probabilities",
    "class_weight_hypergradient",
    "divergence",
    "fit_logistic",
    "hessian_response",
    "in_span",
    "inverse_hessian",
    "last_value",
    "leave_one_out_scores",
    "left_out_scores",
    "loss_and_probabilities",
    "loss_sums",
    "minimum_by_sums",
    "penalized_hessian",
    "penalty_hypergradient",
    "predicted_classes",
    "problem_of",
    "scores_of",
    "states_of",
    "target_states",
    "two_class_sums",
    "with_ones",
    "with_small_design_dense",
]

__getattr__ = lazy_exports(__name__, __file__)

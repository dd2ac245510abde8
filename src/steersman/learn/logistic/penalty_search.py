"""Settings of a logistic regression that steering may choose, and their decisions.

A setting is a vector of logarithms: one factor for the penalty of each parameter (of each group
where the model has groups), then one factor for the weight of each class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.maths.logistic import (
    Aim,
    Design,
    HessianSolver,
    LogisticFit,
    LogisticProblem,
    aim_of,
    class_probabilities,
    class_weight_hypergradient,
    divergence,
    fit_logistic,
    hessian_response,
    penalty_hypergradient,
    predicted_classes,
    scores_of,
    states_of,
    target_states,
)
from steersman.tasks import Task

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
FARTHEST_PENALTY = np.log(1e4)
FARTHEST_CLASS_WEIGHT = np.log(30.0)
LOOSEST_TOL = 1e-5
SLOPE_TOL = 1e-4
MOST_STEPS = 30  # of a refit, which starts near its end


class SearchEffort(Exception):  # noqa: N818  (not an error: the bound that was asked for)
    """There are no fits or no seconds left."""


class Stop(NamedTuple):
    """A setting, the weights that it leads to and what they do on the holdout."""

    setting: Floats
    fit: LogisticFit
    matrix: NDArray[np.int64]
    gap: float
    objective: float


@dataclass(frozen=True)
class PenaltySearch:
    """A training problem, the rows to steer by and the want."""

    problem: LogisticProblem  # with the penalties and weights of the model as it came
    codes: Codes  # (rows,) classes of the training rows
    members: Codes  # (outputs, features): which factor each penalty has
    holdout: Design
    holdout_codes: Codes
    gap_of: Callable[[NDArray[np.int64]], float]
    target_of: Callable[[NDArray[np.int64]], NDArray[np.int64]]
    task: Task
    tol: float
    with_class_weights: bool
    solve: HessianSolver

    @property
    def penalty_factors(self) -> int:
        return int(self.members.max()) + 1

    @property
    def classes(self) -> int:
        return max(2, self.problem.outputs)

    @property
    def origin(self) -> Floats:
        """The setting of the model as it came."""
        return np.zeros(self.penalty_factors + self.classes)

    @property
    def limits(self) -> list[tuple[float, float]]:
        """The least and the greatest value of each part of a setting."""
        weight = FARTHEST_CLASS_WEIGHT if self.with_class_weights else 0.0
        penalties = [(-FARTHEST_PENALTY, FARTHEST_PENALTY)] * self.penalty_factors
        return penalties + [(-weight, weight)] * self.classes

    def problem_at(self, setting: Floats) -> LogisticProblem:
        """The training problem under `setting`."""
        penalties = self.problem.penalties.copy()
        penalties[:, :-1] *= np.exp(setting[: self.penalty_factors])[self.members]
        weights = self.problem.weights * np.exp(setting[self.penalty_factors :])[self.codes]
        return self.problem._replace(penalties=penalties, weights=weights)

    def start(self, weights: Floats) -> Stop:
        """The stop of the model as it came, with these weights."""
        probabilities = class_probabilities(scores_of(self.problem.design, weights))
        return self.stop_with(self.origin, LogisticFit(weights, probabilities, 0.0, 0, True))

    def stop_at(self, setting: Floats, near: Floats, *, exact: bool = False) -> Stop:
        """Where `setting` leads, from the weights `near`; the more exactly the later it is."""
        if not self.task.use_step("steering"):
            raise SearchEffort
        # Settings tried early are far from the last one, so their weights need not be exact.
        tol = self.tol if exact else max(self.tol, LOOSEST_TOL * 0.5**self.task.steps)
        problem = self.problem_at(setting)
        # Neighboring settings have similar weights: started from these, and with the preconditioner
        # kept in `solve`, a refit takes a few products.
        fit = fit_logistic(
            problem, solver="cg", start=near, tol=tol, max_iter=MOST_STEPS, solve=self.solve
        )
        return self.stop_with(setting, fit)

    def stop_with(self, setting: Floats, fit: LogisticFit) -> Stop:
        """The setting with its fit and the fit's decisions on the holdout."""
        predicted = predicted_classes(scores_of(self.holdout, fit.weights))
        cells = np.bincount(
            self.holdout_codes * self.classes + predicted, minlength=self.classes**2
        )
        matrix = cells.reshape(self.classes, self.classes).astype(np.int64)
        return Stop(setting, fit, matrix, self.gap_of(matrix), 0.0)

    def aim_from(self, stop: Stop, emphasis: float) -> Aim:
        """The states to aim at from `stop`; rows that should change weigh `emphasis`."""
        scores = scores_of(self.holdout, stop.fit.weights)
        current = states_of(class_probabilities(scores))
        wanted = self.target_of(stop.matrix)
        # Rows that need not move aim at their current state, which keeps damage elsewhere small.
        states, moved = target_states(
            current, self.holdout_codes, predicted_classes(scores), wanted
        )
        return aim_of(self.holdout, states, np.where(moved, emphasis, 1.0))

    def with_divergence(self, aim: Aim, stop: Stop) -> Stop:
        """The stop with its divergence from the aim as its objective."""
        return stop._replace(objective=divergence(aim, stop.fit.weights)[0])

    def slope(self, aim: Aim, stop: Stop) -> Floats:
        """The gradient, in the setting, of the divergence from the aim."""
        problem = self.problem_at(stop.setting)
        pull = divergence(aim, stop.fit.weights)[1]
        response = hessian_response(problem, stop.fit, pull, solve=self.solve, tol=SLOPE_TOL)
        each = penalty_hypergradient(problem, stop.fit, response)
        penalties = np.bincount(self.members.ravel(), each.ravel())
        of_classes = np.zeros(self.classes)
        if self.with_class_weights:
            of_classes = class_weight_hypergradient(problem, stop.fit, response, self.codes)
        return np.concatenate([penalties, of_classes])

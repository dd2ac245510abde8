"""The final test: every bound of the want on rows that took no part in choosing the model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.learn.wants import Bound, Prior, Want
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.final_row_limits import DecidedRows, final_row_bounds
from steersman.session.matrix.known_scores import know_scores
from steersman.session.matrix.measured_shares import measured_share, share_interval, share_limit
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.outcome import class_bound
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.requests import checked_prior
from steersman.session.matrix.shapes import SealedValues
from steersman.session.matrix.verdicts import verdict_values
from steersman.session.matrix.want_shapes import AverageCostValues, FinalBoundValues
from steersman.session.state import State
from steersman.tasks import Task

Floats = NDArray[np.float64]


def know_test_rows(room: MatrixModels, corpus: Corpus, state: State, task: Task) -> None:
    """Let a worker find out what the current model says of the final test rows."""
    problem, shown = room.problem(corpus, state), room.current_model(state)
    know_scores(
        room.registry(state),
        shown.model,
        choice_of(state).model,
        problem.test,
        lambda: (*room.question(state), shown.number, "final test"),
        task,
    )


def sealed_values(room: MatrixModels, corpus: Corpus, state: State) -> SealedValues:
    """The final test rows: how often they were used, and the result if this model's was."""
    problem = room.problem(corpus, state)
    shown, seen = room.current_model(state), room.models_looked_at(state)
    looks = room.look_count(state)
    if shown.number not in seen:
        return {
            "looks": looks,
            "seen": seen,
            "matrix": None,
            "referred": [],
            "bounds": [],
            "cost": None,
        }
    choice = choice_of(state)
    costs = np.array(choice.costs) if choice.costs else None
    matrix = room.registry(state).matrix(shown.model, problem.test, problem.classes)
    size = len(problem.classes)
    return {
        "looks": looks,
        "seen": seen,
        "matrix": matrix[:, :size].tolist(),
        "referred": matrix[:, size:].ravel().tolist(),
        "bounds": final_bounds(room, corpus, state, shown),
        "cost": None if costs is None else average_costs(shown.holdout, matrix[:, :size], costs),
    }


def final_bounds(
    room: MatrixModels, corpus: Corpus, state: State, shown: RegisteredModel
) -> list[FinalBoundValues]:
    """Every bound that a model was steered to, on the final test rows."""
    choice, problem = choice_of(state), room.problem(corpus, state)
    costs = np.array(choice.costs) if choice.costs else None
    registry, want = room.registry(state), want_of_model(room, state, shown)
    if want is None:
        return []
    matrix = registry.matrix(shown.model, problem.test, problem.classes)
    prior = checked_prior(shown.origin.prior, problem)
    asked = want.asked_bounds
    by_row = [
        bound
        for bound in asked
        if bound.grouping or (want.cost_column and bound.definition.is_cost)
    ]
    found = [
        final_bound_values(bound, problem, shown.counts, matrix, costs, prior)
        for bound in asked
        # Costs may have been reset since.
        if bound not in by_row and (costs is not None or not bound.definition.is_cost)
    ]
    if not by_row:
        return found
    rows = DecidedRows.of(corpus, problem, registry, shown.model)
    return [*found, *final_row_bounds(by_row, want.cost_column, *rows)]


def want_of_model(room: MatrixModels, state: State, shown: RegisteredModel) -> Want | None:
    """The want that a model was steered to; None where it was not, or to the lowest cost."""
    told = [
        each
        for each in room.outcomes_of(state)
        if each.after == shown.number and each.node is None and each.tells
    ]
    if told and told[-1].lowest_cost is not None:
        # The lowest cost is no limit: the costs are compared on their own.
        return None
    return None if shown.origin.node is not None else told[-1].want if told else shown.origin.want


def final_bound_values(
    bound: Bound,
    problem: MatrixProblem,
    tuning: NDArray[np.int64],
    test: NDArray[np.int64],
    costs: Floats | None,
    prior: Prior | None = None,
) -> FinalBoundValues:
    """One bound on the final test rows: its value, the interval around it, and the verdict."""
    about = class_bound(bound, test, problem, prior)
    before = measured_share(about, tuning.astype(np.float64), costs)
    cells = test.astype(np.float64)
    share, ends = measured_share(about, cells, costs), share_interval(about, cells, costs)
    limit = share_limit(bound, before.rows or int(tuning.sum()))
    return verdict_values(bound, problem, share, limit, ends, before.value)


def average_costs(
    tuning: NDArray[np.int64], test: NDArray[np.int64], costs: Floats
) -> AverageCostValues:
    """The average cost of a row, on the tuning rows and on the final test rows."""
    return {"tuning": average_cost(tuning, costs), "test": average_cost(test, costs)}


def average_cost(matrix: NDArray[np.int64], costs: Floats) -> float:
    """The average cost of a row."""
    return float((matrix * costs).sum() / max(1, matrix.sum()))

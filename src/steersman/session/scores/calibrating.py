"""The current model with calibrated probabilities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering import (
    CalibrationMethod,
    ScoreCalibration,
    calibration_of,
    learn_calibration,
    with_calibration,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.model_jobs import is_quick
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.scores.actions import Calibration
from steersman.session.state import State
from steersman.tasks import Task
from steersman.workers import WorkerJob


def calibration_of_model(
    model: object, X: Any, y: NDArray[np.str_], method: CalibrationMethod, task: Task
) -> ScoreCalibration:
    """The calibration of a fitted model, which is fitted again in every fold."""
    return learn_calibration(model, X, y, method, task=task)


def apply_calibration(
    models: MatrixModels, corpus: Corpus, state: State, method: Calibration, task: Task
) -> State:
    """The state with the current model calibrated, or without its calibration.

    Every row is decided as before, so the outcome of the last steering is also the new model's.
    """
    problem, shown = models.problem(corpus, state), models.current_model(state)
    before, shelf = calibration_of(shown.model), models.registry(state)
    if method == (before.method if before else "none"):
        return state
    calibration: ScoreCalibration | None = None
    if method != "none":
        training, job = problem.training, None
        if not is_quick(choice_of(state).model, problem):
            given = (shown.model, training.X, training.y, method)
            job = WorkerJob("learn-calibration", given, "the calibration")
        calibration = task.result(
            "calibration",
            lambda: (training, tuple(shelf.part_scores(shown.model, problem.holdout)), method),
            lambda: calibration_of_model(shown.model, training.X, training.y, method, task),
            job=job,
        )
    made = shelf.add(
        with_calibration(shown.model, calibration),
        "not calibrated" if calibration is None else f"calibrated ({method})",
        problem,
        shown.counts,
        gap=shown.gap,
        objective=shown.objective,
        knobs=shown.knobs,
        tuned=shown.tuned,
        recipe=replace(shown.recipe, calibration="" if method == "none" else method),
        # What it was steered to stays, as it decides every row as before.
        origin=replace(shown.origin, parent=shown.number, place=None, calibration=method),
    )
    number = choice_of(state).outcome
    if number is None:
        return state.with_choice(replace(choice_of(state), shown=made.number))
    return models.with_outcome(state, replace(models.outcomes[number], after=made.number))

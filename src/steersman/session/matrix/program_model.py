"""The martingale program inside a model: a pipeline, a moved cut-off, or the program itself."""

from __future__ import annotations

from copy import copy
from typing import Any

from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.martingale import MartingaleBoostClassifier
from steersman.learn.steering import ThresholdedClassifier
from steersman.session.matrix.live_progress import GrowthNews
from steersman.session.matrix.problem import MatrixProblem
from steersman.tasks import Task

__all__ = ["fit_telling", "program_in", "program_of", "turned_at", "weak_under", "with_program"]

TREES_AT_ONCE = 8


def fit_telling(model: Any, problem: MatrixProblem, task: Task) -> None:
    """Fit a model to the training rows; a program tells its levels as they are grown, a logistic
    regression its steps and a forest its trees, so that all of them can be stopped."""
    rows, classes = problem.training.X, problem.training.y
    last = model.steps[-1][1] if isinstance(model, Pipeline) else model
    if isinstance(model, RandomForestClassifier):
        grow_forest(model, rows, classes, task)
        return
    if not isinstance(last, MartingaleBoostClassifier | SteerableLogisticRegression):
        try:
            model.fit(rows, classes)
        except ValueError as error:  # such as counts that are negative
            raise SteersmanError(
                f"this model cannot learn from these rows: {error}", todo="choose another model"
            ) from error
        return
    if isinstance(model, Pipeline):
        rows = model[:-1].fit_transform(rows, classes)
    if isinstance(last, SteerableLogisticRegression):
        last.fit_by_steps(
            rows, classes, stepped=lambda step: task.report(f"fitting logistic, step {step}")
        )
        return
    last.grow(rows, classes, GrowthNews(last.n_levels, last.threshold, task).hear)


def grow_forest(forest: RandomForestClassifier, rows: Any, classes: Any, task: Task) -> None:
    """Fit a forest a few trees at a time: they are the same as at once."""
    whole = forest.n_estimators
    for trees in [*range(TREES_AT_ONCE, whole, TREES_AT_ONCE), whole]:
        forest.set_params(n_estimators=trees, warm_start=True).fit(rows, classes)
        task.report(f"fitting forest, {trees} of {whole} trees", trees / whole)
    forest.set_params(warm_start=False)


def program_of(model: object) -> MartingaleBoostClassifier | None:
    """The martingale program inside a model, if there is one."""
    last = model.steps[-1][1] if isinstance(model, Pipeline) else model
    inner = last.estimator_ if isinstance(last, ThresholdedClassifier) else last
    return inner if isinstance(inner, MartingaleBoostClassifier) else None


def program_in(model: object) -> MartingaleBoostClassifier:
    """The martingale program inside a model that must have one."""
    program = program_of(model)
    if program is None:
        raise SteersmanError(
            "the model on show is no program", todo="choose the martingale program"
        )
    return program


def turned_at(model: object, granularity: str) -> object:
    """The model, whose program is turned at the root, its weak nodes or all of them."""
    program = program_of(model)
    if program is None or program.granularity == granularity:
        return model
    changed: Any = copy(program)
    changed.granularity = granularity
    return with_program(model, changed)


def weak_under(model: object, threshold: float) -> object:
    """The model, whose program takes nodes with an advantage under this for weak (I-SELECT)."""
    program = program_of(model)
    if program is None or program.granularity != "select" or program.threshold == threshold:
        return model
    changed = copy(program)
    changed.threshold = threshold
    return with_program(model, changed)


def with_program(model: object, program: MartingaleBoostClassifier) -> object:
    """The model with another program inside; its cut-off stays where it is."""
    if isinstance(model, Pipeline):
        name, last = model.steps[-1]
        return Pipeline([*model.steps[:-1], (name, with_program(last, program))])
    if isinstance(model, ThresholdedClassifier):
        moved: Any = ThresholdedClassifier.around(program, model.setting(), model.middle)
        return moved
    return program

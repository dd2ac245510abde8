"""The martingale program inside a model: a pipeline, a moved cut-off, or the program itself."""

from __future__ import annotations

from copy import copy
from typing import Any

from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.martingale.adaptive import AdaptiveMartingaleBoostClassifier
from steersman.learn.martingale.classifier import MartingaleBoostClassifier
from steersman.learn.steering import ThresholdedClassifier, last_step, scorer_of, with_last_step


def program_of(model: object) -> MartingaleBoostClassifier | None:
    """The martingale program inside a model, if there is one."""
    inner = scorer_of(model)
    return inner if isinstance(inner, MartingaleBoostClassifier) else None


def adaptive_of(model: object) -> AdaptiveMartingaleBoostClassifier | None:
    """The adaptive program inside a model, if there is one."""
    inner = scorer_of(model)
    return inner if isinstance(inner, AdaptiveMartingaleBoostClassifier) else None


def program_in(model: object) -> MartingaleBoostClassifier:
    """The martingale program inside a model that must have one."""
    program = program_of(model)
    if program is None:
        raise SteersmanError(
            "this model is not a martingale program",
            todo="choose a martingale program",
            code="not-a-program",
        )
    return program


def with_granularity(model: object, granularity: str) -> object:
    """The model, whose program is turned at the root, its weak nodes or all of them."""
    program = program_of(model)
    if program is None or program.granularity == granularity:
        return model
    changed: Any = copy(program)
    changed.granularity = granularity
    return with_program(model, changed)


def with_weak_threshold(model: object, threshold: float) -> object:
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
        return with_last_step(model, with_program(last_step(model), program))
    if isinstance(model, ThresholdedClassifier):
        return model.around_other(program)
    return program

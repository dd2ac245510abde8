"""Models and steerings in a project: a steered model is stored as its difference from the first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from sklearn.pipeline import Pipeline

from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.steering import Steering, ThresholdedClassifier, class_scores
from steersman.session.matrix.problem import MatrixProblem

__all__ = ["pack_steering", "scores_on_holdout", "unpack_steering", "with_training_rows"]


def with_training_rows(model: object, problem: MatrixProblem) -> object:
    """A stored model as it was fitted: one that steering refits needs its training rows again."""
    inner = last_step(model)
    if isinstance(inner, SteerableLogisticRegression):
        X = problem.training.X
        design = model[:-1].transform(X) if isinstance(model, Pipeline) else X
        inner.attach_rows(design, problem.training.y)
    return model


def scores_on_holdout(model: object, problem: MatrixProblem) -> object:
    """What a steering can see of the model that it starts from: its score of every row."""
    return tuple(class_scores(last_step(model), problem.holdout_design(model)))


def pack_steering(steering: Steering, first: object) -> dict[str, object]:
    """A steering without its first model, which is found again by its number."""
    models = list({id(each): each for each in visited_models(steering)}.values())
    places = {id(model): place for place, model in enumerate(models)}
    return {
        "models": [difference(model, first) for model in models],
        "taken": places[id(steering.model)],
        "visited": [places[id(seen.model)] for seen in steering.trajectory],
        "steering": replace(
            steering,
            model=None,
            trajectory=tuple(replace(seen, model=None) for seen in steering.trajectory),
        ),
    }


def unpack_steering(stored: dict[str, Any], first: object) -> Steering:
    """The steering again, whose models share all that they can with the first."""
    models = [changed_model(each, first) for each in stored["models"]]
    steering = cast(Steering, stored["steering"])
    trajectory = zip(steering.trajectory, stored["visited"], strict=True)
    return replace(
        steering,
        model=models[stored["taken"]],
        trajectory=tuple(replace(seen, model=models[place]) for seen, place in trajectory),
    )


def visited_models(steering: Steering) -> list[object]:
    return [*(seen.model for seen in steering.trajectory), steering.model]


def difference(model: object, first: object) -> tuple[object, ...]:
    """What tells a model from the first one: nothing, a cut-off, its last step, or all of it."""
    if model is first:
        return ("same",)
    if isinstance(model, Pipeline) and isinstance(first, Pipeline):
        before, begin = model.steps[:-1], first.steps[:-1]
        if len(before) == len(begin) and all(a[1] is b[1] for a, b in zip(before, begin)):
            return ("last step", difference(model.steps[-1][1], first.steps[-1][1]))
    if isinstance(model, ThresholdedClassifier) and model.estimator_ is scorer(first):
        return ("moved", model.threshold, model.middle)
    return (model,)


def changed_model(stored: tuple[Any, ...], first: Any) -> object:
    """The model that differs from the first in this way."""
    match stored:
        case ("same",):
            return first
        case ("last step", last):
            name, begin = first.steps[-1]
            return Pipeline([*first.steps[:-1], (name, changed_model(last, begin))])
        case ("moved", threshold, middle):
            moved: object = ThresholdedClassifier.around(scorer(first), threshold, middle)
            return moved
        case (model,):
            share_rows(model, first)
            return model
    raise TypeError(f"{stored!r} is no difference between models")


def share_rows(model: object, first: object) -> None:
    """Let a stored model refit on the rows of the first, if both are of the kind that does."""
    mine, other = scorer(last_step(model)), scorer(last_step(first))
    if isinstance(mine, SteerableLogisticRegression) and isinstance(other, type(mine)):
        rows = other.training_rows()
        mine.attach_rows(rows.X, other.classes_[rows.codes])


def last_step(model: object) -> object:
    return model.steps[-1][1] if isinstance(model, Pipeline) else model


def scorer(model: object) -> object:
    """What scores the rows, without a cut-off that was moved."""
    return model.estimator_ if isinstance(model, ThresholdedClassifier) else model

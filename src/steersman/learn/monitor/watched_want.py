"""The want of a model in use: where it is written, and about which classes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from steersman.errors import SteersmanError
from steersman.learn.files import SavedModel, read_model
from steersman.learn.steering import SteerableClassifier, Steering, referring_step
from steersman.learn.wants import ResolvedWant, Want, WantSyntaxError


def saved_model_of(model: object) -> SavedModel:
    """The model with its story: from a file, from steering, or without one."""
    if isinstance(model, SavedModel):
        return model
    if isinstance(model, str | Path):
        return read_model(model)
    if isinstance(model, Steering):
        classes = model.want.classes
        positive = None if model.want.positive is None else classes[model.want.positive]
        rows = {"holdout": int(model.after.sum())}
        story = {"want": model.want.want, "positive": positive, "rows": rows}
        return SavedModel(model.model, story=story)
    wanted = getattr(model, "want", None)
    story = {} if wanted is None else {"want": str(Want(wanted))}
    fitted = cast(SteerableClassifier, model)
    return SavedModel(fitted, story=story | {"positive": getattr(model, "positive", None)})


def model_classes(saved: SavedModel) -> list[object]:
    """The classes of the model, in its order."""
    classes = getattr(saved.model, "classes_", None)
    if classes is None or not hasattr(saved.model, "predict"):
        raise SteersmanError(
            f"{saved.model!r} is not a fitted classifier",
            todo="give a fitted classifier, a Steering or the name of a saved model",
            code="not-fitted",
        )
    return list(np.asarray(classes).tolist())


def want_in_use(
    saved: SavedModel,
    asked: str | Want | None,
    positive: object,
    costs: ArrayLike | None,
    prior: float | None = None,
) -> ResolvedWant:
    """The want that was asked for now, or the one that the model was steered to.

    With a prior, measures are those at that class share; rows in use have it by themselves.
    """
    told = asked if asked is not None else saved.story.get("want")
    try:
        want = told if isinstance(told, Want) else Want(str(told or ""))
    except WantSyntaxError as error:
        if asked is not None:
            raise
        raise no_want() from error
    if not want.bounds:
        raise no_want()
    named = saved.story.get("positive") if positive is None else positive
    classes = model_classes(saved)
    chosen = named if named in classes else None
    # Limits for each group are not refused: each is answered with why it cannot be watched.
    return want.resolve(
        classes,
        chosen,
        costs=costs,
        prior=prior,
        grouped=True,
        row_costs=bool(want.cost_column),
        refers=referring_step(saved.model) is not None,
    )


def no_want() -> SteersmanError:
    """The error for a model that states no limits."""
    return SteersmanError(
        "the model does not say which limits it keeps",
        todo='give them, such as want="fpr <= 2%"',
        code="no-want",
    )


def tuning_rows(saved: SavedModel) -> float | None:
    """The number of rows that counts in the want are of, if the model says it."""
    rows = saved.story.get("rows")
    if isinstance(rows, Mapping) and isinstance(rows.get("holdout"), int):
        return float(rows["holdout"])
    matrix = saved.story.get("holdout")
    return float(np.sum(matrix)) if isinstance(matrix, list) else None

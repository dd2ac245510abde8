"""What a fitted model says of the rows of a part, found out where it was fitted."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.learn.steering import (
    Scores,
    ThresholdedClassifier,
    class_scores,
    last_step,
    scorer_of,
)
from steersman.session.matrix.problem import Part
from steersman.tasks import Task


class RowAnswers(TypedDict):
    """The class of each row, its scores, and the setting at which the model decides."""

    decided: NDArray[np.str_]
    values: NDArray[np.float64]
    start: float | NDArray[np.float64]


def decisions(model: Any, rows: Any) -> NDArray[np.str_]:
    """(rows,): the class of each row by the model itself."""
    return np.asarray(model.predict(rows)).astype(str)


class RowScores(TypedDict):
    """The scores of rows by what is behind a model's cut-off, and the class of each row where the
    model has none."""

    values: NDArray[np.float64]
    decided: NDArray[np.str_] | None


def scores_of_rows(model: Any, part: Part, task: Task) -> RowScores:
    """What a model says of rows that were not scored yet."""
    task.report("scoring rows")
    plain = not isinstance(last_step(model), ThresholdedClassifier)
    decided = decisions(model, part.X) if plain else None
    return {"values": scorer_scores(model, part).values, "decided": decided}


def scorer_scores(model: Any, part: Part) -> Scores:
    """The scores of rows by what is behind a model's cut-off."""
    rows = model[:-1].transform(part.X) if isinstance(model, Pipeline) else part.X
    return class_scores(scorer_of(model), rows)


def row_answers(model: Any, part: Part) -> RowAnswers:
    """All that steering and the matrix ask of a fitted model about some rows."""
    rows = model[:-1].transform(part.X) if isinstance(model, Pipeline) else part.X
    last = last_step(model)
    values, start = class_scores(last, rows)
    return {"decided": decisions(last, rows), "values": values, "start": start}

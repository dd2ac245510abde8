"""Reasons for a decision: the features that pushed a row to its class."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.explain import occlusion_pushes, usual_values
from steersman.learn.steering import (
    Scores,
    at_last_step,
    class_scores,
    scorer_of,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_text import text_of
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.shapes import ReasonsFrame, ReasonValues
from steersman.session.state import State
from steersman.session.views import View

MOST_REASONS = 12
# Below this a change of the score is noise.
NO_PUSH = 0.005
# Logarithms of probabilities of 0 would hide all other scores.
SUREST = 20.0

Floats = NDArray[np.float64]
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


def shifted_scores(model: object, X: Rows) -> Floats:
    """(rows,) above 0 for the second of two classes, or (rows, classes), highest for the choice."""
    return shifted_by_setting(class_scores(*at_last_step(model, X)))


def shifted_by_setting(found: Scores) -> Floats:
    """The scores once the setting is added, those far below the highest raised."""
    values, start = found
    if values.ndim == 1:
        return np.asarray(values - start)
    scores = values + start
    return np.asarray(np.maximum(scores, scores.max(axis=1, keepdims=True) - SUREST))


def leads(found: Scores, column: int) -> Floats:
    """(rows,) by how much the class that was chosen leads, in the model's own scores."""
    scores = shifted_by_setting(found)
    if scores.ndim == 1:
        return scores * (1.0 if column == 1 else -1.0)
    rivals = np.delete(scores, column, axis=1).max(axis=1)
    return np.asarray(scores[:, column] - rivals)


def reasons_view(room: MatrixModels, corpus: Corpus, state: State, row: int) -> View:
    """The features that push one held out row hardest, how that was found out, and its text."""
    problem, shown = room.problem(corpus, state), room.current_model(state)
    places = np.flatnonzero(problem.holdout.rows == row)
    if not places.size:
        raise SteersmanError(
            f"row {row} is not a tuning row",
            todo="choose one of a cell's examples",
            code="row-not-held-out",
            row=row,
        )
    place = int(places[0])
    X = problem.holdout.X[[place]]
    model = room.registry(state).model_for(shown.model, problem.holdout, [place])
    scores = shifted_scores(model, X)[0]
    column = int(scores > 0) if np.ndim(scores) == 0 else int(np.argmax(scores))
    # Weights are exact and quick; occlusion scores the row once per feature.
    why, sides = weighed_reasons(model, problem, places[:1], column)[0]
    how: Literal["weights", "median", "absence"] = "weights"
    if not why:
        why, sides = occlusion_reasons(model, problem, place, column)
        how = "absence" if problem.sparse else "median"
    values: ReasonsFrame = {
        "row": row,
        "how": how,
        "reasons": why,
        "sides": sides,
        "text": text_of(corpus, row, why),
    }
    return View("reasons", values)


def two_sides(problem: MatrixProblem) -> tuple[list[str], float]:
    """The classes that negative and positive pushes speak for, the one to catch last, and the sign
    that makes them so: scores grow for the second class of a model."""
    first, second = problem.classes[:2]
    return ([second, first], -1.0) if problem.positive == first else ([first, second], 1.0)


def weights_of(model: object, problem: MatrixProblem) -> Floats | None:
    """(1 or classes, features) the weights of a model that is a weighted sum of the features."""
    weights = getattr(scorer_of(model), "coef_", None)
    columns = len(problem.feature_names)
    possible = ((1, columns), (len(problem.classes), columns))
    return weights if isinstance(weights, np.ndarray) and weights.shape in possible else None


def has_weights(model: object, problem: MatrixProblem) -> bool:
    """Whether a model is a weighted sum of the features, which explains a row at once."""
    return weights_of(model, problem) is not None


def weighed_reasons(
    model: object, problem: MatrixProblem, places: NDArray[np.intp], column: int
) -> list[tuple[list[ReasonValues], list[str]]]:
    """For each of some rows the features that push it hardest, where the model is a weighted sum,
    and the classes that they push to: the first when negative, the second when positive.

    Of more than two classes, these are the strongest rival and the class that was chosen.
    """
    weights = weights_of(model, problem)
    both, sign = two_sides(problem)
    if weights is None:
        return [([], both) for _ in places]
    if not len(places):
        return []
    X = problem.holdout.X[places]
    # All rows at once: what a pipeline checks takes longer than what it computes.
    X = csr_matrix(model[:-1].transform(X) if isinstance(model, Pipeline) else X)
    intercepts = np.ravel(getattr(scorer_of(model), "intercept_", 0.0))
    found: list[tuple[list[ReasonValues], list[str]]] = []
    for start, end in pairwise(X.indptr):
        features, values = X.indices[start:end].astype(np.intp), X.data[start:end]
        sides, weight = both, sign * weights[0][features]
        if len(weights) > 1:
            rivals = weights[:, features] @ values + intercepts
            rivals[column] = -np.inf
            rival = int(rivals.argmax())
            sides = [problem.classes[rival], problem.classes[column]]
            # Of several classes, a feature matters by how it separates the choice from its
            # closest rival.
            weight = weights[column, features] - weights[rival, features]
        found.append((strongest(features, values * weight, problem, least=0.0), sides))
    return found


def occlusion_reasons(
    model: object, problem: MatrixProblem, place: int, column: int
) -> tuple[list[ReasonValues], list[str]]:
    """The features that push a row hardest, for any model, by hiding one at a time."""
    row = problem.holdout.X[[place]]
    usual = usual_values(problem.training.X)
    if len(problem.classes) == 2:
        sides, sign = two_sides(problem)
        features, pushes = occlusion_pushes(lambda X: shifted_scores(model, X), row, usual)
        return strongest(features, sign * pushes, problem), sides
    scores = shifted_scores(model, row)[0]
    scores[column] = -np.inf
    rival = int(scores.argmax())

    def lead(X: Rows) -> Floats:
        scored = shifted_scores(model, X)
        return np.asarray(scored[:, column] - scored[:, rival])

    sides = [problem.classes[rival], problem.classes[column]]
    return strongest(*occlusion_pushes(lead, row, usual), problem), sides


def strongest(
    features: NDArray[np.intp], pushes: Floats, problem: MatrixProblem, least: float = NO_PUSH
) -> list[ReasonValues]:
    """The hardest pushes by name."""
    order = np.argsort(-np.abs(pushes), kind="stable")[:MOST_REASONS]
    return [
        {"name": problem.feature_labels[features[each]], "push": float(pushes[each])}
        for each in order
        if abs(pushes[each]) > least
    ]

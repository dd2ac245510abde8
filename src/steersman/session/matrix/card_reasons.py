"""What a model's card says about its reasons: what it uses, and why some rows are decided so."""

from __future__ import annotations

from typing import Any

import numpy as np

from steersman.learn.explain import Contributions, Importance, class_score, explain, importance
from steersman.learn.export import ExplainedRow
from steersman.learn.steering import group_step
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_fields import RowFields
from steersman.session.matrix.model_registry import ModelRegistry
from steersman.session.matrix.problem import MatrixProblem

USED_FEATURES = 15
MOST_PARTS = 8


def card_importance(corpus: Corpus, problem: MatrixProblem, model: object) -> Importance:
    """The features that the model uses most, on the tuning rows."""
    holdout = problem.holdout
    return importance(
        model,
        holdout.X,
        holdout.y,
        category=problem.positive,
        groups=RowFields(corpus).groups,
        most=USED_FEATURES,
    )


def card_rows(
    corpus: Corpus, problem: MatrixProblem, model: object, registry: ModelRegistry
) -> list[ExplainedRow]:
    """The decision that was closest, and the surest mistake of each of two classes."""
    holdout = problem.holdout
    decided = registry.predicted_classes(model, holdout, problem.classes)
    score = class_score(model, problem.positive)
    distances = np.abs(score.scores(holdout.X) - score.cutoff)
    last = group_step(model)
    if last is not None:
        bound: Any = registry.model_for(model, holdout)
        distances = np.abs(bound.decision_function(holdout.X))
    wrong = decided != holdout.y
    places = [int(np.argmin(distances))]
    for name in problem.classes[:2]:
        of_class = np.flatnonzero(wrong & (holdout.y == name))
        if of_class.size:
            places.append(int(of_class[np.argmax(distances[of_class])]))
    places = list(dict.fromkeys(places))
    groups = RowFields(corpus).groups
    explained = []
    for place in places:
        found = explain(
            registry.model_for(model, holdout, [place]),
            holdout.X[[place]],
            background=problem.training.X,
            category=problem.positive,
            groups=groups,
        )
        named = f"{corpus.dataset.ids[holdout.rows[place]]}: actual {holdout.y[place]}, "
        score_now = float(found.scores[0])
        explained.append(
            ExplainedRow(
                f"{named}predicted {decided[place]}", row_parts(found, 0), score_now, found.cutoff
            )
        )
    return explained


def row_parts(found: Contributions, row: int) -> list[tuple[str, float]]:
    """The base value, the strongest parts, and what all others add together."""
    named = found.reasons(row, MOST_PARTS)
    rest = float(found.values[row].sum()) - sum(part for _, part in named)
    parts = [("base value", float(found.base[row])), *named]
    return [*parts, ("everything else", rest)] if abs(rest) > 1e-9 else parts

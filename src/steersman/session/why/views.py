"""Answers of the why room about the model: what it uses, and rows to look at."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.explain import ClassScore, partial_dependence
from steersman.session.datasets.row_fields import number_text
from steersman.session.datasets.row_text import line_of, places_holding
from steersman.session.state import State
from steersman.session.views import View
from steersman.session.why.actions import AskDependence, PickRows
from steersman.session.why.explained_model import ExplainedModel
from steersman.session.why.shapes import (
    DependenceFrame,
    ImportanceFrame,
    PickedRowsFrame,
    PickedRowValues,
)
from steersman.tasks import Task

MOST_PICKED = 100
Floats = NDArray[np.float64]
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


def importance_view(model: ExplainedModel, search: str, focus: str, task: Task) -> View:
    """What the model uses."""
    found = model.importance(search, focus, task)
    category = model.focus(focus)
    others = [name for name in model.problem.classes if name != category]
    values: ImportanceFrame = {
        "search": search,
        "focus": focus,
        "category": category,
        "against": others[0] if len(others) == 1 else "",
        "measure": found.measure,
        "baseline": found.baseline,
        "rows": found.rows,
        "of": found.of,
        "features": [
            {
                "group": each.group,
                "name": each.name,
                "kind": each.kind,
                "drop": each.drop,
                "low": each.low,
                "high": each.high,
                "direction": each.direction,
                "weight": each.weight,
            }
            for each in found.features
        ],
    }
    return View("importance", values)


def dependence_view(model: ExplainedModel, asked: AskDependence) -> View:
    """The curve of one feature on the tuning rows."""
    groups, fields = model.fields.groups, model.fields
    if not 0 <= asked.group < len(groups):
        raise SteersmanError(
            f"there is no feature {asked.group}",
            todo="choose one from the list",
            code="unknown-feature",
            feature=asked.group,
        )
    score = model.focus_explainer(asked.focus).score
    curve = partial_dependence(score, model.problem.holdout.X, groups, asked.group)
    kind = groups.kinds[asked.group]
    several = len(curve.columns) > 1
    low, span = fields.units if kind in ("number", "date") else ((), ())
    place = curve.columns[0]
    scaled = not several and place < len(low)
    points = curve.values * span[place] + low[place] if scaled else curve.values
    labels = (
        [groups.members[column].split("=", 1)[-1] for column in curve.columns]
        if several
        else [number_text(value) for value in points]
    )
    values: DependenceFrame = {
        "group": asked.group,
        "name": groups.names[asked.group],
        "feature_kind": kind,
        "category": str(score.category),
        "scale": score.scale,
        "cutoff": score.cutoff,
        "points": [
            {"label": label, "value": float(x), "score": float(y), "share": float(share)}
            for label, x, y, share in zip(labels, points, curve.scores, curve.shares)
        ],
    }
    return View("dependence", values)


def picked_view(
    model: ExplainedModel, state: State, asked: PickRows, decided: Rows, known: Floats
) -> View:
    """Rows to choose from, those that the model is surest of first.

    `decided` and `known` are the classes and the scores of the tuning rows, by the model itself.
    """
    holdout, score = model.problem.holdout, model.focus_explainer("").score
    if asked.which == "corrected":
        rows = np.array([row for row in map(int, state.corrections) if model.known.holds(row)], int)
        X: Rows = model.corpus.dataset.X[rows]
        said = model.predicted_classes(rows) if len(rows) else np.array([], str)
        actual = np.array([model.known.label(row) for row in rows.tolist()], dtype=str)
        scores = decision_scores(score, X) if len(rows) else np.empty(0)
    else:
        keep = holdout.y != decided if asked.which == "wrong" else np.ones(len(holdout.y), bool)
        rows, said, actual = holdout.rows[keep], decided[keep], holdout.y[keep]
        scores = decision_scores(score, holdout.X[keep], known[keep]) if len(rows) else np.empty(0)
    order = np.argsort(-np.abs(scores - score.cutoff), kind="stable")
    matching = order[
        np.fromiter(places_holding(model.corpus, rows[order].tolist(), asked.search), np.intp)
    ]
    lines: list[PickedRowValues] = [
        {
            "row": int(rows[place]),
            "id": str(model.corpus.dataset.ids[rows[place]]),
            "text": line_of(model.corpus, int(rows[place])),
            "actual": str(actual[place]),
            "predicted": str(said[place]),
            "score": float(scores[place]),
            "corrected": str(int(rows[place])) in state.corrections,
        }
        for place in matching[:MOST_PICKED]
    ]
    values: PickedRowsFrame = {
        "which": asked.which,
        "search": asked.search,
        "found": len(matching),
        "rows": lines,
        "cutoff": score.cutoff,
        "category": str(score.category),
    }
    return View("picked-rows", values)


def decision_scores(score: ClassScore, X: Rows, known: Floats | None = None) -> Floats:
    """(rows,) the score of the class to catch; of several classes the lead of the chosen one.

    `known` are the scores of the model itself, where the rows were scored before.
    """
    if score.scale == "log-odds":
        return score.scores(X)
    if len(score.classes) == 2:
        return score.scores(X) if known is None else score.turned_scores(known)
    values = score.class_values(score.design(X)) if known is None else score.shifted_values(known)
    values = np.sort(values, axis=1)
    return np.asarray(values[:, -1] - values[:, -2])

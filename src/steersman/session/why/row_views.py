"""Answers of the why room about one row: what its score consists of, and what would turn it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.explain import ScoreExplainer, smallest_flips
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_fields import RowFields, number_text
from steersman.session.datasets.row_picture import picture_of
from steersman.session.datasets.row_text import line_of, text_of
from steersman.session.views import View
from steersman.session.why.actions import FindFlips, TryRow
from steersman.session.why.explained_model import ExplainedModel
from steersman.session.why.shapes import (
    ExplanationValues,
    FieldValues,
    FlipsFrame,
    FlipValues,
    LikeRowValues,
    PushValues,
    TriedRowFrame,
    WhyRowFrame,
)
from steersman.tasks import Task

Floats = NDArray[np.float64]
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type

MOST_PUSHES = 10
MOST_ABSENT = 5
MOST_LIKE = 3
MOST_IDENTICAL = 5


def explanation_values(
    model: ExplainedModel, X: Rows, task: Task, *, explained: bool = True
) -> ExplanationValues:
    """Why one row (1, features) is decided as it is."""
    explainer = model.explainer(X)
    score = explainer.score
    against = score.rival if len(score.classes) > 2 else 1 - score.column
    scores = score.scores(X)
    other = "" if against is None else str(score.classes[against])
    values: ExplanationValues = {
        "category": str(score.category),
        "against": other,
        "predicted": str(score.category) if score.shows(scores)[0] else other,
        "scale": score.scale,
        "base": 0.0,
        "score": float(scores[0]),
        "cutoff": score.cutoff,
        "exact": score.additive is not None,
        "pushes": None,
        "rest": {"count": 0, "push": 0.0},
        "absent": {"count": 0, "push": 0.0},
        "absent_words": [],
    }
    # A sum is as quick as a score; anything else is asked for when the hand rests.
    return with_pushes(values, model, explainer, X, task) if explained or score.additive else values


def with_pushes(
    values: ExplanationValues, model: ExplainedModel, explainer: ScoreExplainer, X: Rows, task: Task
) -> ExplanationValues:
    """The explanation with the contributions: the strongest by name, the others summed up."""
    pushes, base = explainer.contributions(X, task)
    own = pushes[0]
    groups = model.fields.groups
    held = np.asarray(abs(groups.sums(abs(X))).sum(axis=0)).ravel() > 0
    words = np.array([kind == "word" for kind in groups.kinds])
    absent = words & ~held
    named = np.flatnonzero(~absent & (own != 0.0))
    strongest = named[np.argsort(-np.abs(own[named]), kind="stable")]
    shown, rest = strongest[:MOST_PUSHES], strongest[MOST_PUSHES:]
    missing = np.flatnonzero(absent & (own != 0.0))
    missing = missing[np.argsort(-np.abs(own[missing]), kind="stable")]

    def push(group: int) -> PushValues:
        return {
            "name": groups.names[group],
            "kind": groups.kinds[group],
            "text_column": text_column(model, group),
            "shown": model.fields.shown_value(group, X),
            "push": float(own[group]),
        }

    return {
        **values,
        "base": float(base[0]),
        "pushes": [push(int(group)) for group in shown],
        "rest": {"count": len(rest), "push": float(own[rest].sum())},
        "absent": {"count": int(absent.sum()), "push": float(own[missing].sum())},
        "absent_words": [push(int(group)) for group in missing[:MOST_ABSENT]],
    }


def other_labels(model: ExplainedModel, corpus: Corpus, row: int) -> list[str]:
    """The labels that a person may give a row instead of its own."""
    # One of several labels is added or taken away, the others stay.
    several = corpus.dataset.is_multilabel
    known = list(model.problem.classes) if several else corpus.categories
    current = model.known.label(row) if several else corpus.labels(row)[0]
    return [name for name in known if name != current]


def row_view(model: ExplainedModel, corpus: Corpus, row: int, task: Task) -> View:
    """Why one row is decided as it is, and the rows most like it."""
    known, part = model.known, model.known.part(row)
    model = model.for_row(row)
    X: Rows = corpus.dataset.X[[row]]
    label, own_place = known.label(row), known.place(row)
    distances = known.neighbors.distances(X)
    order = np.argsort(distances, kind="stable")
    order = order[order != own_place]
    alike = known.labels[order] == label
    twins = known.neighbors.identical(X, distances)
    twins = twins[(twins != own_place) & (known.labels[twins] != label)]
    fields = model.fields
    values: WhyRowFrame = {
        "row": row,
        "id": str(corpus.dataset.ids[row]),
        "part": part,
        "actual": label,
        "loaded": ", ".join(corpus.as_loaded.labels(row)),
        "other_labels": other_labels(model, corpus, row),
        "text": text_of(corpus, row, []),
        "picture": picture_of(corpus, row),
        "explanation": explanation_values(model, X, task),
        "fields": field_values(fields, fields.values(row)) if fields.can_edit else [],
        "same": like_rows(model, order[alike][:MOST_LIKE], distances),
        "other": like_rows(model, order[~alike][:MOST_LIKE], distances),
        "identical": like_rows(model, twins[:MOST_IDENTICAL], distances),
        "identical_count": len(twins),
    }
    return View("row-why", values)


def field_values(fields: RowFields, values: Mapping[str, str]) -> list[FieldValues]:
    """The columns with these values."""
    return [
        {
            "name": field.name,
            "kind": field.kind,
            "value": values[field.name],
            "options": list(field.options),
            "low": field.low,
            "high": field.high,
        }
        for field in fields.fields
    ]


def like_rows(
    model: ExplainedModel, places: NDArray[np.intp], distances: Floats
) -> list[LikeRowValues]:
    """Rows with their label, what is predicted for them, and how far they are."""
    if not len(places):
        return []
    dataset, rows = model.corpus.dataset, model.known.rows[places]
    predicted = model.predicted_classes(rows)
    return [
        {
            "row": row,
            "id": str(dataset.ids[row]),
            "label": str(model.known.labels[place]),
            "predicted": str(said),
            "text": line_of(model.corpus, row),
            "picture": picture_of(model.corpus, row),
            "distance": float(distances[place]),
        }
        for place, row, said in zip(places.tolist(), rows.tolist(), predicted)
    ]


def checked_values(
    model: ExplainedModel, row: int | None, values: Mapping[str, str]
) -> dict[str, str]:
    """All values of a row to try; an error where its data has none to edit."""
    if row is not None:
        model.known.part(row)
    if not model.fields.can_edit:
        raise SteersmanError(
            f"the features of {model.corpus.dataset.name} cannot be computed from values",
            todo="load a table or text from a file",
            code="features-unknown",
        )
    unknown = sorted(set(values) - {field.name for field in model.fields.fields})
    if unknown:
        raise SteersmanError(
            f"there is no column {unknown[0]!r}",
            todo=f"the columns are {', '.join(field.name for field in model.fields.fields)}",
            code="unknown-column",
            column=unknown[0],
        )
    return model.fields.complete(values, row)


def edited_row(
    model: ExplainedModel, asked: TryRow | FindFlips
) -> tuple[ExplainedModel, dict[str, str], Any]:
    """The model for an edited row, the values of the row, and its features."""
    values = checked_values(model, asked.row, asked.values)
    model = model.for_row(asked.row, values)
    return model, values, model.fields.features(values, asked.row)


def tried_view(model: ExplainedModel, asked: TryRow, task: Task) -> View:
    """The score of a row with other values."""
    model, values, X = edited_row(model, asked)
    found: TriedRowFrame = {
        "row": asked.row,
        "tried": dict(asked.values),
        "explanation": explanation_values(model, X, task, explained=asked.explained),
        "fields": field_values(model.fields, values),
        "unknown": model.fields.unknown_words(values),
    }
    return View("tried-row", found)


def flips_view(model: ExplainedModel, asked: FindFlips, task: Task) -> View:
    """The smallest changes that turn the decision."""
    model, _, X = edited_row(model, asked)
    groups, score = model.fields.groups, model.explainer(X).score
    flips = smallest_flips(
        score, X, model.corpus.dataset.X[model.known.rows], groups, only=model.changeable_groups(X),
        task=task,
    )  # fmt: skip
    shown: list[FlipValues] = [
        {
            "changes": [
                {
                    "name": groups.names[change.group],
                    "kind": groups.kinds[change.group],
                    "fields": fields_of(model, change.group),
                    "before": model.fields.shown_value(change.group, X),
                    "value": changed_value(model, change.group, change.column, change.value),
                }
                for change in flip.changes
            ],
            "score": flip.score,
        }
        for flip in flips
    ]
    frame: FlipsFrame = {
        "row": asked.row,
        "tried": dict(asked.values),
        "decided": str(model.model.predict(X)[0]),  # type: ignore[attr-defined]
        "flips": shown,
    }
    return View("flips", frame)


def text_column(model: ExplainedModel, group: int) -> str:
    """The column of a word, where texts are counted apart; empty for all other features."""
    apart = len(model.fields.texts) > 1 and model.fields.groups.kinds[group] == "word"
    return model.fields.text_columns(group)[0] if apart else ""


def fields_of(model: ExplainedModel, group: int) -> list[str]:
    """The columns in which a group of features is edited."""
    groups = model.fields.groups
    if groups.kinds[group] != "word":
        return [groups.names[group]]
    return list(model.fields.text_columns(group))


def changed_value(model: ExplainedModel, group: int, column: int, value: float) -> str:
    """The value that a group gets, in the units of the file."""
    groups = model.fields.groups
    if groups.kinds[group] == "category" and len(groups.columns(group)) > 1:
        return groups.members[column].split("=", 1)[-1]
    if groups.kinds[group] == "word":
        return number_text(value)
    low, span = model.fields.units
    return number_text(value * span[column] + low[column]) if column < len(low) else f"{value:g}"

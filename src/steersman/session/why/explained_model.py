"""The current model with all that explaining it needs, computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.explain import (
    ClassScore,
    FeatureGroups,
    Importance,
    ScoreExplainer,
    class_score,
    importance,
    leading_classes,
    likeliest_groups,
)
from steersman.learn.steering import group_step
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_fields import RowFields
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.why.question_rows import QuestionRows
from steersman.tasks import Task
from steersman.workers import WorkerJob

MOST_FOUND = 40
MOST_ABSENT = 5
MOST_CHANGED = 60
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


def measured_importance(
    model: object,
    rows: Part,
    category: str,
    groups: FeatureGroups,
    only: Sequence[int] | None,
    task: Task,
) -> Importance:
    """What a model uses, measured on these rows."""
    return importance(model, rows.X, rows.y, category=category, groups=groups, only=only, task=task)


class ExplainedModel:
    """A fitted model, the rows of its question, and what was found out about it so far."""

    def __init__(self, key: object, known: QuestionRows, model: object, *, quick: bool) -> None:
        self.key, self.known, self.model, self.quick = key, known, model, quick
        # Where each group has a cut-off of its own, `model` may be that of one of them.
        self.grouped = group_step(model)
        self.of_groups: dict[float, ExplainedModel] = {}
        self.explainers: dict[tuple[object, object], ScoreExplainer] = {}
        self.measured: dict[tuple[str, str], Importance] = {}

    @property
    def corpus(self) -> Corpus:
        return self.known.corpus

    @property
    def problem(self) -> MatrixProblem:
        return self.known.problem

    @property
    def fields(self) -> RowFields:
        return self.known.fields

    def predicted_classes(self, rows: NDArray[np.int64]) -> NDArray[np.str_]:
        """(rows,): the class of each row of the data set."""
        model: Any = self.model
        if self.grouped is not None:
            model = self.grouped.for_rows(self.corpus.dataset.column(self.grouped.column)[rows])
        return np.asarray(model.predict(self.corpus.dataset.X[rows])).astype(str)

    def for_row(self, row: int | None, values: Mapping[str, str] | None = None) -> ExplainedModel:
        """The model as it decides one row, or the row with these values in its columns."""
        if self.grouped is None:
            return self
        column = self.grouped.column
        if values is not None and column in values:
            text = values[column]
            numbers = any(isinstance(each, int | float) for each in self.grouped.thresholds)
            numbers = numbers or bool(self.grouped.cuts)
            group = np.array([float(text or "nan")]) if numbers else np.array([text])
        elif row is not None:
            group = self.corpus.dataset.column(column)[[row]]
        else:
            raise SteersmanError(
                f"the model has a cut-off for each {column}, and the row has none",
                todo="choose a row to begin with",
                code="groups-needed",
                column=column,
            )
        decided = self.grouped.for_rows(group)
        at = float(decided.setting())
        if at not in self.of_groups:
            key = (self.key, at)
            found = ExplainedModel(key, self.known, decided, quick=self.quick)
            found.grouped = self.grouped
            self.of_groups[at] = found
        return self.of_groups[at]

    def focus(self, asked: str) -> str:
        """The class that directions and curves are for."""
        if self.problem.positive is not None:
            return self.problem.positive
        return asked if asked in self.problem.classes else self.problem.classes[0]

    def explainer(self, X: Rows) -> ScoreExplainer:
        """The explainer of the score that decides one row (1, features)."""
        category = self.problem.positive
        if category is not None:
            return self.focus_explainer("")
        if len(self.problem.classes) == 2:
            return self.focus_explainer(self.problem.classes[1])
        first = self.focus_explainer("").score
        own, rival = leading_classes(first, X)[0].tolist()
        if (own, rival) not in self.explainers:
            # A sum is looked for on many rows: once for each pair of classes, not while typing.
            names = first.classes[own], first.classes[rival]
            score = class_score(self.model, *names, rows=self.checked_rows)
            self.explainers[own, rival] = self.explainer_of(score)
        return self.explainers[own, rival]

    def focus_explainer(self, asked: str) -> ScoreExplainer:
        """The explainer of the score of one class, against the average of the others."""
        key = (self.focus(asked), None)
        if key not in self.explainers:
            score = class_score(self.model, key[0], rows=self.checked_rows)
            self.explainers[key] = self.explainer_of(score)
        return self.explainers[key]

    def explainer_of(self, score: ClassScore) -> ScoreExplainer:
        return ScoreExplainer(score, self.problem.training.X, self.fields.groups)

    @property
    def is_sum(self) -> bool:
        """Whether the score is a sum over the features: it is explained as quickly as computed."""
        return self.focus_explainer("").score.additive is not None

    @property
    def checked_rows(self) -> Rows:
        """The rows on which a sum is checked."""
        return self.problem.training.X[:64]

    def importance(self, search: str, focus: str, task: Task) -> Importance:
        """What the model uses, or of the features whose names contain some letters."""
        key = (search, self.focus(focus))
        if key not in self.measured:
            only = self.matching_groups(search) if search else None
            given = (self.model, self.problem.holdout, key[1], self.fields.groups, only)
            self.measured[key] = task.result(
                "importance",
                lambda: (self.key, *key),
                lambda: measured_importance(*given, task),
                job=None if self.quick else WorkerJob("importance", given, "the measurement"),
                stored=False,
            )
        return self.measured[key]

    def matching_groups(self, search: str) -> list[int]:
        """The groups whose names contain the letters, those that begin with them first."""
        needle = search.strip().lower()
        names = self.fields.groups.names
        found = [place for place, name in enumerate(names) if needle in name.lower()]
        found.sort(key=lambda place: (not names[place].lower().startswith(needle), names[place]))
        return found[:MOST_FOUND]

    def changeable_groups(self, X: Rows) -> list[int]:
        """The groups that a search for a flip may change: what a text holds, and what counts."""
        groups, score = self.fields.groups, self.explainer(X).score
        if len(groups) <= MOST_CHANGED:
            return list(range(len(groups)))
        held = np.flatnonzero(np.asarray(abs(groups.sums(X)).sum(axis=0)).ravel() > 0)
        likely = likeliest_groups(score, self.problem.holdout.X, groups, MOST_CHANGED)
        return list(dict.fromkeys([*held.tolist(), *likely]))

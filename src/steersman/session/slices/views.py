"""Views of the slices room: the table of slices, and the rows of one of them."""

from __future__ import annotations

from math import ceil, floor

import numpy as np

from steersman.errors import SteersmanError
from steersman.evaluate import Slice, SliceTable
from steersman.evaluate.slice_candidates import SliceRows, column_slices
from steersman.learn.wants import parsed_measure, quoted_name
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_text import line_of
from steersman.session.ledger import Ledger, Registry
from steersman.session.matrix.group_cutoffs import group_columns
from steersman.session.matrix.models import Key, MatrixModels
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.worst_slices import ERROR_RATE, model_slices, slice_candidates
from steersman.session.slices.actions import SliceExamples
from steersman.session.slices.shapes import (
    SliceExamplesFrame,
    SliceExampleValues,
    SliceMeasure,
    SliceTableFrame,
    SliceValues,
)
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task

MOST_EXAMPLES = 100
"""A column with more groups than these is not offered as one."""


class SliceViews:
    """The tables of slices that were asked for; candidates are made once for a question."""

    def __init__(self, models: MatrixModels, ledger: Ledger) -> None:
        self.models = models
        self.candidates: Registry[Key, list[SliceRows]] = ledger.registry()
        self.tables: Registry[Key, SliceTable] = ledger.registry()

    def slices_view(
        self, corpus: Corpus, state: State, measure: str, column: str, task: Task
    ) -> View:
        """The worst slices of the current model, or all groups of one column."""
        problem = self.models.problem(corpus, state)
        table = self.table(corpus, state, measure, column, task)
        values: SliceTableFrame = {
            "model": self.models.current_model(state).number,
            "measure": measure,
            "column": column,
            "value": table.value,
            "rows": table.rows,
            "worse": table.worse,
            "tried": table.tried,
            "measures": offered_measures(problem),
            "groupings": group_columns(self.models, corpus, state),
            "slices": [slice_values(each) for each in table],
            "limit": group_limit(table, problem),
        }
        return View("slice-table", values)

    def table(
        self, corpus: Corpus, state: State, measure: str, column: str, task: Task
    ) -> SliceTable:
        """The table of a measure, over all slices or the groups of a column."""
        shown, problem = self.models.current_model(state), self.models.problem(corpus, state)
        question = self.models.question(state)
        key = (*question, shown.number, measure, column)
        if key not in self.tables:
            if column:
                values = corpus.dataset.column(column)[problem.holdout.rows]
                found, fewest = column_slices({column: values}), 1
            else:
                if question not in self.candidates:
                    self.candidates[question] = slice_candidates(corpus, problem, task)
                found, fewest = self.candidates[question], None
            self.tables[key] = model_slices(
                self.models, state, problem, shown, found, measure, fewest=fewest
            )
        return self.tables[key]

    def examples_view(self, corpus: Corpus, state: State, asked: SliceExamples, task: Task) -> View:
        """The rows of one slice, those first that the measure counts as bad."""
        measure, column, name = asked.measure, asked.column, asked.name
        table = self.table(corpus, state, measure, column, task)
        found = next((each for each in table if each.name == name), None)
        if found is None:
            raise SteersmanError(
                f"there is no slice {name!r}",
                todo="choose one of the table",
                code="unknown-slice",
                name=name,
            )
        problem = self.models.problem(corpus, state)
        model = self.models.current_model(state).model
        decided = self.models.registry(state).predicted_classes(
            model, problem.holdout, problem.classes
        )
        wrong = problem.holdout.y != decided
        order = found.members[np.argsort(~wrong[found.members], kind="stable")]
        examples = [
            example_values(corpus, problem, int(place), str(decided[place]))
            for place in order[:MOST_EXAMPLES].tolist()
        ]
        values: SliceExamplesFrame = {
            "measure": measure,
            "column": column,
            "name": name,
            "count": len(found.members),
            "wrong": int(wrong[found.members].sum()),
            "examples": examples,
        }
        return View("slice-examples", values)


def example_values(
    corpus: Corpus, problem: MatrixProblem, place: int, decided: str
) -> SliceExampleValues:
    """One tuning row in words."""
    row = int(problem.holdout.rows[place])
    return {
        "row": row,
        "id": str(corpus.dataset.ids[row]),
        "text": line_of(corpus, row),
        "true": str(problem.holdout.y[place]),
        "predicted": decided,
    }


def offered_measures(problem: MatrixProblem) -> list[SliceMeasure]:
    """The rates to compare slices by: all errors, and those of the class to catch or each class."""
    found: list[SliceMeasure] = [{"text": ERROR_RATE, "measure": ERROR_RATE, "label": ""}]
    if problem.positive is None:
        named = [("recall", name) for name in problem.classes]
    else:
        named = [(measure, problem.positive) for measure in ("recall", "fpr", "precision")]
    return found + [
        {"text": f"{measure}({quoted_name(label)})", "measure": measure, "label": label}
        for measure, label in named
    ]


def slice_values(found: Slice) -> SliceValues:
    """One slice as fields."""
    return {
        "kind": found.kind,
        "column": found.column,
        "name": found.name,
        "rows": found.rows,
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "rest": None if np.isnan(found.rest) else found.rest,
        "adjusted": found.adjusted,
    }


def group_limit(table: SliceTable, problem: MatrixProblem) -> float | None:
    """A limit that the rows as a whole keep; none where limits on groups cannot be asked."""
    measure, _ = parsed_measure(table.measure)
    if len(problem.classes) != 2 or measure == "f1":
        return None
    percent = 100.0 * table.value
    return (ceil(percent) if table.worse == "higher" else floor(percent)) / 100.0

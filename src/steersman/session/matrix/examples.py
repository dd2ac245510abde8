"""The rows of a cell of the matrix: sorted, filtered, explained, and as a file."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.data.files.csv_cells import csv_bytes
from steersman.learn.steering import referring_step
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_picture import picture_of
from steersman.session.datasets.row_text import one_line, places_holding, text_of
from steersman.session.matrix.actions import CellExamples, ExportExamples
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem, check_class
from steersman.session.matrix.reasons import leads, weighed_reasons
from steersman.session.matrix.shapes import ExamplesFrame, ExampleValues, ReasonValues
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View

MOST_EXAMPLES = 200
COMPARISON = re.compile(r"([^<>=!]+)(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)")
COMPARED = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
    "=": operator.eq, "!=": operator.ne,
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """One held out row: `place` among the held out rows, `row` among all."""

    place: int
    row: int
    sureness: float
    reasons: list[ReasonValues]
    sides: list[str]
    text: str


def examples_view(room: MatrixModels, corpus: Corpus, state: State, asked: CellExamples) -> View:
    """The holdout rows of one cell, those the model was surest of first (or last)."""
    cell = Cell(room, corpus, state, asked.true, asked.predicted)
    found = cell.matching_rows(asked.search)
    lines: list[ExampleValues] = [
        {
            "row": example.row,
            "id": str(corpus.dataset.ids[example.row]),
            "text": one_line(example.text),
            "sureness": example.sureness,
            "reasons": example.reasons,
            "sides": example.sides,
            "picture": picture_of(corpus, example.row),
        }
        for example in cell.examples(found, asked.doubtful_first, MOST_EXAMPLES)
    ]
    values: ExamplesFrame = {
        "true": asked.true,
        "predicted": asked.predicted,
        "search": asked.search,
        "doubtful_first": asked.doubtful_first,
        "count": len(cell.inside),
        "found": len(found),
        "examples": lines,
    }
    return View("examples", values)


def examples_file_view(
    room: MatrixModels, corpus: Corpus, state: State, asked: ExportExamples
) -> View:
    """All rows of a cell that a search finds, as CSV: their whole text, or every value."""
    cell = Cell(room, corpus, state, asked.true, asked.predicted)
    dataset = corpus.dataset
    tabled = dataset.text is None and not dataset.is_sparse
    told = [str(name) for name in dataset.feature_names] if tabled else ["text"]
    lines: list[list[object]] = [["row", "id", "is", "called", "sureness", "reasons", *told]]
    for example in cell.examples(cell.matching_rows(asked.search)):
        why = "; ".join(f"{each['name']} {each['push']:.3f}" for each in example.reasons)
        values: Any = np.asarray(dataset.X[example.row]).tolist() if tabled else [example.text]
        name = str(dataset.ids[example.row])
        start = [example.row, name, asked.true, asked.predicted, f"{example.sureness:.6g}", why]
        lines.append([*start, *values])
    content = np.frombuffer(csv_bytes(lines, "\r\n"), dtype=np.uint8)
    cell_name = f"{asked.true} called {asked.predicted}"
    return View("file", FileFrame(name=f"{cell_name}.csv"), (Column("bytes", content, version=0),))


class Cell:
    """The tuning rows of one class that the current model predicted as another."""

    def __init__(
        self, room: MatrixModels, corpus: Corpus, state: State, true: str, predicted: str
    ) -> None:
        self.corpus, self.problem = corpus, room.problem(corpus, state)
        self.model = room.current_model(state).model
        classes = self.problem.classes
        referring = referring_step(self.model)
        answers = [*classes, *([str(referring.referral)] if referring else [])]
        for name, known in ((true, classes), (predicted, answers)):
            check_class(name, known)
        self.registry = room.registry(state)
        decided = self.registry.predicted_classes(self.model, self.problem.holdout, classes)
        self.inside = np.flatnonzero((self.problem.holdout.y == true) & (decided == predicted))
        # Of a row that goes to a person, what speaks for its own class is shown.
        self.column = classes.index(predicted if predicted in classes else true)

    def matching_rows(self, search: str) -> NDArray[np.intp]:
        """(rows found,) places among the held out rows: a condition on a feature, or words."""
        words = search.strip()
        # "price > 3" may also be a phrase in a text: it is a condition only if the feature exists.
        if (condition := condition_mask(words, self.problem)) is not None:
            return self.inside[condition[self.inside]]
        rows = self.problem.holdout.rows[self.inside].tolist()
        return self.inside[np.fromiter(places_holding(self.corpus, rows, words), np.intp)]

    def examples(
        self, places: NDArray[np.intp], doubtful_first: bool = False, most: int | None = None
    ) -> Iterator[Example]:
        """Rows with what pushed them, by how sure the model was."""
        model = self.registry.model_for(self.model, self.problem.holdout)
        scores = self.registry.part_scores(model, self.problem.holdout)
        sure = leads(scores, self.column)[places]
        order = np.argsort(sure if doubtful_first else -sure, kind="stable")[:most]
        reasons = weighed_reasons(self.model, self.problem, places[order], self.column)
        for each, (why, sides) in zip(order, reasons):
            place = int(places[each])
            row = int(self.problem.holdout.rows[place])
            yield Example(place, row, float(sure[each]), why, sides, text_of(self.corpus, row, why))


def condition_mask(words: str, problem: MatrixProblem) -> NDArray[np.bool_] | None:
    """(held out rows,) where "feature > 2" holds; None if the words are no such condition."""
    match = COMPARISON.fullmatch(words)
    if match is None:
        return None
    name, sign, number = (each.strip() for each in match.groups())
    named = [names.index(name) for names in (problem.feature_names, problem.feature_labels)
             if name in names]  # fmt: skip
    if not named:
        return None
    column = problem.holdout.X[:, [named[0]]]
    values = column.toarray() if problem.sparse else np.asarray(column)
    return np.asarray(COMPARED[sign](values.ravel(), float(number)))

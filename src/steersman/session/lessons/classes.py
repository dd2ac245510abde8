"""The lesson of a table of many classes: recall, precision, F1 and their averages."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steersman.errors import SteersmanError, check_range
from steersman.evaluate.outcomes import class_scores, measure_values
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of, rows_text
from steersman.session.views import View

MOST_CLASSES = 12
LARGEST = 1e6


@dataclass(frozen=True)
class LessonClasses(Query):
    """A confusion matrix typed in: actual classes are rows, predicted ones columns."""

    table: tuple[tuple[float, ...], ...]


class ClassesAnswer(LessonAnswer):
    """Sums and shares of a confusion matrix."""

    row_sums: list[float]
    column_sums: list[float]
    total: float
    recall: list[float]
    precision: list[float]
    f1: list[float]
    accuracy: float
    micro_f1: float
    macro_f1: float
    largest: float
    """The accuracy of always predicting the most frequent class."""


def classes_view(asked: LessonClasses) -> View:
    """Recall and precision of each class, and averages over all of them."""
    table = matrix_of("classes", asked.table, len(asked.table), 2, MOST_CLASSES)
    check_range("a cell", float(table.min()), 0.0, LARGEST)
    check_range("a cell", float(table.max()), 0.0, LARGEST)
    total = float(table.sum())
    if total == 0:
        raise SteersmanError("the table is empty", todo="type a number into it", code="table-empty")
    tp = np.diag(table)
    fp, fn = table.sum(axis=0) - tp, table.sum(axis=1) - tp
    sums = np.concatenate([[tp.sum()], tp, fp, fn])
    values: ClassesAnswer = {
        "row_sums": table.sum(axis=1).tolist(),
        "column_sums": table.sum(axis=0).tolist(),
        "total": total,
        "recall": class_scores("recall", tp, fp, fn).tolist(),
        "precision": class_scores("precision", tp, fp, fn).tolist(),
        "f1": class_scores("f1", tp, fp, fn).tolist(),
        "accuracy": float(tp.sum() / total),
        "micro_f1": float(measure_values("f1_micro", sums, 1)),
        "macro_f1": float(measure_values("f1_macro", sums, 1)),
        "largest": float(table.sum(axis=1).max() / total),
    }
    return View("lesson-classes", values)


def classes_lines(asked: LessonClasses) -> str:
    return f"""\
import numpy as np

table = {rows_text(asked.table)}  # rows actual, columns predicted
right = np.diag(table)
print("recall", right / table.sum(axis=1))
print("precision", right / table.sum(axis=0))
f1 = 2 * right / (table.sum(axis=0) + table.sum(axis=1))
print("macro F1", f1.mean())
print("micro F1, which is accuracy", right.sum() / table.sum())
"""


QUESTIONS = (LessonQuestion(LessonClasses, ClassesAnswer, classes_view, classes_lines),)

"""The lesson of marks in clusters: purity, matching, and mutual information in bits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import entropy

from steersman.errors import SteersmanError, check_range
from steersman.evaluate import (
    contingency,
    matched_accuracy,
    matched_clusters,
    mutual_information,
    nmi,
    purity,
)
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion
from steersman.session.views import View

CATEGORIES = 3
MOST_CLUSTERS = 20
MOST_MARKS = 60


@dataclass(frozen=True)
class LessonMarks(Query):
    """Marks of three categories, each in a cluster."""

    categories: tuple[int, ...]
    clusters: tuple[int, ...]


class MarksAnswer(LessonAnswer):
    """How well the clusters match the categories."""

    table: list[list[int]]
    """(categories, clusters) counts"""
    largest: list[int]
    """The most frequent category of each cluster; -1 for none."""
    partners: list[int]
    """The category that each cluster is matched with; -1 for none."""
    purity: float
    matched: float
    category_entropy: float
    cluster_entropy: float
    information: float
    """All three in bits."""
    nmi: float


def marks_view(asked: LessonMarks) -> View:
    """The table of the marks and its measures."""
    if len(asked.categories) != len(asked.clusters):
        raise SteersmanError(
            "each mark has a category and a cluster",
            todo="send as many of each",
            code="lengths-differ",
            lengths=(len(asked.categories), len(asked.clusters)),
        )
    check_range("the number of marks", len(asked.categories), 2, MOST_MARKS)
    true, found = np.array(asked.categories), np.array(asked.clusters)
    check_range("a category", int(true.min()), 0, CATEGORIES - 1)
    check_range("a category", int(true.max()), 0, CATEGORIES - 1)
    check_range("a cluster", int(found.min()), 0, MOST_CLUSTERS - 1)
    check_range("a cluster", int(found.max()), 0, MOST_CLUSTERS - 1)
    table = np.zeros((CATEGORIES, int(found.max()) + 1), dtype=int)
    np.add.at(table, (true, found), 1)
    partners = matched_clusters(true, found)
    values: MarksAnswer = {
        "table": table.tolist(),
        "largest": [int(each.argmax()) if each.any() else -1 for each in table.T],
        "partners": [int(str(partners.get(each, -1))) for each in range(table.shape[1])],
        "purity": purity(true, found),
        "matched": matched_accuracy(true, found),
        "category_entropy": float(entropy(contingency(true, found).sum(axis=1), base=2)),
        "cluster_entropy": float(entropy(contingency(true, found).sum(axis=0), base=2)),
        "information": mutual_information(true, found),
        "nmi": nmi(true, found),
    }
    return View("lesson-marks", values)


def marks_lines(asked: LessonMarks) -> str:
    return f"""\
from steersman.evaluate import matched_accuracy, mutual_information, nmi, purity

categories = {list(asked.categories)}
clusters = {list(asked.clusters)}
print("purity", purity(categories, clusters))
print("matched accuracy", matched_accuracy(categories, clusters))
print("mutual information in bits", mutual_information(categories, clusters))
print("NMI", nmi(categories, clusters))
"""


QUESTIONS = (LessonQuestion(LessonMarks, MarksAnswer, marks_view, marks_lines),)

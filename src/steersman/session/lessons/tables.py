"""The lesson of small figures: a scored mail, numbers of parameters, rates and a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TypedDict

import numpy as np

from steersman.errors import check_range
from steersman.maths.lessons import recommended_neighbors
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of
from steersman.session.views import View

TESTS = (
    ("RCVD_IN_MXRATE_WL", "sender is on an allow list"),
    ("HTML_IMAGE_RATIO_02", "little text, many images"),
    ("TVD_FW_GRAPHIC_NAME_MID", "forwarded image name"),
    ("HTML_MESSAGE", "HTML in the message"),
    ("HTML_FONT_FACE_BAD", "unusual font name"),
    ("SARE_GIF_ATTACH", "inline GIF"),
    ("BOUNCE_MESSAGE", "bounced by the server"),
    ("ANY_BOUNCE_MESSAGE", "any kind of bounce"),
    ("AWL", "usual score of the sender"),
)
GAUSSIAN_PARAMETERS = 2


@dataclass(frozen=True)
class LessonTables(Query):
    """The small worked figures: a scored mail, numbers of parameters, rates, a kernel."""

    scores: tuple[float, ...]
    threshold: float = 5.0
    bins: int = 10
    columns: int = 3
    classes: int = 2
    points: int = 100
    dimensions: int = 2
    first: tuple[float, ...] = (1.0, 2.0)
    second: tuple[float, ...] = (3.0, 1.0)


class ScoredTest(TypedDict):
    name: str
    about: str
    score: float


class ParameterCounts(TypedDict):
    joint: int
    naive: int
    gaussian: int


class RateValues(TypedDict):
    neighbors: float
    power: float
    excess: float
    alike: float
    """How many points of one dimension have the same rate's error."""


class KernelValues(TypedDict):
    lifted: list[list[float]]
    lifted_product: float
    product: float
    kernel: float


class TablesAnswer(LessonAnswer):
    """The small worked examples."""

    tests: list[ScoredTest]
    total: float
    flagged: bool
    cells: ParameterCounts
    rate: RateValues
    kernel: KernelValues


def tables_view(asked: LessonTables) -> View:
    """Each small example with the figures asked for."""
    scores = matrix_of("scores", (asked.scores,), len(TESTS), 1, 1)[0]
    check_range("the number of bins", asked.bins, 2, 100)
    check_range("the number of columns", asked.columns, 1, 12)
    check_range("the number of classes", asked.classes, 2, 20)
    check_range("the number of points", asked.points, 1, 1_000_000)
    check_range("the number of dimensions", asked.dimensions, 1, 50)
    total = round(float(scores.sum()), 10)
    values: TablesAnswer = {
        "tests": [
            {"name": name, "about": about, "score": float(score)}
            for (name, about), score in zip(TESTS, scores)
        ],
        "total": total,
        "flagged": total >= asked.threshold,
        "cells": {
            "joint": asked.bins**asked.columns,
            "naive": asked.bins * asked.columns,
            "gaussian": asked.classes - 1 + asked.columns * GAUSSIAN_PARAMETERS * asked.classes,
        },
        "rate": {
            "neighbors": recommended_neighbors(asked.points, asked.dimensions),
            "power": -2.0 / (2.0 + asked.dimensions),
            "excess": asked.points ** (-2.0 / (2.0 + asked.dimensions)),
            "alike": asked.points ** (3.0 / (2.0 + asked.dimensions)),
        },
        "kernel": kernel_values(asked),
    }
    return View("lesson-tables", values)


def kernel_values(asked: LessonTables) -> KernelValues:
    """Both sides of h(x) · h(y) = (x · y)^2."""
    x, y = matrix_of("points", (asked.first, asked.second), 2, 2, 2)
    lifted = [[a * a, sqrt(2.0) * a * b, b * b] for a, b in (x.tolist(), y.tolist())]
    return {
        "lifted": lifted,
        "lifted_product": float(np.dot(lifted[0], lifted[1])),
        "product": float(x @ y),
        "kernel": float(x @ y) ** 2,
    }


def tables_lines(asked: LessonTables) -> str:
    return f"""\
import numpy as np

score = round(sum({list(asked.scores)}), 10)
print("score", score, "junk" if score >= {asked.threshold!r} else "kept")

bins, columns, classes = {asked.bins}, {asked.columns}, {asked.classes}
print("cells", bins**columns, "naively", bins * columns)
print("Gaussian parameters", classes - 1 + columns * 2 * classes)

n, d = {asked.points}, {asked.dimensions}
print("neighbors", n ** (2 / (2 + d)), "excess error", n ** (-2 / (2 + d)))

x, y = np.array({list(asked.first)}), np.array({list(asked.second)})
lifted = [np.array([a * a, np.sqrt(2) * a * b, b * b]) for a, b in (x, y)]
print("kernel", (x @ y) ** 2, "lifted", lifted[0] @ lifted[1])
"""


QUESTIONS = (LessonQuestion(LessonTables, TablesAnswer, tables_view, tables_lines),)

"""The lesson of small figures: a scored mail, numbers of parameters, rates and a kernel."""

from __future__ import annotations

from math import sqrt

import numpy as np

from steersman.maths.lessons import recommended_neighbors
from steersman.session.lessons.actions import LessonTables
from steersman.session.lessons.checks import check, matrix_of, within
from steersman.session.lessons.shapes import CheckValues, KernelValues, TablesAnswer
from steersman.session.views import View

TESTS = (
    ("RCVD_IN_MXRATE_WL", "a white list knows the sender", -0.1),
    ("HTML_IMAGE_RATIO_02", "little text beside the pictures", 0.6),
    ("TVD_FW_GRAPHIC_NAME_MID", "a forwarded picture's name", 1.2),
    ("HTML_MESSAGE", "HTML in the message", 0.0),
    ("HTML_FONT_FACE_BAD", "a font that is no word", 0.6),
    ("SARE_GIF_ATTACH", "an inline gif", 1.4),
    ("BOUNCE_MESSAGE", "bounced by the server", 0.1),
    ("ANY_BOUNCE_MESSAGE", "some kind of bounce", 0.1),
    ("AWL", "the sender's usual score", 1.4),
)
SCORED_MAIL = tuple(score for _, _, score in TESTS)
GAUSSIAN_PARAMETERS = 2


def tables_view(asked: LessonTables) -> View:
    """Each small example with the figures asked for, and the lecture's beside ours."""
    scores = matrix_of("scores", (asked.scores,), len(TESTS), 1, 1)[0]
    within("the number of bins", asked.bins, 2, 100)
    within("the number of columns", asked.columns, 1, 12)
    within("the number of classes", asked.classes, 2, 20)
    within("the number of points", asked.points, 1, 1_000_000)
    within("the number of dimensions", asked.dimensions, 1, 50)
    total = round(float(scores.sum()), 10)
    values: TablesAnswer = {
        "tests": [
            {"name": name, "about": about, "score": float(score)}
            for (name, about, _), score in zip(TESTS, scores)
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
        "checks": lecture_checks(),
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


def lecture_checks() -> list[CheckValues]:
    """The figures that the lectures print of these examples."""
    return [
        check("score of the mail", "5.3", round(sum(SCORED_MAIL), 10)),
        check("cells of a table of 3 columns in 10 bins", "1000", float(10**3)),
        check("the same, naively", "30", float(3 * 10)),
        check("neighbors for n = 100, d = 2", "10", recommended_neighbors(100, 2)),
        check("power of n in the excess error, d = 1", "-0.67", -2.0 / 3.0, "printed as −2/3"),
    ]

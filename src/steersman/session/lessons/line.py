"""The lesson of the line: w x = t in the plane, its nearest point to the origin, the sigmoid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from steersman.errors import SteersmanError, check_range
from steersman.maths.lessons import homogeneous, log_conditional_likelihood
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of, rows_text
from steersman.session.views import View

Floats = NDArray[np.float64]
MOST_POINTS = 40
REACH = 20.0
SHORTEST = 1e-9
CURVE_REACH = 6.0
CURVE_POINTS = 121


@dataclass(frozen=True)
class LessonLine(Query):
    """A line w x = t, a few points with classes (x1, x2, 0 or 1), and one point to ask about."""

    rows: tuple[tuple[float, ...], ...]
    weights: tuple[float, ...] = (2.0, 1.0)
    threshold: float = 2.0
    at: tuple[float, ...] = (1.5, 1.0)


class SigmoidCurve(TypedDict):
    z: list[float]
    chance: list[float]


class LineAnswer(LessonAnswer):
    """Lengths along w, and the probability on both sides of the line."""

    length: float
    """|w|"""
    foot: tuple[float, float]
    """x0, the point of the line on the ray of w."""
    foot_length: float
    product: float
    """|w| |x0|, which is |t|."""
    score: float
    """w x - t of the point asked about: its logit."""
    distance: float
    """Signed, from the line."""
    chance: float
    curve: SigmoidCurve
    scores: list[float]
    chances: list[float]
    likelihood: float
    right: int


def line_view(asked: LessonLine) -> View:
    """The geometry of the line, and the sigmoid of each point's score."""
    rows = matrix_of("points", asked.rows, 3, 1, MOST_POINTS)
    w, at = matrix_of("vectors", (asked.weights, asked.at), 2, 2, 2)
    t = check_range("the threshold", asked.threshold, -REACH, REACH)
    length = float(np.linalg.norm(w))
    if length < SHORTEST:
        raise SteersmanError(
            "w is zero and has no direction",
            todo="move its end away from the origin",
            code="no-direction",
        )
    foot = t * w / length**2
    weights = np.array([-t, *w])
    scores = homogeneous(rows[:, :2]) @ weights
    truth = rows[:, 2]
    score = float(at @ w - t)
    z = np.linspace(-CURVE_REACH, CURVE_REACH, CURVE_POINTS)
    values: LineAnswer = {
        "length": length,
        "foot": (float(foot[0]), float(foot[1])),
        "foot_length": float(np.linalg.norm(foot)),
        "product": length * float(np.linalg.norm(foot)),
        "score": score,
        "distance": score / length,
        "chance": float(expit(score)),
        "curve": {"z": z.tolist(), "chance": expit(z).tolist()},
        "scores": scores.tolist(),
        "chances": expit(scores).tolist(),
        "likelihood": float(
            log_conditional_likelihood(homogeneous(rows[:, :2]), truth, weights)[0]
        ),
        "right": int(((scores > 0) == (truth == 1)).sum()),
    }
    return View("lesson-line", values)


def line_lines(asked: LessonLine) -> str:
    return f"""\
import numpy as np

rows = {rows_text(asked.rows)}
w, t, x = np.array({list(asked.weights)}), {asked.threshold!r}, np.array({list(asked.at)})
x0 = t * w / (w @ w)
print("x0", x0, "|w| |x0|", np.linalg.norm(w) * np.linalg.norm(x0))
z = w @ x - t
print("distance", z / np.linalg.norm(w), "P(1 | x)", 1 / (1 + np.exp(-z)))
margins = (2 * rows[:, 2] - 1) * (rows[:, :2] @ w - t)
print("log conditional likelihood", -np.logaddexp(0, -margins).sum())
"""


QUESTIONS = (LessonQuestion(LessonLine, LineAnswer, line_view, line_lines),)

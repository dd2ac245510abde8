"""The lesson of the learning rates: one perceptron three times, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError, check_range
from steersman.maths.lessons import homogeneous, perceptron_trace
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of, rows_text
from steersman.session.views import View

Floats = NDArray[np.float64]
StartLine = Literal["centers", "zero"]
MOST_POINTS = 40
MOST_UPDATES = 200
RUNS = 3


@dataclass(frozen=True)
class LessonRates(Query):
    """Points with classes (x1, x2, 0 or 1), three learning rates, and where the weights start.

    `step` is how many updates the page shows; -1 shows all. The answer has them all.
    """

    rows: tuple[tuple[float, ...], ...]
    rates: tuple[float, ...] = (0.2, 0.5, 1.0)
    start: StartLine = "centers"
    step: int = -1


class RateRun(TypedDict):
    """One training: the weights (-t, w1, w2) before the first and after each update."""

    rate: float
    weights: list[tuple[float, float, float]]
    examples: list[int]
    """The misclassified point of each update."""
    converged: bool
    wrong: list[int]
    """How many points are wrong with each weights."""


class RatesAnswer(LessonAnswer):
    """Three trainings on the same points."""

    runs: list[RateRun]


def rates_view(asked: LessonRates) -> View:
    """The whole training with each rate."""
    rows = matrix_of("points", asked.rows, 3, 2, MOST_POINTS)
    check_range("the number of rates", len(asked.rates), RUNS, RUNS)
    check_range("the step", asked.step, -1, MOST_UPDATES)
    X, positive = rows[:, :2], rows[:, 2] == 1
    if positive.all() or not positive.any():
        raise SteersmanError(
            "all points have the same class",
            todo="keep at least one of each",
            code="class-single",
            label="positive" if positive.all() else "negative",
        )
    runs = [
        rate_run(X, positive, check_range("a rate", rate, 0.001, 10.0), asked.start)
        for rate in asked.rates
    ]
    values: RatesAnswer = {"runs": runs}
    return View("lesson-rates", values)


def rate_run(X: Floats, positive: NDArray[np.bool_], rate: float, start: StartLine) -> RateRun:
    signs = np.where(positive, 1.0, -1.0)
    first = center_weights(X, positive) if start == "centers" else np.zeros(3)
    trace = perceptron_trace(X, signs, rate, first, max_updates=MOST_UPDATES)
    margins = signs[:, None] * (homogeneous(X) @ trace.weights.T)
    return {
        "rate": rate,
        "weights": [(a, b, c) for a, b, c in trace.weights.tolist()],
        "examples": trace.examples.tolist(),
        "converged": trace.converged,
        "wrong": (margins <= 0).sum(axis=0).tolist(),
    }


def center_weights(X: Floats, positive: NDArray[np.bool_]) -> Floats:
    """(-t, w) of the line half-way between the class centers."""
    p, n = X[positive].mean(axis=0), X[~positive].mean(axis=0)
    return np.array([-(p @ p - n @ n) / 2, *(p - n)])


def rates_lines(asked: LessonRates) -> str:
    return f"""\
import numpy as np
from steersman.learn.classic import PerceptronClassifier

rows = {rows_text(asked.rows)}
X, y = rows[:, :2], rows[:, 2].astype(int)
for rate in {list(asked.rates)}:
    model = PerceptronClassifier(rate, start={asked.start!r}, trace=True, shuffle=False)
    trace = model.set_params(max_updates={MOST_UPDATES}).fit(X, y).traces_[0]
    print(rate, len(trace.examples), "updates, converged", trace.converged, trace.weights[-1])
"""


QUESTIONS = (LessonQuestion(LessonRates, RatesAnswer, rates_view, rates_lines),)

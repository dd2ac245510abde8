"""The lesson of the losses: one line through points, by four ways of counting what is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError, check_range
from steersman.learn.lessons import FittedLine, LineKnobs, fitted_lines
from steersman.maths.lessons import Loss, loss_values
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, plane_points
from steersman.session.views import View

Floats = NDArray[np.float64]
CURVE_REACH = 3.0
CURVE_POINTS = 121


@dataclass(frozen=True)
class LessonLosses(Query):
    """A line through points by each of the four losses."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    epsilon: float = 0.5
    c: float = 1.0
    sigma: float = 1.0


class LossLineValues(TypedDict):
    """The line that one loss leads to."""

    loss: Loss
    slope: float
    intercept: float
    residuals: list[float]
    pulling: list[bool]
    objective: float
    losses: Mapping[Loss, float]
    """Summed over the points."""
    fitted_by: str


class LossCurves(TypedDict):
    """Each loss at `z`."""

    z: list[float]
    epsilon: list[float]
    laplacian: list[float]
    gaussian: list[float]
    huber: list[float]


class LossesAnswer(LessonAnswer):
    """Four lines through the points."""

    lines: list[LossLineValues]
    curves: LossCurves


def losses_view(asked: LessonLosses) -> View:
    """The four lines, their residuals and losses, and the losses drawn."""
    x, y = plane_points(asked.x, asked.y)
    knobs = LineKnobs(
        check_range("epsilon", asked.epsilon, 0.0, 10.0),
        check_range("C", asked.c, 0.001, 1000.0),
        check_range("sigma", asked.sigma, 0.01, 10.0),
    )
    if np.ptp(x) == 0:
        raise SteersmanError(
            "all points have the same x",
            todo="move one of them sideways",
            code="points-above-each-other",
            x=float(x[0]),
        )
    z = np.linspace(-CURVE_REACH, CURVE_REACH, CURVE_POINTS)
    values: LossesAnswer = {
        "lines": [line_values(line) for line in fitted_lines(x, y, knobs)],
        "curves": {
            "z": z.tolist(),
            "epsilon": loss_curve("epsilon", z, knobs),
            "laplacian": loss_curve("laplacian", z, knobs),
            "gaussian": loss_curve("gaussian", z, knobs),
            "huber": loss_curve("huber", z, knobs),
        },
    }
    return View("lesson-losses", values)


def loss_curve(loss: Loss, z: Floats, knobs: LineKnobs) -> list[float]:
    heights: list[float] = loss_values(loss, z, knobs.epsilon, knobs.sigma).tolist()
    return heights


def line_values(line: FittedLine) -> LossLineValues:
    return {
        "loss": line.loss,
        "slope": line.slope,
        "intercept": line.intercept,
        "residuals": line.residuals.tolist(),
        "pulling": line.pulling.tolist(),
        "objective": line.objective,
        "losses": line.losses,
        "fitted_by": line.fitted_by,
    }


def losses_lines(asked: LessonLosses) -> str:
    return f"""\
import numpy as np
from steersman.learn.lessons import LineKnobs, fitted_lines

x = np.array({list(asked.x)})
y = np.array({list(asked.y)})
knobs = LineKnobs(epsilon={asked.epsilon!r}, c={asked.c!r}, sigma={asked.sigma!r})
for line in fitted_lines(x, y, knobs):
    print(line.loss, line.slope, line.intercept, "by", line.fitted_by)
"""


QUESTIONS = (LessonQuestion(LessonLosses, LossesAnswer, losses_view, losses_lines),)

"""The lesson of the losses: one line through points, by four ways of counting what is left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.lessons import FittedLine, LineKnobs, fitted_lines
from steersman.maths.lessons import loss_values
from steersman.maths.lessons.line_losses import Loss
from steersman.session.lessons.actions import LessonLosses
from steersman.session.lessons.checks import within
from steersman.session.lessons.shapes import LossesAnswer, LossLineValues
from steersman.session.views import View

Floats = NDArray[np.float64]
MOST_POINTS = 40
REACH = 20.0
CURVE_REACH = 3.0
CURVE_POINTS = 121


def losses_view(asked: LessonLosses) -> View:
    """The four lines, their residuals and losses, and the losses drawn."""
    if len(asked.x) != len(asked.y):
        raise SteersmanError(
            "each point has an x and a y",
            todo="send as many of each",
            code="lengths-differ",
            lengths=(len(asked.x), len(asked.y)),
        )
    within("the number of points", len(asked.x), 2, MOST_POINTS)
    for value in (*asked.x, *asked.y):
        within("a coordinate", value, -REACH, REACH)
    knobs = LineKnobs(
        within("epsilon", asked.epsilon, 0.0, 10.0),
        within("C", asked.c, 0.001, 1000.0),
        within("sigma", asked.sigma, 0.01, 10.0),
    )
    x, y = np.array(asked.x), np.array(asked.y)
    if np.ptp(x) == 0:
        raise SteersmanError(
            "all points stand above one x",
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

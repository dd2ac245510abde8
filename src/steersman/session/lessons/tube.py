"""The lesson of the tube: support vector regression with slacks, its dual and a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from steersman.errors import check_range
from steersman.learn.lessons import MachineKernel, TubeKnobs, fitted_tube, tube_objectives
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, plane_points
from steersman.session.views import View

CURVE = (0.0, 10.0, 121)


@dataclass(frozen=True)
class LessonTube(Query):
    """Points, the tube's half width, C and a kernel."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    epsilon: float = 0.5
    c: float = 1.0
    kernel: MachineKernel = "linear"
    gamma: float = 0.5
    degree: int = 3


class TubePoint(TypedDict):
    """One point: its dual coefficients, and how far it is above or below the tube."""

    alpha: float
    alpha_star: float
    above: float
    below: float


class TubeCurve(TypedDict):
    x: list[float]
    y: list[float]


class TubeAnswer(LessonAnswer):
    """A curve with its tube, and what proves that it is the best one."""

    curve: TubeCurve
    points: list[TubePoint]
    support: int
    primal: float
    dual: float
    balance: float
    """Sum of alpha - alpha*."""
    complementarity: float
    """Largest violation of alpha (eps + xi - y + f) = 0, (C - alpha) xi = 0 and their stars."""
    length: float
    """|beta|"""


def tube_view(asked: LessonTube) -> View:
    """The regression, each point's slack and coefficients, both objectives."""
    x, y = plane_points(asked.x, asked.y)
    knobs = TubeKnobs(
        check_range("epsilon", asked.epsilon, 0.0, 10.0),
        check_range("C", asked.c, 0.001, 1000.0),
        asked.kernel,
        check_range("gamma", asked.gamma, 0.001, 100.0),
        int(check_range("the degree", asked.degree, 1, 6)),
    )
    tube = fitted_tube(x, y, knobs)
    primal, dual = tube_objectives(tube, y, knobs)
    at = np.linspace(*CURVE)
    residuals = y - tube.fitted
    broken = [
        tube.alpha * (knobs.epsilon + tube.above - residuals),
        tube.alpha_star * (knobs.epsilon + tube.below + residuals),
        (knobs.c - tube.alpha) * tube.above,
        (knobs.c - tube.alpha_star) * tube.below,
    ]
    values: TubeAnswer = {
        "curve": {"x": at.tolist(), "y": tube.predict(at).tolist()},
        "points": [
            {"alpha": a, "alpha_star": b, "above": up, "below": down}
            for a, b, up, down in zip(
                tube.alpha.tolist(),
                tube.alpha_star.tolist(),
                tube.above.tolist(),
                tube.below.tolist(),
            )
        ],
        "support": int(np.count_nonzero(tube.alpha + tube.alpha_star)),
        "primal": primal,
        "dual": dual,
        "balance": float((tube.alpha - tube.alpha_star).sum()),
        "complementarity": float(np.abs(broken).max()),
        "length": float(np.sqrt(max(tube.length, 0.0))),
    }
    return View("lesson-tube", values)


def tube_lines(asked: LessonTube) -> str:
    return f"""\
import numpy as np
from steersman.learn.lessons import TubeKnobs, fitted_tube, tube_objectives

x = np.array({list(asked.x)})
y = np.array({list(asked.y)})
knobs = TubeKnobs(
    epsilon={asked.epsilon!r}, c={asked.c!r}, kernel={asked.kernel!r},
    gamma={asked.gamma!r}, degree={asked.degree!r},
)
tube = fitted_tube(x, y, knobs)
print("alpha - alpha*", (tube.alpha - tube.alpha_star).round(4))
print("slacks", tube.above.round(4), tube.below.round(4))
print("primal and dual", tube_objectives(tube, y, knobs))
"""


QUESTIONS = (LessonQuestion(LessonTube, TubeAnswer, tube_view, tube_lines),)

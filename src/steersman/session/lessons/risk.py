"""The lesson of risk: P(error | x), what a wrong cut costs, and how eta passes 1/2."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import TypedDict

import numpy as np

from steersman.errors import check_range
from steersman.maths.lessons import CrossingWorld, error_at, rate_exponent
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion
from steersman.session.views import View

# Twice the cells between two ticks of the axis: no cell has the jump or a round cut inside.
CELLS = 400
EPSILONS = tuple(float(each) for each in np.geomspace(0.005, 0.5, 41))


@dataclass(frozen=True)
class LessonRisk(Query):
    """A world on [0, 1] whose eta jumps over or crosses 1/2, a rule x > cut, and a band."""

    flat: float = 0.0
    jump: float = 0.0
    cut: float = 0.3
    epsilon: float = 0.1


class MarginCurve(TypedDict):
    """P(|eta - 1/2| <= epsilon) for each epsilon."""

    epsilon: list[float]
    share: list[float]


class RiskAnswer(LessonAnswer):
    """The error at each x and on average."""

    x: list[float]
    eta: list[float]
    error: list[float]
    """P(error | x) of the rule."""
    least: list[float]
    """P(error | x) of Bayes' rule."""
    risk: float
    """The mean of `error`, added up."""
    bayes_risk: float
    excess: float
    """The mean of |2 eta - 1| where the two rules differ, in closed form."""
    band: tuple[float, float] | None
    """Where |eta - 1/2| <= epsilon; null where it never is."""
    share: float
    alpha: float | None
    """Of the margin assumption; null where it is infinite."""
    lipschitz: float | None
    """Null where eta jumps."""
    power: float | None
    """The best excess risk falls as n to minus this; null for faster than any power."""
    margin: MarginCurve


def risk_view(asked: LessonRisk) -> View:
    """Error curves of both rules, excess risk and margin."""
    world = CrossingWorld(
        check_range("the vanishing derivatives", asked.flat, 0.0, 6.0),
        check_range("the jump", asked.jump, 0.0, 0.5),
    )
    cut = check_range("the cut", asked.cut, 0.0, 1.0)
    epsilon = check_range("epsilon", asked.epsilon, 0.0, 0.5)
    x = (np.arange(CELLS) + 0.5) / CELLS
    eta = world.eta(x)
    error, least = error_at(eta, x > cut), error_at(eta, x > 0.5)
    share = float(world.margin_share(np.array(epsilon)))
    alpha = world.margin_exponent
    values: RiskAnswer = {
        "x": x.tolist(),
        "eta": eta.tolist(),
        "error": error.tolist(),
        "least": least.tolist(),
        "risk": float(error.mean()),
        "bayes_risk": world.bayes_risk,
        "excess": world.excess_risk(cut),
        "band": (0.5 - share / 2, 0.5 + share / 2) if share else None,
        "share": share,
        "alpha": None if isinf(alpha) else alpha,
        "lipschitz": None if isinf(world.lipschitz) else world.lipschitz,
        "power": None if isinf(alpha) else rate_exponent(alpha, 1),
        "margin": {
            "epsilon": list(EPSILONS),
            "share": world.margin_share(np.array(EPSILONS)).tolist(),
        },
    }
    return View("lesson-risk", values)


def risk_lines(asked: LessonRisk) -> str:
    return f"""\
import numpy as np
from steersman.maths.lessons import CrossingWorld, error_at

world, cut = CrossingWorld(flat={asked.flat!r}, jump={asked.jump!r}), {asked.cut!r}
x = (np.arange({CELLS}) + 0.5) / {CELLS}
eta = world.eta(x)
print("risk", error_at(eta, x > cut).mean(), "Bayes risk", world.bayes_risk)
print("excess", (abs(2 * eta - 1) * ((x > cut) != (x > 0.5))).mean(), world.excess_risk(cut))
print("P(|eta - 1/2| <= epsilon)", world.margin_share(np.array({asked.epsilon!r})))
print("alpha", world.margin_exponent)
"""


QUESTIONS = (LessonQuestion(LessonRisk, RiskAnswer, risk_view, risk_lines),)

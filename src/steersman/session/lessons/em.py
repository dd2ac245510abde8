"""The lesson of EM: a bound that touches the log likelihood, and climbs with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypedDict

import numpy as np

from steersman.errors import check_range
from steersman.maths.lessons import BoundStep, Half, LineMixture, bound_steps
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of
from steersman.session.views import View

MOST_POINTS = 40
REACH = 6.0
CURVE_POINTS = 241


@dataclass(frozen=True)
class LessonEm(Query):
    """Points on a line from two Gaussians, of which the first has an unknown mean."""

    x: tuple[float, ...]
    other: float = 2.0
    sigma: float = 1.0
    share: float = 0.5
    start: float = 4.5
    step: int = 0
    point: int = 0
    """The point whose part of the bound is drawn."""


class JensenValues(TypedDict):
    """The ratios P(x, y) / q(y) of one point, which q averages."""

    q: tuple[float, float]
    ratios: tuple[float, float]
    log_of_mean: float
    mean_of_logs: float


class EmAnswer(LessonAnswer):
    """The log likelihood J, the bound F and the divergence KL at one step."""

    half: Half
    step: int
    steps: int
    theta: float
    next: float
    """Where the bound is highest."""
    likelihood: float
    bound: float
    divergence: float
    shares: list[float]
    """q(y = 1) of each point."""
    at: list[float]
    """Means for which the curves are drawn."""
    likelihoods: list[float]
    bounds: list[float]
    densities: list[list[float]]
    """Of both Gaussians at the same places, times their share."""
    jensen: JensenValues


def mixture_of(asked: LessonEm) -> LineMixture:
    x = matrix_of("points", (asked.x,), len(asked.x), 1, 1)[0]
    check_range("the number of points", len(x), 2, MOST_POINTS)
    for value in asked.x:
        check_range("a coordinate", value, -REACH, REACH)
    return LineMixture(
        x,
        check_range("the other mean", asked.other, -REACH, REACH),
        check_range("sigma", asked.sigma, 0.2, 4.0),
        check_range("the share", asked.share, 0.02, 0.98),
    )


@lru_cache(maxsize=4)
def steps_of(asked: LessonEm) -> tuple[BoundStep, ...]:
    start = check_range("the start", asked.start, -REACH, REACH)
    return tuple(bound_steps(mixture_of(asked), start))


def em_view(asked: LessonEm) -> View:
    """One step: both curves, their gap at the mean, and Jensen's inequality for one point."""
    mixture = mixture_of(asked)
    steps = steps_of(replace(asked, step=0, point=0))
    place = min(int(check_range("the step", asked.step, 0, 10_000)), len(steps) - 1)
    half, q, theta = steps[place]
    at = np.linspace(-REACH, REACH, CURVE_POINTS)
    point = int(check_range("the point", asked.point, 0, len(asked.x) - 1))
    drawn = replace(mixture, x=at).joint(theta)
    values: EmAnswer = {
        "half": half,
        "step": place,
        "steps": len(steps) - 1,
        "theta": theta,
        "next": mixture.best_mean(q, theta),
        "likelihood": mixture.log_likelihood(theta),
        "bound": mixture.lower_bound(q, theta),
        "divergence": mixture.divergence(q, theta),
        "shares": q[:, 0].tolist(),
        "at": at.tolist(),
        "likelihoods": [mixture.log_likelihood(each) for each in at],
        "bounds": [mixture.lower_bound(q, each) for each in at],
        "densities": drawn.T.tolist(),
        "jensen": jensen_values(mixture, q[point], theta, point),
    }
    return View("lesson-em", values)


def jensen_values(mixture: LineMixture, q: np.ndarray, theta: float, point: int) -> JensenValues:
    """log of the mean ratio against the mean of their logs; equal when both ratios are."""
    joint = mixture.log_joint(theta)[point]
    present = q > 0.0
    # A share may be too small for a number; where it is the posterior, both ratios are equal.
    logs = np.full(2, joint[present] - np.log(q[present]))
    first, second = np.exp(logs).tolist()
    return {
        "q": (float(q[0]), float(q[1])),
        "ratios": (first, second),
        "log_of_mean": float(np.logaddexp.reduce(joint[present])),
        "mean_of_logs": float(q @ logs),
    }


def em_lines(asked: LessonEm) -> str:
    return f"""\
import numpy as np
from steersman.maths.lessons import LineMixture, bound_steps

x = np.array({list(asked.x)})
mixture = LineMixture(x, other={asked.other!r}, sigma={asked.sigma!r}, share={asked.share!r})
for half, q, theta in bound_steps(mixture, {asked.start!r}):
    J, F = mixture.log_likelihood(theta), mixture.lower_bound(q, theta)
    print(half, "mean", theta, "J", J, "F", F, "KL", mixture.divergence(q, theta))
"""


QUESTIONS = (LessonQuestion(LessonEm, EmAnswer, em_view, em_lines),)

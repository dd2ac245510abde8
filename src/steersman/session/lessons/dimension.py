"""The lesson of dimensions: what columns of noise cost, and how to get rid of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TypedDict

from scipy.stats import norm

from steersman.errors import check_range
from steersman.learn.lessons import (
    SHIFT,
    SIGNAL,
    WAYS,
    DimensionStudy,
    ManyColumns,
    dimension_study,
    mean_interval,
)
from steersman.session.actions import Query
from steersman.session.lessons.lesson import Interval, LessonAnswer, LessonQuestion
from steersman.session.views import View
from steersman.tasks import Task

COLUMNS = (2, 3, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class LessonDimension(Query):
    """Error of k neighbors against the number of columns, two of them informative."""

    points: int = 100
    neighbors: int = 10
    noise: float = 1.0
    turned: bool = False
    draws: int = 20
    seed: int = 0


class DimensionCurve(TypedDict):
    """The mean test error for each number of columns."""

    way: str
    """`all` columns, the first two principal axes (`pca`), or two columns `selected` by F test."""
    errors: list[Interval]


class DimensionAnswer(LessonAnswer):
    """Three curves over the number of columns."""

    draws: int
    features: list[int]
    curves: list[DimensionCurve]
    bayes_error: float
    rates: list[float]
    """n to the power -2 / (2 + d): how slowly the excess risk falls."""


def dimension_view(asked: LessonDimension, task: Task) -> View:
    """The three curves, growing with the draws."""
    points = int(check_range("the number of points", asked.points, 20, 400))
    neighbors = int(check_range("the number of neighbors", asked.neighbors, 1, points))
    draws = int(check_range("the number of draws", asked.draws, 2, 200))
    world = ManyColumns(check_range("the noise", asked.noise, 0.0, 5.0), asked.turned)
    values: DimensionAnswer | None = None
    for study in dimension_study(
        world, COLUMNS, points=points, neighbors=neighbors, draws=draws, seed=asked.seed, task=task
    ):
        values = dimension_values(study, points)
        task.show("lesson-dimension", values)
    assert values is not None, "there are draws"  # noqa: S101
    return View("lesson-dimension", values)


def dimension_values(study: DimensionStudy, points: int) -> DimensionAnswer:
    return {
        "draws": len(study.errors),
        "features": list(study.columns),
        "curves": [
            {
                "way": way,
                "errors": [
                    mean_interval(study.errors[:, place, at]) for at in range(len(study.columns))
                ],
            }
            for place, way in enumerate(WAYS)
        ],
        # The centers are 2 sqrt(2) apart, each class has deviation 1.
        "bayes_error": float(norm.cdf(-SHIFT * sqrt(SIGNAL))),
        "rates": [points ** (-2 / (2 + d)) for d in study.columns],
    }


def dimension_lines(asked: LessonDimension) -> str:
    return f"""\
from steersman.learn.lessons import ManyColumns, dimension_study
from steersman.tasks import Task

world = ManyColumns(noise={asked.noise!r}, turned={asked.turned!r})
*_, study = dimension_study(
    world, {COLUMNS}, points={asked.points}, neighbors={asked.neighbors},
    draws={asked.draws}, seed={asked.seed}, task=Task(),
)
for way, errors in zip({WAYS}, study.errors.mean(axis=0)):
    print(way, dict(zip(study.columns, errors.round(3))))
"""


QUESTIONS = (
    LessonQuestion(LessonDimension, DimensionAnswer, dimension_view, dimension_lines, study=True),
)

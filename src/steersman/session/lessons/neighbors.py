"""The lesson of the nearest neighbors: the simulated example over many draws, and one draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from steersman.errors import check_range
from steersman.learn.lessons import NeighborStudy, mean_interval, neighbor_study
from steersman.maths.lessons import (
    NoisySquare,
    decisions_for_all_k,
    draw_points,
    grid_points,
    recommended_neighbors,
    true_risks,
)
from steersman.session.actions import Query
from steersman.session.lessons.lesson import Interval, LessonAnswer, LessonQuestion
from steersman.session.views import Column, View
from steersman.tasks import Task

ZONE_SIDE = 80


@dataclass(frozen=True)
class LessonNeighbors(Query):
    """The simulated k-NN example, repeated."""

    points: int = 100
    p: float = 0.2
    q: float = 0.8
    draws: int = 100
    seed: int = 0


@dataclass(frozen=True)
class LessonZones(Query):
    """One draw of the same points and where k neighbors say 1."""

    neighbors: int
    points: int = 100
    p: float = 0.2
    q: float = 0.8
    draw: int = 0
    seed: int = 0


class RiskSpread(TypedDict):
    low: float
    high: float


class NeighborsAnswer(LessonAnswer):
    """Error against k over many draws."""

    draws: int
    points: int
    p: float
    q: float
    means: list[float]
    low: list[float]
    high: list[float]
    validated: list[float]
    chosen: list[int]
    median_chosen: float
    best: int
    bayes_error: float
    recommended: float
    one: Interval
    at_best: Interval
    at_recommended: Interval
    at_chosen: Interval
    ones: RiskSpread


class ZonesAnswer(LessonAnswer):
    """One draw; the column `zones` has the side of every cell of a grid, rows from below."""

    neighbors: int
    side: int
    points: list[tuple[float, float]]
    labels: list[int]
    risk: float
    training: float


def neighbors_view(asked: LessonNeighbors, task: Task) -> View:
    """Error against k over the draws, the k that cross-validation takes, and the marks."""
    square = square_of(asked.p, asked.q)
    points = int(check_range("the number of points", asked.points, 20, 400))
    draws = int(check_range("the number of draws", asked.draws, 2, 1000))
    values: NeighborsAnswer | None = None
    for study in neighbor_study(square, points, draws, asked.seed, task):
        values = study_values(study, square, points)
        task.show("lesson-neighbors", values)
    assert values is not None, "there are draws"  # noqa: S101
    return View("lesson-neighbors", values)


def square_of(p: float, q: float) -> NoisySquare:
    return NoisySquare(check_range("p", p, 0.0, 0.5), check_range("q", q, 0.5, 1.0))


def study_values(study: NeighborStudy, square: NoisySquare, points: int) -> NeighborsAnswer:
    """The curves and figures of the draws so far."""
    means = study.risks.mean(axis=0)
    low, high = np.quantile(study.risks, [0.1, 0.9], axis=0)
    best = int(means.argmin()) + 1
    return {
        "draws": len(study.chosen),
        "points": points,
        "p": square.p,
        "q": square.q,
        "means": means.tolist(),
        "low": low.tolist(),
        "high": high.tolist(),
        "validated": study.validated.mean(axis=0).tolist(),
        "chosen": np.bincount(study.chosen, minlength=points + 1)[1:].tolist(),
        "median_chosen": float(np.median(study.chosen)),
        "best": best,
        "bayes_error": square.bayes_error,
        "recommended": recommended_neighbors(points),
        "one": mean_interval(study.risks[:, 0]),
        "at_best": mean_interval(study.risks[:, best - 1]),
        "at_recommended": mean_interval(study.risks[:, round(recommended_neighbors(points)) - 1]),
        "at_chosen": mean_interval(study.chosen_risks),
        "ones": {
            "low": float(np.quantile(study.risks[:, 0], 0.025)),
            "high": float(np.quantile(study.risks[:, 0], 0.975)),
        },
    }


def zones_view(asked: LessonZones) -> View:
    """The points of one draw of the study, and the side of every cell of a grid."""
    square = square_of(asked.p, asked.q)
    points = int(check_range("the number of points", asked.points, 20, 400))
    k = int(check_range("k", asked.neighbors, 1, points))
    draw = int(check_range("the draw", asked.draw, 0, 999))
    stream = np.random.SeedSequence(asked.seed).spawn(draw + 1)[draw]
    X, labels = draw_points(square, points, np.random.default_rng(stream))
    at = grid_points(ZONE_SIDE)
    decided = decisions_for_all_k(X, labels, at, k)[:, k - 1]
    values: ZonesAnswer = {
        "neighbors": k,
        "side": ZONE_SIDE,
        "points": [(x, y) for x, y in X.round(4).tolist()],
        "labels": labels.tolist(),
        "risk": float(true_risks(decided[:, None], square.chances(at))[0]),
        "training": float((decisions_for_all_k(X, labels, X, k)[:, k - 1] != (labels == 1)).mean()),
    }
    return View("lesson-zones", values, (Column("zones", decided.astype(np.uint8), None),))


def neighbors_lines(asked: LessonNeighbors) -> str:
    return f"""\
from steersman.learn.lessons import mean_interval, neighbor_study
from steersman.maths.lessons import NoisySquare, recommended_neighbors
from steersman.tasks import Task

square, n = NoisySquare(p={asked.p!r}, q={asked.q!r}), {asked.points}
*_, study = neighbor_study(square, n, draws={asked.draws}, seed={asked.seed}, task=Task())
means = study.risks.mean(axis=0)
print("Bayes error", square.bayes_error)
print("one neighbor [95 %]", mean_interval(study.risks[:, 0]))
print("least with", means.argmin() + 1, "neighbors:", means.min())
print("recommended", recommended_neighbors(n))
print("chosen by cross-validation [95 %]", mean_interval(study.chosen_risks))
"""


def zones_lines(asked: LessonZones) -> str:
    return f"""\
import numpy as np
from sklearn.neighbors import KNeighborsClassifier
from steersman.maths.lessons import NoisySquare, draw_points, grid_points

square = NoisySquare(p={asked.p!r}, q={asked.q!r})
stream = np.random.SeedSequence({asked.seed}).spawn({asked.draw + 1})[-1]
X, y = draw_points(square, {asked.points}, np.random.default_rng(stream))
model = KNeighborsClassifier({asked.neighbors}).fit(X, y)
at = grid_points(80)
chance = square.chances(at)
print("error on new points", np.where(model.predict(at) == 1, 1 - chance, chance).mean())
print("on its own", (model.predict(X) != y).mean())
"""


QUESTIONS = (
    LessonQuestion(LessonNeighbors, NeighborsAnswer, neighbors_view, neighbors_lines, study=True),
    LessonQuestion(LessonZones, ZonesAnswer, zones_view, zones_lines),
)

"""The lesson of wide data: more features than points, is that good or bad?"""

from __future__ import annotations

from dataclasses import dataclass

from steersman.errors import check_range
from steersman.learn.lessons import MEASURES, WidthStudy, mean_interval, width_study
from steersman.maths.lessons import separable_share
from steersman.session.actions import Query
from steersman.session.lessons.lesson import Interval, LessonAnswer, LessonQuestion
from steersman.session.views import View
from steersman.tasks import Task

COLUMNS = (2, 5, 10, 20, 40, 80, 160, 320, 1000)


@dataclass(frozen=True)
class LessonWide(Query):
    """A linear machine on two informative columns and ever more of noise."""

    points: int = 40
    c: float = 1.0
    draws: int = 20
    seed: int = 0


class WideAnswer(LessonAnswer):
    """Errors for each number of features, and how many labelings are separable."""

    draws: int
    features: list[int]
    separable: list[float]
    """Cover's share of all labelings that a hyperplane separates."""
    training: list[Interval]
    test: list[Interval]
    shuffled: list[Interval]
    """Training error on labels that have nothing to do with the points."""
    radial: Interval
    """Test error with an RBF kernel, whose space has infinitely many dimensions."""


def wide_view(asked: LessonWide, task: Task) -> View:
    """Errors over the number of features, growing with the draws."""
    points = int(check_range("the number of points", asked.points, 10, 200))
    draws = int(check_range("the number of draws", asked.draws, 2, 200))
    c = check_range("C", asked.c, 0.0001, 1000.0)
    values: WideAnswer | None = None
    for study in width_study(COLUMNS, points=points, c=c, draws=draws, seed=asked.seed, task=task):
        values = wide_values(study, points)
        task.show("lesson-wide", values)
    assert values is not None, "there are draws"  # noqa: S101
    return View("lesson-wide", values)


def wide_values(study: WidthStudy, points: int) -> WideAnswer:
    training, test, shuffled = (
        [mean_interval(study.errors[:, place, at]) for at in range(len(study.columns))]
        for place, _ in enumerate(MEASURES)
    )
    return {
        "draws": len(study.radial),
        "features": list(study.columns),
        "separable": [separable_share(points, each) for each in study.columns],
        "training": training,
        "test": test,
        "shuffled": shuffled,
        "radial": mean_interval(study.radial),
    }


def wide_lines(asked: LessonWide) -> str:
    return f"""\
from steersman.learn.lessons import width_study
from steersman.maths.lessons import separable_share
from steersman.tasks import Task

*_, study = width_study(
    {COLUMNS}, points={asked.points}, c={asked.c!r},
    draws={asked.draws}, seed={asked.seed}, task=Task(),
)
for name, errors in zip({MEASURES}, study.errors.mean(axis=0)):
    print(name, dict(zip(study.columns, errors.round(3))))
print("RBF kernel", study.radial.mean())
print("separable", [separable_share({asked.points}, each) for each in study.columns])
"""


QUESTIONS = (LessonQuestion(LessonWide, WideAnswer, wide_view, wide_lines, study=True),)

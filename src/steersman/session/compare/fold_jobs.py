"""The fits of a comparison as jobs: a few folds at a time, so that a stop loses little."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

import numpy as np

from steersman.compare.cross_fitting import CrossFitted, Cuts, FittedFold, cross_fit, folds_of
from steersman.compare.curves import SHARES, LearningCurve, fit_curve
from steersman.compare.recipes import Recipe
from steersman.compare.refitting import Question
from steersman.evaluate.intervals import wilson
from steersman.session.compare.shapes import CurveNews, CurvePointValues, FoldNews
from steersman.tasks import Task
from steersman.workers import WorkerJob

# Folds that take less are done in one job; what a stop throws away takes about as long.
JOB_S = 1.0


class JobFullError(Exception):
    """Raised within a job that has done enough folds for one."""


class JobClock:
    """Ends a job after a fold, once it has taken its time."""

    def __init__(self, seconds: float) -> None:
        self.end = monotonic() + seconds

    def end_job_in_time(self) -> None:
        if monotonic() > self.end:
            raise JobFullError


def fit_folds(
    recipe: Recipe, question: Question, cuts: Cuts, crossed: CrossFitted, seconds: float, task: Task
) -> list[FittedFold]:
    """Some of the folds that are missing, or all of them, which are also noted in `crossed`."""
    clock, folds = JobClock(seconds), folds_of(question, cuts)
    fitted: list[FittedFold] = []

    def after_fold(found: FittedFold) -> None:
        fitted.append(found)
        truth = question.codes[folds[found.number][1]]
        right = int(np.sum(found.predicted == truth))
        done = crossed.folds_done(cuts)
        news: FoldNews = {
            "name": recipe.name,
            "done": done,
            "of": cuts.fits,
            "fold": found.number,
            "accuracy": wilson(right, len(truth), name="accuracy").value,
        }
        task.show("comparison", news)
        step = f"fitting {recipe.name}: fold {found.number + 1} of {cuts.fits}"
        task.report(step, done / cuts.fits)
        clock.end_job_in_time()

    with suppress(JobFullError):
        cross_fit(recipe, question, cuts, crossed, task, after_fold)
    return fitted


def fit_shares(
    recipe: Recipe,
    question: Question,
    cuts: Cuts,
    crossed: CrossFitted,
    curve: LearningCurve,
    seconds: float,
    task: Task,
) -> LearningCurve:
    """The learning curve with some more folds, or with all that were missing."""
    clock = JobClock(seconds)

    def after_fold() -> None:
        points: list[CurvePointValues] = [
            {"share": point.share, "rows": point.rows, "errors": list(point.errors)}
            for point in curve.points()
        ]
        task.show("curves", CurveNews(name=recipe.name, points=points))
        part = len(curve.seen) / (len(SHARES) * cuts.folds)
        task.report(f"learning curve of {recipe.name}", part)
        clock.end_job_in_time()

    with suppress(JobFullError):
        fit_curve(recipe, question, cuts, crossed, curve, task, after_fold)
    return curve


def add_folds(
    recipe: Recipe,
    question: Question,
    cuts: Cuts,
    crossed: CrossFitted,
    inputs: object,
    task: Task,
) -> None:
    """Add some of the missing folds, done by a worker where there are any.

    `inputs` is all that decides what the recipe says of the rows.
    """
    given = (recipe, question, cuts, crossed, JOB_S)
    fitted: list[FittedFold] = task.result(
        "folds",
        lambda: (inputs, sorted(crossed.refits)),
        lambda: fit_folds(*given, task),
        job=WorkerJob("fit-folds", given, recipe.title),
        stored=False,
    )
    folds = folds_of(question, cuts)
    for found in fitted:
        crossed.note(found, folds[found.number][1], cuts)


def some_shares(
    recipe: Recipe,
    question: Question,
    cuts: Cuts,
    crossed: CrossFitted,
    curve: LearningCurve,
    inputs: object,
    task: Task,
) -> LearningCurve:
    """The learning curve with some more folds, done by a worker where there are any."""
    given = (recipe, question, cuts, crossed, curve, JOB_S)
    tried = len(curve.seen) + len(curve.refused)
    found: LearningCurve = task.result(
        "shares",
        lambda: (inputs, sorted(crossed.refits), tried),
        lambda: fit_shares(*given, task),
        job=WorkerJob("fit-curve", given, recipe.title),
        stored=False,
    )
    return found

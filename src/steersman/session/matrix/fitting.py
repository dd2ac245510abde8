"""Fit a model of the matrix room so that it reports its progress and can be stopped."""

from __future__ import annotations

from typing import Any

from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import Pipeline

from steersman.learn.catalog import fit_or_refuse
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.martingale import MartingaleBoostClassifier
from steersman.learn.steering import last_step
from steersman.session.matrix.live_progress import GrowthNews
from steersman.session.matrix.problem import MatrixProblem
from steersman.tasks import Task

TREES_AT_ONCE = 8


def fit_with_progress(model: Any, problem: MatrixProblem, task: Task) -> None:
    """Fit a model to the training rows, with progress, so that it can be stopped.

    A program reports its levels, a logistic regression its steps, and a forest its trees.
    """
    rows, classes = problem.training.X, problem.training.y
    last = last_step(model)
    if isinstance(model, RandomForestClassifier):
        grow_forest(model, rows, classes, task)
        return
    if not isinstance(last, MartingaleBoostClassifier | SteerableLogisticRegression):
        fit_or_refuse(model, rows, classes)
        return
    if isinstance(model, Pipeline):
        # The last step is fitted by itself, because only it can report its progress.
        rows = model[:-1].fit_transform(rows, classes)
    if isinstance(last, SteerableLogisticRegression):
        last.fit_by_steps(
            rows,
            classes,
            stepped=lambda step: task.report(f"fitting logistic regression, step {step}"),
        )
        return
    last.grow(rows, classes, GrowthNews(last.n_levels, last.threshold, task).hear)


def grow_forest(forest: RandomForestClassifier, rows: Any, classes: Any, task: Task) -> None:
    """Fit a forest a few trees at a time, with the same trees as in one go."""
    whole = forest.n_estimators
    for trees in [*range(TREES_AT_ONCE, whole, TREES_AT_ONCE), whole]:
        # A warm start adds trees to those already grown, with the same random numbers as in one go.
        forest.set_params(n_estimators=trees, warm_start=True).fit(rows, classes)
        task.report(f"fitting random forest, {trees} of {whole} trees", trees / whole)
    forest.set_params(warm_start=False)

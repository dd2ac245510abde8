"""Refit a model from its recipe, and steer it on rows held out from the fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.compare.recipes import Recipe, unfitted_model
from steersman.data.splits import held_out_rows
from steersman.errors import SteersmanError
from steersman.evaluate.folds import Fold
from steersman.learn.martingale import MartingaleBoostClassifier
from steersman.learn.steering import CalibrationMethod, calibrate, last_step, steer
from steersman.learn.wants import Want, violations_on_other_sample
from steersman.tasks import Task

STEERING_PARTS = 3  # one part in three of the training rows is held out to steer on
LONGEST_STEERING_S = 30.0
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Question:
    """The rows that models are compared on, and what is asked of them.

    `costs` price every decision, rows true; empty where cost is no measure. `row_prices` are what
    an error on each row costs, where rows have costs of their own. `folds` are given where rows
    must not be cut by chance: by time or by groups.
    """

    X: Rows
    y: NDArray[np.str_]  # (rows,)
    classes: tuple[str, ...]  # sorted
    positive: str | None  # of two classes, the one that is looked for
    sparse: bool
    costs: tuple[tuple[float, ...], ...] = ()
    row_prices: NDArray[np.float64] | None = None  # (rows,)
    folds: tuple[Fold, ...] | None = None

    @property
    def codes(self) -> Ints:
        """(rows,) the place of each row's class."""
        return np.searchsorted(np.asarray(self.classes), self.y).astype(np.int64)


def tested_question(question: Question) -> tuple[Question, NDArray[np.intp]]:
    """The rows that folds test, as a question of their own, and their numbers.

    Folds by time never test the first period.
    """
    every = np.arange(len(question.y))
    if question.folds is None:
        return question, every
    rows = np.unique(np.concatenate([test for _, test in question.folds]))
    if len(rows) == len(every):
        return question, every
    # Of the rows to learn from, figures need only the number.
    folds = tuple((train, np.searchsorted(rows, test)) for train, test in question.folds)
    prices = None if question.row_prices is None else question.row_prices[rows]
    some = {"X": question.X[rows], "y": question.y[rows], "row_prices": prices}
    return replace(question, **some, folds=folds), rows


@dataclass(frozen=True, eq=False)
class Refit:
    """A refitted model. `met` is None without a want; `reason` is steering's explanation."""

    model: Any
    met: bool | None
    reason: str


def refit_recipe(
    recipe: Recipe, question: Question, rows: NDArray[np.intp], seed: int, task: Task
) -> Refit:
    """The model of a recipe, learned from some rows and from no other.

    A recipe with a want learns from two thirds of them and is steered on the other third, whose
    counts are scaled to their number.
    """
    model = unfitted_model(recipe, sparse=question.sparse)
    X, y = question.X[rows], question.y[rows]
    if not recipe.want:
        fit_watched(model, X, y, task)
        return Refit(calibrated_model(recipe, model, X, y), None, "")
    held = held_out_rows(y, 1 / STEERING_PARTS, seed)
    fit_watched(model, X[~held], y[~held], task)
    want = Want(recipe.want)
    try:
        steering = steer(
            model,
            X[held],
            y[held],
            want.scaled_by(float(held.sum()) / rows_meant(recipe, question)),
            recipe.confidence,
            costs=np.asarray(recipe.costs) if recipe.costs else None,
            positive=question.positive,
            prior=recipe.prior,
            among=recipe.among,
            cost_column=held_prices(question, want, rows, held),
            cancelled=task.cancelled,
            max_seconds=LONGEST_STEERING_S,
        )
    # Such as a class too small to be promised anything: the model as fitted counts as missing it.
    except SteersmanError as error:
        return Refit(model, False, error.what)
    steered = calibrated_model(recipe, steering.model, X[~held], y[~held])
    return Refit(steered, steering.met, steering.reason)


def calibrated_model(recipe: Recipe, model: Any, X: Rows, y: NDArray[np.str_]) -> Any:
    """The model with calibrated probabilities, where its recipe says so and they can be had."""
    if not recipe.calibration:
        return model
    try:
        return calibrate(model, X, y, cast(CalibrationMethod, recipe.calibration))
    # Its decisions, which are what is compared first, are the same without.
    except SteersmanError:
        return model


def held_prices(
    question: Question, want: Want, rows: NDArray[np.intp], held: NDArray[np.bool_]
) -> NDArray[np.float64] | None:
    """(rows held out,): what an error on each costs, where a want is about that."""
    measures = [each.definition for each in (*want.bounds, want.objective) if each is not None]
    if question.row_prices is None or not any(each.is_cost for each in measures):
        return None
    return question.row_prices[rows][held]


def rows_meant(recipe: Recipe, question: Question) -> int:
    """How many rows the counts in a recipe's want are of."""
    return recipe.rows or len(question.y)


def fit_watched(model: Any, X: Rows, y: NDArray[np.str_], task: Task) -> None:
    """Fit a model; a program can be stopped between its levels."""
    last = last_step(model)
    if not isinstance(last, MartingaleBoostClassifier):
        model.fit(X, y)
        return

    def check_stopped(*_: object) -> None:
        if task.cancelled is not None:
            task.report("growing a program")

    last.grow(
        model[:-1].fit_transform(X, y) if isinstance(model, Pipeline) else X, y, check_stopped
    )


def want_broken(recipe: Recipe, question: Question, matrix: Ints) -> tuple[str, ...]:
    """The bounds of a recipe's want that a confusion matrix breaks; counts are scaled to it."""
    if not recipe.want:
        return ()
    costs = np.asarray(recipe.costs) if recipe.costs else None
    bound = Want(recipe.want).resolve(
        question.classes,
        question.positive,
        costs=costs,
        prior=recipe.prior,
        row_costs=question.row_prices is not None,
    )
    return violations_on_other_sample(bound, matrix, rows_meant(recipe, question))

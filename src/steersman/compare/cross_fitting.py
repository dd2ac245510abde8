"""Cross-fitting: a recipe is refitted in every fold and predicts rows that it never saw."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.compare.recipes import Recipe
from steersman.compare.refitting import Question, Refit, refit_recipe
from steersman.errors import SteersmanError, check_range, first_line
from steersman.evaluate.folds import Fold, repeated_k_fold
from steersman.learn.steering import class_leads, deciding_all
from steersman.tasks import Task

FOLDS_RANGE, REPEATS_RANGE = (2, 20), (1, 20)
UNKNOWN = -1


@dataclass(frozen=True)
class Cuts:
    """How the rows are cut: into `folds` parts, `repeats` times over, decided by the seed."""

    folds: int = 5
    repeats: int = 1
    seed: int = 0

    @property
    def fits(self) -> int:
        return self.folds * self.repeats


@dataclass(frozen=True, eq=False)
class FittedFold:
    """What was found in one fold: predictions and scores of its rows, NaN where there are none."""

    number: int
    predicted: NDArray[np.int16]  # (rows of the fold,)
    leads: NDArray[np.float64]  # (rows of the fold, classes)
    shares: NDArray[np.float64]  # (rows of the fold, classes)
    refit: Refit  # without model


@dataclass(eq=False)
class CrossFitted:
    """Predictions of one recipe for every row, as far as the folds have been done.

    Rows are predicted once in each cut; `predicted` holds places of classes, -1 where unknown. Of
    the first cut there are also the scores, NaN where unknown: by how much each class leads the
    others, and its probability.
    """

    predicted: NDArray[np.int16]  # (repeats, rows)
    leads: NDArray[np.float64]  # (rows, classes)
    shares: NDArray[np.float64]  # (rows, classes)
    refits: dict[int, Refit] = field(default_factory=dict)  # by number of the fold; without model

    @classmethod
    def none_yet(cls, rows: int, repeats: int, classes: int) -> CrossFitted:
        unknown = np.full((rows, classes), np.nan)
        empty = np.full((repeats, rows), UNKNOWN, dtype=np.int16)
        return cls(empty, unknown, unknown.copy())

    def folds_done(self, cuts: Cuts) -> int:
        """How many of the folds have been done."""
        return sum(number < cuts.fits for number in self.refits)

    def complete(self, cuts: Cuts) -> bool:
        return self.folds_done(cuts) == cuts.fits

    def note(self, found: FittedFold, rows: NDArray[np.intp], cuts: Cuts) -> None:
        """Take in what was found in a fold that predicts these rows."""
        self.grow(cuts.repeats)
        self.predicted[found.number // cuts.folds, rows] = found.predicted
        if found.number < cuts.folds:
            self.leads[rows], self.shares[rows] = found.leads, found.shares
        # A refit on record marks the fold as done, so it comes last.
        self.refits[found.number] = found.refit

    def of_rows(self, rows: NDArray[np.intp]) -> CrossFitted:
        """The predictions of some rows."""
        return CrossFitted(
            self.predicted[:, rows], self.leads[rows], self.shares[rows], self.refits
        )

    def grow(self, repeats: int) -> None:
        """Make room for more cuts; those that were done are kept."""
        more = repeats - len(self.predicted)
        if more > 0:
            empty = np.full((more, self.predicted.shape[1]), UNKNOWN, dtype=np.int16)
            self.predicted = np.vstack([self.predicted, empty])


def folds_of(question: Question, cuts: Cuts) -> list[Fold]:
    """Rows to learn from and to predict, cut after cut; fewer repeats are the first of more."""
    check_range("folds", cuts.folds, *FOLDS_RANGE)
    check_range("repeats", cuts.repeats, *REPEATS_RANGE)
    if question.folds is not None:
        return list(question.folds)
    sizes = np.bincount(question.codes, minlength=len(question.classes))
    rarest = int(sizes.argmin())
    if sizes[rarest] < cuts.folds:
        raise SteersmanError(
            f"{question.classes[rarest]!r} has {sizes[rarest]} rows, fewer than {cuts.folds} folds",
            todo="use fewer folds, or choose a larger class",
            code="class-too-small",
            name=question.classes[rarest],
            rows=int(sizes[rarest]),
            folds=cuts.folds,
        )
    return repeated_k_fold(question.y, cuts.folds, cuts.repeats, seed=cuts.seed)


def cross_fit(
    recipe: Recipe,
    question: Question,
    cuts: Cuts,
    crossed: CrossFitted,
    task: Task,
    after_fold: Callable[[FittedFold], None] = lambda _found: None,
) -> None:
    """Do the folds that are missing; those that are done stay done when this is cancelled."""
    folds = folds_of(question, cuts)
    for number, fold in enumerate(folds):
        if number in crossed.refits:
            continue
        task.report(f"{recipe.name}: fold {number + 1} of {len(folds)}")
        said, refit = fold_predictions(recipe, question, fold, cuts.seed, task)
        leads, shares = fold_scores(refit.model, question, fold[1])
        # The model has done its work; one for each fold would fill the memory.
        found = FittedFold(number, said, leads, shares, replace(refit, model=None))
        crossed.note(found, fold[1], cuts)
        after_fold(found)


def fold_predictions(
    recipe: Recipe, question: Question, fold: Fold, seed: int, task: Task
) -> tuple[NDArray[np.int16], Refit]:
    """(rows,) the places of the classes said by a model that learned from the fold's other rows."""
    train, test = fold
    try:
        refit = refit_recipe(recipe, question, train, seed, task)
        # Models are compared on every row: one that would ask a person decides those too.
        said = np.asarray(deciding_all(refit.model).predict(question.X[test])).astype(str)
    except SteersmanError:
        raise
    # This is how scikit-learn refuses rows, such as fewer of them than neighbors.
    except ValueError as error:
        raise SteersmanError(
            f"{recipe.title} cannot learn from {len(train)} rows ({first_line(error)})",
            todo="remove this model, or use fewer folds",
            code="cannot-learn",
            model=recipe.model,
            rows=len(train),
        ) from error
    places = np.searchsorted(np.asarray(question.classes), said).astype(np.int16)
    return places, refit


def fold_scores(
    model: Any, question: Question, rows: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(rows, classes) leads and shares that a model gives to rows that it never saw."""
    X = question.X[rows]
    leads = np.full((len(rows), len(question.classes)), np.nan)
    shares = leads.copy()
    with suppress(SteersmanError):
        leads[:] = class_leads(model, X)
    if hasattr(model, "predict_proba"):
        shares[:] = model.predict_proba(X)
    return leads, shares

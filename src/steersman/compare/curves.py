"""Learning curves: how many errors a recipe makes when it learns from fewer rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman.compare.cross_fitting import CrossFitted, Cuts, fold_predictions, folds_of
from steersman.compare.recipes import Recipe
from steersman.compare.refitting import STEERING_PARTS, Question
from steersman.errors import SteersmanError
from steersman.tasks import Task

SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
FEWEST_OF_A_CLASS = 2


@dataclass(frozen=True)
class CurvePoint:
    """The error of each fold at one number of training rows."""

    share: float
    rows: int
    errors: tuple[float, ...]

    @property
    def mean(self) -> float:
        return float(np.mean(self.errors))

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest error of a fold."""
        return min(self.errors), max(self.errors)


@dataclass(eq=False)
class LearningCurve:
    """The errors seen so far, by share and fold; a curve that was cancelled goes on from here.

    `refused` are the places where there were too few rows for this kind of model.
    """

    seen: dict[tuple[float, int], tuple[int, float]] = field(default_factory=dict)
    refused: set[tuple[float, int]] = field(default_factory=set)

    def complete(self, question: Question, cuts: Cuts, recipe: Recipe) -> bool:
        """Whether nothing is left to be fitted."""
        shares = shares_possible(question, cuts, recipe)
        tried = self.seen.keys() | self.refused
        return all((share, fold) in tried for share in shares for fold in range(cuts.folds))

    def points(self) -> list[CurvePoint]:
        """The points that have at least one fold, from few rows to many."""
        found = []
        for share in SHARES:
            at = [self.seen[key] for key in sorted(self.seen) if key[0] == share]
            if at:
                rows = round(float(np.mean([rows for rows, _ in at])))
                found.append(CurvePoint(share, rows, tuple(error for _, error in at)))
        return found


def fit_curve(
    recipe: Recipe,
    question: Question,
    cuts: Cuts,
    crossed: CrossFitted,
    curve: LearningCurve,
    task: Task,
    after_fold: Callable[[], None] = lambda: None,
) -> None:
    """Fill a curve: smaller shares are nested in larger ones, all rows are the folds themselves.

    Only the first cut is used; every point has one error for each of its folds.
    """
    codes = question.codes
    folds = folds_of(question, Cuts(cuts.folds, 1, cuts.seed))
    for share in shares_possible(question, cuts, recipe):
        for number, (train, test) in enumerate(folds):
            if (share, number) in curve.seen.keys() | curve.refused:
                continue
            task.report(f"{recipe.name}: {share:.0%} of the rows, fold {number + 1}")
            rows = nested_rows(codes, train, share, cuts.seed)
            # All rows are the fold itself, which cross-fitting has predicted already.
            if share == 1.0 and number in crossed.refits:
                said = crossed.predicted[0, test]
            else:
                try:
                    said, _ = fold_predictions(recipe, question, (rows, test), cuts.seed, task)
                except SteersmanError:
                    curve.refused.add((share, number))
                    continue
            curve.seen[share, number] = len(rows), float(np.mean(said != codes[test]))
            after_fold()


def shares_possible(question: Question, cuts: Cuts, recipe: Recipe) -> list[float]:
    """The shares that leave every class enough rows to learn from and, if asked, to steer on."""
    rarest = int(np.bincount(question.codes).min())
    # The largest fold takes the quotient rounded up.
    in_training = rarest - -(-rarest // cuts.folds)
    fewest = FEWEST_OF_A_CLASS * (STEERING_PARTS if recipe.want else 1)
    return [share for share in SHARES if share == 1.0 or int(in_training * share) >= fewest]


def nested_rows(
    codes: NDArray[np.int64], train: NDArray[np.intp], share: float, seed: int
) -> NDArray[np.intp]:
    """That share of each class of the training rows; a smaller share is part of a larger one.

    >>> codes = np.array([0] * 8 + [1] * 8)
    >>> few, more = (nested_rows(codes, np.arange(16), share, 0) for share in (0.25, 0.5))
    >>> len(few), len(more), set(few.tolist()) <= set(more.tolist())
    (4, 8, True)
    """
    # Every share takes the beginning of one and the same order, which nests them.
    order = np.random.default_rng(seed).permutation(train)
    kept = []
    for place in np.unique(codes[train]):
        of_class = order[codes[order] == place]
        kept.append(of_class[: max(1, round(share * len(of_class)))])
    return np.sort(np.concatenate(kept))

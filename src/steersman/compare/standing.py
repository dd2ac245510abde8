"""How a model stands: every measure with two intervals, over rows and over folds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.compare.crossing import Crossed, Cuts, folds_of
from steersman.compare.recipes import Recipe
from steersman.compare.refitting import Question, want_broken
from steersman.evaluate.folds import corrected_interval
from steersman.evaluate.intervals import Figure, figures
from steersman.evaluate.measures import confusion
from steersman.evaluate.outcomes import MEASURES, class_cells, class_scores, measured, outcomes

__all__ = ["CLASS_SCORES", "INTERVALS", "Standing", "Twofold", "standing_of"]

CLASS_SCORES = ("precision", "recall", "f1")
CONFIDENCE = 0.95
INTERVALS = {
    "rows": "Where the figure would likely fall on other rows of the same kind, with these very "
    "models: Wilson's interval for shares, the percentile bootstrap for averages.",
    "folds": "Where the mean over folds would likely fall with other training rows too: Nadeau and "
    "Bengio's corrected resampled t, because training sets of different folds overlap.",
}
"""The two intervals, and what each speaks about."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Twofold:
    """One figure twice: of all rows with an interval over rows, and as a mean over folds."""

    rows: Figure
    folds: Figure
    scores: tuple[float, ...]  # of each fold

    def by(self, interval: str) -> Figure:
        return self.folds if interval == "folds" else self.rows


@dataclass(frozen=True, eq=False)
class Standing:
    """One model's figures. Rows are counted once: those of the first cut.

    `held` says of each fold whether the want it was steered to held on the fold's new rows;
    `met` whether steering reached it on the rows that were held out for it.
    """

    recipe: Recipe
    predicted: NDArray[np.int16]  # (rows,) in the first cut
    matrix: Ints  # (classes, classes), rows true
    overall: dict[str, Twofold]
    classes: dict[str, dict[str, Twofold]]  # class -> precision, recall, f1
    met: tuple[bool, ...]
    held: tuple[bool, ...]
    broken: tuple[str, ...]  # what of the want does not hold on all rows together


def standing_of(recipe: Recipe, question: Question, cuts: Cuts, crossed: Crossed) -> Standing:
    """The figures of a recipe whose folds are all done."""
    codes, first = question.codes, crossed.predicted[0]
    places = np.arange(len(question.classes))
    parts = folds_of(question, cuts)
    fold_sums, fold_rows, held = [], [], []
    for number, (_, test) in enumerate(parts):
        said = crossed.predicted[number // cuts.folds, test]
        fold_sums.append(summed_outcomes(codes[test], said, len(places)))
        fold_rows.append(len(test))
        if recipe.want:
            matrix = confusion(codes[test], said, labels=places)
            held.append(not want_broken(recipe, question, matrix))
    by_fold, sizes = np.array(fold_sums), np.array(fold_rows)
    of_rows = {figure.name: figure for figure in figures(codes, first, confidence=CONFIDENCE)}
    overlap = len(parts[0][1]) / len(parts[0][0])

    def both(name: str, scores: NDArray[np.float64]) -> Twofold:
        low, high = corrected_interval(scores, overlap, CONFIDENCE)
        mean = Figure(
            name,
            float(scores.mean()),
            max(0.0, low),
            min(1.0, high),
            CONFIDENCE,
            "corrected resampled t",
        )
        return Twofold(of_rows[name], mean, tuple(scores.tolist()))

    cells = class_cells(by_fold)
    scores_of = {score: class_scores(score, *cells) for score in CLASS_SCORES}  # (folds, classes)
    matrix = confusion(codes, first, labels=places)
    return Standing(
        recipe,
        first,
        matrix,
        {
            name: both(name, np.array([measured(name, *each) for each in zip(by_fold, sizes)]))
            for name in MEASURES
        },
        {
            label: {
                score: both(f"{score}({place})", scores_of[score][:, place])
                for score in CLASS_SCORES
            }
            for place, label in enumerate(question.classes)
        },
        tuple(bool(refit.met) for _, refit in sorted(crossed.refits.items())[: cuts.fits])
        if recipe.want
        else (),
        tuple(held),
        want_broken(recipe, question, matrix),
    )


def summed_outcomes(codes: Ints, said: NDArray[np.int16], classes: int) -> NDArray[np.float64]:
    """(1 + 3 classes,) outcomes summed over rows, for every class whether it occurs or not."""
    padded = np.concatenate([codes, np.arange(classes)])
    rows = outcomes(padded, np.concatenate([said, np.arange(classes)]))[0][: len(codes)]
    return np.asarray(rows.sum(axis=0))

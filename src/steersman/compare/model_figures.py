"""Figures of a model: every measure with two intervals, over rows and over folds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steersman.compare.cost_measure import COST, cost_figure, has_costs, row_costs
from steersman.compare.cross_fitting import CrossFitted, Cuts, folds_of
from steersman.compare.recipes import Recipe
from steersman.compare.refitting import Question, want_broken
from steersman.evaluate.folds import Fold, corrected_interval
from steersman.evaluate.intervals import Figure, figures
from steersman.evaluate.outcomes import (
    MEASURES,
    class_cells,
    class_scores,
    measure_values,
)

Score = Literal["precision", "recall", "f1"]
CLASS_SCORES: tuple[Score, ...] = ("precision", "recall", "f1")
CONFIDENCE = 0.95
Interval = Literal["rows", "folds"]
"""Over which a figure varies."""

INTERVALS: dict[Interval, str] = {
    "rows": "Likely range on new rows with these exact models: Wilson's interval for shares, "
    "percentile bootstrap for averages.",
    "folds": "Likely range of the mean over folds with other training rows too: Nadeau and "
    "Bengio's corrected resampled t, because the folds' training rows overlap.",
}
"""The two intervals, and what each is about."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class FigurePair:
    """One figure twice: of all rows with an interval over rows, and as a mean over folds."""

    rows: Figure
    folds: Figure
    scores: tuple[float, ...]  # of each fold

    def by(self, interval: str) -> Figure:
        return self.folds if interval == "folds" else self.rows


@dataclass(frozen=True, eq=False)
class ModelFigures:
    """One model's figures. Rows are counted once: those of the first cut.

    `held` says of each fold whether the want it was steered to held on the fold's new rows;
    `met` whether steering reached it on the rows that were held out for it.
    """

    recipe: Recipe
    predicted: NDArray[np.int16]  # (rows,) in the first cut
    matrix: Ints  # (classes, classes), rows true
    overall: dict[str, FigurePair]
    classes: dict[str, dict[Score, FigurePair]]  # class -> precision, recall, f1
    met: tuple[bool, ...]
    held: tuple[bool, ...]
    broken: tuple[str, ...]  # what of the want does not hold on all rows together


def model_figures(
    recipe: Recipe, question: Question, cuts: Cuts, crossed: CrossFitted
) -> ModelFigures:
    """The figures of a recipe whose folds are all done."""
    codes, first = question.codes, crossed.predicted[0]
    of_rows = {figure.name: figure for figure in figures(codes, first, confidence=CONFIDENCE)}
    parts = folds_of(question, cuts)
    scores = scores_by_fold(question, cuts, crossed, parts)
    overlap = len(parts[0][1]) / len(parts[0][0])

    def both(name: str) -> FigurePair:
        return FigurePair(of_rows[name], mean_over_folds(name, scores[name], overlap), scores[name])

    matrix = counts_of_codes(codes, first, len(question.classes))
    steered = sorted(crossed.refits.items())[: cuts.fits] if recipe.want else []
    return ModelFigures(
        recipe,
        first,
        matrix,
        {name: both(name) for name in MEASURES} | costs_of(question, cuts, crossed, parts),
        {
            label: {score: both(f"{score}({place})") for score in CLASS_SCORES}
            for place, label in enumerate(question.classes)
        },
        tuple(bool(refit.met) for _, refit in steered),
        held_by_fold(recipe, question, cuts, crossed, parts) if recipe.want else (),
        want_broken(recipe, question, matrix),
    )


def costs_of(
    question: Question, cuts: Cuts, crossed: CrossFitted, parts: list[Fold]
) -> dict[str, FigurePair]:
    """The average cost of a row, where costs are set."""
    if not has_costs(question):
        return {}
    codes = question.codes
    folds = []
    for number, (_, test) in enumerate(parts):
        said = crossed.predicted[number // cuts.folds, test]
        folds.append(float(row_costs(question, codes[test], said, test).mean()))
    low, high = corrected_interval(np.array(folds), len(parts[0][1]) / len(parts[0][0]), CONFIDENCE)
    mean = Figure(
        COST, float(np.mean(folds)), max(0.0, low), high, CONFIDENCE, "corrected resampled t"
    )
    of_rows = cost_figure(row_costs(question, codes, crossed.predicted[0]), CONFIDENCE)
    return {COST: FigurePair(of_rows, mean, tuple(folds))}


def mean_over_folds(name: str, scores: tuple[float, ...], overlap: float) -> Figure:
    """The mean of the folds' scores; its interval is cut off at 0 and 1."""
    values = np.array(scores)
    low, high = corrected_interval(values, overlap, CONFIDENCE)
    method = "corrected resampled t"
    mean = float(values.mean())
    # The t interval knows nothing of the limits of a share.
    return Figure(name, mean, max(0.0, low), min(1.0, high), CONFIDENCE, method)


def scores_by_fold(
    question: Question, cuts: Cuts, crossed: CrossFitted, parts: list[Fold]
) -> dict[str, tuple[float, ...]]:
    """Every measure, and every score of every class, fold by fold."""
    codes, places = question.codes, range(len(question.classes))
    found: dict[str, list[float]] = {}
    for number, (_, test) in enumerate(parts):
        said = crossed.predicted[number // cuts.folds, test]
        sums = summed_outcomes(counts_of_codes(codes[test], said, len(places)))
        for name in MEASURES:
            found.setdefault(name, []).append(float(measure_values(name, sums, len(test))))
        for score in CLASS_SCORES:
            of_classes = class_scores(score, *class_cells(sums))
            for place in places:
                found.setdefault(f"{score}({place})", []).append(float(of_classes[place]))
    return {name: tuple(scores) for name, scores in found.items()}


def held_by_fold(
    recipe: Recipe, question: Question, cuts: Cuts, crossed: CrossFitted, parts: list[Fold]
) -> tuple[bool, ...]:
    """Whether the want held on the new rows of each fold."""
    codes, classes = question.codes, len(question.classes)
    held = []
    for number, (_, test) in enumerate(parts):
        said = crossed.predicted[number // cuts.folds, test]
        matrix = counts_of_codes(codes[test], said, classes)
        held.append(not want_broken(recipe, question, matrix))
    return tuple(held)


def counts_of_codes(codes: Ints, said: NDArray[np.int16], classes: int) -> Ints:
    """(classes, classes) counts of rows that have a prediction, rows true."""
    cells = (codes * classes + said)[said >= 0]
    return np.bincount(cells, minlength=classes**2).reshape(classes, classes)


def summed_outcomes(matrix: Ints) -> NDArray[np.float64]:
    """(1 + 3 classes,) outcomes summed over the rows of a matrix, as `outcomes` has them."""
    right = matrix.diagonal()
    wrong = matrix.sum(axis=0) - right, matrix.sum(axis=1) - right
    return np.concatenate([[right.sum()], right, *wrong]).astype(np.float64)

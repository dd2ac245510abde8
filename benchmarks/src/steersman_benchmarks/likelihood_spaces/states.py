"""The states of the likelihood spaces' Figures 6 to 10, found again on any matrix.

Here, as in the author's program, the coordinates hold the prior: x = log P(o|c) P(c) and
y = log P(o|not c) P(not c), and a document is positive when y < slope * x + intercept.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from steersman.data import fold_numbers
from steersman.learn.likelihood import best_line
from steersman.maths.confusion import BinaryCounts, binary_counts
from steersman.maths.likelihood import (
    ClassCounts,
    Presence,
    class_counts,
    frequency,
    plane_coordinates,
    top_features,
    under_line,
)

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Scores = dict[tuple[float, float], float]

FOLDS = 5
# The end of the paper's slider.
MOST_FEATURES = 30_000
SLOPES = np.linspace(0.5, 2.0, 151)
ALPHAS = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0)
BETAS = (1.0, 10.0, 50.0, 100.0, 200.0, 300.0)


@dataclass(frozen=True)
class FigureSetting:
    """The knobs of a figure, and how they were chosen."""

    figure: int
    name: str
    alpha: float
    beta: float
    slope: float
    intercept: float
    chosen: str


@dataclass(frozen=True)
class Measures:
    """Recall, precision and F1 of a decision."""

    recall: float
    precision: float
    f1: float

    @classmethod
    def of(cls, cells: BinaryCounts) -> Measures:
        return cls(cells.recall, cells.precision, cells.f1)

    def __str__(self) -> str:
        return f"recall {self.recall:.3f}, precision {self.precision:.3f}, F1 {self.f1:.3f}"


@dataclass(frozen=True)
class ShownSetting:
    """A setting with its measures on the first fold, and F1 over all folds."""

    setting: FigureSetting
    training: Measures
    validation: Measures
    training_f1_of_folds: list[float]
    validation_f1_of_folds: list[float]


@dataclass(frozen=True)
class FoldedCollection:
    """Training documents with one category's labels, dealt into folds."""

    present: Presence
    positive: Mask
    folds: NDArray[np.intp]  # (documents,)

    @classmethod
    def deal(cls, present: Presence, positive: Mask) -> FoldedCollection:
        """The documents in five folds, each with its share of the positives."""
        return cls(present, positive, fold_numbers(positive, FOLDS, seed=0))

    def class_counts(self, learned: Mask) -> tuple[ClassCounts, ClassCounts]:
        """Counts of the positives and of the others among the documents `learned`."""
        return (
            class_counts(self.present, (learned & self.positive).astype(float)),
            class_counts(self.present, (learned & ~self.positive).astype(float)),
        )


def plane(
    collection: FoldedCollection,
    learned: Mask,
    alpha: float,
    beta: float,
    most_features: int = MOST_FEATURES,
) -> Floats:
    """(documents, 2): coordinates with the prior, estimated on the documents `learned`.

    The model has the `most_features` features that most of those documents hold.
    """
    sides = collection.class_counts(learned)
    chosen = top_features(frequency(*sides), most_features)
    priors = np.log([side.documents / learned.sum() for side in sides])
    return plane_coordinates(collection.present, *sides, alpha, beta, chosen) + priors


def counts_found(
    collection: FoldedCollection,
    fold: int,
    setting: FigureSetting,
    most_features: int = MOST_FEATURES,
) -> tuple[BinaryCounts, BinaryCounts]:
    """The confusion counts in training and validation when `fold` is held out."""
    learned = collection.folds != fold
    points = plane(collection, learned, setting.alpha, setting.beta, most_features)
    decided = under_line(points, setting.slope, setting.intercept)
    return (
        binary_counts(collection.positive[learned], decided[learned]),
        binary_counts(collection.positive[~learned], decided[~learned]),
    )


def setting_measures(
    collection: FoldedCollection, setting: FigureSetting, most_features: int = MOST_FEATURES
) -> ShownSetting:
    """The setting's measures on every fold, in training and in validation."""
    folds = [counts_found(collection, fold, setting, most_features) for fold in range(FOLDS)]
    return ShownSetting(
        setting,
        Measures.of(folds[0][0]),
        Measures.of(folds[0][1]),
        [training.f1 for training, _ in folds],
        [validation.f1 for _, validation in folds],
    )


def figure_settings(collection: FoldedCollection, inside: Scores) -> list[FigureSetting]:
    """The five settings; what the paper leaves open is chosen on the first fold's training part."""
    learned = collection.folds != 0
    return [
        FigureSetting(6, "default", 1.0, 1.0, 1.0, 0.0, "the defaults"),
        FigureSetting(7, "intercept 200", 1.0, 1.0, 1.0, 200.0, "as stated"),
        FigureSetting(8, "rotated", 1.0, 1.0, rotation_found(collection, learned), 200.0,
                "slope with the best training F1 at intercept 200"),
        smoothed_setting(inside),
        overfitted_setting(collection),
    ]  # fmt: skip


def smoothed_setting(inside: Scores, betas: tuple[float, ...] = BETAS) -> FigureSetting:
    """The bisector with the alpha and beta that score best in folds within the training part."""
    pairs = product(ALPHAS, betas)
    alpha, beta = max(pairs, key=lambda pair: inside[pair])
    chosen = "alpha and beta with the best F1 in folds within the training part"
    return FigureSetting(9, "smoothed", alpha, beta, 1.0, 0.0, chosen)


def overfitted_setting(
    collection: FoldedCollection, most_features: int = MOST_FEATURES
) -> FigureSetting:
    """Alpha and beta at their extremes, and the line that is best in training."""
    learned = collection.folds != 0
    points = plane(collection, learned, ALPHAS[0], BETAS[-1], most_features)[learned]
    x, y = points.T
    line = best_line(x, y, collection.positive[learned], slopes=(0.5, 2.0))
    chosen = "alpha and beta at their extremes, the line with the best training F1"
    return FigureSetting(10, "overfitted", ALPHAS[0], BETAS[-1], line.slope, line.intercept, chosen)


def rotation_found(collection: FoldedCollection, learned: Mask) -> float:
    """The slope with the best training F1 when the intercept is 200."""
    points, positive = plane(collection, learned, 1.0, 1.0)[learned], collection.positive[learned]
    scores = [binary_counts(positive, under_line(points, slope, 200.0)).f1 for slope in SLOPES]
    return float(SLOPES[int(np.argmax(scores))])


def scores_inside(collection: FoldedCollection) -> Scores:
    """The mean F1 on the bisector over folds within the training part, of each alpha and beta."""
    learned = collection.folds != 0
    inner = [collection.folds == fold for fold in range(1, FOLDS)]

    def mean_f1(alpha: float, beta: float) -> float:
        scores = []
        for held in inner:
            decided = under_line(plane(collection, learned & ~held, alpha, beta)[held], 1.0, 0.0)
            scores.append(binary_counts(collection.positive[held], decided).f1)
        return float(np.mean(scores))

    return {pair: mean_f1(*pair) for pair in product(ALPHAS, BETAS)}

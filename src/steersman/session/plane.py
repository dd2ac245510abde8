"""The plane of one state: coordinates of every row under the fold's model, and what a line does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.data.splits import fold_numbers
from steersman.errors import SteersmanError
from steersman.maths.confusion import BinaryCounts, binary_counts
from steersman.maths.counts import ClassCounts, class_counts
from steersman.maths.plane import bayes_intercept, log_odds_and_fixed_part, under_line
from steersman.session.corpus import Corpus
from steersman.session.state import State

__all__ = ["FoldedCounts", "Plane", "PlaneModel", "folded_counts"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class FoldedCounts:
    """Raw counts of a category in each fold; the model of a fold is everything but that fold."""

    corpus: Corpus
    positive: Bools  # (rows,)
    fold_of_row: NDArray[np.int64]  # (rows,)
    of_positives: tuple[ClassCounts, ...]  # one per fold
    of_negatives: tuple[ClassCounts, ...]

    def model(self, fold: int, features: int | None) -> PlaneModel:
        """The model that the rows outside `fold` give, on their most frequent features."""
        positive = rest_of(self.of_positives, fold)
        negative = rest_of(self.of_negatives, fold)
        for counts, kind in ((positive, "inside"), (negative, "outside")):
            if not counts.documents:
                raise SteersmanError(
                    f"fold {fold + 1} leaves no training document {kind} the category",
                    todo="take fewer folds, draw them again or choose another category",
                )
        chosen = most_frequent(positive.features + negative.features, features)
        return PlaneModel(
            ClassCounts(positive.documents, positive.features[chosen]),
            ClassCounts(negative.documents, negative.features[chosen]),
            chosen,
            self.corpus.features,
        )

    @cached_property
    def rows_of_fold(self) -> tuple[csr_matrix, ...]:
        """The presences of each fold's rows."""
        count = len(self.of_positives)
        return tuple(self.corpus.present[self.fold_of_row == fold] for fold in range(count))


def rest_of(counts: tuple[ClassCounts, ...], fold: int) -> ClassCounts:
    """The sum of all folds' counts but one's."""
    total = counts[0]
    for other in counts[1:]:
        total = total.plus(other)
    return total.minus(counts[fold])


def most_frequent(frequency: Floats, features: int | None) -> NDArray[np.int64]:
    """The columns of the most frequent features, in column order; ties go to the earlier column."""
    if features is None or features >= len(frequency):
        return np.arange(len(frequency))
    return np.sort(np.argsort(-frequency, kind="stable")[:features])


def folded_counts(corpus: Corpus, category: str, folds: int, seed: int) -> FoldedCounts:
    """Counts of `category` in each of the seeded folds."""
    positive = corpus.positive(category)
    fold_of_row = fold_numbers(corpus.dataset.y, folds, seed)
    inside, outside = [], []
    for fold in range(folds):
        here = fold_of_row == fold
        inside.append(class_counts(corpus.present, (here & positive).astype(np.float64)))
        outside.append(class_counts(corpus.present, (here & ~positive).astype(np.float64)))
    return FoldedCounts(corpus, positive, fold_of_row, tuple(inside), tuple(outside))


@dataclass(frozen=True)
class PlaneModel:
    """Raw counts of the two classes on the chosen columns; smoothing is applied on read."""

    positive: ClassCounts
    negative: ClassCounts
    columns: NDArray[np.int64]
    all_columns: int

    def weights(self, alpha: float, beta: float) -> tuple[Floats, Floats]:
        """(all columns, 2) log odds of x and y, zero where not chosen, and the two fixed parts."""
        weights = np.zeros((self.all_columns, 2))
        weights[self.columns, 0], x_fixed = log_odds_and_fixed_part(self.positive, alpha, beta)
        weights[self.columns, 1], y_fixed = log_odds_and_fixed_part(self.negative, alpha, beta)
        return weights, np.array([x_fixed, y_fixed])

    def coordinates(self, present: csr_matrix, alpha: float, beta: float) -> Floats:
        """(rows, 2) likelihood coordinates of the rows."""
        weights, fixed = self.weights(alpha, beta)
        return np.asarray(present @ weights) + fixed

    @property
    def bayes_intercept(self) -> float:
        return bayes_intercept(self.positive.documents, self.negative.documents)


@dataclass(frozen=True)
class Plane:
    """What one state shows: all rows in the plane, split into training and validation."""

    counts: FoldedCounts
    model: PlaneModel
    fold: int
    features: int | None
    knobs: Mapping[str, float | None]
    coordinates: Floats  # (rows, 2)

    @classmethod
    def of(cls, counts: FoldedCounts, state: State, like: Plane | None = None) -> Plane:
        """The plane of `state`; what `like` has in common with it is not computed again."""
        same_model = (
            like is not None
            and like.counts is counts
            and (like.fold, like.features) == (state.fold, state.features)
        )
        model = like.model if like and same_model else counts.model(state.fold, state.features)
        alpha, beta = number(state.knobs["alpha"]), number(state.knobs["beta"])
        if like and same_model and (like.knobs["alpha"], like.knobs["beta"]) == (alpha, beta):
            coordinates = like.coordinates
        else:
            coordinates = model.coordinates(counts.corpus.present, alpha, beta)
        return cls(counts, model, state.fold, state.features, state.knobs, coordinates)

    @property
    def slope(self) -> float:
        return number(self.knobs["slope"])

    @property
    def intercept(self) -> float:
        chosen = self.knobs["intercept"]
        return self.model.bayes_intercept if chosen is None else chosen

    @property
    def line_is_default(self) -> bool:
        return self.slope == 1 and self.intercept == self.model.bayes_intercept

    def rows(self, split: str) -> Bools:
        """(rows,) True for the rows of the split."""
        inside: Bools = self.counts.fold_of_row == self.fold
        return inside if split == "validation" else ~inside

    def cells(self, split: str, slope: float, intercept: float) -> BinaryCounts:
        """What a line does to the rows of a split."""
        rows = self.rows(split)
        decided = under_line(self.coordinates[rows], slope, intercept)
        return binary_counts(self.counts.positive[rows], decided)

    def every_fold(self) -> list[BinaryCounts]:
        """What the present knobs do to each fold's rows under that fold's own model."""
        alpha, beta = number(self.knobs["alpha"]), number(self.knobs["beta"])
        cells = []
        for fold, present in enumerate(self.counts.rows_of_fold):
            model = self.counts.model(fold, self.features)
            chosen = self.knobs["intercept"]
            intercept = model.bayes_intercept if chosen is None else chosen
            decided = under_line(model.coordinates(present, alpha, beta), self.slope, intercept)
            truth = self.counts.positive[self.counts.fold_of_row == fold]
            cells.append(binary_counts(truth, decided))
        return cells


def number(value: float | None) -> float:
    """A knob that always has a number."""
    assert value is not None, "only the intercept may be left to the model"  # noqa: S101
    return value

"""The plane of one state: coordinates of every row under the fold's model, and what a line does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from steersman.course import Course
from steersman.errors import SteersmanError
from steersman.learn.autotune import Tuned
from steersman.learn.boundary import Boundary
from steersman.maths.confusion import BinaryCounts
from steersman.maths.counts import ClassCounts, class_counts
from steersman.maths.curves import Curve, fitted_curve
from steersman.maths.plane import (
    EVERY_ROW,
    Numbers,
    bayes_intercept,
    log_odds_and_fixed_part,
    plane_coordinates,
)
from steersman.maths.presence import Presence
from steersman.session.corpus import Corpus
from steersman.session.split_points import Members, SplitPoints
from steersman.session.state import State, TunedFrom

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

    def fitted_model(self, fold: int, features: int | None) -> PlaneModel:
        """The model that the rows outside `fold` give, on their most frequent features."""
        positive = rest_of(self.of_positives, fold)
        negative = rest_of(self.of_negatives, fold)
        for counts, kind in ((positive, "inside"), (negative, "outside")):
            if not counts.documents and len(self.corpus.categories) > 1:
                row = self.corpus.row_word
                raise SteersmanError(
                    f"fold {fold + 1} leaves no training {row} {kind} the category",
                    todo="take fewer folds, draw them again or choose another category",
                )
        return PlaneModel(
            positive, negative, most_frequent(positive.features + negative.features, features)
        )

    @cached_property
    def models(self) -> dict[tuple[int, int | None], PlaneModel]:
        """The models asked for so far, by fold and number of features."""
        return {}

    def model(self, fold: int, features: int | None) -> PlaneModel:
        """The model of the rows outside `fold`, computed once."""
        key = (fold, features)
        if key not in self.models:
            self.models[key] = self.fitted_model(fold, features)
        return self.models[key]

    @property
    def folds(self) -> range:
        """The numbers of the folds."""
        return range(len(self.of_positives))

    def held_out_rows(self, fold: int) -> Bools:
        """(rows,) True for the rows of `fold`."""
        held_out: Bools = self.fold_of_row == fold
        return held_out

    def training_rows(self, fold: int) -> Bools:
        """(rows,) True for the rows of all other folds; a row of fold -1 is in none."""
        training: Bools = (self.fold_of_row != fold) & (self.fold_of_row >= 0)
        return training

    @cached_property
    def members(self) -> dict[tuple[int, str], Members]:
        """The splits asked for so far, by fold and name."""
        return {}

    def members_of(self, fold: int, split: str) -> Members:
        """Who is in the training or validation rows of `fold`, looked up once."""
        key = (fold, split)
        if key not in self.members:
            training = split == "training"
            rows = self.training_rows(fold) if training else self.held_out_rows(fold)
            numbers = np.flatnonzero(rows).astype(np.uint32)
            self.members[key] = Members(numbers, self.positive[rows])
        return self.members[key]


def rest_of(counts: tuple[ClassCounts, ...], fold: int) -> ClassCounts:
    """The sum of all folds' counts but one's."""
    total = counts[0]
    for other in counts[1:]:
        total = total.plus(other)
    return total.minus(counts[fold])


def most_frequent(frequency: Floats, features: int | None) -> Bools | None:
    """(features,) True for the most frequent; ties go to the earlier. None when all are taken."""
    if features is None or features >= len(frequency):
        return None
    selected = np.zeros(len(frequency), dtype=np.bool_)
    selected[np.argsort(-frequency, kind="stable")[:features]] = True
    return selected


def folded_counts(
    corpus: Corpus, category: str, fold_of_row: NDArray[np.int64], course: Course | None = None
) -> FoldedCounts:
    """Counts of `category` in each fold; rows of fold -1 are left out."""
    course = course or Course()
    positive = corpus.positive(category)
    folds = int(fold_of_row.max()) + 1
    inside, outside = [], []
    for fold in range(folds):
        course.tell(fold / folds, f"counting fold {fold + 1}")
        here = fold_of_row == fold
        inside.append(class_counts(corpus.present, (here & positive).astype(np.float64)))
        outside.append(class_counts(corpus.present, (here & ~positive).astype(np.float64)))
    return FoldedCounts(corpus, positive, fold_of_row, tuple(inside), tuple(outside))


@dataclass(frozen=True)
class PlaneModel:
    """Raw counts of the two classes and the features taken; smoothing is applied on read."""

    positive: ClassCounts
    negative: ClassCounts
    selected: Bools | None  # (features,), None when all are taken

    def coordinates(
        self,
        present: Presence,
        alpha: float | Floats,
        beta: float | Floats,
        rows: Numbers = EVERY_ROW,
    ) -> Floats:
        """(rows, 2) likelihood coordinates of every row, or of those numbered `rows`."""
        sides = self.positive, self.negative
        return plane_coordinates(present, *sides, alpha, beta, self.selected, rows)

    def word_weights(self, alpha: float | Floats, beta: float | Floats) -> Floats:
        """(features, 2) what the presence of each feature adds to x and to y."""
        sides = [
            log_odds_and_fixed_part(counts, alpha, beta, self.selected)[0]
            for counts in (self.positive, self.negative)
        ]
        return np.column_stack(sides)

    @property
    def bayes_intercept(self) -> float:
        if not (self.positive.documents and self.negative.documents):  # rows without labels
            return 0.0
        return bayes_intercept(self.positive.documents, self.negative.documents)


@dataclass(frozen=True)
class Smoothing:
    """How many features a model takes and the beta prior of each; compared by what was chosen.

    `tuned` names a prior that has its own alpha and beta for each feature.
    """

    features: int | None
    chosen: tuple[float, float]
    tuned: TunedFrom | None
    alpha: float | Floats = field(compare=False)
    beta: float | Floats = field(compare=False)

    @classmethod
    def of(cls, state: State, tuning: Tuned | None) -> Smoothing:
        chosen = number(state.knobs["alpha"]), number(state.knobs["beta"])
        if tuning is None:
            return cls(state.features, chosen, None, *chosen)
        return cls(state.features, chosen, state.tuned, tuning.alpha, tuning.beta)


@dataclass(frozen=True)
class Places:
    """Where the rows lie for one smoothing, under each fold's model, computed when asked for."""

    counts: FoldedCounts
    smoothing: Smoothing

    def fits(self, counts: FoldedCounts, smoothing: Smoothing) -> bool:
        return self.counts is counts and self.smoothing == smoothing

    def coordinates(self, fold: int, present: Presence, rows: Numbers = EVERY_ROW) -> Floats:
        """(rows, 2) some rows' coordinates under the model of `fold`."""
        model = self.counts.model(fold, self.smoothing.features)
        return model.coordinates(present, self.smoothing.alpha, self.smoothing.beta, rows)

    @cached_property
    def known(self) -> dict[int, Floats]:
        return {}

    def under(self, fold: int) -> Floats:
        """(rows, 2) every row's coordinates under the model of `fold`."""
        if fold not in self.known:
            self.known[fold] = self.coordinates(fold, self.counts.corpus.present)
        return self.known[fold]

    def curve(self, fold: int, degree: int) -> Curve:
        """The decision curve of this degree, fitted on the training rows of `fold`."""
        key = (fold, degree)
        if key not in self.curves:
            rows = self.counts.training_rows(fold)
            truth = self.counts.positive[rows]
            points = self.under(fold)[rows]
            self.curves[key] = fitted_curve(points, truth, np.ones(len(points)), degree)
        return self.curves[key]

    @cached_property
    def curves(self) -> dict[tuple[int, int], Curve]:
        return {}

    def split(self, fold: int, split: str) -> SplitPoints:
        """The training or validation rows of `fold` under its model."""
        key = (fold, split)
        if key not in self.splits:
            members = self.counts.members_of(fold, split)
            places = self.under(fold).take(members.rows, axis=0)
            self.splits[key] = SplitPoints(places, members)
        return self.splits[key]

    @cached_property
    def splits(self) -> dict[tuple[int, str], SplitPoints]:
        return {}

    def held_out(self, fold: int) -> SplitPoints:
        """The rows of a fold under the model that has not seen them, placed without the others."""
        key = (fold, "validation")
        if key not in self.splits:
            members = self.counts.members_of(*key)
            places = self.coordinates(fold, self.counts.corpus.present, members.rows)
            self.splits[key] = SplitPoints(places, members)
        return self.splits[key]


@dataclass(frozen=True)
class Plane:
    """What one state shows: all rows in the plane, split into training and validation."""

    counts: FoldedCounts
    model: PlaneModel
    fold: int
    curve: int
    knobs: Mapping[str, float | None]
    places: Places

    @property
    def coordinates(self) -> Floats:
        """(rows, 2) every row's place under the present fold's model."""
        return self.places.under(self.fold)

    @classmethod
    def of(
        cls,
        counts: FoldedCounts,
        state: State,
        like: Plane | None = None,
        tuning: Tuned | None = None,
    ) -> Plane:
        """The plane of `state`; what `like` has in common with it is not computed again."""
        smoothing = Smoothing.of(state, tuning)
        places = like.places if like and like.places.fits(counts, smoothing) else None
        places = places or Places(counts, smoothing)
        model = counts.model(state.fold, state.features)
        return cls(counts, model, state.fold, state.curve, state.knobs, places)

    @property
    def slope(self) -> float:
        return number(self.knobs["slope"])

    @property
    def intercept(self) -> float:
        chosen = self.knobs["intercept"]
        return self.model.bayes_intercept if chosen is None else chosen

    @property
    def boundary(self) -> Boundary:
        """The line or curve that decides."""
        return self.boundary_of(self.fold)

    @property
    def bayes_boundary(self) -> Boundary:
        """What the priors alone decide."""
        return Boundary(1.0, self.model.bayes_intercept)

    @property
    def line_is_default(self) -> bool:
        return self.curve == 1 and self.boundary == self.bayes_boundary

    def boundary_of(self, fold: int) -> Boundary:
        """The boundary that the present knobs give with the model of `fold`."""
        chosen = self.knobs["intercept"]
        model = self.counts.model(fold, self.places.smoothing.features)
        intercept = model.bayes_intercept if chosen is None else chosen
        curve = self.places.curve(fold, self.curve) if self.curve > 1 else None
        return Boundary(self.slope, intercept, curve=curve)

    def split(self, split: str) -> SplitPoints:
        """The points of the training or validation rows."""
        return self.places.split(self.fold, split)

    def cells(self, split: str, boundary: Boundary) -> BinaryCounts:
        """What a boundary does to the rows of a split."""
        return self.split(split).cells(boundary)

    def every_fold(self) -> list[BinaryCounts]:
        """What the present knobs do to each fold's rows under that fold's own model."""
        return [
            self.places.held_out(fold).cells(self.boundary_of(fold)) for fold in self.counts.folds
        ]


def number(value: float | None) -> float:
    """A knob that always has a number."""
    assert value is not None, "only the intercept may be left to the model"  # noqa: S101
    return value

"""Where the rows of a corpus lie under each fold's model, for one way of smoothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.learn.likelihood import TunedSetting
from steersman.maths.confusion import BinaryCounts
from steersman.maths.likelihood import (
    EVERY_ROW,
    Curve,
    Numbers,
    Presence,
    fitted_curve,
    odds_table,
    projected_points,
)
from steersman.scale.fold_plane import FoldPlaneCounts
from steersman.session.datasets.corpus import Corpus
from steersman.session.plane.choice import PlaneChoice, TunedFrom, WordPrior, number
from steersman.session.plane.fold_counts import FoldedCounts, PlaneModel
from steersman.session.plane.split_points import SplitPoints
from steersman.session.plane.word_columns import column_of_word

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Smoothing:
    """How many features a model takes and the beta prior of each; compared by what was chosen.

    `tuned` names a prior that has its own alpha and beta for each feature, and `words` have one set
    by hand.
    """

    features: int | None
    chosen: tuple[float, float]
    tuned: TunedFrom | None
    words: tuple[WordPrior, ...]
    # The one prior of all words; None where tuning gave each its own.
    together: tuple[float, float] | None = field(compare=False)
    # Arrays cannot be compared with ==; what was chosen decides them.
    alpha: float | Floats = field(compare=False)
    beta: float | Floats = field(compare=False)

    @classmethod
    def of(cls, choice: PlaneChoice, tuning: TunedSetting | None, corpus: Corpus) -> Smoothing:
        chosen = number(choice.knobs["alpha"]), number(choice.knobs["beta"])
        words = choice.words
        if tuning is None:
            prior = prior_with_words(chosen, words, corpus)
            return cls(choice.features, chosen, None, words, chosen, *prior)
        alpha, beta = tuning.alpha, tuning.beta
        shared = isinstance(alpha, float) and isinstance(beta, float)
        together = (float(alpha), float(beta)) if shared else None
        prior = prior_with_words((alpha, beta), words, corpus)
        return cls(choice.features, chosen, choice.tuned, words, together, *prior)


def prior_with_words(
    prior: tuple[float | Floats, float | Floats], words: tuple[WordPrior, ...], corpus: Corpus
) -> tuple[float | Floats, float | Floats]:
    """Alpha and beta of all features, with those that were set by hand for some words."""
    columns = [column_of_word(corpus, each.word) for each in words]
    known = [(each, column) for each, column in zip(words, columns) if column is not None]
    if not known:
        return prior
    alpha, beta = (np.array(np.broadcast_to(each, corpus.features), float) for each in prior)
    for each, column in known:
        alpha[column], beta[column] = each.alpha, each.beta
    return alpha, beta


@dataclass(frozen=True)
class FoldCoordinates:
    """Where the rows lie for one smoothing, under each fold's model, computed when asked for.

    `own` has the folds whose features were tuned on their own training rows: they are smoothed so.
    """

    counts: FoldedCounts
    smoothing: Smoothing
    own: Mapping[int, TunedSetting] = field(default_factory=dict)

    def fits(
        self, counts: FoldedCounts, smoothing: Smoothing, own: Mapping[int, TunedSetting]
    ) -> bool:
        same = self.counts is counts and self.smoothing == smoothing
        return same and self.own.keys() == own.keys()

    def model(self, fold: int) -> PlaneModel:
        """The model of the rows outside `fold` with the features that are taken there."""
        tuned = self.own.get(fold)
        return self.counts.model(fold, tuned.max_features if tuned else self.smoothing.features)

    def coordinates(self, fold: int, present: Presence, rows: Numbers = EVERY_ROW) -> Floats:
        """(rows, 2) some rows' coordinates under the model of `fold`."""
        return projected_points(present, *self.weights(fold), rows)

    def prior(self, fold: int) -> tuple[float | Floats, float | Floats]:
        """Alpha and beta under the model of `fold`."""
        tuned = self.own.get(fold)
        if tuned is None:
            return self.smoothing.alpha, self.smoothing.beta
        corpus = self.counts.corpus
        return prior_with_words((tuned.alpha, tuned.beta), self.smoothing.words, corpus)

    def weights(self, fold: int) -> tuple[Floats, Floats]:
        """(features, 2) the weights of the model of `fold`, and the two parts that all rows get."""
        if fold not in self.weight_cache:
            model = self.model(fold)
            # Those of one fold: a view asks for them again, and they take as much as its counts.
            self.weight_cache.clear()
            self.weight_cache[fold] = odds_table(
                model.positive, model.negative, *self.prior(fold), model.selected
            )
        return self.weight_cache[fold]

    @cached_property
    def weight_cache(self) -> dict[int, tuple[Floats, Floats]]:
        return {}

    @cached_property
    def split_counts(self) -> dict[tuple[object, ...], FoldPlaneCounts]:
        """Counts of all rows in partitions, by fold and boundary."""
        return {}

    @cached_property
    def held_out(self) -> dict[tuple[object, ...], list[BinaryCounts]]:
        """Counts of all folds in partitions, by the present fold and boundary."""
        return {}

    @cached_property
    def coordinate_cache(self) -> dict[int, Floats]:
        return {}

    def under(self, fold: int) -> Floats:
        """(rows, 2) every row's coordinates under the model of `fold`."""
        if fold not in self.coordinate_cache:
            self.coordinate_cache[fold] = self.coordinates(fold, self.counts.corpus.present)
        return self.coordinate_cache[fold]

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

    def held_out_points(self, fold: int) -> SplitPoints:
        """The rows of a fold under the model that has not seen them, placed without the others."""
        key = (fold, "validation")
        if key not in self.splits:
            members = self.counts.members_of(*key)
            # Only the rows of this fold: five folds then cost as much as one plane.
            places = self.coordinates(fold, self.counts.corpus.present, members.rows)
            self.splits[key] = SplitPoints(places, members)
        return self.splits[key]

    def middle(self, fold: int) -> float:
        """The mean x of the training rows of `fold`."""
        return float(self.split(fold, "training").coordinates[:, 0].mean())

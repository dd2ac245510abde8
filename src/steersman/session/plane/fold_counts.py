"""Raw counts of a category in folds, and the models that they give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.errors import SteersmanError
from steersman.maths.likelihood import (
    ClassCounts,
    Presence,
    bayes_intercept,
    class_counts,
)
from steersman.scale.fold_plane import FoldPlane
from steersman.session.datasets.corpus import Corpus
from steersman.session.plane.split_points import Members
from steersman.tasks import Task

# Of the features, those above are drawn beyond the axis.
FREQUENT = 0.95
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
    whole: FoldPlane | None = None  # all rows, where those of the corpus are a sample

    def fitted_model(self, fold: int, features: int | None) -> PlaneModel:
        """The model that the rows outside `fold` give, on their most frequent features."""
        positive = rest_of(self.of_positives, fold)
        negative = rest_of(self.of_negatives, fold)
        for counts, kind in ((positive, "inside"), (negative, "outside")):
            if not counts.documents and len(self.corpus.categories) > 1:
                raise self.nothing_to_learn(fold, kind)
        return PlaneModel(
            positive, negative, most_frequent(positive.features + negative.features, features)
        )

    def nothing_to_learn(self, fold: int, kind: str) -> SteersmanError:
        """Why there is no model of a fold; in a game most rows are in none."""
        row = self.corpus.row_word
        if np.any(self.fold_of_row < 0):
            return SteersmanError(
                f"none of the {row}s bought for training is {kind} the category",
                todo="buy more, or choose another category",
                code="class-not-bought",
                kind=kind,
            )
        return SteersmanError(
            f"fold {fold + 1} leaves no training {row} {kind} the category",
            todo="use fewer folds, draw them again or choose another category",
            code="class-not-in-training",
            fold=fold,
            kind=kind,
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

    @cached_property
    def impossible(self) -> dict[tuple[int, int | None], int]:
        return {}

    def impossible_rows(self, fold: int, features: int | None) -> int:
        """How many rows of `fold` have likelihood 0 in both classes without a prior (Eq. 44)."""
        key = (fold, features)
        if key not in self.impossible and self.whole is not None:
            found_by = self.model(fold, features).impossible_rows
            self.impossible[key] = self.whole.impossible_rows(fold, found_by)
        if key not in self.impossible:
            present = self.corpus.present.rows(self.members_of(fold, "validation").rows)
            found = self.model(fold, features).impossible_rows(present)
            self.impossible[key] = int(np.count_nonzero(found))
        return self.impossible[key]

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
            # As the page receives them: frames carry 32-bit numbers.
            numbers = np.flatnonzero(rows).astype(np.uint32)
            self.members[key] = Members(numbers, self.positive[rows])
        return self.members[key]


def rest_of(counts: tuple[ClassCounts, ...], fold: int) -> ClassCounts:
    """The sum of all folds' counts but one's."""
    # The sum of all minus one, instead of a sum of the others: counts are whole numbers, so the
    # difference is exact.
    total = counts[0]
    for other in counts[1:]:
        total = total.plus(other)
    return total.minus(counts[fold])


def most_frequent(frequency: Floats, features: int | None) -> Bools | None:
    """(features,) True for the most frequent; ties go to the earlier. None when all are taken."""
    if features is None or features >= len(frequency):
        return None
    selected = np.zeros(len(frequency), dtype=np.bool_)
    # Stable, so that the same features are taken on every machine.
    selected[np.argsort(-frequency, kind="stable")[:features]] = True
    return selected


def folded_counts(
    corpus: Corpus,
    category: str,
    fold_of_row: NDArray[np.int64],
    task: Task | None = None,
    whole: FoldPlane | None = None,
) -> FoldedCounts:
    """Counts of `category` in each fold, of all rows; rows of fold -1 are left out."""
    task = task or Task()
    positive = corpus.positive(category)
    if whole is not None:
        task.report("counting all rows", 0.0)
        counted = whole.counts()
        of_folds = counted.positives, counted.negatives
        return FoldedCounts(corpus, positive, fold_of_row, *of_folds, whole)
    folds = int(fold_of_row.max()) + 1
    inside, outside = [], []
    for fold in range(folds):
        task.report("preparing the data", fold / folds)
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

    @cached_property
    def sorted_word_shares(self) -> Floats:
        """(features taken,) the share of training rows that hold each feature, rising."""
        held = self.positive.features + self.negative.features
        held = held if self.selected is None else held[self.selected]
        # Sorted once: every move of a knob asks how many lie between edges of its own.
        return np.sort(held / (self.positive.documents + self.negative.documents))

    @cached_property
    def frequent_share(self) -> float:
        """The share that all but the most frequent features stay below."""
        return float(np.quantile(self.sorted_word_shares, FREQUENT))

    def impossible_rows(self, present: Presence) -> Bools:
        """(rows,) True where neither class can hold the row by the shares of its training rows.

        A class without any row that has a feature gives rows with it probability 0, and one whose
        rows all have it those without.
        """
        matrix = present.matrix(np.float64)
        taken = np.True_ if self.selected is None else self.selected
        hopeless = []
        for counts in (self.positive, self.negative):
            never = (counts.features == 0) & taken
            always = (counts.features == counts.documents) & taken
            held = matrix @ np.column_stack([never, always]).astype(np.float64)
            hopeless.append((held[:, 0] > 0) | (held[:, 1] < np.count_nonzero(always)))
        both: Bools = hopeless[0] & hopeless[1]
        return both

    @property
    def bayes_intercept(self) -> float:
        # Rows without labels are all of one class, and the logarithm of 0 is no intercept.
        if not (self.positive.documents and self.negative.documents):
            return 0.0
        return bayes_intercept(self.positive.documents, self.negative.documents)

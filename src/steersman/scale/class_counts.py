"""Class counts over partitions: counts add, so that a fit is one map and one reduction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.maths.likelihood import (
    CategoryCounts,
    ClassCounts,
    Presence,
    category_counts,
    grouped_counts,
)
from steersman.scale.partition import Partition, StoredRows
from steersman.scale.row_hashes import row_folds, row_parts

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class PartShares:
    """The shares of rows that tune and test, drawn by a seed."""

    holdout: float = 0.33
    test: float = 0.2
    seed: int = 0

    def parts(self, rows: StoredRows) -> NDArray[np.uint8]:
        """(rows,) the part of each row."""
        return row_parts(rows.numbers, rows.split, self.holdout, self.test, self.seed)


@dataclass(frozen=True)
class CountedClasses:
    """Counts the features of each class in a partition, of all rows or of one part."""

    classes: int
    shares: PartShares | None = None
    part: int = 0

    def __call__(self, partition: Partition) -> CategoryCounts:
        rows = partition.open()
        members = rows.codes[:, None] == np.arange(self.classes)[None, :]
        weights = np.ones(len(rows.codes))
        if self.shares is not None:
            weights = (self.shares.parts(rows) == self.part).astype(np.float64)
        return category_counts(rows.presence, members, weights)


def fitted_model(
    dataset: PartitionedDataset,
    model: LikelihoodSpaceClassifier,
    shares: PartShares | None = None,
    part: int = 0,
) -> LikelihoodSpaceClassifier:
    """The model with the counts of all rows, or of those of one part."""
    counts = dataset.reduce(CountedClasses(len(dataset.classes), shares, part), CategoryCounts.plus)
    return model.fit_counts(counts, np.asarray(dataset.classes))


@dataclass(frozen=True)
class FoldCounts:
    """Class counts of each fold: of the positive rows, and of the others."""

    positives: tuple[ClassCounts, ...]
    negatives: tuple[ClassCounts, ...]

    def plus(self, other: FoldCounts) -> FoldCounts:
        """The counts of both sets of rows together."""
        return FoldCounts(
            tuple(one.plus(more) for one, more in zip(self.positives, other.positives)),
            tuple(one.plus(more) for one, more in zip(self.negatives, other.negatives)),
        )

    def outside(self, fold: int) -> tuple[ClassCounts, ClassCounts]:
        """The counts of all rows but those of a fold, positives first."""
        return sum_without(self.positives, fold), sum_without(self.negatives, fold)


def sum_without(counts: tuple[ClassCounts, ...], fold: int) -> ClassCounts:
    """The sum of all counts but one."""
    return sum_of([each for at, each in enumerate(counts) if at != fold])


def sum_of(counts: Sequence[ClassCounts]) -> ClassCounts:
    """The sum of some counts."""
    return reduce(ClassCounts.plus, counts)


@dataclass(frozen=True)
class CountedFolds:
    """Counts the features of one class and of the others in each fold of a partition."""

    place: int
    folds: int
    seed: int

    def __call__(self, partition: Partition) -> FoldCounts:
        rows = partition.open()
        fold = row_folds(rows.numbers, self.folds, self.seed)
        return counted_folds(rows.presence, rows.codes == self.place, fold, self.folds)


def counted_folds(
    present: Presence, positive: Mask, fold: NDArray[np.integer[Any]], folds: int
) -> FoldCounts:
    """The counts of the rows of each fold; rows of a negative fold are left out."""
    group = fold.astype(np.int64)
    group[~positive & (group >= 0)] += folds
    counts = grouped_counts(present, group, 2 * folds)
    return FoldCounts(tuple(counts[:folds]), tuple(counts[folds:]))

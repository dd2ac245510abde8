"""Which rows of a fold's splits are meant, and by which weights each of them is placed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steersman.scale.fold_plane import FoldedRows
from steersman.scale.partition import Partition
from steersman.scale.plane_points import GroupedRows
from steersman.scale.row_hashes import INNER_FOLDS, row_hashes


@dataclass(frozen=True)
class SplitRows:
    """The training or the validation rows of a fold, all in group 0."""

    rows: FoldedRows
    fold: int
    split: str

    def __call__(self, partition: Partition) -> GroupedRows:
        present, positive, fold = self.rows.open(partition)
        held_out = fold == self.fold
        meant = held_out if self.split == "validation" else ~held_out & (fold >= 0)
        group = np.where(meant, 0, -1).astype(np.int16)
        return GroupedRows(present, positive, partition.open().numbers, group)


@dataclass(frozen=True)
class InnerFolds:
    """The training rows of a fold, divided once more: each is in the group of its inner fold."""

    rows: FoldedRows
    fold: int
    folds: int
    seed: int

    def __call__(self, partition: Partition) -> GroupedRows:
        rows = SplitRows(self.rows, self.fold, "training")(partition)
        hashes = row_hashes(rows.numbers, self.seed, INNER_FOLDS)
        inner = (hashes % np.uint64(self.folds)).astype(np.int16)
        return rows._replace(group=np.where(rows.group >= 0, inner, -1).astype(np.int16))


@dataclass(frozen=True)
class TruthGroups:
    """The training rows of a fold: negatives in group 0, positives in group 1."""

    rows: FoldedRows
    fold: int

    def __call__(self, partition: Partition) -> GroupedRows:
        rows = SplitRows(self.rows, self.fold, "training")(partition)
        group = np.where(rows.group >= 0, rows.positive.astype(np.int16), -1)
        return rows._replace(group=group.astype(np.int16))

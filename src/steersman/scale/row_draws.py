"""Rows drawn from partitions by hashes of their numbers, however they are partitioned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse, vstack

from steersman.scale.class_counts import PartShares
from steersman.scale.partition import Features, Partition
from steersman.scale.row_hashes import SAMPLES, row_hashes

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RowDraw:
    """Rows with the smallest hashes."""

    hashes: NDArray[np.uint64]
    numbers: Longs
    codes: Longs
    X: Features


@dataclass(frozen=True)
class SeededDraw:
    """Draws rows from a partition, or from one part of it."""

    rows: int
    seed: int
    shares: PartShares | None = None
    part: int = 0

    def __call__(self, partition: Partition) -> RowDraw:
        opened = partition.open()
        mine = np.arange(len(opened.codes))
        if self.shares is not None:
            mine = np.flatnonzero(self.shares.parts(opened) == self.part)
        hashes = row_hashes(opened.numbers[mine], self.seed, SAMPLES)
        kept = smallest_places(hashes, self.rows)
        at = mine[kept]
        return RowDraw(hashes[kept], opened.numbers[at], opened.codes[at], opened.X[at])


@dataclass(frozen=True)
class DrawUnion:
    """Combines two draws into one of at most so many rows."""

    rows: int

    def __call__(self, one: RowDraw, other: RowDraw) -> RowDraw:
        both = joined_draws(one, other)
        kept = smallest_places(both.hashes, self.rows)
        if len(kept) == len(both.codes):
            return both
        return RowDraw(both.hashes[kept], both.numbers[kept], both.codes[kept], both.X[kept])


def joined_draws(one: RowDraw, other: RowDraw) -> RowDraw:
    """The rows of both draws."""
    return RowDraw(
        np.concatenate([one.hashes, other.hashes]),
        np.concatenate([one.numbers, other.numbers]),
        np.concatenate([one.codes, other.codes]),
        stacked_features([one.X, other.X]),
    )


def drawn_rows(
    dataset: PartitionedDataset,
    rows: int,
    seed: int,
    shares: PartShares | None = None,
    part: int = 0,
) -> RowDraw:
    """Rows drawn from all, or from one part, in the order of their numbers."""
    drawn = dataset.reduce(SeededDraw(rows, seed, shares, part), DrawUnion(rows))
    order = np.argsort(drawn.numbers)
    return RowDraw(drawn.hashes[order], drawn.numbers[order], drawn.codes[order], drawn.X[order])


def smallest_places(hashes: NDArray[np.uint64], rows: int) -> NDArray[np.intp]:
    """The places of the smallest hashes, rising."""
    if len(hashes) <= rows:
        return np.arange(len(hashes))
    return np.sort(np.argpartition(hashes, rows)[:rows])


def stacked_features(parts: Sequence[Features]) -> Features:
    """Features of partitions, one under the other."""
    if issparse(parts[0]):
        return csr_matrix(vstack(parts, format="csr"))  # type: ignore[call-overload]
    return np.vstack(parts)  # type: ignore[arg-type]

"""The likelihood plane of one fold over all rows: counts of both its splits, and densities.

What travels does not depend on the number of rows: two weights a feature and fold go out, counts
and a grid for each class and split come back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steersman.learn.likelihood import Boundary
from steersman.maths.confusion import BinaryCounts, binary_counts
from steersman.maths.likelihood import Presence, count_split_points, placed_points
from steersman.scale.class_counts import FoldCounts, counted_folds
from steersman.scale.held_out_plane import GRID, grid_frame
from steersman.scale.partition import Features, Partition
from steersman.scale.row_hashes import TEST, row_folds

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
Folds = NDArray[np.int16]
Limits = tuple[tuple[float, float], tuple[float, float]]
PresenceOf = Callable[[Features], Presence]

NO_SPLIT = 2


@dataclass(frozen=True)
class FoldedRows:
    """The rows of a partition in folds, without those that were published for testing.

    `presence_of` makes presences of features where columns are cut into intervals.
    """

    place: int
    folds: int
    seed: int
    presence_of: PresenceOf | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What decides which row is where."""
        return (self.place, self.folds, self.seed, self.presence_of is None)

    def open(self, partition: Partition) -> tuple[Presence, NDArray[np.bool_], Folds]:
        """What each row holds, whether it is of the class to catch, and its fold or -1."""
        rows = partition.open()
        present = rows.presence if self.presence_of is None else self.presence_of(rows.X)
        fold = row_folds(rows.numbers, self.folds, self.seed).astype(np.int16)
        if rows.split is not None:
            fold[rows.split == TEST] = -1
        return present, rows.codes == self.place, fold


@dataclass(frozen=True)
class FoldTally(FoldedRows):
    """Counts the features of the class to catch and of the others in each fold."""

    def __call__(self, partition: Partition) -> FoldCounts:
        return counted_folds(*self.open(partition), self.folds)


@dataclass(frozen=True, eq=False)
class FoldModel:
    """The weights of a fold's model, and the boundary that decides."""

    table: Floats  # (features, 2)
    fixed: Floats  # (2,)
    boundary: Boundary


@dataclass(frozen=True, eq=False)
class SplitCounts:
    """The training or the validation rows: confusion counts, extent, and a grid of points.

    `line` and `priors` are tp, fp, fn, tn of the boundary and of that of the class priors.
    """

    line: Longs  # (4,)
    priors: Longs  # (4,)
    without_fixed: int
    low: Floats  # (2,)
    high: Floats  # (2,)
    density: Longs  # (2, GRID, GRID): negatives and positives; rows are y, columns x

    def plus(self, other: SplitCounts) -> SplitCounts:
        """The counts of both sets of rows."""
        return SplitCounts(
            self.line + other.line,
            self.priors + other.priors,
            self.without_fixed + other.without_fixed,
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            self.density + other.density,
        )

    @property
    def line_cells(self) -> BinaryCounts:
        """What the boundary does."""
        return BinaryCounts(*self.line.tolist())

    @property
    def prior_cells(self) -> BinaryCounts:
        """What the boundary of the class priors does."""
        return BinaryCounts(*self.priors.tolist())

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Lowest and highest x, lowest and highest y."""
        (left, low), (right, high) = self.low.tolist(), self.high.tolist()
        return left, right, low, high


@dataclass(frozen=True, eq=False)
class FoldPlaneCounts:
    """The counts of both splits of a fold."""

    training: SplitCounts
    validation: SplitCounts

    def plus(self, other: FoldPlaneCounts) -> FoldPlaneCounts:
        """The counts of both sets of rows."""
        return FoldPlaneCounts(
            self.training.plus(other.training), self.validation.plus(other.validation)
        )


@dataclass(frozen=True, eq=False)
class FoldPass:
    """Places all rows of a partition by the model of one fold, and counts them."""

    rows: FoldedRows
    fold: int
    model: FoldModel
    priors: Boundary
    fixed_part: tuple[float, float]
    limits: tuple[Limits, Limits]  # of the grids of training and validation

    def __call__(self, partition: Partition) -> FoldPlaneCounts:
        present, positive, fold = self.rows.open(partition)
        # One model places all rows.
        one, model = np.zeros(len(fold), np.uint8), self.model
        points = placed_points(present, one, model.table[None], model.fixed[None])
        called = [
            model.boundary.margins(points) > 0,
            self.priors.margins(points) > 0,
            model.boundary.margins(points - np.array(self.fixed_part)) > 0,
        ]
        split = (fold == self.fold).astype(np.uint8)
        split[fold < 0] = NO_SPLIT
        cells = np.zeros((2, len(called), 4), np.int64)
        extent = np.array([[[np.inf] * 2, [-np.inf] * 2]] * 2)
        density = np.zeros((2, 2, GRID, GRID), np.int64)
        starts, widths = (np.array(each) for each in zip(*map(grid_frame, self.limits)))
        count_split_points(
            points, split, positive, np.array(called), (starts, widths), cells, extent, density
        )
        return FoldPlaneCounts(
            *(
                SplitCounts(line, priors, int(variable[0] + variable[1]), low, high, grid)
                for (line, priors, variable), (low, high), grid in zip(cells, extent, density)
            )
        )


@dataclass(frozen=True, eq=False)
class HeldOutPass:
    """Decides every row of a partition by the model that has not seen its fold."""

    rows: FoldedRows
    models: tuple[FoldModel, ...]

    def __call__(self, partition: Partition) -> Longs:
        """(folds, 4): tp, fp, fn, tn of each fold."""
        present, positive, fold = self.rows.open(partition)
        cells = np.zeros((len(self.models), 4), np.int64)
        tables = np.array([model.table for model in self.models])
        fixed = np.array([model.fixed for model in self.models])
        # Rows of no fold are placed somewhere, and left out.
        points = placed_points(present, np.maximum(fold, 0).astype(np.uint8), tables, fixed)
        for each, model in enumerate(self.models):
            mine = np.flatnonzero(fold == each)
            cells[each] = binary_counts(positive[mine], model.boundary.margins(points[mine]) > 0)
        return cells


@dataclass(frozen=True, eq=False)
class ImpossibleRows:
    """Counts the rows of a fold that a test for impossible rows finds."""

    rows: FoldedRows
    fold: int
    found: Callable[[Presence], NDArray[np.bool_]]

    def __call__(self, partition: Partition) -> int:
        present, _, fold = self.rows.open(partition)
        return int(np.count_nonzero(self.found(present.rows(fold == self.fold))))


@dataclass(frozen=True, eq=False)
class FoldPlane:
    """All rows of partitions in folds, for the plane of one class."""

    dataset: PartitionedDataset
    rows: FoldedRows

    @property
    def for_workers(self) -> FoldPlane:
        """The rows without the names of their features, which may be a million."""
        dataset = replace(self.dataset, from_raw=None, feature_names=(), notes=(), bad_rows=())
        return replace(self, dataset=dataset)

    @property
    def content_key(self) -> tuple[object, ...]:
        """What decides all counts: the content of the partitions, and the folds of their rows."""
        return (self.dataset.content_key, self.rows.key)

    def counts(self) -> FoldCounts:
        """The raw counts of each fold."""
        tally = FoldTally(self.rows.place, self.rows.folds, self.rows.seed, self.rows.presence_of)
        return self.dataset.reduce(tally, FoldCounts.plus)

    def split_counts(self, work: FoldPass) -> FoldPlaneCounts:
        """The counts of both splits of a fold."""
        return self.dataset.reduce(work, FoldPlaneCounts.plus)

    def held_out(self, models: tuple[FoldModel, ...]) -> list[BinaryCounts]:
        """The counts of each fold, decided by its own model."""
        cells = self.dataset.reduce(HeldOutPass(self.rows, models), np.add)
        return [BinaryCounts(*each) for each in cells.tolist()]

    def impossible_rows(self, fold: int, found: Callable[[Presence], NDArray[np.bool_]]) -> int:
        """How many rows of a fold a test finds."""
        return self.dataset.reduce(ImpossibleRows(self.rows, fold, found), int.__add__)

"""The likelihood plane of one fold over all rows: counts of both its splits, and densities.

What travels does not depend on the number of rows: two weights a feature and fold go out, counts
and a grid for each class and split come back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steersman.learn.likelihood import Boundary
from steersman.maths.confusion import BinaryCounts, binary_counts
from steersman.maths.likelihood import Presence, class_counts, projected_points
from steersman.scale.class_counts import FoldCounts
from steersman.scale.held_out_plane import GRID, grid_places
from steersman.scale.partition import Features, Partition
from steersman.scale.row_hashes import TEST, row_folds

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
Limits = tuple[tuple[float, float], tuple[float, float]]
PresenceOf = Callable[[Features], Presence]


@dataclass(frozen=True)
class FoldedRows:
    """The rows of a partition in folds, without those that were published for testing.

    `presence_of` makes presences of features where columns are cut into intervals.
    """

    place: int
    folds: int
    seed: int
    presence_of: PresenceOf | None = None

    def open(self, partition: Partition) -> tuple[Presence, NDArray[np.bool_], Longs]:
        """What each row holds, whether it is of the class to catch, and its fold or -1."""
        rows = partition.open()
        present = rows.presence if self.presence_of is None else self.presence_of(rows.X)
        fold = row_folds(rows.numbers, self.folds, self.seed).astype(np.int64)
        if rows.split is not None:
            fold[rows.split == TEST] = -1
        return present, rows.codes == self.place, fold


@dataclass(frozen=True)
class FoldTally(FoldedRows):
    """Counts the features of the class to catch and of the others in each fold."""

    def __call__(self, partition: Partition) -> FoldCounts:
        present, positive, fold = self.open(partition)
        both = [
            tuple(
                class_counts(present, (truth & (fold == each)).astype(np.float64))
                for each in range(self.folds)
            )
            for truth in (positive, ~positive)
        ]
        return FoldCounts(*both)


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
        inside = fold >= 0
        splits = (inside & (fold != self.fold), inside & (fold == self.fold))
        return FoldPlaneCounts(
            *(
                self.split_counts(present, positive, np.flatnonzero(chosen), limits)
                for chosen, limits in zip(splits, self.limits)
            )
        )

    def split_counts(
        self, present: Presence, positive: NDArray[np.bool_], chosen: Longs, limits: Limits
    ) -> SplitCounts:
        """The counts of some rows."""
        points = projected_points(present, self.model.table, self.model.fixed, chosen)
        truth, boundary = positive[chosen], self.model.boundary
        variable = boundary.margins(points - np.array(self.fixed_part))
        within, places = grid_places(points, limits)
        places += truth[within] * GRID * GRID
        density = np.bincount(places, minlength=2 * GRID * GRID).reshape(2, GRID, GRID)
        empty = not len(chosen)
        return SplitCounts(
            np.array(binary_counts(truth, boundary.margins(points) > 0), np.int64),
            np.array(binary_counts(truth, self.priors.margins(points) > 0), np.int64),
            int(np.count_nonzero(variable > 0)),
            np.full(2, np.inf) if empty else points.min(axis=0),
            np.full(2, -np.inf) if empty else points.max(axis=0),
            density,
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
        for each, model in enumerate(self.models):
            mine = np.flatnonzero(fold == each)
            if len(mine):
                points = projected_points(present, model.table, model.fixed, mine)
                cells[each] = binary_counts(positive[mine], model.boundary.margins(points) > 0)
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

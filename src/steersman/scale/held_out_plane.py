"""The likelihood plane of partitions: a knob turned over all rows, and what comes back of it.

What travels does not depend on the number of rows: two weights a feature and fold go out, and
confusion counts and a density grid for each class come back. A sample of rows was drawn before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.maths.confusion import BinaryCounts
from steersman.maths.likelihood import (
    bayes_intercept,
    count_placed_rows,
    odds_table,
    projected_points,
)
from steersman.scale.class_counts import CountedFolds, FoldCounts
from steersman.scale.partition import Partition, features_held
from steersman.scale.row_draws import RowDraw, joined_draws
from steersman.scale.row_hashes import SAMPLES, row_folds, row_hashes, row_shares

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

GRID = 128
SAMPLE_POINTS = 2_000
ROOM = 0.05
"""How far the grid reaches beyond the points of the sample, as a share of their extent."""


@dataclass(frozen=True, eq=False)
class PlaneKnob:
    """Weights of features for each fold, and the line of each: all that a partition is sent."""

    place: int
    seed: int
    tables: Floats  # (folds, features, 2)
    fixed: Floats  # (folds, 2)
    slope: float
    intercepts: Floats  # (folds,)


@dataclass(frozen=True, eq=False)
class PointSample:
    """Points drawn by a seed, with the numbers of their rows."""

    numbers: Longs  # (points,)
    points: Floats  # (points, 2)
    positive: NDArray[np.bool_]  # (points,)


@dataclass(frozen=True, eq=False)
class CountedPoints:
    """Confusion counts of each fold, and the points of each class in each cell of a grid."""

    cells: Longs  # (folds, 4): tp, fp, fn, tn
    density: Longs  # (2, GRID, GRID): negatives and positives; rows are y, columns x
    beyond: int

    def plus(self, other: CountedPoints) -> CountedPoints:
        """The counts of both sets of rows."""
        return CountedPoints(
            self.cells + other.cells, self.density + other.density, self.beyond + other.beyond
        )


@dataclass(frozen=True, eq=False)
class HeldOutPlane:
    """What a knob shows: every row placed and decided by a model that has not seen its fold.

    `density` has the negatives and the positives in each cell of a grid between `x_limits` and
    `y_limits`; `beyond` points lie outside.
    """

    counts: tuple[BinaryCounts, ...]  # one per fold
    density: Longs  # (2, GRID, GRID)
    x_limits: tuple[float, float]
    y_limits: tuple[float, float]
    beyond: int
    sample: PointSample

    @property
    def total(self) -> BinaryCounts:
        """The counts of all folds together."""
        return BinaryCounts(*(sum(cells) for cells in zip(*self.counts)))


@dataclass(frozen=True, eq=False)
class PartitionedPlane:
    """The counts of one class and of all others in each fold of partitioned rows.

    `drawn` are the rows whose points are shown; they are the same for all knobs.
    """

    dataset: PartitionedDataset
    place: int
    folds: int
    seed: int
    counts: FoldCounts
    drawn: RowDraw

    def knob(self, alpha: float, beta: float, slope: float, intercept: float | None) -> PlaneKnob:
        """The weights of features for each fold; without an intercept it is that of Bayes."""
        tables, fixed, intercepts = [], [], []
        for fold in range(self.folds):
            positive, negative = self.counts.outside(fold)
            if not positive.documents or not negative.documents:
                raise SteersmanError(
                    f"fold {fold + 1} leaves training rows of one class only",
                    todo="use fewer folds, or add rows",
                    code="class-not-in-training",
                    fold=fold,
                )
            table, constant = odds_table(positive, negative, alpha, beta, None)
            tables.append(table)
            fixed.append(constant)
            own = bayes_intercept(positive.documents, negative.documents)
            intercepts.append(own if intercept is None else intercept)
        return PlaneKnob(
            self.place, self.seed, np.array(tables), np.array(fixed), slope, np.array(intercepts)
        )

    def at(
        self,
        alpha: float = 1.0,
        beta: float = 1.0,
        slope: float = 1.0,
        intercept: float | None = None,
    ) -> HeldOutPlane:
        """The plane with these knobs.

        Parameters
        ----------
        alpha, beta : float
            The beta prior, above 0.
        slope : float
            Slope of the line.
        intercept : float, optional
            Intercept of the line; that of Bayes' rule by default.

        Returns
        -------
        HeldOutPlane
            Exact counts of all folds, densities and a sample of points.
        """
        knob = self.knob(alpha, beta, slope, intercept)
        sample = sampled_points(self.drawn, knob)
        limits = grid_limits(sample.points)
        found = self.dataset.reduce(PlacedRows(knob, limits), CountedPoints.plus)
        return HeldOutPlane(
            tuple(BinaryCounts(*cells) for cells in found.cells.tolist()),
            found.density,
            *limits,
            found.beyond,
            sample,
        )


def partitioned_plane(
    dataset: PartitionedDataset, category: object, folds: int, seed: int
) -> PartitionedPlane:
    """The counts of all folds and the rows to show, each in one pass over the partitions."""
    if not 2 <= folds <= 255:
        raise SteersmanError(
            f"rows cannot be split into {folds} folds",
            todo="use between 2 and 255 folds",
            code="folds-impossible",
            folds=folds,
        )
    place = dataset.place(category)
    counts = dataset.reduce(CountedFolds(place, folds, seed), FoldCounts.plus)
    share = SAMPLE_POINTS / max(dataset.rows, 1)
    drawn = dataset.reduce(SharedDraw(share, seed), joined_draws)
    return PartitionedPlane(dataset, place, folds, seed, counts, drawn)


def grid_limits(points: Floats) -> tuple[tuple[float, float], tuple[float, float]]:
    """The range of a grid along each axis, from a sample of the points."""
    if not len(points):
        return (0.0, 1.0), (0.0, 1.0)
    low, high = points.min(axis=0), points.max(axis=0)
    room = ROOM * np.maximum(high - low, 1e-9)
    low, high = low - room, high + room
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))


def sampled_points(drawn: RowDraw, knob: PlaneKnob) -> PointSample:
    """The sampled rows, each placed by the model of its fold."""
    points = np.empty((len(drawn.numbers), 2))
    fold = row_folds(drawn.numbers, len(knob.tables), knob.seed)
    present = features_held(drawn.X)
    for each in range(len(knob.tables)):
        mine = np.flatnonzero(fold == each)
        points[mine] = projected_points(present, knob.tables[each], knob.fixed[each], mine)
    return PointSample(drawn.numbers, points, drawn.codes == knob.place)


@dataclass(frozen=True)
class SharedDraw:
    """Draws a share of the rows of a partition, about as many as are shown of all."""

    share: float
    seed: int

    def __call__(self, partition: Partition) -> RowDraw:
        rows = partition.open()
        hashes = row_hashes(rows.numbers, self.seed, SAMPLES)
        drawn = np.flatnonzero(row_shares(rows.numbers, self.seed, SAMPLES) < self.share)
        return RowDraw(hashes[drawn], rows.numbers[drawn], rows.codes[drawn], rows.X[drawn])


@dataclass(frozen=True)
class PlacedRows:
    """Places all rows of a partition, decides them, and counts them in a grid."""

    knob: PlaneKnob
    limits: tuple[tuple[float, float], tuple[float, float]]

    def __call__(self, partition: Partition) -> CountedPoints:
        rows, knob = partition.open(), self.knob
        folds = len(knob.tables)
        cells, density = np.zeros((folds, 4), np.int64), np.zeros((2, GRID, GRID), np.int64)
        beyond = count_placed_rows(
            rows.presence,
            row_folds(rows.numbers, folds, knob.seed),
            rows.codes == knob.place,
            (knob.tables, knob.fixed, knob.slope, knob.intercepts),
            grid_frame(self.limits),
            cells,
            density,
        )
        return CountedPoints(cells, density, beyond)


def grid_frame(limits: tuple[tuple[float, float], tuple[float, float]]) -> tuple[Floats, Floats]:
    """Lowest x and y of a grid, and its width and height."""
    low, high = np.ascontiguousarray(np.array(limits).T)
    return low, high - low

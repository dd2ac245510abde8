"""Rows of partitions as a model's last step sees them; the steps before it learn from sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.preprocessing import StandardScaler

from steersman.learn.catalog import CountRoots
from steersman.scale.class_counts import PartShares
from steersman.scale.partition import Features, Partition, StoredRows

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

CHUNK_CELLS = 4_000_000
"""Cells of dense rows that are worked on at a time."""
SUMMED_STEPS = (StandardScaler, TfidfTransformer, CountRoots)
"""Steps that can be fitted by sums over partitions."""


class RowChunk(NamedTuple):
    """Some rows of a partition: features, places of their classes, places in the partition."""

    X: Features
    codes: Longs
    places: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class PreparedRows:
    """Reads rows of partitions, all or those of one part, through the fitted steps of a model."""

    steps: tuple[Any, ...] = ()
    shares: PartShares | None = None
    part: int = 0

    def places(self, rows: StoredRows) -> NDArray[np.intp]:
        """The places of the chosen rows in their partition."""
        if self.shares is None:
            return np.arange(len(rows.codes))
        return np.flatnonzero(self.shares.parts(rows) == self.part)

    def codes(self, partition: Partition) -> Longs:
        """(rows,): the classes of the chosen rows."""
        rows = partition.open()
        return rows.codes[self.places(rows)]

    def transform(self, X: Any) -> Any:
        """Rows of features after all steps."""
        for step in self.steps:
            X = step.transform(X)
        return X

    def chunks(
        self, partition: Partition, *, dense: bool = False, columns: int = 0
    ) -> Iterator[RowChunk]:
        """The rows, some at a time where they are dense or to be made so.

        `columns` are those that will be made of them, where they are more than the features.
        """
        rows = partition.open()
        places = self.places(rows)
        size = max(len(places), 1)
        if dense or not issparse(rows.X):
            size = max(1, CHUNK_CELLS // max(partition.features, columns, 1))
        for start in range(0, len(places), size):
            some = places[start : start + size]
            X: Any = self.transform(rows.X if len(some) == len(rows.codes) else rows.X[some])
            if isinstance(X, csr_matrix) and dense:
                X = X.toarray()
            yield RowChunk(X, rows.codes[some], some)


def float_rows(X: Features) -> Floats | csr_matrix:
    """Rows as they are on disk or after some steps, as floats that all functions take."""
    if isinstance(X, csr_matrix):
        # Made anew: on disk, the two arrays of places may be of different types.
        parts = (X.data.astype(np.float64, copy=False), X.indices, X.indptr)
        return csr_matrix(parts, shape=X.shape)
    return np.asarray(X, dtype=np.float64)


def fitted_steps(
    dataset: PartitionedDataset, steps: Sequence[Any], shares: PartShares | None, part: int
) -> PreparedRows:
    """The rows through these steps, each fitted to all rows, or those of a part, one by one."""
    fitted: tuple[Any, ...] = ()
    for step in steps:
        rows = PreparedRows(fitted, shares, part)
        if isinstance(step, StandardScaler):
            fit_scaler(step, dataset.reduce(CountedMoments(rows), ColumnMoments.plus))
        elif isinstance(step, TfidfTransformer):
            fit_frequencies(step, dataset.reduce(CountedHolders(rows), np.add))
        else:
            # Nothing is learned but the number of columns.
            step.fit(dataset.partitions[0].open().X[:1])
        fitted = (*fitted, step)
    return PreparedRows(fitted, shares, part)


@dataclass(frozen=True, eq=False)
class ColumnMoments:
    """The number of rows, the mean of each column and its sum of squared distances from that."""

    rows: int
    mean: Floats
    squares: Floats

    def plus(self, other: ColumnMoments) -> ColumnMoments:
        """The moments of both sets of rows."""
        rows = self.rows + other.rows
        if not self.rows or not other.rows:
            return self if self.rows else other
        gap = other.mean - self.mean
        mean = self.mean + gap * (other.rows / rows)
        between = gap * gap * (self.rows * other.rows / rows)
        return ColumnMoments(rows, mean, self.squares + other.squares + between)


@dataclass(frozen=True, eq=False)
class CountedMoments:
    """The moments of the columns of a partition."""

    rows: PreparedRows

    def __call__(self, partition: Partition) -> ColumnMoments:
        found = ColumnMoments(0, np.zeros(partition.features), np.zeros(partition.features))
        for chunk in self.rows.chunks(partition, dense=True):
            X = np.asarray(chunk.X, dtype=np.float64)
            mean = X.mean(axis=0)
            found = found.plus(ColumnMoments(len(X), mean, ((X - mean) ** 2).sum(axis=0)))
        return found


def fit_scaler(scaler: StandardScaler, moments: ColumnMoments) -> None:
    """Give a scaler the moments of rows that it has not seen itself."""
    variance = moments.squares / max(moments.rows, 1)
    # As scikit-learn does: what rounding leaves of a constant column is no variance.
    eps = np.finfo(np.float64).eps
    noise = moments.rows * eps * variance + (moments.rows * moments.mean * eps) ** 2
    scaler.mean_, scaler.var_ = moments.mean, variance
    scaler.scale_ = np.where(variance <= noise, 1.0, np.sqrt(variance))
    scaler.n_samples_seen_, scaler.n_features_in_ = moments.rows, len(variance)


@dataclass(frozen=True, eq=False)
class CountedHolders:
    """The rows of a partition that hold each column, and the number of rows at the end."""

    rows: PreparedRows

    def __call__(self, partition: Partition) -> Longs:
        found = np.zeros(partition.features + 1, np.int64)
        for chunk in self.rows.chunks(partition):
            X: Any = chunk.X
            found[:-1] += np.bincount(X.indices[X.data != 0], minlength=partition.features)
            found[-1] += len(chunk.codes)
        return found


def fit_frequencies(weigher: TfidfTransformer, holders: Longs) -> None:
    """Give a transformer the numbers of rows that hold each term."""
    held = holders[:-1].astype(np.float64) + float(weigher.smooth_idf)
    rows = float(holders[-1]) + float(weigher.smooth_idf)
    if weigher.use_idf:
        weigher.idf_ = np.log(rows / held) + 1.0
    weigher.n_features_in_ = len(held)

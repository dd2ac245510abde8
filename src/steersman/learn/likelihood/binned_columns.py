"""Numbers as presences: each column is cut into intervals, and a row lies in one of each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler

from steersman.data import Dataset
from steersman.data.intervals import interval_cuts, interval_names
from steersman.maths.likelihood import Presence, presence_of

# The parts of a table's features that come before all others.
MEASURED = ("numbers", "dates")
Floats = NDArray[np.float64]


class Intervals(NamedTuple):
    """Where the leading columns of a dataset are cut, and what the intervals are called."""

    cuts: tuple[Floats, ...]
    names: tuple[str, ...]

    def feature_names(self, dataset: Dataset) -> tuple[str, ...]:
        """The names of the intervals, then those of the other columns."""
        return (*self.names, *map(str, dataset.feature_names[len(self.cuts) :]))

    def presence(self, X: Floats | csr_matrix) -> Presence:
        """(rows, intervals and then the other columns): what each row holds."""
        measured = len(self.cuts)
        dense = leading(X, measured)
        found = np.empty((len(dense), measured), np.int32)
        before = 0
        for place, cuts in enumerate(self.cuts):
            found[:, place] = np.searchsorted(cuts, dense[:, place], side="left") + before
            before += len(cuts) + 1
        if not isinstance(X, csr_matrix):
            indptr = np.arange(0, found.size + 1, measured)
            return Presence(found.ravel(), indptr, (len(dense), before))
        return beside(found, before, presence_of(X), measured)


def beside(found: NDArray[np.int32], intervals: int, held: Presence, measured: int) -> Presence:
    """The intervals of each row, then what it holds behind the `measured` columns."""
    rows, columns = held.shape
    others = held.indices >= measured
    indptr = np.concatenate([[0], np.cumsum(others)])[held.indptr]
    first = (indptr[:-1] + measured * np.arange(rows))[:, np.newaxis] + np.arange(measured)
    indices = np.empty(found.size + int(indptr[-1]), np.int32)
    leads = np.zeros(len(indices), bool)
    leads[first.ravel()] = True
    indices[leads] = found.ravel()
    indices[~leads] = held.indices[others] + (intervals - measured)
    shape = (rows, columns - measured + intervals)
    return Presence(indices, indptr + measured * np.arange(rows + 1), shape)


def leading(X: Floats | csr_matrix, columns: int) -> Floats:
    """(rows, columns) the first columns."""
    if isinstance(X, csr_matrix):
        return np.asarray(X[:, :columns].toarray(), dtype=np.float64)
    return np.asarray(X[:, :columns], dtype=np.float64)


def measured_columns(dataset: Dataset) -> int:
    """How many columns, the first ones, hold numbers and no counts: in a plain table all."""
    if not dataset.is_sparse:
        return dataset.n_features
    if not isinstance(dataset.from_raw, Pipeline):
        return 0
    parts = dataset.from_raw["features"].output_indices_
    return sum(parts[name].stop - parts[name].start for name in MEASURED if name in parts)


def cut_into_intervals(dataset: Dataset) -> Intervals:
    """Where the numbers of a dataset are cut; the names have the values as the file has them."""
    measured = measured_columns(dataset)
    cuts = tuple(interval_cuts(column) for column in leading(dataset.X, measured).T)
    low, span = scales(dataset, measured)
    names = [
        name
        for place, inner in enumerate(cuts)
        for name in interval_names(
            str(dataset.feature_names[place]), low[place] + inner * span[place]
        )
    ]
    return Intervals(cuts, tuple(names))


def scales(dataset: Dataset, measured: int) -> tuple[Floats, Floats]:
    """(measured,) the lowest value and the span of each column that was scaled to 0 to 1."""
    low, span = np.zeros(measured), np.ones(measured)
    if not isinstance(dataset.from_raw, Pipeline):
        return low, span
    features = dataset.from_raw["features"]
    for name, part, _ in features.transformers_:
        scaler = next(
            (step for _, step in getattr(part, "steps", ()) if isinstance(step, MinMaxScaler)), None
        )
        if name in MEASURED and scaler is not None:
            low[features.output_indices_[name]] = scaler.data_min_
            span[features.output_indices_[name]] = scaler.data_range_
    return low, span

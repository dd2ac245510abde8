"""Groups of rows that may be slices, chosen without a look at any error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_matrix, csr_matrix
from sklearn.cluster import KMeans

from steersman.data.intervals import interval_cuts, interval_names, interval_places

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SliceKind = Literal["category", "number", "word", "cluster"]
Sparse = tuple[csr_matrix, list[str]]

MISSING = "(missing)"
MOST_NUMBERS = 10
"""So many different numbers are slices of their own; of more, intervals are."""
MOST_VALUES = 100
"""Of more different words, the most frequent ones are slices."""
MOST_WORDS = 500
MOST_COLUMNS = 200
NAMED_BY = 3
"""Features that a cluster is named by."""


@dataclass(frozen=True, eq=False)
class SliceRows:
    """A group of rows by its name; `members` are their places."""

    kind: SliceKind
    column: str
    name: str
    members: Ints


def column_slices(columns: Mapping[str, NDArray[np.generic]]) -> list[SliceRows]:
    """The values of columns of words, and the intervals of columns of numbers."""
    found: list[SliceRows] = []
    for name, values in list(columns.items())[:MOST_COLUMNS]:
        numbers = number_column(values)
        found += value_slices(name, values) if numbers is None else number_slices(name, numbers)
    return found


def number_column(values: NDArray[np.generic]) -> Floats | None:
    """The values as numbers, missing ones as NaN; None where they are words."""
    if values.dtype.kind in "fiu":
        return values.astype(np.float64)
    if values.dtype.kind == "b":
        return None
    told = [each for each in values.tolist() if each is not None]
    if told and all(isinstance(each, int | float) for each in told):
        return np.array([np.nan if each is None else each for each in values.tolist()], dtype=float)
    return None


def value_slices(name: str, values: NDArray[np.generic]) -> list[SliceRows]:
    """The most frequent values of a column of words."""
    # A missing value differs from itself.
    told = [MISSING if each is None or each != each else str(each) for each in values.tolist()]
    names, codes, counts = np.unique(np.array(told), return_inverse=True, return_counts=True)
    frequent = np.argsort(-counts, kind="stable")[:MOST_VALUES]
    return [
        SliceRows("category", name, f"{name} = {names[at]}", np.flatnonzero(codes == at))
        for at in frequent.tolist()
    ]


def number_slices(name: str, numbers: Floats) -> list[SliceRows]:
    """The values of a column of few numbers, the intervals of one of many."""
    known = np.isfinite(numbers)
    found = []
    if not known.all():
        found.append(SliceRows("number", name, f"{name} = {MISSING}", np.flatnonzero(~known)))
    distinct = np.unique(numbers[known])
    if len(distinct) <= MOST_NUMBERS:
        return found + [
            SliceRows("number", name, f"{name} = {value:g}", np.flatnonzero(numbers == value))
            for value in distinct.tolist()
        ]
    cuts = interval_cuts(numbers[known])
    places = np.where(known, interval_places(numbers, cuts), -1)
    return found + [
        SliceRows("number", name, named, np.flatnonzero(places == at))
        for at, named in enumerate(interval_names(name, cuts))
    ]


def word_slices(
    X: csr_matrix, names: list[str], counted: NDArray[np.bool_], min_rows: int
) -> list[SliceRows]:
    """The rows that hold a feature, for the most frequent ones that not nearly all rows hold."""
    columns = csc_matrix(X)
    weights = counted.astype(np.float64)
    holds = columns.copy()
    holds.data = np.ones_like(holds.data, dtype=np.float64)
    rows = np.asarray(holds.T @ weights).ravel()
    usable = np.flatnonzero((rows >= min_rows) & (rows <= counted.sum() - min_rows))
    frequent = usable[np.argsort(-rows[usable], kind="stable")][:MOST_WORDS]
    return [
        SliceRows(
            "word",
            str(names[at]),
            f"contains {names[at]}",
            np.sort(columns.indices[columns.indptr[at] : columns.indptr[at + 1]]).astype(np.int64),
        )
        for at in frequent.tolist()
    ]


def cluster_slices(
    sparse: Sparse | None, dense: Mapping[str, NDArray[np.generic]], clusters: int
) -> list[SliceRows]:
    """Clusters of the rows by all their features, named by those that stand out."""
    if sparse is not None:
        from steersman.learn.clustering import SphericalKMeans

        X, names = sparse
        found = SphericalKMeans(min(clusters, X.shape[0]), n_init=1, max_iter=30, random_state=0)
        codes = np.asarray(found.fit_predict(X))
        return named_clusters(codes, X, names, words=True)
    numbers = {name: number_column(np.asarray(values)) for name, values in dense.items()}
    kept = {
        name: np.where(np.isfinite(each), each, np.nanmedian(each))
        for name, each in numbers.items()
        if each is not None and np.isfinite(each).any()
    }
    if not kept or len(next(iter(kept.values()))) < clusters:
        return []
    table = np.column_stack(list(kept.values()))
    spread = table.std(axis=0)
    scaled = (table - table.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    codes = KMeans(clusters, n_init=1, random_state=0).fit_predict(scaled)
    return named_clusters(codes, scaled, list(kept), words=False)


def named_clusters(codes: Ints, X: Any, names: list[str], *, words: bool) -> list[SliceRows]:
    """The rows of each cluster, named by the features that differ most from all rows."""
    overall = np.asarray(X.mean(axis=0)).ravel()
    found = []
    for cluster in np.unique(codes).tolist():
        members = np.flatnonzero(codes == cluster)
        apart = np.asarray(X[members].mean(axis=0)).ravel() - overall
        first = np.argsort(-apart if words else -np.abs(apart), kind="stable")[:NAMED_BY]
        about = ", ".join(
            names[at] if words else f"{'high' if apart[at] > 0 else 'low'} {names[at]}"
            for at in first.tolist()
        )
        found.append(
            SliceRows("cluster", "", f"cluster {cluster + 1}: {about}", members.astype(np.int64))
        )
    return found

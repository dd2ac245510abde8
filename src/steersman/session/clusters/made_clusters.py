"""Clusters made by hand: a selection of rows, or a part of a cluster that was split."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.preprocessing import normalize

from steersman.errors import SteersmanError
from steersman.learn.clustering import SphericalKMeans
from steersman.session.clusters.choice import CLUSTERS_RANGE, ClusterSettings
from steersman.session.clusters.fit import Clustering
from steersman.session.clusters.inputs import ClusterInput
from steersman.tasks import Task
from steersman.workers import WorkerJob

Ints = NDArray[np.int64]
STARTS = 3
# Measured: a cluster of so many rows is split in less time than a worker takes to answer.
QUICK_ROWS = 2000


def row_mask(rows: Sequence[int] | Ints, n_rows: int) -> str:
    """A bit for each row as base64, so that a state with many selected rows stays small.

    >>> row_mask([0, 2], 3), mask_rows(row_mask([0, 2], 3), 3).tolist()
    ('oA==', [0, 2])
    """
    chosen = np.zeros(n_rows, dtype=bool)
    chosen[np.asarray(rows, dtype=np.int64)] = True
    return b64encode(np.packbits(chosen).tobytes()).decode()


def mask_rows(mask: str, n_rows: int) -> Ints:
    """The rows of a mask; none where it is not a mask of so many rows."""
    try:
        packed = np.frombuffer(b64decode(mask, validate=True), dtype=np.uint8)
    except Error:
        return np.empty(0, dtype=np.int64)
    if len(packed) != (n_rows + 7) // 8:
        return np.empty(0, dtype=np.int64)
    return np.flatnonzero(np.unpackbits(packed, count=n_rows))


def checked_selection(rows: Sequence[int], n_rows: int, clusters: int, row: str) -> Ints:
    """The selected rows, if they can become one more cluster."""
    chosen = np.unique(np.asarray(rows, dtype=np.int64))
    if not len(chosen) or chosen[0] < 0 or chosen[-1] >= n_rows or len(chosen) == n_rows:
        raise SteersmanError(
            f"a cluster cannot have {len(chosen):,} of {n_rows:,} {row}s",
            todo=f"select some of the {row}s, not all",
            code="bad-selection",
            selected=len(chosen),
            rows=n_rows,
        )
    if clusters >= CLUSTERS_RANGE[1]:
        raise SteersmanError(
            f"there are {clusters} clusters already",
            todo="merge two of them first",
            code="too-many-clusters",
            most=CLUSTERS_RANGE[1],
        )
    return chosen


def smaller_part(ground: ClusterInput, rows: Ints, seed: int, task: Task) -> Ints:
    """The smaller of two parts of a cluster, divided by spherical k-means."""
    if len(rows) < 2:
        raise SteersmanError(
            "a cluster of one cannot be split",
            todo="choose a larger cluster",
            code="cluster-too-small",
            rows=len(rows),
        )
    arguments = (ground.weights[rows], seed)
    job = WorkerJob("split-cluster", arguments, "splitting the cluster")
    parts = task.result(
        "split",
        lambda: (ground.counts_key, rows, seed),
        lambda: two_parts(*arguments, task),
        job=job if len(rows) > QUICK_ROWS else None,
    )
    sizes = np.bincount(parts, minlength=2)
    if not sizes.min():
        raise SteersmanError(
            "this cluster cannot be split: all its members are identical",
            todo="choose another cluster, or select a part on the map",
            code="cluster-undivided",
            rows=len(rows),
        )
    return np.asarray(rows[parts == sizes.argmin()])


def two_parts(weights: csr_matrix, seed: int, task: Task) -> Ints:
    """(rows,) the part of each row."""
    task.report("splitting the cluster")
    parts: Ints = SphericalKMeans(2, n_init=STARTS, random_state=seed).fit(weights).labels_
    return parts


def with_made_clusters(
    clustering: Clustering, ground: ClusterInput, made: Sequence[str], settings: ClusterSettings
) -> Clustering:
    """The clustering with the clusters made by hand after those that were found."""
    for mask in made:
        rows = mask_rows(mask, ground.rows)
        number = clustering.n_clusters
        labels = clustering.labels.copy()
        labels[rows] = number
        by_size = clustering.is_mixture and settings.priors == "free"
        clustering = replace(
            clustering,
            labels=labels,
            category=(*clustering.category, -1),
            table=np.column_stack(
                [clustering.table, term_column(clustering, ground, rows, settings)]
            ),
            bias=np.append(
                clustering.bias,
                np.log(len(rows) / ground.rows) if by_size else clustering.bias[-1],
            ),
        )
    return clustering


def term_column(
    clustering: Clustering, ground: ClusterInput, rows: Ints, settings: ClusterSettings
) -> NDArray[np.float64]:
    """(terms,) what a cluster of these rows looks for: its direction, or its log probabilities."""
    total = np.asarray(
        ground.design(is_mixture=clustering.is_mixture)[rows].sum(axis=0), dtype=np.float64
    )
    if not clustering.is_mixture:
        return np.asarray(normalize(csr_matrix(total)).toarray().ravel())
    smoothed = total.ravel() + settings.alpha
    return np.asarray(np.log(smoothed / smoothed.sum()))

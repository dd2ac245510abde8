"""Clusters of partitioned rows by partial sums: spherical k-means and mixtures of multinomials.

Sums of floats are added in another order than in memory, so that centers and probabilities agree
to about 1e-12 of their size; clusters of rows agree but for ties closer than that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.errors import check_choice
from steersman.learn.clustering import MultinomialMixture, SphericalKMeans
from steersman.maths.clustering import (
    MixtureCounts,
    MixtureParameters,
    centers_of,
    mixture_counts,
    mixture_parameters,
    one_hot,
    posteriors,
    row_products,
    rows_of,
    smoothing_penalty,
    turn_centers,
    unit_columns,
    unit_rows,
    weighted_sums,
)
from steersman.scale.partition import Partition

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

START_ROWS = 20_000
"""Rows that the first centers are found on."""


@dataclass(frozen=True, eq=False)
class ClusterSums:
    """Sums of unit rows in each cluster, sizes, cosines, and the rows furthest from their centers.

    `far` are, for each such row, its cosine, its cluster, its number, and the row itself.
    """

    sums: Floats  # (features, clusters)
    sizes: Ints  # (clusters,)
    cosines: float
    far: tuple[tuple[float, int, int, Ints, Floats], ...]

    def plus(self, other: ClusterSums) -> ClusterSums:
        """The sums of both sets of rows."""
        far = sorted([*self.far, *other.far], key=lambda row: (row[0], row[2]))
        return ClusterSums(
            self.sums + other.sums,
            self.sizes + other.sizes,
            self.cosines + other.cosines,
            tuple(far[: 2 * len(self.sizes)]),
        )

    def without_empty_clusters(self) -> ClusterSums:
        """The same with the rows that are furthest from their centers in clusters without any."""
        sums, sizes = self.sums.copy(), self.sizes.copy()
        candidates = iter(self.far)
        for cluster in np.flatnonzero(sizes == 0).tolist():
            for _, own, _, indices, values in candidates:
                if sizes[own] > 1:
                    sizes[own] -= 1
                    sizes[cluster] = 1
                    sums[indices, own] -= values
                    sums[indices, cluster] += values
                    break
        return ClusterSums(sums, sizes, self.cosines, ())


@dataclass(frozen=True)
class AssignedRows:
    """Puts the rows of a partition to their nearest centers and adds them up."""

    centers: Floats  # (features, clusters)

    def __call__(self, partition: Partition) -> ClusterSums:
        opened = partition.open()
        rows = unit_rows(csr_matrix(opened.X))
        clusters = self.centers.shape[1]
        cosines = row_products(rows, self.centers, np.zeros(clusters))
        labels, nearest = cosines.argmax(axis=1), cosines.max(axis=1)
        sums = weighted_sums(rows, one_hot(labels, clusters), len(self.centers))
        held = np.flatnonzero(np.diff(rows.indptr))
        most = min(2 * clusters, len(held))
        furthest = held[np.argpartition(nearest[held], most - 1)[:most]] if most else held
        far = []
        for row in furthest.tolist():
            entries = slice(rows.indptr[row], rows.indptr[row + 1])
            number = int(opened.numbers[row])
            vector = rows.indices[entries].astype(np.int64), rows.data[entries].copy()
            far.append((float(nearest[row]), int(labels[row]), number, *vector))
        sizes = np.bincount(labels, minlength=clusters)
        return ClusterSums(sums, sizes, float(nearest.sum()), tuple(far))


def partitioned_kmeans(dataset: PartitionedDataset, model: SphericalKMeans) -> SphericalKMeans:
    """Fit k-means by angle to all rows, one pass over the partitions for each round.

    The first centers are those of 20,000 rows drawn at random, unless `init` has centers.
    """
    if isinstance(model.init, str):
        X, _ = dataset.sample(START_ROWS, seed=start_seed(model))
        started = SphericalKMeans(**model.get_params() | {"on_round": None}).fit(X)
        centers = np.ascontiguousarray(started.cluster_centers_.T)
    else:
        given = np.asarray(model.init, dtype=np.float64)
        centers = unit_columns(np.ascontiguousarray(given.T))
    history: list[float] = []
    while True:
        found = dataset.reduce(AssignedRows(centers), ClusterSums.plus).without_empty_clusters()
        turned = turn_centers(centers_of(centers), found.sums)
        centers = turned.directions()
        objective = float(turned.lengths.sum())
        if is_last_round(model, history, objective):
            break
    last = dataset.reduce(AssignedRows(centers), ClusterSums.plus)
    model.cluster_centers_ = np.ascontiguousarray(centers.T)
    model.cluster_sizes_ = last.sizes
    model.history_, model.n_iter_, model.objective_ = history, len(history), last.cosines
    model.n_features_in_ = len(centers)
    model._n_features_out = model.n_clusters
    return model


def start_seed(model: SphericalKMeans | MultinomialMixture) -> int:
    """The seed of the rows that a model starts from."""
    given = model.random_state
    return given if isinstance(given, int) else 0


def is_last_round(
    model: SphericalKMeans | MultinomialMixture, history: list[float], objective: float
) -> bool:
    """Whether the rounds end with this objective, which is noted in the history and reported."""
    gain = objective - history[-1] if history else np.inf
    history.append(objective)
    if model.on_round is not None:
        model.on_round(len(history), objective)
    return gain <= model.tol * abs(objective) or len(history) >= model.max_iter


@dataclass(frozen=True, eq=False)
class ExplainedRows:
    """Sums that the parameters of a mixture are computed from, and how well rows are explained."""

    counts: MixtureCounts
    evidence: float

    def plus(self, other: ExplainedRows) -> ExplainedRows:
        """The sums of both sets of rows."""
        counts = MixtureCounts(
            self.counts.terms + other.counts.terms, self.counts.masses + other.counts.masses
        )
        return ExplainedRows(counts, self.evidence + other.evidence)


@dataclass(frozen=True)
class ExpectedRows:
    """Shares the rows of a partition among the components of a mixture."""

    parameters: MixtureParameters
    hard: bool

    def __call__(self, partition: Partition) -> ExplainedRows:
        X = csr_matrix(partition.open().X)
        rows = rows_of(X)
        log_joint = row_products(rows, self.parameters.log_terms, self.parameters.log_priors)
        shares, evidence = posteriors(log_joint)
        if self.hard:
            shares = one_hot(log_joint.argmax(axis=1), log_joint.shape[1])
            evidence = log_joint.max(axis=1)
        return ExplainedRows(mixture_counts(rows, shares, X.shape[1]), float(evidence.sum()))


def partitioned_mixture(
    dataset: PartitionedDataset, model: MultinomialMixture
) -> MultinomialMixture:
    """Fit a mixture of multinomials to all rows, one pass over the partitions for each round.

    The first components are those of 20,000 rows drawn at random. Methods are "em" and "hard".
    """
    check_choice("method", model.method, ("em", "hard"))
    tied = model.priors == "tied"
    X, _ = dataset.sample(START_ROWS, seed=start_seed(model))
    started = MultinomialMixture(**model.get_params() | {"on_round": None}).fit(X)
    parameters = MixtureParameters(
        np.ascontiguousarray(started.feature_log_prob_.T), started.component_log_prior_
    )
    history: list[float] = []
    while True:
        found = dataset.reduce(ExpectedRows(parameters, model.method == "hard"), ExplainedRows.plus)
        objective = found.evidence + smoothing_penalty(parameters, model.alpha)
        if is_last_round(model, history, objective):
            break
        parameters = mixture_parameters(found.counts, model.alpha, tied)
    model.n_features_in_ = len(parameters.log_terms)
    model.history_, model.n_iter_, model.objective_ = history, len(history), history[-1]
    model.take_parameters(found.counts, parameters, started.classes_)
    return model

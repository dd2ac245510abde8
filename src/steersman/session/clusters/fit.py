"""Clusters of documents, found with given settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.learn.clustering import MultinomialMixture, SphericalKMeans, term_weights
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.clusters.inputs import ClusterInput
from steersman.session.clusters.shapes import RoundNews
from steersman.session.clusters.suggestion import UNKNOWN
from steersman.tasks import Task
from steersman.workers import WorkerJob

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_ROUNDS = 100


@dataclass(frozen=True, eq=False)
class Clustering:
    """Clusters, the largest first, and the weighted sums that placed the rows.

    The score of a row for a cluster is the row of the design (`ClusterInput.design`) times the
    cluster's column of `table`, plus its `bias`: a cosine for k-means, a log probability of both
    for a mixture.
    """

    labels: Ints  # (rows,)
    known: Ints  # (rows,) the cluster of a row whose label was kept, else -1
    category: tuple[int, ...]  # (clusters,) the category whose labels are kept there, else -1
    table: Floats  # (terms, clusters)
    bias: Floats  # (clusters,)
    history: tuple[float, ...]  # the objective after each round of the best start
    is_mixture: bool

    @property
    def n_clusters(self) -> int:
        return len(self.bias)


def found_clusters(ground: ClusterInput, settings: ClusterSettings, task: Task) -> Clustering:
    """Find the clusters of the rows; every round is reported to the task, which may stop it."""
    arguments = (ground.counts, ground.category, settings)
    return task.result(
        "clusters",
        lambda: (ground.counts_key, ground.category, settings),
        lambda: fit_clusters(*arguments, task),
        pack=lambda found: dict(vars(found)),
        unpack=lambda stored: Clustering(**stored),
        job=WorkerJob("find-clusters", arguments, "the clustering"),
    )


def cluster_values(
    counts: csr_matrix, category: Ints, settings: ClusterSettings, task: Task
) -> dict[str, Any]:
    """The fields of the clustering that was found."""
    return dict(vars(fit_clusters(counts, category, settings, task)))


def fit_clusters(
    counts: csr_matrix, category: Ints, settings: ClusterSettings, task: Task
) -> Clustering:
    """Fit clusters, without looking for a stored result."""
    task.report("choosing starting points", 0.0)
    on_round = round_reporter(settings, task)
    if not settings.is_mixture:
        kmeans = SphericalKMeans(
            settings.clusters,
            n_init=settings.starts,
            max_iter=MOST_ROUNDS,
            on_round=on_round,
            random_state=settings.seed,
        ).fit(term_weights(counts))
        return clustering_by_size(
            labels=kmeans.labels_,
            known=np.full(len(category), UNKNOWN),
            category=np.full(settings.clusters, UNKNOWN),
            table=kmeans.cluster_centers_.T,
            bias=np.zeros(settings.clusters),
            history=tuple(kmeans.history_),
            is_mixture=False,
        )
    known = kept_labels(category, settings.kept, settings.seed)
    mixture = MultinomialMixture(
        settings.clusters,
        method=settings.method,  # type: ignore[arg-type]  # checked when it was asked for
        alpha=settings.alpha,
        priors=settings.priors,
        n_init=settings.starts,
        max_iter=MOST_ROUNDS,
        on_round=on_round,
        random_state=settings.seed,
    ).fit(counts, known)
    place = {int(label): number for number, label in enumerate(mixture.classes_)}
    kept = set(known[known != UNKNOWN].tolist())
    return clustering_by_size(
        labels=np.array([place[int(label)] for label in mixture.labels_]),
        known=np.array([place.get(int(label), UNKNOWN) for label in known]),
        category=np.array([label if label in kept else UNKNOWN for label in place]),
        table=mixture.feature_log_prob_.T,
        # An empty component has probability 0; -inf would turn differences of scores into NaN.
        bias=np.maximum(mixture.component_log_prior_, np.log(np.finfo(np.float64).tiny)),
        history=tuple(mixture.history_),
        is_mixture=True,
    )


def clustering_by_size(
    labels: Ints,
    known: Ints,
    category: Ints,
    table: Floats,
    bias: Floats,
    history: tuple[float, ...],
    is_mixture: bool,
) -> Clustering:
    """The clustering with its clusters numbered by size, so that numbers mean something."""
    sizes = np.bincount(labels, minlength=len(bias))
    order = np.argsort(-sizes, kind="stable")
    # The inverse permutation: from the old number of a cluster to its rank.
    rank = np.argsort(order, kind="stable")
    return Clustering(
        rank[labels],
        np.where(known == UNKNOWN, UNKNOWN, rank[known]),
        tuple(int(each) for each in category[order]),
        np.ascontiguousarray(table[:, order]),
        bias[order],
        history,
        is_mixture,
    )


def kept_labels(category: Ints, share: float, seed: int) -> Ints:
    """(rows,) the category of the rows whose label is kept, -1 for all others.

    The share is drawn from each category, at least one row of it.
    """
    known = np.full(len(category), UNKNOWN)
    if share <= 0:
        return known
    rng = np.random.default_rng(seed)
    for number in np.unique(category[category != UNKNOWN]):
        rows = rng.permutation(np.flatnonzero(category == number))
        known[rows[: max(1, round(share * len(rows)))]] = number
    return known


def round_reporter(settings: ClusterSettings, task: Task) -> Callable[[int, float], None]:
    """A callback that reports and shows each round of each start."""
    start = 0

    def on_round(number: int, objective: float) -> None:
        nonlocal start
        # The fit does not say which start it is at; a first round begins the next one.
        start += number == 1
        done = (start - 1 + number / MOST_ROUNDS) / settings.starts
        of_starts = f", start {start} of {settings.starts}" if settings.starts > 1 else ""
        task.report(f"clustering, round {number}{of_starts}", min(done, 1.0))
        task.show("clusters", RoundNews(start=start, round=number, objective=objective))

    return on_round

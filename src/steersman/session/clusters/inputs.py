"""The documents of a corpus as the clusters room looks at them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman._cached import cached_property
from steersman.learn.clustering import document_map, term_weights
from steersman.session.clusters.suggestion import UNKNOWN, Suggestion, suggested_clusters
from steersman.session.datasets.corpus import Corpus
from steersman.session.results import digest
from steersman.tasks import Task
from steersman.workers import WorkerJob

# Each way, for finding the fullest part of the map.
SQUARES = 16
OF_ROWS = ("weights", "bounds", "squares")
"""What is computed once of rows, whatever their labels are."""


@dataclass(frozen=True, eq=False)
class ClusterInput:
    """Counts and map of all rows, and the category of those that have exactly one."""

    counts: csr_matrix  # (rows, terms)
    counts_key: str  # a digest of them
    terms: tuple[str, ...]
    points: NDArray[np.float32]  # (rows, 2)
    category: NDArray[np.int64]  # (rows,) place in the corpus's categories, -1 for none or several
    categories: int  # all of them, also those that no row has alone; 0 without labels

    @property
    def rows(self) -> int:
        return int(self.counts.shape[0])

    @property
    def labeled_rows(self) -> int:
        """How many rows have exactly one category."""
        return int((self.category != UNKNOWN).sum())

    @cached_property
    def weights(self) -> csr_matrix:
        """(rows, terms) of length one"""
        return term_weights(self.counts)

    def design(self, *, is_mixture: bool) -> csr_matrix:
        """What a clustering looks at: counts for a mixture, weights for k-means."""
        return self.counts if is_mixture else self.weights

    @cached_property
    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(2,) each: the lowest and the highest coordinates of the map."""
        return self.points.min(axis=0), self.points.max(axis=0)

    @cached_property
    def squares(self) -> NDArray[np.int64]:
        """(rows,) the square of the map that each row lies in."""
        low, high = self.bounds
        inside = SQUARES * (self.points.astype(np.float64) - low) / np.maximum(high - low, 1e-9)
        square = np.minimum(inside, SQUARES - 1).astype(np.int64)
        return np.asarray(square[:, 0] * SQUARES + square[:, 1])

    def with_labels_of(self, corpus: Corpus) -> ClusterInput:
        """The same rows with the labels of another corpus."""
        other = replace(
            self, category=single_categories(corpus), categories=number_of_categories(corpus)
        )
        known = vars(self)
        vars(other).update({name: known[name] for name in OF_ROWS if name in known})
        return other

    @cached_property
    def suggestion(self) -> Suggestion:
        """How many clusters to start with."""
        return suggested_clusters(self.points, self.categories)


def cluster_input(corpus: Corpus, task: Task) -> ClusterInput:
    """The input of clustering; numbers are replaced by the intervals they lie in."""
    task.report("drawing the map", 0.0)
    dataset = corpus.dataset
    # Negative values are no counts, and tf-idf of them means nothing.
    if corpus.by_column and not (np.asarray(dataset.X.data) < 0).any():
        counts = csr_matrix(dataset.X, dtype=np.float64)
    else:
        counts = corpus.present.matrix()
    counts_key = digest(counts)
    points = task.result(
        "map",
        lambda: counts_key,
        lambda: mapped_points(counts, task),
        job=WorkerJob("map-documents", (counts,), "the map"),
    )
    category, categories = single_categories(corpus), number_of_categories(corpus)
    return ClusterInput(counts, counts_key, corpus.feature_names, points, category, categories)


def mapped_points(counts: csr_matrix, task: Task) -> NDArray[np.float32]:
    """(rows, 2): the documents on a map."""
    weights = term_weights(counts)
    return document_map(weights, progress=lambda done: task.report("drawing the map", done))


def number_of_categories(corpus: Corpus) -> int:
    """How many categories there are; 0 without labels."""
    return len(corpus.categories) if len(corpus.categories) > 1 else 0


def single_categories(corpus: Corpus) -> NDArray[np.int64]:
    """(rows,) the place of the row's only category; -1 where it has none or several."""
    if len(corpus.categories) < 2:
        return np.full(corpus.rows, UNKNOWN)
    if not corpus.dataset.is_multilabel:
        dataset = corpus.dataset
        return np.asarray(dataset.class_order[dataset.class_numbers], dtype=np.int64)
    member = np.column_stack([corpus.positive(name) for name in corpus.categories])
    return np.where(member.sum(axis=1) == 1, member.argmax(axis=1), UNKNOWN)

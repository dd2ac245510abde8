"""A knob turned on the likelihood plane: Reuters' ten topics and a million made-up documents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.naive_bayes import BernoulliNB

from steersman.data import load
from steersman.maths.confusion import BinaryCounts, binary_counts
from steersman.maths.likelihood import (
    ClassCounts,
    Presence,
    bayes_intercept,
    class_counts,
    plane_coordinates,
    presence,
    presence_of,
    under_line,
)
from steersman_benchmarks.registry import BenchmarkRow, best_seconds

Sides = tuple[ClassCounts, ClassCounts]

MILLION = 1_000_000
WORDS_A_DOCUMENT = 50
VOCABULARY = 50_000
GOAL_MS = 150.0
GOAL_BYTES = 8.0


def plane() -> list[BenchmarkRow]:
    """Every row is one run's figures: ours beside a peer, or beside the goal that was set."""
    return [*reuters_rows(), *million_rows()]


def reuters_rows() -> list[BenchmarkRow]:
    """A new alpha and beta on 6,494 x 35,814: all coordinates, from counts that are there."""
    train = load("reuters10-dinunzio").train()
    labels = train.positives("corn")
    present = presence(csr_matrix(train.X))
    slim = presence_of(present)
    sides = sides_of(slim, labels)
    own_alpha = np.full(slim.shape[1], 0.5)
    two_columns = np.random.default_rng(0).random((slim.shape[1], 2))

    def naive_bayes() -> object:
        return BernoulliNB(alpha=0.5).fit(present, labels).predict_joint_log_proba(present)

    ours = 1e3 * best_seconds(lambda: plane_coordinates(slim, *sides, 0.5, 3.0), repeats=50)
    own = 1e3 * best_seconds(lambda: plane_coordinates(slim, *sides, own_alpha, 3.0), repeats=50)
    product = 1e3 * best_seconds(lambda: present @ two_columns, repeats=50)
    peer = 1e3 * best_seconds(naive_bayes, repeats=10)
    counted = 1e3 * best_seconds(lambda: sides_of(slim, labels), repeats=20)
    fitted = "BernoulliNB().fit + joint log likelihood"
    size = f"{slim.shape[0]:,} x {slim.shape[1]:,}"
    return [
        BenchmarkRow(f"new alpha, beta on {size}", ours, peer, "ms", fitted, note="goal: 10"),
        BenchmarkRow(
            "the same", ours, product, "ms", "scipy product with two columns", note="goal: 1"
        ),
        BenchmarkRow("an alpha of each feature's own", own, peer, "ms", fitted),
        BenchmarkRow("counts of both classes anew", counted, peer, "ms", fitted),
    ]


def million_rows() -> list[BenchmarkRow]:
    """Knob to metrics on a million documents, and what is kept in memory for it."""
    slim, labels = zipf_documents(MILLION, np.random.default_rng(0))
    sides = sides_of(slim, labels)

    def knob_to_metrics() -> BinaryCounts:
        coordinates = plane_coordinates(slim, *sides, 0.1, 30.0)
        intercept = bayes_intercept(sides[0].documents, sides[1].documents)
        return binary_counts(labels, under_line(coordinates, 1.0, intercept))

    ours = 1e3 * best_seconds(knob_to_metrics, repeats=7)
    nonzeros = len(slim.indices)
    kept = slim.nbytes + sum(side.features.nbytes for side in sides)
    note = f"{nonzeros:,} non-zeros, {slim.shape[1]:,} words in no order of frequency"
    return [
        BenchmarkRow(f"knob to metrics, {MILLION:,} documents", ours, GOAL_MS, "ms", "goal",
                     note=note),
        BenchmarkRow("memory kept, labels apart", kept / nonzeros, GOAL_BYTES,
                     "bytes a non-zero", "goal"),
    ]  # fmt: skip


def zipf_documents(documents: int, rng: np.random.Generator) -> tuple[Presence, NDArray[np.bool_]]:
    """Documents of 50 different words with Zipf's frequencies, and one label in ten positive.

    Half of a positive's words are drawn from a vocabulary in another order of frequency.
    """
    chances = np.cumsum(1.0 / np.arange(1, VOCABULARY + 1))
    words = rng.permutation(VOCABULARY).astype(np.int32)
    other_words = rng.permutation(VOCABULARY).astype(np.int32)
    labels = rng.random(documents) < 0.1
    drawn = np.empty((documents, WORDS_A_DOCUMENT), dtype=np.int32)
    for start in range(0, documents, 50_000):
        part = slice(start, min(start + 50_000, documents))
        drawn[part] = different_words(chances, len(labels[part]), rng)
    half = WORDS_A_DOCUMENT // 2
    indices = words[drawn]
    indices[labels, :half] = other_words[drawn[labels, :half]]
    indices.sort(axis=1)
    repeated = np.zeros(indices.shape, dtype=bool)
    repeated[:, 1:] = indices[:, 1:] == indices[:, :-1]
    lengths = WORDS_A_DOCUMENT - repeated.sum(axis=1)
    indptr = np.concatenate([[0], np.cumsum(lengths)])
    return Presence(indices[~repeated], indptr, (documents, VOCABULARY)), labels


def different_words(
    chances: NDArray[np.float64], documents: int, rng: np.random.Generator
) -> NDArray[np.int32]:
    """(documents, 50) ranks by Zipf's law, drawn anew where a document has one twice."""
    ranks = np.empty((documents, WORDS_A_DOCUMENT), dtype=np.int32)
    anew = np.ones(ranks.shape, dtype=bool)
    while anew.any():
        spots = rng.random(int(anew.sum())) * chances[-1]
        ranks[anew] = np.searchsorted(chances, spots).astype(np.int32)
        ranks.sort(axis=1)
        anew[:, 0] = False
        anew[:, 1:] = ranks[:, 1:] == ranks[:, :-1]
    rng.permuted(ranks, axis=1, out=ranks)
    return ranks


def sides_of(slim: Presence, labels: NDArray[np.bool_]) -> Sides:
    """Counts of the positives and of the others."""
    positive = labels.astype(np.float64)
    return class_counts(slim, positive), class_counts(slim, 1.0 - positive)

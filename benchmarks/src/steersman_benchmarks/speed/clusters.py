"""Clustering beside the plain way: k-means and expectation-maximization on sparse text."""

from __future__ import annotations

from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import logsumexp
from sklearn.cluster import KMeans
from sklearn.preprocessing import normalize

from steersman.learn.clustering import SphericalKMeans
from steersman.maths.clustering import MixtureProblem, mixture_steps, rows_of
from steersman.text import TextCounter
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.side_by_side import best_of_both, documents

Floats = NDArray[np.float64]

N_CLUSTERS = 20
K_MEANS_ROUNDS = 20
EM_ROUNDS = 10


def clusters() -> list[BenchmarkRow]:
    """Milliseconds per round from the same start, and the objectives that are reached."""
    name, texts = documents()
    counts = TextCounter().fit_transform(texts).astype(np.float64)
    note = f"{name}, {counts.shape[0]} x {counts.shape[1]}, {counts.nnz} entries, K = {N_CLUSTERS}"
    return [*k_means_rows(counts, note), *mixture_rows(counts, note)]


def k_means_rows(counts: csr_matrix, note: str) -> list[BenchmarkRow]:
    """Spherical k-means beside KMeans on rows of length one."""
    unit = normalize(counts)
    rng = np.random.default_rng(0)
    held = rng.permutation(np.flatnonzero(np.diff(unit.indptr)))
    start = unit[held[:N_CLUSTERS]].toarray()
    ours = SphericalKMeans(N_CLUSTERS, init=start, max_iter=K_MEANS_ROUNDS, tol=0.0)
    peer = KMeans(N_CLUSTERS, init=start, n_init=1, max_iter=K_MEANS_ROUNDS, tol=0.0)
    our_s, peer_s = best_of_both(partial(ours.fit, unit), partial(peer.fit, unit), repeats=5)
    rounds = f"{ours.n_iter_} and {peer.n_iter_} rounds"
    return [
        BenchmarkRow(
            "spherical k-means, one round",
            1000 * our_s / ours.n_iter_,
            1000 * peer_s / peer.n_iter_,
            "ms",
            "KMeans",
            note=f"{note}; {rounds}",
        ),
        BenchmarkRow(
            "sum of cosines with own center",
            ours.objective_,
            sum_of_cosines(unit, peer.labels_),
            "",
            "KMeans",
            "higher",
            f"same start, {rounds}",
        ),
    ]


def sum_of_cosines(unit: csr_matrix, labels: NDArray[np.int32]) -> float:
    """Cosines of rows with the directions of their clusters, summed."""
    members = csr_matrix((np.ones(len(labels)), (labels, np.arange(len(labels)))))
    sums = (members @ unit).toarray()
    return float(np.sqrt((sums * sums).sum(axis=1)).sum())


def mixture_rows(counts: csr_matrix, note: str) -> list[BenchmarkRow]:
    """Expectation-maximization from k-means on, beside the same written with scipy's products."""
    rng = np.random.default_rng(0)
    kmeans = SphericalKMeans(N_CLUSTERS, n_init=1, max_iter=K_MEANS_ROUNDS, random_state=0)
    start = np.eye(N_CLUSTERS)[kmeans.fit_predict(counts)]
    unknown = np.full(counts.shape[0], -1)
    problem = MixtureProblem(rows_of(counts), counts.shape[1], unknown, "em", 1.0, False)

    def ours() -> float:
        steps = mixture_steps(problem, start, rng)
        return next(islice(steps, EM_ROUNDS - 1, None)).objective

    def peer() -> float:
        return scipy_em(counts, start, EM_ROUNDS)

    same = np.isclose(ours(), peer(), rtol=1e-9)
    our_s, peer_s = best_of_both(ours, peer, repeats=5)
    agree = "equal objectives" if same else "OBJECTIVES DIFFER"
    return [
        BenchmarkRow(
            "multinomial mixture, one round of EM",
            1000 * our_s / EM_ROUNDS,
            1000 * peer_s / EM_ROUNDS,
            "ms",
            "scipy sparse products",
            note=f"{note}; {agree} after {EM_ROUNDS} rounds",
        )
    ]


def scipy_em(counts: csr_matrix, responsibilities: Floats, n_rounds: int) -> float:
    """The objective after rounds of EM with smoothing 1, written with sparse-dense products."""
    for _ in range(n_rounds):
        smoothed = counts.T @ responsibilities + 1.0  # (features, components)
        log_terms = np.log(smoothed / smoothed.sum(axis=0))
        log_priors = np.log(responsibilities.sum(axis=0) / len(responsibilities))
        log_joint = counts @ log_terms + log_priors
        evidence = logsumexp(log_joint, axis=1, keepdims=True)
        responsibilities = np.exp(log_joint - evidence)
    return float(evidence.sum() + log_terms.sum())

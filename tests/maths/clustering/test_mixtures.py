"""Responsibilities and bounds; k-means as the limit of a mixture."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.special import logsumexp, softmax
from scipy.stats import dirichlet
from sklearn.cluster import KMeans

from steersman.maths.clustering import (
    Method,
    MixtureCounts,
    MixtureParameters,
    MixtureProblem,
    in_their_place,
    mixture_counts,
    mixture_parameters,
    mixture_steps,
    mixtures,
    posteriors,
    row_products,
    rows_of,
    sparse_rows,
    unit_rows,
)
from steersman.maths.clustering.mixture_steps import expectation
from steersman.maths.clustering.mixtures import expected_logs, posterior_belief
from steersman.maths.clustering.sparse_rows import weighted_sums

SEEDS = st.integers(0, 10_000)


def lower_bound(log_joint: np.ndarray, responsibilities: np.ndarray) -> float:
    """The bound on the log likelihood that any responsibilities give (Jensen's inequality).

    It equals the log likelihood when they are the posteriors.
    """
    used = responsibilities > 0
    shares = responsibilities[used]
    return float(np.sum(shares * (log_joint[used] - np.log(shares))))


@given(SEEDS)
def test_posteriors_are_the_softmax_however_small_the_joint(seed: int) -> None:
    log_joint = np.random.default_rng(seed).normal(-5000, 30, (7, 4))
    responsibilities, evidence = posteriors(log_joint)
    np.testing.assert_allclose(responsibilities, softmax(log_joint, axis=1), atol=1e-16)
    np.testing.assert_allclose(evidence, logsumexp(log_joint, axis=1))


@given(SEEDS)
def test_the_bound_equals_the_likelihood_after_an_e_step_and_is_below_it_otherwise(
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    log_joint = rng.normal(0, 3, (9, 4))
    responsibilities, evidence = posteriors(log_joint)
    assert lower_bound(log_joint, responsibilities) == pytest.approx(evidence.sum())
    others = rng.dirichlet(np.ones(4), 9)
    divergence = np.sum(others * np.log(others / responsibilities))
    assert lower_bound(log_joint, others) == pytest.approx(evidence.sum() - divergence)
    assert lower_bound(log_joint, others) < evidence.sum()


def test_k_means_is_the_zero_variance_limit_of_a_gaussian_mixture() -> None:
    rng = np.random.default_rng(0)
    points = np.concatenate(
        [rng.normal(center, 1.0, (40, 2)) for center in ([0, 0], [3, 0], [1, 3])]
    )
    start = points[[0, 50, 100]]
    lloyd = KMeans(3, init=start, n_init=1, tol=0.0, max_iter=50).fit(points)
    spread = 1e-4
    centers = start
    for _ in range(lloyd.n_iter_ + 1):
        squares = ((points[:, np.newaxis] - centers) ** 2).sum(axis=2)
        responsibilities, _ = posteriors(-squares / (2 * spread**2))
        centers = responsibilities.T @ points / responsibilities.sum(axis=0)[:, np.newaxis]
    np.testing.assert_array_equal(responsibilities.argmax(axis=1), lloyd.labels_)
    assert set(np.unique(responsibilities)) == {0.0, 1.0}
    np.testing.assert_allclose(centers, lloyd.cluster_centers_)


@given(SEEDS)
def test_sparse_products_and_sums_equal_scipys(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Rows of none to all of the features: products take four at a time.
    X = csr_matrix(rng.poisson(rng.uniform(0, 2), (12, 9)).astype(float))
    table, weights = rng.normal(size=(9, 5)), rng.poisson(0.5, (12, 5)).astype(float)
    start = rng.normal(size=5)
    np.testing.assert_allclose(row_products(rows_of(X), table, start), X @ table + start)
    np.testing.assert_allclose(weighted_sums(rows_of(X), weights, 9), X.T @ weights)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sparse_rows, "MANY_ENTRIES", 1)
        np.testing.assert_allclose(weighted_sums(rows_of(X), weights, 9), X.T @ weights)


def test_products_in_several_threads_are_those_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    X = csr_matrix(rng.poisson(0.5, size=(101, 9)).astype(float))
    table, start = rng.normal(size=(9, 4)), rng.normal(size=4)
    alone = row_products(rows_of(X), table, start)
    blocks = [(0, 17), (17, 18), (18, 101)]
    monkeypatch.setattr(sparse_rows, "row_blocks", lambda *_: blocks)
    np.testing.assert_array_equal(row_products(rows_of(X), table, start), alone)
    lengths = np.sqrt((X.toarray() ** 2).sum(axis=1))
    unit = unit_rows(X)
    np.testing.assert_allclose(unit.data, X.data / np.repeat(lengths, np.diff(X.indptr)))


def three_blocks(rows: int, *_: int) -> list[tuple[int, int]]:
    """Blocks of different sizes, whatever the amount of work."""
    return [(0, rows // 5), (rows // 5, rows // 2), (rows // 2, rows)]


@pytest.mark.parametrize("method", get_args(Method))
def test_rounds_in_several_threads_are_those_of_one(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(3)
    X = csr_matrix(rng.poisson(0.1, size=(120, 2500)).astype(float))
    start, known = rng.dirichlet(np.ones(5), 120), rng.integers(-3, 5, 120).clip(-1)
    problem = MixtureProblem(rows_of(X), 2500, known, method, 0.3, False)

    def rounds() -> list[np.ndarray]:
        steps = mixture_steps(problem, start, np.random.default_rng(1))
        return [
            part
            for step, _ in zip(steps, range(3), strict=False)
            for part in (*step.counts, *step.parameters, step.responsibilities, step.objective)
        ]

    # Two halves on any number of cores.
    monkeypatch.setattr(sparse_rows, "MANY_ENTRIES", 1)
    monkeypatch.setattr(sparse_rows, "usable_cores", lambda: 1)
    alone = rounds()
    for module in (sparse_rows, mixtures):
        monkeypatch.setattr(module, "row_blocks", three_blocks)
    monkeypatch.setattr(sparse_rows, "usable_cores", lambda: 2)
    for one, several in zip(alone, rounds(), strict=True):
        np.testing.assert_array_equal(one, several)


def plain_expectation(
    problem: MixtureProblem, parameters: MixtureParameters, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Responsibilities and explained rows by way of the whole table of log probabilities."""
    log_joint = row_products(problem.rows, parameters.log_terms, parameters.log_priors)
    shares, explained = posteriors(log_joint)
    chosen = None
    if problem.method == "hard":
        chosen, explained = log_joint.argmax(axis=1), log_joint.max(axis=1)
    elif problem.method == "stochastic":
        heights = np.cumsum(shares, axis=1)
        levels = rng.random(len(heights)) * heights[:, -1]
        pairs = zip(heights, levels, strict=True)
        chosen = np.array([np.searchsorted(*pair, "right") for pair in pairs])
    if chosen is not None:
        shares = np.eye(log_joint.shape[1])[chosen]
    labeled = np.flatnonzero(problem.known >= 0)
    explained[labeled] = log_joint[labeled, problem.known[labeled]]
    return in_their_place(shares, problem.known), explained


@given(
    SEEDS,
    st.sampled_from(get_args(Method)),
    st.integers(1, 6),
    st.sampled_from([1e-300, 1e-6, 1.0, 1e6]),
)
@settings(max_examples=100)
def test_an_expectation_row_by_row_is_that_of_the_whole_table_to_the_bit(
    seed: int, method: Method, k: int, smoothing: float
) -> None:
    rng = np.random.default_rng(seed)
    # Rows without an entry, with one, with many; counts that are small, negative or huge.
    held = rng.random((40, 11)) < rng.choice([0.0, 0.1, 0.8], size=(40, 1))
    X = csr_matrix(held * rng.choice([1.0, 2.0, -3.0, 1e9, 1e-9, 0.5], size=(40, 11)))
    known = rng.integers(-4, k, 40).clip(-1)
    problem = MixtureProblem(rows_of(X), 11, known, method, smoothing, False)
    terms = rng.poisson(3.0, (11, k)) * rng.random((11, k))
    counts = MixtureCounts(terms, rng.random(k))
    parameters = mixture_parameters(counts, smoothing, tied=False)
    found = expectation(problem, parameters, np.random.default_rng(seed))
    plain = plain_expectation(problem, parameters, np.random.default_rng(seed))
    for one, two in zip(found, plain, strict=True):
        np.testing.assert_array_equal(one, two)


def test_shares_that_cannot_change_a_sum_are_exact_zeros() -> None:
    log_joint = np.array([[0.0, -39.9, -40.1], [-500.0, -539.0, -541.0]])
    responsibilities, evidence = posteriors(log_joint)
    np.testing.assert_array_equal(responsibilities > 0, [[True, True, False]] * 2)
    np.testing.assert_array_equal(evidence, [0.0, -500.0])


def test_unit_rows_survive_extreme_values() -> None:
    unit = unit_rows(csr_matrix([[1e300, 1e300], [1e-300, 0.0], [0.0, 0.0]]))
    np.testing.assert_allclose(unit.data, [np.sqrt(0.5), np.sqrt(0.5), 1.0])


def test_counts_merge_and_make_the_likeliest_parameters() -> None:
    rng = np.random.default_rng(5)
    X = csr_matrix(rng.poisson(1.0, (20, 6)).astype(float))
    shares = rng.dirichlet(np.ones(3), 20)
    whole = mixture_counts(rows_of(X), shares, 6)
    parts = [mixture_counts(rows_of(X[p]), shares[p], 6) for p in (slice(0, 8), slice(8, 20))]
    merged = MixtureCounts(*(a + b for a, b in zip(*parts, strict=True)))
    for one, two in zip(whole, merged, strict=True):
        np.testing.assert_allclose(one, two)

    def expected(log_terms: np.ndarray, log_priors: np.ndarray) -> float:
        joint = X @ log_terms + log_priors
        return float(np.sum(shares * joint) + 0.5 * log_terms.sum())

    best = mixture_parameters(whole, 0.5, tied=False)
    for _ in range(20):
        terms = np.log(rng.dirichlet(np.ones(6), 3).T * 0.1 + np.exp(best.log_terms) * 0.9)
        priors = np.log(rng.dirichlet(np.ones(3)) * 0.1 + np.exp(best.log_priors) * 0.9)
        assert expected(terms, priors) < expected(*best)
    np.testing.assert_allclose(np.exp(mixture_parameters(whole, 0.5, tied=True).log_priors), 1 / 3)


def test_expected_logs_and_divergence_agree_with_draws() -> None:
    rng = np.random.default_rng(2)
    added, prior = np.array([3.0, 0.0, 7.5, 0.0]), 0.6
    logs, divergence = expected_logs(added, prior)
    draws = rng.dirichlet(added + prior, 200_000).T + 1e-300
    draws /= draws.sum(axis=0)
    np.testing.assert_allclose(logs[[0, 2]], np.log(draws[[0, 2]]).mean(axis=1), rtol=0.02)
    kept = draws[:, draws.min(axis=0) > 1e-200]
    gap = dirichlet(added + prior).logpdf(kept) - dirichlet(np.full(4, prior)).logpdf(kept)
    assert divergence == pytest.approx(gap.mean(), rel=0.02)
    assert expected_logs(np.zeros(4), prior)[1] == pytest.approx(0.0)


def test_belief_sums_the_divergences_of_its_parts() -> None:
    counts = MixtureCounts(np.array([[3.0, 0.0], [1.0, 2.0]]), np.array([4.0, 2.0]))
    parts = [expected_logs(counts.terms[:, k], 0.1)[1] for k in (0, 1)]
    assert posterior_belief(counts, 0.1, tied=True).divergence == pytest.approx(sum(parts))
    free = posterior_belief(counts, 0.1, tied=False)
    assert free.divergence == pytest.approx(sum(parts) + expected_logs(counts.masses, 1.0)[1])

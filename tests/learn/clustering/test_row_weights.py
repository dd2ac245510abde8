"""Weights of rows in clusters: so many copies of the row, and none of those with weight 0."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman import MultinomialMixture, SphericalKMeans
from steersman.learn.clustering.term_weights import term_weights

RNG = np.random.default_rng(0)
KIND = RNG.integers(0, 3, 60)
RATES = np.full((3, 9), 0.3) + np.kron(np.eye(3), np.full(3, 4.0))
X = csr_matrix(RNG.poisson(RATES[KIND]))
TIMES = RNG.integers(0, 4, 60)
COPIES = X[np.repeat(np.arange(60), TIMES)]


@pytest.mark.parametrize("init", ["k-means++", "random"])
def test_k_means_of_weighted_rows_is_that_of_copies(init: str) -> None:
    model = SphericalKMeans(4, init=init, random_state=0)
    copies = model.fit(COPIES)
    centers, objective = copies.cluster_centers_, copies.objective_
    model.fit(X, sample_weight=TIMES)
    np.testing.assert_allclose(model.cluster_centers_, centers, atol=1e-12)
    assert model.objective_ == pytest.approx(objective)
    assert model.score(X, sample_weight=TIMES) == pytest.approx(objective)
    np.testing.assert_array_equal(model.labels_, model.predict(X))


@pytest.mark.parametrize("method", ["em", "generalized", "variational", "hard"])
@pytest.mark.parametrize("init", ["k-means", "random"])
def test_a_mixture_of_weighted_rows_is_that_of_copies(method: str, init: str) -> None:
    known = np.where(np.arange(60) < 6, KIND, -1)
    model = MultinomialMixture(4, method=method, init=init, random_state=0)
    copies = model.fit(COPIES, np.repeat(known, TIMES))
    terms, objective = copies.feature_log_prob_, copies.objective_
    mean = copies.score(COPIES)
    model.fit(X, known, sample_weight=TIMES)
    np.testing.assert_allclose(model.feature_log_prob_, terms, atol=1e-8)
    assert model.objective_ == pytest.approx(objective)
    assert model.mass_.sum() == pytest.approx(TIMES.sum())
    assert model.score(X, sample_weight=TIMES) == pytest.approx(mean)
    assert len(model.labels_) == 60


def test_batches_add_weighted_counts() -> None:
    model = MultinomialMixture(3, random_state=0)
    copies = model.partial_fit(COPIES).partial_fit(COPIES).term_count_
    model = MultinomialMixture(3, random_state=0)
    model.partial_fit(X, sample_weight=TIMES).partial_fit(X, sample_weight=TIMES)
    np.testing.assert_allclose(model.term_count_, copies)


def test_frequencies_of_terms_count_weighted_rows() -> None:
    weighted = term_weights(X, TIMES.astype(float)).toarray()
    copied = term_weights(COPIES).toarray()
    np.testing.assert_allclose(np.repeat(weighted, TIMES, axis=0), copied)

"""Clusters by partial sums agree with those in memory, to the rounding of sums."""

from __future__ import annotations

import numpy as np
import pytest
from tests.scale.conftest import Whole

from steersman import MultinomialMixture, SphericalKMeans
from steersman.maths.clustering import (
    mixture_counts,
    mixture_parameters,
    posteriors,
    row_products,
    rows_of,
)
from steersman.scale import PartitionedDataset, clusters

ROUNDING = 1e-9


@pytest.mark.parametrize("kinds", [3, 12])
def test_kmeans_finds_the_centers_of_all_rows(
    opened: PartitionedDataset, whole: Whole, kinds: int
) -> None:
    start = whole.X[:kinds].toarray().astype(float)
    # A start with a center that no row is near to: its cluster is empty at first.
    start[0] = 0.0
    start[0, -1] = 1e-3
    memory = SphericalKMeans(kinds, init=start, n_init=1, max_iter=12).fit(whole.X)
    found = opened.kmeans(SphericalKMeans(kinds, init=start, max_iter=12))
    assert found.n_iter_ == memory.n_iter_
    np.testing.assert_allclose(found.history_, memory.history_, rtol=ROUNDING)
    np.testing.assert_allclose(found.cluster_centers_, memory.cluster_centers_, atol=ROUNDING)
    assert found.cluster_sizes_.tolist() == np.bincount(memory.labels_, minlength=kinds).tolist()
    assert np.array_equal(found.predict(whole.X), memory.labels_)


def test_kmeans_starts_from_a_seeded_sample(
    opened: PartitionedDataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "START_ROWS", 300)
    one, other = (opened.kmeans(SphericalKMeans(4, random_state=2, max_iter=5)) for _ in range(2))
    assert np.array_equal(one.cluster_centers_, other.cluster_centers_)
    assert one.cluster_sizes_.sum() == opened.rows


@pytest.mark.parametrize("method", ["em", "hard"])
def test_mixtures_climb_as_in_memory(opened: PartitionedDataset, whole: Whole, method: str) -> None:
    start = MultinomialMixture(3, method=method, random_state=1, max_iter=3).fit(whole.X)
    settings = {"n_components": 3, "method": method, "random_state": 1, "max_iter": 3}
    found = opened.mixture(MultinomialMixture(**settings, tol=0.0))
    rows, parameters = rows_of(whole.X), None
    log_terms, log_priors = start.feature_log_prob_.T.copy(), start.component_log_prior_
    history = []
    for _ in range(3):
        if parameters is not None:
            log_terms, log_priors = parameters
        log_joint = row_products(rows, log_terms, log_priors)
        shares, evidence = posteriors(log_joint)
        if method == "hard":
            shares = np.eye(3)[log_joint.argmax(axis=1)]
            evidence = log_joint.max(axis=1)
        history.append(evidence.sum() + start.alpha * log_terms.sum())
        parameters = mixture_parameters(
            mixture_counts(rows, shares, whole.X.shape[1]), start.alpha, False
        )
    np.testing.assert_allclose(found.history_, history, rtol=ROUNDING)
    np.testing.assert_allclose(found.feature_log_prob_, log_terms.T, atol=ROUNDING)
    assert np.array_equal(found.predict(whole.X), log_joint.argmax(axis=1))

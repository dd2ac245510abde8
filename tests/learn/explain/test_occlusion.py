"""What a feature contributes to a score: the change when it is taken away."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix, random
from sklearn.ensemble import RandomForestClassifier

from steersman.learn.explain import occlusion_pushes, usual_values


def test_of_a_weighted_sum_each_push_is_weight_times_distance_from_the_usual() -> None:
    rng = np.random.default_rng(0)
    X, weights = rng.normal(size=(50, 6)), rng.normal(size=6)
    usual = usual_values(X)
    features, pushes = occlusion_pushes(lambda rows: rows @ weights + 3.0, X[[7]], usual)
    assert features.tolist() == list(range(6))
    np.testing.assert_allclose(pushes, weights * (X[7] - np.median(X, axis=0)))


def test_of_counts_only_the_words_that_are_there_are_taken_out_one_at_a_time() -> None:
    X = csr_matrix(random(20, 300, density=0.05, random_state=1))
    dense = X.toarray()
    weights = np.random.default_rng(1).normal(size=300)

    def score(rows: csr_matrix) -> np.ndarray:
        return np.tanh(rows @ weights)

    features, pushes = occlusion_pushes(score, X[[4]], usual_values(X))
    assert features.tolist() == np.flatnonzero(dense[4]).tolist()
    for feature, push in zip(features, pushes):
        without = dense[4].copy()
        without[feature] = 0.0
        assert push == pytest.approx(np.tanh(dense[4] @ weights) - np.tanh(without @ weights))


def test_features_as_usual_push_nothing_and_the_model_is_asked_once() -> None:
    rng = np.random.default_rng(2)
    X = rng.integers(0, 3, size=(90, 5)).astype(float)
    model = RandomForestClassifier(20, random_state=0).fit(X, X[:, 0] + X[:, 1] > 2)
    asked = []

    def score(rows: np.ndarray) -> np.ndarray:
        asked.append(len(rows))
        return model.predict_proba(rows)[:, 1]

    usual = usual_values(X)
    features, _ = occlusion_pushes(score, X[[3]], usual)
    assert set(features) == set(np.flatnonzero(X[3] != usual))
    assert asked == [len(features) + 1]
    assert occlusion_pushes(score, usual[None], usual)[1].size == 0

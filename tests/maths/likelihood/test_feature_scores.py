"""Feature scores against scikit-learn and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from scipy.stats import norm
from sklearn.feature_selection import chi2 as sklearn_chi2
from sklearn.metrics import mutual_info_score

from steersman.maths.likelihood import (
    FEATURE_SCORES,
    ClassCounts,
    class_counts,
    frequency,
    top_features,
)
from steersman.maths.likelihood.feature_scores import bi_normal_separation, chi2, information_gain


def problem(seed: int) -> tuple[np.ndarray, np.ndarray, ClassCounts, ClassCounts]:
    rng = np.random.default_rng(seed)
    labels = rng.random(80) < 0.3
    held = (rng.random((80, 9)) < np.where(labels[:, None], 0.5, 0.2)).astype(float)
    held[:, 7], held[:, 8] = 0.0, 1.0
    present = csr_matrix(held)
    sides = (class_counts(present, side.astype(float)) for side in (labels, ~labels))
    return held, labels, *sides


@pytest.mark.parametrize("seed", range(5))
def test_chi2_equals_scikit_learns_on_binary_features(seed: int) -> None:
    held, labels, positive, negative = problem(seed)
    expected = sklearn_chi2(held[:, [0, 1, 2, 3, 4, 5, 6, 8]], labels)[0]
    scores = chi2(positive, negative)
    assert_allclose(scores[[0, 1, 2, 3, 4, 5, 6, 8]], expected, atol=1e-12)
    assert scores[7] == 0.0


@pytest.mark.parametrize("seed", range(5))
def test_information_gain_equals_mutual_information(seed: int) -> None:
    held, labels, positive, negative = problem(seed)
    expected = [mutual_info_score(labels, column) for column in held.T]
    assert_allclose(information_gain(positive, negative), expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_bi_normal_separation_equals_the_difference_of_quantiles(seed: int) -> None:
    held, labels, positive, negative = problem(seed)
    rates = [held[side].mean(axis=0).clip(0.0005, 0.9995) for side in (labels, ~labels)]
    expected = np.abs(norm.ppf(rates[0]) - norm.ppf(rates[1]))
    assert_allclose(bi_normal_separation(positive, negative), expected, atol=1e-12)


def test_frequency_counts_documents() -> None:
    held, _, positive, negative = problem(0)
    assert_array_equal(frequency(positive, negative), held.sum(axis=0))


@pytest.mark.parametrize("name", sorted(FEATURE_SCORES))
def test_every_score_is_finite_when_a_side_is_empty(name: str) -> None:
    empty, full = ClassCounts(0.0, np.zeros(3)), ClassCounts(4.0, np.array([0.0, 2.0, 4.0]))
    assert np.all(np.isfinite(FEATURE_SCORES[name](empty, full)))


def test_top_features_equal_a_stable_sort() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        scores = rng.integers(0, 6, 20).astype(float)
        for count in (1, 7, 19, 20):
            expected = np.zeros(20, dtype=bool)
            expected[np.argsort(-scores, kind="stable")[:count]] = True
            assert_array_equal(top_features(scores, count), expected)

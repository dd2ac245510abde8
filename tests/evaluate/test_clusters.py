"""Clustering measures against the lecture's figure, brute force and scikit-learn."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy
from sklearn import metrics
from sklearn.metrics.cluster import contingency_matrix
from tests.errors import raises

from steersman.evaluate import (
    adjusted_rand,
    contingency,
    matched_accuracy,
    matched_clusters,
    nmi,
    purity,
)

# The lecture's three clusters of 17 points: majorities x 5, o 4, diamond 3.
CATEGORIES = list("xxxxxo" + "xoooo◇" + "xx◇◇◇")
CLUSTERS = [1] * 6 + [2] * 6 + [3] * 5
LABELINGS = st.integers(1, 30).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 4), min_size=n, max_size=n)] * 2)
)


def test_the_lectures_purity_is_12_of_17() -> None:
    assert purity(CATEGORIES, CLUSTERS) == pytest.approx(12 / 17)


def test_nmi_is_the_lectures_formula() -> None:
    counts = contingency(CATEGORIES, CLUSTERS).astype(float)
    n, n_i, n_j = counts.sum(), counts.sum(axis=1), counts.sum(axis=0)
    there = counts > 0
    shared = np.sum(counts[there] * np.log(n * counts[there] / np.outer(n_i, n_j)[there]))
    scale = np.sqrt(np.sum(n_i * np.log(n_i / n)) * np.sum(n_j * np.log(n_j / n)))
    assert nmi(CATEGORIES, CLUSTERS) == pytest.approx(shared / scale)
    mean = n * (entropy(n_i) + entropy(n_j)) / 2
    assert nmi(CATEGORIES, CLUSTERS, "arithmetic") == pytest.approx(shared / mean)
    smaller = n * min(entropy(n_i), entropy(n_j))
    assert nmi(CATEGORIES, CLUSTERS, "min") == pytest.approx(shared / smaller)


@given(LABELINGS)
def test_measures_equal_brute_force_and_scikit_learn(pair: tuple[list[int], list[int]]) -> None:
    true, predicted = pair
    counts = contingency(true, predicted)
    np.testing.assert_array_equal(counts, contingency_matrix(true, predicted))
    side = max(counts.shape)
    square = np.zeros((side, side), dtype=int)
    square[: counts.shape[0], : counts.shape[1]] = counts
    best = max(sum(square[i, j] for i, j in enumerate(p)) for p in permutations(range(side)))
    assert matched_accuracy(true, predicted) == pytest.approx(best / len(true))
    matching = matched_clusters(true, predicted)
    agreeing = sum(
        matching.get(cluster) == category for category, cluster in zip(*pair, strict=True)
    )
    assert agreeing == best
    assert len(set(matching.values())) == len(matching)
    majority = sum(counts.max(axis=0)) / len(true)
    assert purity(true, predicted) == pytest.approx(majority)
    assert majority >= best / len(true)
    assert adjusted_rand(true, predicted) == metrics.adjusted_rand_score(true, predicted)


@given(LABELINGS, st.permutations(range(5)))
def test_renaming_clusters_changes_nothing(
    pair: tuple[list[int], list[int]], names: list[int]
) -> None:
    true, predicted = pair
    renamed = [names[cluster] for cluster in predicted]
    for measure in (purity, matched_accuracy, nmi, adjusted_rand):
        assert measure(true, renamed) == pytest.approx(measure(true, predicted))


def test_mistakes_are_named() -> None:
    with raises("bad-setting", name="normalization", value="harmonic"):
        nmi([1], [1], normalization="harmonic")  # type: ignore[arg-type]
    with raises("labels-shape", true=(2,), predicted=(1,)):
        purity([1, 2], [1])


@pytest.mark.parametrize("mean", ["geometric", "arithmetic", "min", "max"])
def test_nmi_is_that_of_scikit_learn(mean: str) -> None:
    rng = np.random.default_rng(0)
    for _ in range(60):
        rows = int(rng.integers(1, 40))
        true, found = (rng.integers(0, rng.integers(1, 5), rows) for _ in range(2))
        expected = metrics.normalized_mutual_info_score(true, found, average_method=mean)
        # The parameter is one of the four words.
        found_nmi = nmi(true, found, mean)  # type: ignore[arg-type]
        assert found_nmi == pytest.approx(expected, abs=1e-14)

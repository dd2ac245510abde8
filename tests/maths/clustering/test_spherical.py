"""Rounds of spherical k-means against plain sums, and who fills empty clusters."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix, random_array

from steersman.maths.clustering import spherical_steps, unit_rows
from steersman.maths.clustering.nearest_centers import Bounds, unit_columns
from steersman.maths.clustering.spherical import fill_empty_clusters, move_all_rows, one_hot


def some_rows(seed: int, rows: int = 120) -> csr_matrix:
    dense = random_array((rows, 15), density=0.25, rng=np.random.default_rng(seed)).toarray()
    dense[3] = 0.0
    return csr_matrix(dense)


@pytest.mark.parametrize("seed", range(6))
def test_an_empty_cluster_gets_the_furthest_row_of_a_cluster_of_many(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = some_rows(seed, 20)
    rows, held = unit_rows(X), np.diff(X.indptr) > 0
    labels = rng.choice([1, 3, 4, 7], 20, p=[0.1, 0.1, 0.2, 0.6])
    own, other = np.round(rng.random(20), 1), rng.random(20)
    bounds = Bounds(labels.copy(), own.copy(), other.copy())
    expected = labels.copy()
    for cluster in range(9):
        sizes = np.bincount(expected, minlength=9)
        if sizes[cluster] == 0:
            # The first of equally far rows goes.
            free = [row for row in range(20) if held[row] and sizes[expected[row]] > 1]
            expected[min(free, key=lambda row: (own[row], row))] = cluster
    fill_empty_clusters(rows, bounds, 9)
    assert np.array_equal(bounds.labels, expected)
    went = expected != labels
    assert went.sum() == 9 - len(np.unique(labels))
    # Nothing is known of their cosines with the centers that they will make.
    assert (bounds.own[went] == -1.0).all()
    assert (bounds.other[went] == 1.0).all()
    assert np.array_equal(bounds.own[~went], own[~went])
    assert np.array_equal(bounds.other[~went], other[~went])


def test_clusters_stay_empty_where_every_row_is_alone() -> None:
    bounds = Bounds(np.array([0, 2]), np.array([0.5, 0.4]), np.ones(2))
    fill_empty_clusters(unit_rows(csr_matrix(np.eye(2))), bounds, 4)
    assert bounds.labels.tolist() == [0, 2]
    assert bounds.own.tolist() == [0.5, 0.4]


@pytest.mark.parametrize("weighed", [False, True])
def test_every_round_turns_centers_to_the_sums_of_their_rows(weighed: bool) -> None:
    rng = np.random.default_rng(0)
    rows = unit_rows(some_rows(0))
    dense = csr_matrix((rows.data, rows.indices, rows.indptr), shape=(120, 15)).toarray()
    weights = rng.integers(0, 4, 120).astype(float) if weighed else None
    counted = np.ones(120) if weights is None else weights
    start = unit_columns(rng.normal(size=(15, 4)))
    steps = spherical_steps(rows, start, weights)
    changed = 0
    before = np.zeros(120, np.int64)
    for step, _ in zip(steps, range(9), strict=False):
        sums = dense.T @ (one_hot(step.labels, 4) * counted[:, None])
        lengths = np.linalg.norm(sums, axis=0)
        np.testing.assert_allclose(step.centers(), sums / lengths, atol=1e-12)
        assert step.objective == pytest.approx(lengths.sum())
        changed += int((step.labels != before).sum())
        before = step.labels
    assert changed > 120


def test_rows_that_change_their_cluster_take_their_weight_along() -> None:
    rng = np.random.default_rng(1)
    rows = unit_rows(some_rows(1))
    dense = csr_matrix((rows.data, rows.indices, rows.indptr), shape=(120, 15)).toarray()
    weights, (before, after) = rng.random(120), rng.integers(0, 3, (2, 120))
    sums = dense.T @ (one_hot(before, 3) * weights[:, None])
    move_all_rows(rows, weights, before, after, sums)
    np.testing.assert_allclose(sums, dense.T @ (one_hot(after, 3) * weights[:, None]), atol=1e-12)
    assert one_hot(np.array([1, -1, 0]), 2).tolist() == [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]

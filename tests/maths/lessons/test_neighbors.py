from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import sem
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from steersman.learn.classic import Window
from steersman.maths.lessons import (
    decisions_for_all_k,
    grid_votes,
    held_out_errors,
    recommended_k,
    vote_bounds,
)


@pytest.mark.parametrize("k", [1, 2, 12, 60, 120])
def test_votes_on_a_grid_equal_scikit_learns(k: int) -> None:
    rng = np.random.default_rng(k)
    X, positive = rng.normal(size=(120, 2)), rng.random(120) < 0.4
    window = Window(-4.0, 3.0, -2.0, 5.0)
    xs, ys = window.axes(31)
    votes = grid_votes(xs, ys, X, positive, k)
    peer = KNeighborsClassifier(k).fit(X, positive).predict_proba(window.cells(31))[:, 1]
    np.testing.assert_allclose(votes.ravel(), peer, atol=1e-6)


@pytest.mark.parametrize("k", [1, 7, 40, 60])
def test_the_bounds_on_votes_hold_scikit_learns_and_differ_only_for_ties(k: int) -> None:
    rng = np.random.default_rng(k)
    X, positive = rng.normal(size=(60, 2)), rng.random(60) < 0.5
    fresh = rng.normal(size=(100, 2))
    fewest, most = vote_bounds(fresh, X, positive, k)
    peer = KNeighborsClassifier(k).fit(X, positive).predict_proba(fresh)[:, 1]
    np.testing.assert_array_equal(fewest, most)
    np.testing.assert_allclose(fewest / k, peer)
    on_grid = rng.integers(0, 3, size=(60, 2)).astype(float)
    fewest, most = vote_bounds(on_grid, on_grid, positive, k)
    votes = k * KNeighborsClassifier(k).fit(on_grid, positive).predict_proba(on_grid)[:, 1]
    assert (fewest <= votes + 1e-9).all()
    assert (votes <= most + 1e-9).all()
    assert (fewest < most).any() or k == 60


@pytest.mark.parametrize(("apart", "tied"), [(0.0, True), (1e-11, True), (1e-7, False)])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_distances_that_rounding_cannot_tell_apart_are_ties(
    apart: float, tied: bool, k: int
) -> None:
    """One point is near; of three that are next, the first is nearer by next to nothing."""
    X = np.array([[0.1, 0.0], [1.0, 0.0], [0.0, 1.0 + apart], [-1.0 - apart, 0.0], [9.0, 9.0]])
    positive = np.array([False, True, False, True, True])
    fewest, most = vote_bounds(np.zeros((1, 2)), X, positive, k)
    expected = {1: (0, 0), 2: (0, 1) if tied else (1, 1), 3: (1, 2), 4: (2, 2)}[k]
    assert (fewest[0], most[0]) == expected


def test_neighbors_equally_near_decide_in_the_order_of_their_rows() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 0.0]])
    labels = np.array([1, 0, 1, 0, 1])
    decided = decisions_for_all_k(X, labels, np.array([[0.0, 0.0], [3.0, 0.0]]), 4)
    assert decided.tolist() == [[True, False, True, False], [True, False, True, True]]


def test_points_equally_far_share_the_votes_that_are_left() -> None:
    corners = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    positive = np.array([False, False, True, True])
    middle = np.array([0.5])
    for k in (1, 2, 3, 4):
        assert grid_votes(middle, middle, corners, positive, k)[0, 0] == pytest.approx(0.5)


def test_the_curve_of_all_k_equals_cross_validation_of_each() -> None:
    rng = np.random.default_rng(4)
    X, positive = rng.normal(size=(60, 2)), rng.random(60) < 0.5
    folds = np.arange(60) % 5
    errors, spread = held_out_errors(X, positive, folds)
    assert len(errors) == len(spread) == 48
    for k in (1, 2, 3, 8, 9, 47, 48):
        model = KNeighborsClassifier(k)
        scores = cross_val_score(model, X, positive, cv=PredefinedSplit(folds))
        assert errors[k - 1] == pytest.approx(1 - scores.mean())
        assert spread[k - 1] == pytest.approx(sem(scores))


def test_parts_of_different_sizes_have_neighbors_up_to_the_rows_outside_the_largest() -> None:
    rng = np.random.default_rng(5)
    X, positive = rng.normal(size=(30, 2)), rng.random(30) < 0.5
    folds = np.repeat([2, 7, 9], [5, 18, 7])
    errors, _ = held_out_errors(X, positive, folds)
    assert len(errors) == 12
    scores = cross_val_score(KNeighborsClassifier(12), X, positive, cv=PredefinedSplit(folds))
    assert errors[-1] == pytest.approx(1 - scores.mean())


def test_theory_recommends_ten_neighbors_for_a_hundred_points_of_the_plane() -> None:
    assert recommended_k(100, 2) == 10.0
    assert recommended_k(1000, 1) == pytest.approx(100.0)

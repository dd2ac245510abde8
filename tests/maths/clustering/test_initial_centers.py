"""First centers of a clustering: rows far apart, and rows drawn by their weights."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.maths.clustering import far_apart_rows, initial_centers, random_rows
from steersman.maths.clustering.initial_centers import distances, drawn_rows


def test_equal_rows_are_picked_again_only_where_no_other_is_left() -> None:
    unit = csr_matrix(np.eye(3)[[0, 0, 1, 1, 1]])
    places, weights = np.array([0, 0, 1, 1, 1]), np.ones(5)
    for seed in range(20):
        picked = far_apart_rows(unit, places, weights, 5, np.random.default_rng(seed))
        assert len(picked) == 5
        assert set(places[picked[:2]]) == {0, 1}
        assert set(picked[2:].tolist()) <= {0, 2}  # the first of each kind
        assert set(places[picked[2:4]]) == {0, 1}


def test_rows_are_drawn_by_the_weight_of_all_that_are_equal() -> None:
    places, weights = np.array([0, 1, 1, 2]), np.array([1.0, 4.0, 4.0, 1.0])
    rng = np.random.default_rng(0)
    first = [int(random_rows(places, weights, 1, rng)[0]) for _ in range(2000)]
    assert abs(first.count(1) - 1600) < 4 * np.sqrt(2000 * 0.8 * 0.2)
    assert abs(first.count(0) - 200) < 4 * np.sqrt(2000 * 0.1 * 0.9)
    assert sum(map(first.count, (0, 1, 3))) == 2000
    every = random_rows(places, weights, 3, rng)
    assert sorted(every.tolist()) == [0, 1, 3]
    assert random_rows(places, weights, 4, rng)[3] in every


@pytest.mark.parametrize("n_picked", [1, 2, 3, 8, 21])
def test_of_a_few_draws_the_one_that_leaves_the_least_distance_is_picked(
    n_picked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(n_picked)
    dense = rng.random((30, 6)) * (rng.random((30, 6)) < 0.7) + 0.01
    dense /= np.linalg.norm(dense, axis=1)[:, None]
    weights, places = rng.random(30), rng.permutation(30)
    apart = np.maximum(0.0, 1.0 - dense @ dense.T)
    asked: list[tuple[np.ndarray, np.ndarray]] = []

    def noted(chances: np.ndarray, order: np.ndarray, *rest: object) -> np.ndarray:
        drawn = drawn_rows(chances, order, *rest)  # type: ignore[arg-type]
        assert np.array_equal(order, np.argsort(places))
        asked.append((chances, drawn))
        return drawn

    monkeypatch.setattr(initial_centers, "drawn_rows", noted)
    picked = far_apart_rows(csr_matrix(dense), places, weights, n_picked, rng)
    (first_chances, first), *later = asked
    assert np.array_equal(first_chances, weights)
    assert picked[0] == first[0]
    assert len(first) == 1
    left = apart[:, picked[0]]
    assert len(later) == n_picked - 1
    for row, (chances, drawn) in zip(picked[1:], later, strict=True):
        assert len(drawn) == 2 + int(np.log(n_picked))
        np.testing.assert_allclose(chances, weights * left, atol=1e-12)
        remaining = [weights @ np.minimum(left, apart[:, each]) for each in drawn]
        assert row == drawn[np.argmin(remaining)]
        left = np.minimum(left, apart[:, row])


def test_rows_are_drawn_in_proportion_to_their_chances() -> None:
    rng = np.random.default_rng(3)
    chances, order = np.array([2.0, 0.0, 5.0, 1.0]), np.array([2, 1, 0, 3])
    drawn = drawn_rows(chances, order, 8_000, rng)
    np.testing.assert_allclose(np.bincount(drawn, minlength=4) / 1_000, chances, atol=0.25)
    # The same draws, in another order of the rows, fall on the same rows.
    again = drawn_rows(chances[::-1], 3 - order, 50, np.random.default_rng(4))
    assert np.array_equal(3 - again, drawn_rows(chances, order, 50, np.random.default_rng(4)))


def test_the_distance_is_one_minus_the_cosine_and_never_negative() -> None:
    unit = np.array([[1.0, 0.0], [0.6, 0.8], [np.sqrt(0.5), np.sqrt(0.5)], [0.0, 0.0]])
    unit[2] *= 1.0 + 1e-12
    found = distances(csr_matrix(unit), np.array([2, 0]))
    np.testing.assert_allclose(found, np.maximum(0.0, 1.0 - unit @ unit[[2, 0]].T), atol=1e-15)
    assert found.min() == 0.0

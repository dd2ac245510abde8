"""First centers of a clustering: rows far apart, and rows drawn by their weights."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_matrix

from steersman.maths.clustering import far_apart_rows, random_rows


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

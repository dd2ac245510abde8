"""One round of a layout against the same pulls and pushes made in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.maths.clustering.neighbor_layout import PUSHES, STRONGEST, one_round


def moved_once(points: np.ndarray, neighbors: np.ndarray, rate: float, state: int) -> int:
    """Neighbors pull each other, and points that are drawn push."""
    for row, near in enumerate(neighbors):
        for other in near:
            apart = points[row] - points[other]
            step = -2.0 * rate * apart / (1.0 + apart @ apart)
            step = np.clip(step, -STRONGEST * rate, STRONGEST * rate)
            points[row] += step
            points[other] -= step
            for _ in range(PUSHES):
                state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
                apart = points[row] - points[(state >> 33) % len(points)]
                squared = apart @ apart
                step = 2.0 * rate * apart / ((0.001 + squared) * (1.0 + squared))
                points[row] += np.clip(step, -STRONGEST * rate, STRONGEST * rate)
    return state


@pytest.mark.parametrize("rate", [1.0, 0.2])
def test_every_point_is_pulled_by_its_neighbors_and_pushed_by_drawn_ones(rate: float) -> None:
    rng = np.random.default_rng(3)
    points = 3.0 * rng.normal(size=(9, 2))
    neighbors = rng.integers(0, 9, (9, 2))
    plain, start = points.copy(), np.uint64(12345)
    state = moved_once(plain, neighbors, rate, int(start))
    assert int(one_round(points, neighbors, rate, start)) % 2**64 == state
    np.testing.assert_allclose(points, plain, rtol=1e-9)

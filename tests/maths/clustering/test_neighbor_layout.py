"""One round of a layout against the same pulls and pushes made in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.maths.clustering import neighbor_layout
from steersman.maths.clustering.neighbor_layout import (
    PUSHES,
    SPREAD,
    STRONGEST,
    layout_points,
    nearest_rows,
    one_round,
)


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


@pytest.mark.parametrize("seed", [0, 5])
def test_a_layout_is_rounds_of_ever_shorter_moves_from_a_centered_start(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbor_layout, "ROUNDS", 4)
    rng = np.random.default_rng(seed)
    start, neighbors = rng.normal(size=(7, 2)) + 9.0, rng.integers(0, 7, (7, 3)).astype(np.int32)
    told: list[float] = []
    found = layout_points(start, neighbors, seed, told.append)
    assert told == [0.0, 0.25, 0.5, 0.75]
    away = start - start.mean(axis=0)
    plain, state = SPREAD * away / np.abs(away).max(), 2 * seed + 1
    for rate in (1.0, 0.75, 0.5, 0.25):
        state = moved_once(plain, neighbors, rate, state)
    np.testing.assert_allclose(found, plain, rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(layout_points(start, neighbors, seed), found)
    assert not np.array_equal(layout_points(start, neighbors, seed + 1), found)


def test_points_that_start_at_one_place_stay_finite() -> None:
    found = layout_points(np.full((5, 2), 3.0), np.arange(5, dtype=np.int32)[:, None][::-1].copy())
    assert np.isfinite(found).all()


@pytest.mark.parametrize("block", [1, 7, 20, 512])
@pytest.mark.parametrize("itself", [False, True])
def test_the_nearest_rows_have_the_largest_cosines(
    block: int, itself: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbor_layout, "BLOCK_ROWS", block)
    rng = np.random.default_rng(2)
    unit = rng.normal(size=(20, 4)).astype(np.float32)
    unit /= np.linalg.norm(unit, axis=1)[:, None]
    to = unit if itself else rng.permutation(unit)[:15]
    told: list[float] = []
    found = nearest_rows(unit, to, 3, skip_self=itself, progress=told.append)
    assert found.shape == (20, 3)
    assert told == [start / 20 for start in range(0, 20, block)]
    cosines = unit @ to.T
    if itself:
        np.fill_diagonal(cosines, -2.0)
    expected = np.argsort(-cosines, axis=1)[:, :3]
    np.testing.assert_array_equal(np.sort(found, axis=1), np.sort(expected, axis=1))

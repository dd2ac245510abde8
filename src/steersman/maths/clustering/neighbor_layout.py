"""Points in the plane that keep the nearest neighbors of rows together."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

BLOCK_ROWS = 512
ROUNDS = 100
PUSHES = 3  # rows that a row is pushed away from, for each neighbor that draws it near
STRONGEST = 4.0  # no single push or pull moves a point further than this
SPREAD = 10.0  # how far from the middle the points start


def nearest_rows(
    unit: NDArray[np.float32],
    to: NDArray[np.float32],
    n_nearest: int,
    skip_self: bool = False,
    progress: Callable[[float], object] | None = None,
) -> Ints:
    """(rows, n_nearest) the rows of `to` with the largest cosines, for each row of `unit`.

    Both have rows of length one. With `skip_self` both are the same rows, and no row is its own
    neighbor. The nearest come in no particular order.
    """
    found = np.empty((len(unit), n_nearest), dtype=np.int32)
    for start in range(0, len(unit), BLOCK_ROWS):
        if progress is not None:
            progress(start / len(unit))
        cosines = unit[start : start + BLOCK_ROWS] @ to.T
        if skip_self:
            places = np.arange(len(cosines))
            # Lower than any cosine, so that no row finds itself.
            cosines[places, start + places] = -2.0
        found[start : start + BLOCK_ROWS] = np.argpartition(-cosines, n_nearest - 1, axis=1)[
            :, :n_nearest
        ]
    return found


def layout_points(
    start: Floats,
    neighbors: Ints,
    seed: int = 0,
    progress: Callable[[float], object] | None = None,
) -> Floats:
    """(rows, 2) points, from (rows, 2) places to start at and (rows, k) neighbors of each row.

    In each round every row is pulled to each of its neighbors and pushed away from a few rows
    drawn by chance, less and less far. A pull at distance d is 2d / (1 + d^2), a push
    2 / (d (1 + d^2)), the slopes of the logarithms of 1 / (1 + d^2) and of its complement: near
    rows are drawn together, far ones hardly at all, so groups part. Same seed, same bits.
    """
    centered = start - start.mean(axis=0)
    points: Floats = SPREAD * centered / max(float(np.abs(centered).max()), 1e-12)
    draws = np.uint64(2 * seed + 1)
    for done in range(ROUNDS):
        if progress is not None:
            progress(done / ROUNDS)
        draws = np.uint64(one_round(points, neighbors, 1.0 - done / ROUNDS, draws))
    return points


@njit(cache=True, nogil=True)
def one_round(points: Floats, neighbors: Ints, rate: float, draws: np.uint64) -> np.uint64:
    """Move every point once, in place; returns the state of the random draws."""
    n_rows = np.uint64(len(points))
    for row in range(len(points)):
        for place in range(neighbors.shape[1]):
            other = neighbors[row, place]
            across = points[row, 0] - points[other, 0]
            up = points[row, 1] - points[other, 1]
            pull = -2.0 * rate / (1.0 + across * across + up * up)
            step_across = clipped_step(pull * across, rate)
            step_up = clipped_step(pull * up, rate)
            points[row, 0] += step_across
            points[row, 1] += step_up
            points[other, 0] -= step_across
            points[other, 1] -= step_up
            for _ in range(PUSHES):
                # Knuth's MMIX generator: the same draws on every platform. Its low bits repeat
                # soon, so the high ones are used.
                draws = draws * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
                drawn = np.int64((draws >> np.uint64(33)) % n_rows)
                across = points[row, 0] - points[drawn, 0]
                up = points[row, 1] - points[drawn, 1]
                squared = across * across + up * up
                # Points that coincide would be pushed infinitely far without the constant.
                push = 2.0 * rate / ((0.001 + squared) * (1.0 + squared))
                points[row, 0] += clipped_step(push * across, rate)
                points[row, 1] += clipped_step(push * up, rate)
    return draws


@njit(cache=True, nogil=True)
def clipped_step(step: float, rate: float) -> float:
    """A step no longer than the strongest."""
    most = STRONGEST * rate
    return max(-most, min(most, step))

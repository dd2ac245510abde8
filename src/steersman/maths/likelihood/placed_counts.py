"""Rows placed by the model of their fold, decided and counted in one pass over what they hold.

A row's place is a complex number: log P(o|c) and log P(o|not c) as its two parts. Four rows are
summed side by side, for a sum alone waits for each of its additions. The order within a row is that
of `projected_points`, so that places are equal to the last bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.likelihood.presence import Presence

Floats = NDArray[np.float64]
Places = NDArray[np.complex128]
Longs = NDArray[np.int64]
Folds = NDArray[np.uint8]
Features = NDArray[np.int32] | NDArray[np.uint16]

BLOCK = 512
"""Rows that are placed before they are counted: few enough to stay in the nearest memory."""


def placed_points(present: Presence, fold: Folds, tables: Floats, fixed: Floats) -> Floats:
    """(rows, 2): each row placed by the model of its fold.

    `tables` (folds, features, 2) and `fixed` (folds, 2) are those of `odds_table`.
    """
    places = np.empty(len(fold), np.complex128)
    weights, start = as_places(tables), as_places(fixed)
    place_rows(present.indices, present.indptr, fold, weights, start, 0, places)
    return places.view(np.float64).reshape(-1, 2)


def as_places(pairs: Floats) -> Places:
    """Pairs of numbers as complex ones, in one row."""
    return np.ascontiguousarray(pairs).view(np.complex128).ravel()


@njit(cache=True, nogil=True)
def place_rows(
    indices: Features,
    indptr: Longs,
    fold: Folds,
    weights: Places,
    fixed: Places,
    first: int,
    places: Places,
) -> None:
    """Write the places of the rows from `first` on, as many as there is room for."""
    # Unsigned positions spare a test for negative ones at every look-up.
    features, one = np.uint64(len(weights) // len(fixed)), np.uint64(1)
    row, last = np.uint64(first), np.uint64(first + len(places))
    at = 0
    while row + np.uint64(4) <= last:
        r1, r2, r3 = row + one, row + np.uint64(2), row + np.uint64(3)
        i0, i1 = np.uint64(indptr[row]), np.uint64(indptr[r1])
        i2, i3 = np.uint64(indptr[r2]), np.uint64(indptr[r3])
        end = np.uint64(indptr[r3 + one])
        f0, f1, f2, f3 = fold[row], fold[r1], fold[r2], fold[r3]
        b0, b1 = np.uint64(f0) * features, np.uint64(f1) * features
        b2, b3 = np.uint64(f2) * features, np.uint64(f3) * features
        z0, z1, z2, z3 = fixed[f0], fixed[f1], fixed[f2], fixed[f3]
        # What all four hold, and then what is left of each.
        shared = min(min(i1 - i0, i2 - i1), min(i3 - i2, end - i3))
        for k in range(shared):
            z0 += weights[b0 + np.uint64(indices[i0 + k])]
            z1 += weights[b1 + np.uint64(indices[i1 + k])]
            z2 += weights[b2 + np.uint64(indices[i2 + k])]
            z3 += weights[b3 + np.uint64(indices[i3 + k])]
        places[at] = rest_of_sum(indices, i0 + shared, i1, weights, b0, z0)
        places[at + 1] = rest_of_sum(indices, i1 + shared, i2, weights, b1, z1)
        places[at + 2] = rest_of_sum(indices, i2 + shared, i3, weights, b2, z2)
        places[at + 3] = rest_of_sum(indices, i3 + shared, end, weights, b3, z3)
        row += np.uint64(4)
        at += 4
    while row < last:
        own, start = fold[row], np.uint64(indptr[row])
        stop, base = np.uint64(indptr[row + one]), np.uint64(own) * features
        places[at] = rest_of_sum(indices, start, stop, weights, base, fixed[own])
        row += one
        at += 1


@njit(cache=True, nogil=True)
def rest_of_sum(
    indices: Features, start: Any, stop: Any, weights: Places, base: Any, place: complex
) -> complex:
    """A place plus the weights of some more features."""
    for k in range(start, stop):
        place += weights[base + np.uint64(indices[k])]
    return place


def count_placed_rows(
    present: Presence,
    fold: Folds,
    positive: NDArray[np.bool_],
    model: tuple[Floats, Floats, float, Floats],
    limits: tuple[Floats, Floats],
    cells: Longs,
    density: Longs,
) -> int:
    """The number of points outside the grid; confusion counts and the others are added in place.

    `model` has the tables, the fixed parts, the slope and the intercept of each fold, `limits` the
    lowest place and the width of the grid. `cells` (folds, 4) counts tp, fp, fn and tn; `density`
    (2, size, size) the negatives and positives in the grid.
    """
    tables, fixed, slope, intercepts = model
    beyond: int = count_rows(
        (present.indices, present.indptr, fold, as_places(tables), as_places(fixed)),
        positive,
        (slope, intercepts),
        limits,
        cells,
        density,
    )
    return beyond


@njit(cache=True, nogil=True, error_model="numpy")
def count_rows(
    rows: tuple[Features, Longs, Folds, Places, Places],
    positive: NDArray[np.bool_],
    line: tuple[float, Floats],
    limits: tuple[Floats, Floats],
    cells: Longs,
    density: Longs,
) -> int:
    """Place some rows after the other, and count them."""
    indices, indptr, fold, weights, fixed = rows
    (slope, intercepts), (low, width), size = line, limits, float(density.shape[1])
    beyond, buffer = 0, np.empty(BLOCK, np.complex128)
    for first in range(0, len(fold), BLOCK):
        places = buffer[: min(BLOCK, len(fold) - first)]
        place_rows(indices, indptr, fold, weights, fixed, first, places)
        for at in range(len(places)):
            place, own = places[at], np.uint64(fold[first + at])
            over = np.uint64(not place.imag < slope * place.real + intercepts[own])
            truth = np.uint64(positive[first + at])
            # tp, fp, fn, tn
            cells[own, np.uint64(2) * over + np.uint64(1) - truth] += 1
            across = grid_cell(place.real, low[0], width[0], size)
            up = grid_cell(place.imag, low[1], width[1], size)
            if across >= 0 and up >= 0:
                density[truth, np.uint64(up), np.uint64(across)] += 1
            else:
                beyond += 1
    return beyond


@njit(cache=True, nogil=True, error_model="numpy")
def grid_cell(place: float, low: float, width: float, size: float) -> int:
    """Which cell of an axis a place lies in; -1 where it lies beyond them."""
    at = (place - low) / width * size
    return int(at) if 0.0 <= at < size else -1


@njit(cache=True, nogil=True, error_model="numpy")
def count_split_points(
    points: Floats,
    split: NDArray[np.uint8],
    positive: NDArray[np.bool_],
    called: NDArray[np.bool_],
    limits: tuple[Floats, Floats],
    cells: Longs,
    extent: Floats,
    density: Longs,
) -> None:
    """Count points in the splits 0 and 1; those of other splits are left out.

    `called` (decisions, rows) has what each decision calls positive; `cells` (2, decisions, 4)
    counts tp, fp, fn and tn of each split. `extent` (2, 2, 2) has the lowest and the highest x and
    y so far. `density` (2, 2, size, size) counts the negatives and positives of each split between
    its `limits`: lowest places and widths, (2, 2) each.
    """
    (low, width), size = limits, float(density.shape[2])
    for row in range(len(split)):
        own = np.uint64(split[row])
        if own > 1:
            continue
        truth = np.uint64(positive[row])
        for each in range(len(called)):
            over = np.uint64(not called[each, row])
            cells[own, each, np.uint64(2) * over + np.uint64(1) - truth] += 1
        for axis in range(2):
            extent[own, 0, axis] = min(extent[own, 0, axis], points[row, axis])
            extent[own, 1, axis] = max(extent[own, 1, axis], points[row, axis])
        across = grid_cell(points[row, 0], low[own, 0], width[own, 0], size)
        up = grid_cell(points[row, 1], low[own, 1], width[own, 1], size)
        if across >= 0 and up >= 0:
            density[own, truth, np.uint64(up), np.uint64(across)] += 1

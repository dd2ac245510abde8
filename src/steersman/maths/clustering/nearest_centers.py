"""The nearest centers of rows by angle, found without comparing most rows exactly.

Angles obey the triangle inequality, which saves comparing rows with centers that cannot have become
the nearest. The other rows are compared in single precision, which takes half the memory traffic,
and in double precision only where rounding could change which center is the nearest. Bounds are
cosines of angles, since an arc cosine costs more than all the rest of a bound.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.clustering.sparse_rows import Rows, Table, add_products
from steersman.maths.row_blocks import (
    TURNS,
    even_blocks,
    row_blocks,
    run_in_turns,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLACK = 1e-7  # cosines this close count as undecided: bounds are rounded at each round
ROUNDING = 2.0**-23  # twice the unit roundoff of single precision
COMPARED_PER_THREAD = 40_000_000  # products; another core first has to fetch the centers
TURN_ROUNDING = 1e-14  # the cosine of a turn is no more exact than that


class Centers(NamedTuple):
    """Directions of length one or zero, and how they came to be where they are."""

    exact: Floats  # (features, clusters)
    rounded: NDArray[np.float32]  # the same in single precision
    turns: Floats  # (clusters,) cosine of the angle by which each has turned in the last round


class Bounds(NamedTuple):
    """Bounds on cosines of rows and centers, known without computing them; updated in place."""

    labels: Ints  # (rows,)
    own: Floats  # (rows,) at most the cosine with the row's own center
    other: Floats  # (rows,) at least the cosine with any other center


def loose_bounds(n_rows: int) -> Bounds:
    """Bounds that exclude nothing: every row is compared with every center."""
    return Bounds(np.zeros(n_rows, np.int64), np.full(n_rows, -1.0), np.ones(n_rows))


def reassign(rows: Rows, centers: Centers, bounds: Bounds) -> int:
    """Put each row to its nearest center; returns how many were compared with all centers.

    Of equally near centers the first is taken.
    """
    undecided = undecided_rows(centers.turns, bounds)
    work = partial(compare_rows, rows, centers, bounds, undecided)
    products = len(undecided) * len(rows.data) // max(rows.n_rows, 1) * len(centers.turns)
    threads = len(row_blocks(len(undecided), products, COMPARED_PER_THREAD))
    run_in_turns(work, even_blocks(len(undecided), TURNS * threads), threads)
    return len(undecided)


@njit(cache=True, nogil=True)
def undecided_rows(turns: Floats, bounds: Bounds) -> Ints:
    """Rows that may have another nearest center after the turns, which the bounds now allow for."""
    labels, own, other = bounds
    # The bound on all other centers rises by the largest turn among them: for rows of the center
    # that turned most, that is the second largest.
    turned_most = np.argmin(turns)
    second_turn = 1.0
    for k in range(len(turns)):
        if k != turned_most:
            second_turn = min(second_turn, turns[k])
    # Listed first and compared later: a branch here could not be guessed, and would stop the
    # processor from working on several rows at once.
    undecided = np.empty(len(labels), np.int64)
    count = 0
    for row in range(len(labels)):
        largest_turn = second_turn if labels[row] == turned_most else turns[turned_most]
        own[row] = cosine_at_least(own[row], turns[labels[row]])
        other[row] = cosine_at_most(other[row], largest_turn)
        undecided[count] = row
        count += own[row] <= other[row] + SLACK
    return undecided[:count]


@njit(cache=True, nogil=True)
def compare_rows(
    rows: Rows, centers: Centers, bounds: Bounds, chosen: Ints, first: int, stop: int
) -> None:
    """Compare the chosen rows from `first` up to `stop` with all centers."""
    labels, own, other = bounds
    cosines = np.empty(len(centers.turns), np.float32)
    exact = np.empty(len(centers.turns))
    for row in chosen[first:stop]:
        cosines[:] = 0.0
        add_products(rows, row, centers.rounded, cosines)
        nearest, cosine, second = nearest_two(cosines)
        # Rounding of both factors and of each sum. The products of a row with a center add up to at
        # most one, both being of length one.
        error = (rows.indptr[row + 1] - rows.indptr[row] + 4) * ROUNDING
        if cosine - second <= 2 * error:
            exact[:] = 0.0
            add_products(rows, row, centers.exact, exact)
            nearest, cosine, second = nearest_two(exact)
            error = 0.0
        labels[row] = nearest
        # A cosine of equal directions may exceed one by rounding.
        own[row] = min(1.0, max(-1.0, cosine - error))
        other[row] = min(1.0, second + error)


@njit(cache=True, nogil=True)
def cosine_at_least(cosine: float, turn: float) -> float:
    """The cosine of an angle after a turn away; both angles are given by their cosines."""
    if cosine <= -turn:
        return -1.0
    return cosine * turn - math.sqrt((1.0 - cosine * cosine) * (1.0 - turn * turn))


@njit(cache=True, nogil=True)
def cosine_at_most(cosine: float, turn: float) -> float:
    """The cosine of an angle after a turn towards it; both angles are given by their cosines."""
    if cosine >= turn:
        return 1.0
    return cosine * turn + math.sqrt((1.0 - cosine * cosine) * (1.0 - turn * turn))


@njit(cache=True, nogil=True)
def nearest_two(cosines: Table) -> tuple[int, float, float]:
    """The first of the nearest centers, its cosine, and the largest of the other cosines."""
    nearest, cosine, second = 0, np.float64(cosines[0]), -1.0
    for k in range(1, len(cosines)):
        this = np.float64(cosines[k])
        second = max(second, min(cosine, this))
        # Without a branch: which center is nearer cannot be guessed.
        nearest = k if this > cosine else nearest
        cosine = max(cosine, this)
    return nearest, cosine, second


def turned_centers(sums: Floats, before: Floats) -> tuple[Centers, Floats]:
    """Centers in the directions of `sums`, and the lengths of the sums.

    A sum of zero has no direction: that center stays as it was before.
    """
    lengths = column_lengths(sums)
    exact, rounded = np.empty_like(sums), np.empty(sums.shape, np.float32)
    cosines = turn_columns(sums, lengths, before, exact, rounded)
    # Rather a turn a little too large: a bound that is too narrow would hide a nearer center.
    turns = np.clip(cosines - TURN_ROUNDING, -1.0, 1.0)
    return Centers(exact, rounded, np.where(lengths > 0, turns, 1.0)), lengths


def unit_columns(table: Floats) -> Floats:
    """The columns scaled to length one; columns of zeros stay."""
    lengths = column_lengths(table)
    return table / np.where(lengths > 0, lengths, 1.0)


@njit(cache=True, nogil=True)
def column_lengths(table: Floats) -> Floats:
    """(columns,): lengths of the columns."""
    squares = np.zeros(table.shape[1])
    for feature in range(len(table)):
        for column in range(len(squares)):
            squares[column] += table[feature, column] * table[feature, column]
    return np.sqrt(squares)


@njit(cache=True, nogil=True)
def turn_columns(
    sums: Floats, lengths: Floats, before: Floats, exact: Floats, rounded: NDArray[np.float32]
) -> Floats:
    """Write directions in both precisions; returns their cosines with `before`, (columns,).

    All in one pass: the tables are larger than what the processor keeps at hand.
    """
    divisors = np.where(lengths > 0, lengths, 1.0)
    cosines = np.zeros(len(lengths))
    for feature in range(len(sums)):
        # One loop for each table, so that each is compiled to vector instructions.
        line, turned, old = sums[feature], exact[feature], before[feature]
        for column in range(len(divisors)):
            turned[column] = line[column] / divisors[column]
        single = rounded[feature]
        for column in range(len(divisors)):
            single[column] = turned[column]
        for column in range(len(divisors)):
            cosines[column] += old[column] * turned[column]
    for column in range(len(lengths)):
        if lengths[column] == 0:
            for feature in range(len(sums)):
                exact[feature, column] = before[feature, column]
                rounded[feature, column] = before[feature, column]
    return cosines

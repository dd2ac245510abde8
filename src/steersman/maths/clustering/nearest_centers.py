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
    usable_cores,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLACK = 1e-7  # cosines this close count as undecided: bounds are rounded at each round
ROUNDING = 2.0**-23  # twice the unit roundoff of single precision
COMPARED_PER_THREAD = 2_000_000  # products
MANY_CELLS = 200_000  # of fewer, two halves take longer than all cells at once
TURN_ROUNDING = 1e-14  # the cosine of a turn is no more exact than that


class Centers(NamedTuple):
    """Directions, and how they came to be where they are; `turn_centers` writes into them."""

    sums: Floats  # (features, clusters) vectors in these directions
    lengths: Floats  # (clusters,) of the sums; a sum of zero has no direction
    rounded: NDArray[np.float32]  # (features, clusters) directions, of length one or zero
    turns: Floats  # (clusters,) cosine of the angle by which each has turned in the last round

    def directions(self) -> Floats:
        """(features, clusters) vectors of length one, or zero."""
        lengths = np.where(self.lengths > 0, self.lengths, 1.0)
        return np.where(self.lengths > 0, self.sums / lengths, self.rounded)


def centers_of(directions: Floats) -> Centers:
    """Centers in these directions, of length one or zero, that have not turned."""
    count = directions.shape[1]
    return Centers(directions, np.ones(count), directions.astype(np.float32), np.ones(count))


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
    lengths = centers.lengths
    cosines = np.empty(len(lengths), np.float32)
    exact = np.empty(len(lengths))
    for row in chosen[first:stop]:
        cosines[:] = 0.0
        add_products(rows, row, centers.rounded, cosines)
        nearest, cosine, second = nearest_two(cosines)
        # Rounding of both factors and of each sum. The products of a row with a center add up to at
        # most one, both being of length one.
        error = (rows.indptr[row + 1] - rows.indptr[row] + 4) * ROUNDING
        if cosine - second <= 2 * error:
            exact[:] = 0.0
            add_products(rows, row, centers.sums, exact)
            for k in range(len(exact)):
                # The direction of no length is kept in single precision only.
                exact[k] = exact[k] / lengths[k] if lengths[k] > 0 else cosines[k]
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


def turn_centers(centers: Centers, sums: Floats) -> Centers:
    """Centers in the directions of `sums`, written over those before.

    A sum of zero has no direction: that center stays as it was before.
    """
    lengths = column_lengths(sums)
    # In two halves on any number of cores, so that cosines are rounded alike.
    halves = even_blocks(len(sums), 2 if sums.size >= MANY_CELLS else 1)
    parts: dict[int, Floats] = {}

    def turn(first: int, stop: int) -> None:
        parts[first] = turn_columns(sums, lengths, centers.rounded, first, stop)

    run_in_turns(turn, halves, min(len(halves), usable_cores()))
    products, squares = np.sum([parts[first] for first, _ in halves], axis=0)
    both = lengths * np.sqrt(squares)
    cosines = products / np.where(both > 0, both, 1.0)
    # Rather a turn a little too large: a bound that is too narrow would hide a nearer center. The
    # center before was rounded, which turned it as well.
    sines = np.sqrt(np.maximum(0.0, 1.0 - cosines * cosines))
    turns = np.clip(cosines - sines * ROUNDING - TURN_ROUNDING, -1.0, 1.0)
    return Centers(sums, lengths, centers.rounded, np.where(lengths > 0, turns, 1.0))


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
    sums: Floats, lengths: Floats, rounded: NDArray[np.float32], first: int, stop: int
) -> Floats:
    """Write directions over those before; returns (2, columns) products of both, and squares of
    those before.

    For the features from `first` up to `stop`, all in one pass: the tables are larger than what the
    processor keeps at hand.
    """
    factors, kept = np.zeros(len(lengths)), np.zeros(len(lengths), np.float32)
    for column in range(len(lengths)):
        if lengths[column] > 0:
            factors[column] = 1.0 / lengths[column]
        else:
            kept[column] = 1.0
    found = np.zeros((2, len(lengths)))
    products, squares = found[0], found[1]
    for feature in range(first, stop):
        line, single = sums[feature], rounded[feature]
        # One loop for each sum, so that each is compiled to vector instructions.
        for column in range(len(lengths)):
            products[column] += line[column] * single[column]
        for column in range(len(lengths)):
            squares[column] += np.float64(single[column]) * np.float64(single[column])
        for column in range(len(lengths)):
            turned = np.float32(line[column] * factors[column])
            single[column] = turned + kept[column] * single[column]
    return found

"""Products of compressed rows with tables that are kept features first, (features, columns)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.row_blocks import (
    even_blocks,
    row_blocks,
    run_in_blocks,
    run_in_turns,
    usable_cores,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Table = NDArray[np.float64] | NDArray[np.float32]

# Below these a second thread costs more than it saves.
ENTRIES_PER_THREAD = 100_000
MANY_ENTRIES = 200_000  # of fewer, two halves take longer than all rows at once
PRODUCTS_PER_THREAD = 2_000_000


class Rows(NamedTuple):
    """A sparse matrix by rows, in the one layout that the kernels are compiled for."""

    indptr: NDArray[np.int64]  # (rows + 1,)
    indices: NDArray[np.int32]
    data: Floats

    @property
    def n_rows(self) -> int:
        return len(self.indptr) - 1


def rows_of(X: csr_matrix) -> Rows:
    """The rows of a sparse matrix; nothing is copied that has the right type."""
    return Rows(
        X.indptr.astype(np.int64, copy=False),
        X.indices.astype(np.int32, copy=False),
        X.data.astype(np.float64, copy=False),
    )


def unit_rows(X: csr_matrix) -> Rows:
    """The rows of a sparse matrix scaled to length one; empty rows stay empty."""
    rows = rows_of(X)
    unit = rows._replace(data=np.empty(len(rows.data)))
    run_in_blocks(
        partial(fill_unit_rows, rows, unit),
        row_blocks(rows.n_rows, len(unit.data), ENTRIES_PER_THREAD),
    )
    return unit


@njit(cache=True, nogil=True)
def fill_unit_rows(rows: Rows, unit: Rows, first: int, stop: int) -> None:
    """Write the entries of the rows from `first` up to `stop`, scaled to length one."""
    for row in range(first, stop):
        entries = slice(rows.indptr[row], rows.indptr[row + 1])
        values, scaled = rows.data[entries], unit.data[entries]
        largest = 0.0
        for value in values:
            largest = max(largest, abs(value))
        # Scaled by the largest entry first, so that squares neither overflow nor vanish.
        squares = 0.0
        for entry in range(len(values)):
            scaled[entry] = values[entry] / largest if largest > 0 else 0.0
            squares += scaled[entry] * scaled[entry]
        if squares > 0:
            scaled /= np.sqrt(squares)


def row_products(rows: Rows, table: Floats, start: Floats) -> Floats:
    """(rows, columns): `start`, (columns,), plus the product of each row with the table.

    >>> X = rows_of(csr_matrix([[1.0, 0.0], [2.0, 3.0]]))
    >>> row_products(X, np.array([[1.0, 10.0], [2.0, 20.0]]), np.zeros(2))
    array([[ 1., 10.],
           [ 8., 80.]])
    """
    products = np.empty((rows.n_rows, table.shape[1]))
    work = partial(fill_products, rows, table, start, products)
    multiplied = len(rows.data) * table.shape[1]
    run_in_blocks(work, row_blocks(rows.n_rows, multiplied, PRODUCTS_PER_THREAD))
    return products


@njit(cache=True, nogil=True, fastmath={"contract"})
def fill_products(
    rows: Rows, table: Floats, start: Floats, products: Floats, first: int, stop: int
) -> None:
    """Write the products of the rows from `first` up to `stop`."""
    for row in range(first, stop):
        products[row] = start
        add_products(rows, row, table, products[row])


@njit(cache=True, nogil=True, fastmath={"contract"})
def add_products(rows: Rows, row: int, table: Table, sums: Table) -> None:
    """Add the product of one row with the table to `sums`, (columns,), in the table's precision."""
    indptr, indices, data = rows
    number = table.dtype.type
    # Unsigned places save the compiled code a test for negative ones.
    entry, end = np.uint64(indptr[row]), np.uint64(indptr[row + 1])
    # Four entries at a time, added in their order: the sums are read and written once for them.
    while entry + np.uint64(4) <= end:
        second, third, fourth = entry + np.uint64(1), entry + np.uint64(2), entry + np.uint64(3)
        line_1, line_2 = table[np.uint32(indices[entry])], table[np.uint32(indices[second])]
        line_3, line_4 = table[np.uint32(indices[third])], table[np.uint32(indices[fourth])]
        value_1, value_2 = number(data[entry]), number(data[second])
        value_3, value_4 = number(data[third]), number(data[fourth])
        for column in range(len(sums)):
            half = sums[column] + value_1 * line_1[column] + value_2 * line_2[column]
            sums[column] = half + value_3 * line_3[column] + value_4 * line_4[column]
        entry += np.uint64(4)
    for last in range(entry, end):
        value, line = number(data[last]), table[np.uint32(indices[last])]
        for column in range(len(sums)):
            sums[column] += value * line[column]


def weighted_sums(rows: Rows, weights: Floats, n_features: int) -> Floats:
    """(features, columns): the sum of all rows, each with its weights, (rows, columns).

    Weights of zero cost nothing, and most are: a row is passed over once for each of the others.
    Many rows are added in two halves on any number of cores, so that sums are rounded alike.

    >>> X = rows_of(csr_matrix([[1.0, 0.0], [2.0, 3.0]]))
    >>> weighted_sums(X, np.array([[1.0], [10.0]]), 2)
    array([[21.],
           [30.]])
    """
    halves = even_blocks(rows.n_rows, 2 if len(rows.data) >= MANY_ENTRIES else 1)
    sums: dict[int, Floats] = {}

    def add_rows(first: int, stop: int) -> None:
        # Each into a table of its own: threads that write side by side wait for each other.
        sums[first] = sums_of_rows(rows, weights, n_features, first, stop)

    run_in_turns(add_rows, halves, min(len(halves), usable_cores()))
    total = sums[0]
    for first, _ in halves[1:]:
        total += sums[first]
    return total


@njit(cache=True, nogil=True, fastmath={"contract"})
def sums_of_rows(rows: Rows, weights: Floats, n_features: int, first: int, stop: int) -> Floats:
    """(features, columns): the weighted sum of the rows from `first` up to `stop`."""
    indptr, indices, data = rows
    n_columns = np.uint64(weights.shape[1])
    sums = np.zeros((n_features, weights.shape[1]))
    cells = sums.ravel()
    for row in range(first, stop):
        for column in range(n_columns):
            weight = weights[row, column]
            if weight != 0.0:
                for entry in range(np.uint64(indptr[row]), np.uint64(indptr[row + 1])):
                    # Unsigned, as above.
                    cells[np.uint64(indices[entry]) * n_columns + column] += weight * data[entry]
    return sums


@njit(cache=True, nogil=True)
def column_sums(table: Floats) -> Floats:
    """(columns,): the sums of the columns, added row by row in a third of the time of numpy."""
    sums = np.zeros(table.shape[1])
    for row in range(len(table)):
        for column in range(len(sums)):
            sums[column] += table[row, column]
    return sums

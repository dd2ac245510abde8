"""Products of compressed rows with tables that are kept features first, (features, columns)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.row_blocks import row_blocks, run_in_blocks

Floats = NDArray[np.float64]

PRODUCTS_PER_THREAD = 8_000_000  # below this a second thread costs more than it saves


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
    of_entry = np.repeat(np.arange(rows.n_rows), np.diff(rows.indptr))
    largest = np.zeros(rows.n_rows)
    np.maximum.at(largest, of_entry, np.abs(rows.data))
    largest[largest == 0] = 1.0
    # Scaled by the largest entry first, so that squares neither overflow nor vanish.
    scaled = rows.data / largest[of_entry]
    lengths = np.sqrt(np.bincount(of_entry, weights=scaled * scaled, minlength=rows.n_rows))
    lengths[lengths == 0] = 1.0
    return rows._replace(data=scaled / lengths[of_entry])


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
    indptr, indices, data = rows
    n_columns = table.shape[1]
    for row in range(first, stop):
        sums = products[row]
        sums[:] = start
        # Unsigned places save the compiled code a test for negative ones.
        entry, end = np.uint64(indptr[row]), np.uint64(indptr[row + 1])
        # Four entries at a time, added in their order: the sums are read and written once for them.
        while entry + np.uint64(4) <= end:
            second, third, fourth = entry + np.uint64(1), entry + np.uint64(2), entry + np.uint64(3)
            line_1, line_2 = table[np.uint32(indices[entry])], table[np.uint32(indices[second])]
            line_3, line_4 = table[np.uint32(indices[third])], table[np.uint32(indices[fourth])]
            value_1, value_2 = data[entry], data[second]
            value_3, value_4 = data[third], data[fourth]
            for column in range(n_columns):
                half = sums[column] + value_1 * line_1[column] + value_2 * line_2[column]
                sums[column] = half + value_3 * line_3[column] + value_4 * line_4[column]
            entry += np.uint64(4)
        for last in range(entry, end):
            value, line = data[last], table[np.uint32(indices[last])]
            for column in range(n_columns):
                sums[column] += value * line[column]


@njit(cache=True, nogil=True, fastmath={"contract"})
def weighted_sums(rows: Rows, weights: Floats, n_features: int) -> Floats:
    """(features, columns): the sum of all rows, each with its weights, (rows, columns).

    Weights of zero cost nothing, and most are: a row is passed over once for each of the others.

    >>> X = rows_of(csr_matrix([[1.0, 0.0], [2.0, 3.0]]))
    >>> weighted_sums(X, np.array([[1.0], [10.0]]), 2)
    array([[21.],
           [30.]])
    """
    indptr, indices, data = rows
    n_columns = np.uint64(weights.shape[1])
    sums = np.zeros((n_features, weights.shape[1]))
    cells = sums.ravel()
    for row in range(len(indptr) - 1):
        for column in range(n_columns):
            weight = weights[row, column]
            if weight != 0.0:
                for entry in range(np.uint64(indptr[row]), np.uint64(indptr[row + 1])):
                    # Unsigned, as above.
                    cells[np.uint64(indices[entry]) * n_columns + column] += weight * data[entry]
    return sums

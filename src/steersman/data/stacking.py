"""Stacking of blocks of rows in place, so that nothing is held twice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np
from scipy.sparse import csr_matrix

MOST_SPARE_CELLS, MOST_ROOM_CELLS = 1 << 22, 1 << 24
LARGEST_INDEX = np.iinfo(np.int32).max


def stacked_sparse(blocks: Iterable[csr_matrix], most: int = 0) -> csr_matrix:
    """The rows of all blocks, of which there is one at least.

    They hold at most `most` values, if that is known.

    >>> block = csr_matrix([[0.0, 2.0], [0.0, 0.0]])
    >>> stacked_sparse(iter([block, block])).toarray()
    array([[0., 2.],
           [0., 0.],
           [0., 2.],
           [0., 0.]])
    """
    waiting = iter(blocks)
    first = next(waiting)
    # Room that is never written to takes address space, but no memory.
    room = min(most, MOST_ROOM_CELLS)
    values, columns = np.empty(room), np.empty(room, np.int32)
    bounds, used = [np.zeros(1, np.int64)], 0
    for block in chain([first], waiting):
        last = used + block.nnz
        if last > len(values):
            room = last + min(used // 8, MOST_SPARE_CELLS)
            # Large arrays are moved by the system, not copied.
            values.resize(room, refcheck=False)
            columns.resize(room, refcheck=False)
        values[used:last], columns[used:last] = block.data, block.indices
        bounds.append(block.indptr[1:].astype(np.int64) + used)
        used = last
    values.resize(used, refcheck=False)
    columns.resize(used, refcheck=False)
    # scipy wants both index arrays of one type, and 32 bits halve the memory.
    index = np.dtype(np.int32 if used < LARGEST_INDEX else np.int64)
    indptr = np.concatenate(bounds).astype(index)
    made = (values, columns.astype(index, copy=False), indptr)
    stacked: csr_matrix = csr_matrix(made, shape=(len(indptr) - 1, first.shape[1]), copy=False)
    stacked.has_canonical_format = True
    return stacked

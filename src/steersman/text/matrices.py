"""Counts block by block, and the one matrix that is made of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.course import Course
from steersman.text.kernels import counted_terms
from steersman.text.streams import TermStream

__all__ = ["CountedBlock", "TermTally", "counted_block", "matrix_of"]

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
LARGEST_INDEX = np.iinfo(np.int32).max


class CountedBlock(NamedTuple):
    """How often each term stands in each document of a block, terms of a document in any order."""

    terms: Ints  # (cells,)
    occurrences: Ints  # (cells,)
    bounds: Longs  # (documents + 1,)


def counted_block(stream: TermStream, n_terms: int) -> CountedBlock:
    """The counts of the documents of a stream whose terms are below `n_terms`.

    >>> block = counted_block(TermStream(np.array([1, 0, 1], np.int32), np.array([0, 3, 3])), 2)
    >>> block.terms.tolist(), block.occurrences.tolist(), block.bounds.tolist()
    ([1, 0], [2, 1], [0, 2, 2])
    """
    return CountedBlock(*counted_terms(stream.terms, stream.bounds, n_terms))


class TermTally:
    """How many documents hold each term, and how often it stands in all of them."""

    def __init__(self) -> None:
        self.documents = 0
        self.holders: Longs = np.zeros(0, np.int64)
        self.totals: Longs = np.zeros(0, np.int64)

    def add(self, block: CountedBlock, n_terms: int) -> None:
        """Count a block in; there are `n_terms` terms by now."""
        self.documents += len(block.bounds) - 1
        self.holders = np.bincount(block.terms, minlength=n_terms) + grown(self.holders, n_terms)
        totals = np.bincount(block.terms, block.occurrences, n_terms).astype(np.int64)
        self.totals = totals + grown(self.totals, n_terms)


def grown(values: Longs, size: int) -> Longs:
    """The values with zeros behind them."""
    return np.concatenate([values, np.zeros(size - len(values), np.int64)])


def matrix_of(
    blocks: Iterable[CountedBlock], column_of: Ints, n_columns: int, course: Course
) -> csr_matrix:
    """The counts of all blocks, (documents, columns), columns rising in a row.

    Terms whose column is below 0 are left out. Each block is forgotten once it has its place, so
    that hardly more is held than the blocks or the matrix.

    >>> block = CountedBlock(np.array([1, 0, 0]), np.array([2, 1, 4]), np.array([0, 2, 3]))
    >>> matrix_of([block, block], np.array([1, 0]), 2, Course()).toarray()
    array([[2, 1],
           [0, 4],
           [2, 1],
           [0, 4]])
    """
    waiting = deque(blocks)
    n_blocks = len(waiting)
    everything = bool((column_of >= 0).all())
    n_cells = sum(
        len(b.terms) if everything else int((column_of[b.terms] >= 0).sum()) for b in waiting
    )
    n_documents = sum(len(block.bounds) - 1 for block in waiting)
    index = np.dtype(np.int32 if max(n_cells, n_columns) < LARGEST_INDEX else np.int64)
    data, indices = np.empty(n_cells, np.int64), np.empty(n_cells, index)
    indptr = np.zeros(n_documents + 1, index)
    row = cell = 0
    while waiting:
        course.tell(1 - len(waiting) / n_blocks, "putting the counts together")
        rows = sorted_rows(waiting.popleft(), column_of, n_columns)
        last_row, last_cell = row + rows.shape[0], cell + rows.nnz
        data[cell:last_cell], indices[cell:last_cell] = rows.data, rows.indices
        indptr[row + 1 : last_row + 1] = rows.indptr[1:] + index.type(cell)
        row, cell = last_row, last_cell
    counted: csr_matrix = csr_matrix(
        (data, indices, indptr), shape=(n_documents, n_columns), copy=False
    )
    counted.has_canonical_format = True
    return counted


def sorted_rows(block: CountedBlock, column_of: Ints, n_columns: int) -> csr_matrix:
    """The counts of one block, columns rising in a row."""
    columns, occurrences, bounds = column_of[block.terms], block.occurrences, block.bounds
    kept = np.flatnonzero(columns >= 0)
    if len(kept) < len(columns):
        columns, occurrences = columns[kept], occurrences[kept]
        bounds = np.searchsorted(kept, bounds)
    rows = csr_matrix((occurrences, columns, bounds), shape=(len(bounds) - 1, n_columns))
    rows.sort_indices()
    return rows

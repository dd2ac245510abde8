"""Counts block by block, and the one matrix that is made of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.tasks import Task
from steersman.text.kernels import counted_terms, tally_terms
from steersman.text.streams import TermStream

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
LARGEST_INDEX = np.iinfo(np.int32).max
# Bounds what is reserved in advance when the counts are already large.
MOST_SPARE_CELLS = 1 << 22


class CountedBlock(NamedTuple):
    """Counts of the terms of each document in a block, the terms of a document in any order."""

    terms: Ints  # (cells,)
    occurrences: Ints | Longs  # (cells,)
    bounds: Longs  # (documents + 1,)


def counted_block(stream: TermStream, n_terms: int) -> CountedBlock:
    """The counts of the documents of a stream whose terms are below `n_terms`.

    >>> block = counted_block(TermStream(np.array([1, 0, 1], np.int32), np.array([0, 3, 3])), 2)
    >>> block.terms.tolist(), block.occurrences.tolist(), block.bounds.tolist()
    ([1, 0], [2, 1], [0, 2, 2])
    """
    return CountedBlock(*counted_terms(stream.terms, stream.bounds, n_terms))


class TermTally:
    """For each term, the number of documents that hold it and its total count."""

    def __init__(self) -> None:
        self.documents = 0
        self.holders: Longs = np.zeros(0, np.int64)
        self.totals: Longs = np.zeros(0, np.int64)

    def add(self, block: CountedBlock, n_terms: int) -> None:
        """Add the counts of a block; there are `n_terms` terms by now."""
        self.documents += len(block.bounds) - 1
        if n_terms > len(self.holders):
            # Doubled, so that a growing vocabulary is not copied with every block.
            more = np.zeros(max(n_terms, 2 * len(self.holders)) - len(self.holders), np.int64)
            self.holders = np.concatenate([self.holders, more])
            self.totals = np.concatenate([self.totals, more])
        tally_terms(block.terms, block.occurrences, self.holders, self.totals)


class CountedCells:
    """The counts of all blocks one after the other, which become the matrix where they lie.

    >>> cells = CountedCells()
    >>> for _ in range(2):
    ...     cells.add(CountedBlock(np.array([1, 0, 0]), np.array([2, 1, 4]), np.array([0, 2, 3])))
    >>> cells.matrix(np.array([1, 0]), 2, Task()).toarray()
    array([[2, 1],
           [0, 4],
           [2, 1],
           [0, 4]])
    """

    def __init__(self) -> None:
        self.terms: Ints = np.empty(0, np.int32)
        self.occurrences: Longs = np.empty(0, np.int64)
        self.bounds: list[Longs] = []
        self.used = 0

    def add(self, block: CountedBlock) -> None:
        """Put a block behind the others."""
        last = self.used + len(block.terms)
        if last > len(self.terms):
            self.resize(last + min(self.used // 8, MOST_SPARE_CELLS))
        self.terms[self.used : last] = block.terms
        self.occurrences[self.used : last] = block.occurrences
        self.bounds.append(block.bounds)
        self.used = last

    def resize(self, cells: int) -> None:
        """Make room; large arrays are moved by the system, not copied."""
        # In place, which realloc does for large arrays without copying. No other array refers to
        # this memory, so the check is not needed.
        self.terms.resize(cells, refcheck=False)
        self.occurrences.resize(cells, refcheck=False)

    def matrix(self, column_of: Ints, n_columns: int, task: Task) -> csr_matrix:
        """The counts, (documents, columns), columns rising in a row; nothing can be added then.

        Terms whose column is below 0 are left out.
        """
        n_documents = sum(len(bounds) - 1 for bounds in self.bounds)
        indptr = np.zeros(n_documents + 1, np.int64)
        row = cell = start = 0
        for done, bounds in enumerate(self.bounds):
            task.report("combining counts", done / len(self.bounds))
            part = slice(start, start + int(bounds[-1]))
            block = CountedBlock(self.terms[part], self.occurrences[part], bounds)
            rows = sorted_rows(block, column_of, n_columns)
            last_row, last_cell = row + rows.shape[0], cell + rows.nnz
            # Written over the blocks already read: never more cells come out than went in.
            self.occurrences[cell:last_cell], self.terms[cell:last_cell] = rows.data, rows.indices
            indptr[row + 1 : last_row + 1] = rows.indptr[1:].astype(np.int64) + cell
            row, cell, start = last_row, last_cell, part.stop
        self.resize(cell)
        # scipy wants both index arrays of one type, and 32 bits halve the memory.
        index = np.dtype(np.int32 if max(cell, n_columns) < LARGEST_INDEX else np.int64)
        made = (self.occurrences, self.terms.astype(index, copy=False), indptr.astype(index))
        counted: csr_matrix = csr_matrix(made, shape=(n_documents, n_columns), copy=False)
        # Sorted and without duplicates by construction: scipy would check that at every use.
        counted.has_canonical_format = True
        return counted


def sorted_rows(block: CountedBlock, column_of: Ints, n_columns: int) -> csr_matrix:
    """The counts of one block, columns rising in a row; the block's own arrays may be sorted."""
    columns, occurrences, bounds = column_of[block.terms], block.occurrences, block.bounds
    kept = np.flatnonzero(columns >= 0)
    if len(kept) < len(columns):
        columns, occurrences = columns[kept], occurrences[kept]
        bounds = np.searchsorted(kept, bounds)
    rows = csr_matrix((occurrences, columns, bounds), shape=(len(bounds) - 1, n_columns))
    rows.sort_indices()
    return rows

"""The terms of documents as one stream of numbers, and the matrix of counts made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

__all__ = ["TermBlock", "TermStream", "counts", "joined"]


SLICE_TERMS = 1 << 20


class TermStream(NamedTuple):
    """The terms of all documents in order, and where each document starts and ends among them."""

    terms: NDArray[np.int32]  # (terms in the text,)
    bounds: NDArray[np.int64]  # (documents + 1,)

    def renumbered(self, numbers: NDArray[np.int32]) -> TermStream:
        """The stream with `numbers[term]` for each term; those below 0 are left out."""
        stream = numbers[self.terms]
        counted = np.flatnonzero(stream >= 0)
        return TermStream(stream[counted], np.searchsorted(counted, self.bounds))


class TermBlock(NamedTuple):
    """Documents as numbers of distinct words, and the term of each distinct word."""

    numbers: NDArray[np.int32]  # (words,)
    ends: NDArray[np.int64]  # (documents,): where each document's words end in `numbers`
    terms: list[str]

    def stream(self, columns: Mapping[str, int]) -> TermStream:
        """The columns of the terms in order; words whose term has no column are left out."""
        column_of_word = np.array([columns.get(term, -1) for term in self.terms], np.int32)
        bounds = np.concatenate([[0], self.ends])
        return TermStream(self.numbers, bounds).renumbered(column_of_word)


def joined(streams: Sequence[TermStream]) -> TermStream:
    """One stream of the documents of all streams, in order."""
    offsets = np.cumsum([0] + [len(stream.terms) for stream in streams])
    bounds = [stream.bounds[1:] + offset for stream, offset in zip(streams, offsets, strict=False)]
    return TermStream(
        np.concatenate([np.empty(0, np.int32), *(stream.terms for stream in streams)]),
        np.concatenate([np.zeros(1, np.int64), *bounds]),
    )


def counts(stream: TermStream, n_terms: int) -> csr_matrix:
    """How often each term stands in each document, (documents, terms), columns rising in a row.

    >>> stream = TermStream(np.array([1, 0, 1], dtype=np.int32), np.array([0, 3, 3]))
    >>> counts(stream, 2).toarray()
    array([[1, 2],
           [0, 0]])
    """
    pieces = [slice_counts(piece, n_terms) for piece in slices(stream)]
    if len(pieces) == 1:
        return pieces[0]
    counted = csr_matrix(vstack(pieces, format="csr"))
    counted.has_canonical_format = True
    return counted


def slices(stream: TermStream, most: int = SLICE_TERMS) -> Iterator[TermStream]:
    """The stream in pieces of whole documents, so that counting needs little memory beside it.

    >>> stream = TermStream(np.arange(5, dtype=np.int32), np.array([0, 2, 3, 3, 5]))
    >>> [piece.bounds.tolist() for piece in slices(stream, most=3)]
    [[0, 2, 3, 3], [0, 2]]
    """
    bounds = stream.bounds
    start, documents = 0, len(bounds) - 1
    while True:
        end = int(np.searchsorted(bounds, bounds[start] + most, side="right")) - 1
        end = min(max(end, start + 1), documents)
        terms = stream.terms[bounds[start] : bounds[end]]
        yield TermStream(terms, bounds[start : end + 1] - bounds[start])
        if end >= documents:
            return
        start = end


def slice_counts(stream: TermStream, n_terms: int) -> csr_matrix:
    """The counts of one piece."""
    n_documents = len(stream.bounds) - 1
    row_starts = np.arange(n_documents + 1, dtype=np.int64) * n_terms
    cells = np.repeat(row_starts[:-1], np.diff(stream.bounds)) + stream.terms
    cells.sort()
    first = np.flatnonzero(np.diff(cells, prepend=-1))  # where each cell's run starts
    occurrences = np.diff(first, append=len(cells))
    cells = cells[first]
    indptr = np.searchsorted(cells, row_starts)
    columns = cells - np.repeat(row_starts[:-1], np.diff(indptr))
    index = np.int32 if max(len(cells), n_terms) < np.iinfo(np.int32).max else np.int64
    counted = csr_matrix(
        (occurrences, columns.astype(index), indptr.astype(index)), shape=(n_documents, n_terms)
    )
    counted.has_canonical_format = True
    return counted

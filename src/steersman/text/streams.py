"""The terms of documents as one stream of numbers, and the matrix of counts made of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.text.blocks import WordBlock

__all__ = ["TermStream", "counts", "joined", "stream_of_block"]


class TermStream(NamedTuple):
    """The terms of all documents in order, and where each document starts and ends among them."""

    terms: NDArray[np.int32]  # (terms in the text,)
    bounds: NDArray[np.int64]  # (documents + 1,)


def stream_of_block(block: WordBlock, term_of_word: NDArray[np.int32]) -> TermStream:
    """The terms of a block of words; words of term -1 are left out."""
    terms = term_of_word[block.numbers]
    counted = terms >= 0
    counted_before = np.concatenate([[0], np.cumsum(counted)])
    return TermStream(terms[counted], counted_before[np.concatenate([[0], block.ends])])


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
    ones = np.ones(len(stream.terms), dtype=np.int64)
    shape = (len(stream.bounds) - 1, n_terms)
    one_per_word = csr_matrix((ones, stream.terms, stream.bounds), shape=shape, copy=False)
    counted = one_per_word.tocsc().tocsr()  # there and back sorts each row in linear time
    counted.sum_duplicates()
    return counted

"""Columns of words that are encoded once, however many steps of the work ask for their words."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import pyarrow as pa

Encoding = tuple[pa.ChunkedArray, pa.ChunkedArray]
"""A column of words, and the same column with each distinct word held once."""


@contextmanager
def shared_encodings() -> Iterator[None]:
    """Encode each column of words only once within the block."""
    # A context variable: the steps of a pipeline have no other way to share what they find.
    token = KNOWN.set({})
    try:
        yield
    finally:
        KNOWN.reset(token)


KNOWN: ContextVar[dict[Hashable, Encoding] | None] = ContextVar("encodings", default=None)


def are_shared() -> bool:
    """Whether an encoding is kept for others who ask for it."""
    return KNOWN.get() is not None


def encoded_column(words: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column of words, each distinct one held once, with the same code in all chunks."""
    known = KNOWN.get()
    if known is None:
        return encoding_of(words)
    place = memory_places(words)
    if place not in known:
        # The words are kept too: others could take their place in memory otherwise.
        known[place] = words, encoding_of(words)
    return known[place][1]


def encoding_of(words: pa.ChunkedArray) -> pa.ChunkedArray:
    # Chunks are encoded one by one: only unified dictionaries give a word one code.
    return words.dictionary_encode().unify_dictionaries()


def memory_places(column: pa.ChunkedArray) -> Hashable:
    """Where the values of a column are in memory, which no other column shares."""
    return tuple(
        (
            chunk.offset,
            len(chunk),
            *(part if part is None else part.address for part in chunk.buffers()),
        )
        for chunk in column.chunks
    )

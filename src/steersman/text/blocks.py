"""Documents cut into numbered words, block by block, so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.text.kernels import numbered_words
from steersman.text.tokens import spelled

__all__ = ["BLOCK_BYTES", "WordBlock", "word_block", "word_blocks"]

BLOCK_BYTES = 1 << 25


class WordBlock(NamedTuple):
    """The words of some documents as numbers, and the distinct words that the numbers mean."""

    numbers: NDArray[np.int32]  # (words,)
    ends: NDArray[np.int64]  # (documents,): where each document's words end in `numbers`
    distinct: list[str]


def word_blocks(documents: Iterable[str], block_bytes: int = BLOCK_BYTES) -> Iterator[WordBlock]:
    """The words of the documents, in blocks of about `block_bytes` bytes of text each.

    >>> [block.distinct for block in word_blocks(["one", "two", "three"], block_bytes=6)]
    [['one', 'two'], ['three']]
    """
    if isinstance(documents, str | bytes):
        raise SteersmanError(
            "documents must be several texts, but one text was given", todo="put it into a list"
        )
    texts: list[bytes] = []
    size = 0
    for row, document in enumerate(documents):
        if not isinstance(document, str):
            raise SteersmanError(
                f"document {row} must be a text, but it is of type {type(document).__name__}",
                todo="decode bytes and replace missing values by empty texts",
            )
        texts.append(spelled(document).encode())
        size += len(texts[-1])
        if size >= block_bytes:
            yield word_block(texts)
            texts, size = [], 0
    if texts:
        yield word_block(texts)


def word_block(texts: list[bytes]) -> WordBlock:
    """The words of texts in UTF-8 in which every character outside ASCII belongs to a word."""
    text = bytearray().join(texts)
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
    n_slots = 1 << max(10, min(18, len(text).bit_length() - 6))
    numbers, word_ends, spans = numbered_words(np.frombuffer(text, np.uint8), ends, n_slots)
    while len(spans) == n_slots // 2:  # the table was full
        n_slots *= 4
        numbers, word_ends, spans = numbered_words(np.frombuffer(text, np.uint8), ends, n_slots)
    starts, stops = spans.T.tolist()
    distinct = [str(text[start:stop], "utf-8") for start, stop in zip(starts, stops, strict=True)]
    return WordBlock(numbers, word_ends, distinct)

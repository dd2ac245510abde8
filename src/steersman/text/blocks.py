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

BLOCK_BYTES = 1 << 23


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
    texts: list[str] = []
    size = slots = 0
    for row, document in enumerate(documents):
        if not isinstance(document, str):
            raise SteersmanError(
                f"document {row} must be a text, but it is of type {type(document).__name__}",
                todo="decode bytes and replace missing values by empty texts",
            )
        texts.append(document)
        size += len(document)
        if size >= block_bytes:
            block = word_block(texts, slots)
            texts, size, slots = [], 0, slots_for(len(block.distinct))
            yield block
    if texts:
        yield word_block(texts, slots)


def slots_for(words: int) -> int:
    """Slots that are enough for about as many distinct words again."""
    return 1 << (3 * words).bit_length()


def word_block(documents: list[str], slots: int = 0) -> WordBlock:
    """The words of the documents; `slots` are those that were enough for others like them."""
    text = "".join(documents)
    if text.isascii():
        buffer = bytearray(text, "ascii")
        lengths = map(len, documents)
    else:
        texts = [spelled(document).encode() for document in documents]
        buffer = bytearray().join(texts)
        lengths = map(len, texts)
    ends = np.cumsum(np.fromiter(lengths, np.int64, len(documents)))
    letters = np.frombuffer(buffer, np.uint8)
    n_slots = max(slots, 1 << max(10, min(18, len(buffer).bit_length() - 6)))
    numbers, word_ends, spans = numbered_words(letters, ends, n_slots)
    while len(spans) == n_slots // 2:  # the table was full
        n_slots *= 4
        numbers, word_ends, spans = numbered_words(letters, ends, n_slots)
    return WordBlock(numbers, word_ends, pieces(letters, *spans.astype(np.int64).T))


def pieces(
    letters: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64]
) -> list[str]:
    """letters[start:stop] as text for each pair of starts and stops; no piece holds a space."""
    lengths = stops - starts + 1  # with a space behind each
    ends = np.cumsum(lengths)
    taken = np.arange(lengths.sum()) + np.repeat(stops + 1 - ends, lengths)
    gathered = np.take(letters, taken, mode="clip")
    gathered[ends - 1] = ord(" ")
    return gathered.tobytes().decode().split(" ")[:-1]

"""Documents cut into numbered words, block by block, so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.text.kernels import moved_words, numbered_words
from steersman.text.tokens import normalized_text

FIRST_BLOCK_BYTES = 1 << 20
# A power of two: the kernel takes a slot by masking bits.
FIRST_SLOTS = 1 << 12
BLOCK_BYTES = 1 << 22


class WordBlock(NamedTuple):
    """The words of some documents as numbers, and those words that no block before it had.

    Words are numbered in the order of their appearance in all blocks.
    """

    numbers: NDArray[np.int32]  # (words,)
    ends: NDArray[np.int64]  # (documents,): where each document's words end in `numbers`
    fresh: list[str]


def word_blocks(documents: Iterable[str], block_bytes: int = BLOCK_BYTES) -> Iterator[WordBlock]:
    """The words of the documents, in blocks of about `block_bytes` bytes of text each.

    The first blocks are smaller, so that little text needs little memory. While a block is in use
    the words of the next one are numbered in a thread.

    >>> [block.fresh for block in word_blocks(["one", "two", "two three"], block_bytes=6)]
    [['one', 'two'], ['three']]
    """
    table = WordTable()
    blocks = text_blocks(documents, block_bytes)
    # The first block runs in this thread: the kernels may have to be compiled, and that is reported
    # for this thread only.
    for texts in islice(blocks, 1):
        yield table.block(*bytes_of(texts))
    numbered: Future[WordBlock] | None = None
    with ThreadPoolExecutor(1) as thread:
        for texts in blocks:
            # The kernel releases the GIL, so numbering really runs beside the consumer. One thread
            # only, because the table is shared.
            following = thread.submit(table.block, *bytes_of(texts))
            if numbered is not None:
                yield numbered.result()
            numbered = following
        if numbered is not None:
            yield numbered.result()


def text_blocks(documents: Iterable[str], block_bytes: int) -> Iterator[list[str]]:
    """Lists of documents with about so many characters, fewer at first."""
    if isinstance(documents, str | bytes):
        raise SteersmanError(
            "documents must be a list of texts, but got one text",
            todo="wrap it in a list",
            code="documents-not-a-list",
        )
    texts: list[str] = []
    size = done = 0
    for row, document in enumerate(documents):
        if not isinstance(document, str):
            raise SteersmanError(
                f"document {row} must be a string, not {type(document).__name__}",
                todo="decode bytes, and replace missing values by empty strings",
                code="document-not-text",
                row=row,
                came=type(document).__name__,
            )
        texts.append(document)
        size += len(document)
        # Blocks grow with the text: a small collection never pays for a large buffer.
        if size >= min(block_bytes, max(FIRST_BLOCK_BYTES, done // 4)):
            yield texts
            done += size
            texts, size = [], 0
    if texts:
        yield texts


def bytes_of(documents: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The documents as UTF-8 in one spelling, one after the other, and where each of them ends.

    >>> letters, ends = bytes_of(["sea", "mer", "Zee—"])
    >>> letters.tobytes(), ends.tolist()
    (b'seamerzee ', [3, 6, 10])
    """
    if all(map(str.isascii, documents)):
        # A bytearray, because the kernel writes lower case into it. ASCII needs no normalization,
        # which takes longer than the counting.
        buffer = bytearray("".join(documents), "ascii")
        lengths = map(len, documents)
    else:
        texts = [normalized_text(document).encode() for document in documents]
        buffer = bytearray().join(texts)
        lengths = map(len, texts)
    ends = np.cumsum(np.fromiter(lengths, np.int64, len(documents)))
    return np.frombuffer(buffer, np.uint8), ends


class WordTable:
    """The distinct words of all blocks so far; numbers, letters and hash table are arrays."""

    def __init__(self) -> None:
        self.table = np.zeros((FIRST_SLOTS, 2), np.uint64)
        self.letters = np.empty(8 * FIRST_SLOTS, np.uint8)
        self.spans = np.zeros(FIRST_SLOTS // 2 + 1, np.int64)
        self.sizes = np.zeros(2, np.int64)  # words, letters

    def block(self, text: NDArray[np.uint8], ends: NDArray[np.int64]) -> WordBlock:
        """The words of documents that lie one after another in a text, which ends in lower case."""
        known = int(self.sizes[0])
        # A word and the gap after it take two bytes at least, the last word of a document one.
        numbers = np.empty(len(text) // 2 + len(ends), np.int32)
        word_ends = np.empty(len(ends), np.int64)
        done = 0
        while done < len(ends):
            words = (self.table, self.letters, self.spans, self.sizes)
            done = numbered_words(text, ends, words, numbers, word_ends, done)
            if done < len(ends):
                self.grow()
        count = int(word_ends[-1]) if len(ends) else 0
        # A copy, so that the large buffer is freed.
        return WordBlock(numbers[:count].copy(), word_ends, self.words_from(known))

    def grow(self) -> None:
        """Make room for twice as many words."""
        wider = np.zeros((2 * len(self.table), 2), np.uint64)
        moved_words(self.table, wider)
        self.table = wider
        self.letters = np.concatenate([self.letters, np.empty_like(self.letters)])
        self.spans = np.concatenate([self.spans, np.zeros(len(self.spans), np.int64)])

    def words_from(self, first: int) -> list[str]:
        """The words from a number on."""
        last = int(self.sizes[0])
        spans = self.spans[first : last + 1]
        letters = self.letters[spans[0] : spans[-1]].tobytes().decode()
        # All ASCII: bytes are characters, so one decoded string can be cut.
        if len(letters) == spans[-1] - spans[0]:
            cuts = (spans - spans[0]).tolist()
            return [letters[start:stop] for start, stop in pairwise(cuts)]
        cuts = spans.tolist()
        return [self.letters[start:stop].tobytes().decode() for start, stop in pairwise(cuts)]

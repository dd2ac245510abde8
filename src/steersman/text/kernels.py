"""Compiled loops over the bytes of documents.

Text is UTF-8 in which every byte above 127 belongs to a word (see `steersman.text.tokens`).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["counted_terms", "numbered_words"]

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Size = np.uint64
Sizes = NDArray[np.uint64]

APOSTROPHE = 39
ZERO, ONE, SEVEN, EIGHT = np.uint64(0), np.uint64(1), np.uint64(7), np.uint64(8)
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number that spreads keys over the slots
LONG_WORD = np.uint64(0xFF << 56)


def byte_meanings() -> Bytes:
    """For each byte: itself in lower case where it belongs to a word, else 0."""
    meaning = np.zeros(256, dtype=np.uint8)
    for byte in range(256):
        if byte > 127 or chr(byte).isalnum() or byte == APOSTROPHE:
            meaning[byte] = ord(chr(byte).lower()) if byte < 128 else byte
    return meaning


MEANING = byte_meanings()


@njit(cache=True, nogil=True)
def numbered_words(text: Bytes, ends: Longs, n_slots: int) -> tuple[Ints, Longs, Sizes]:
    """Number the words of the documents that lie one after another in `text`.

    `ends[d]` is where document d ends; the text is put into lower case in place. Returned are the
    numbers of all words in order, where the words of each document end among them, and where the
    distinct words start and end in the text, (distinct words, 2), first seen first. The hash table
    has `n_slots` slots, a power of two; when half of them are full, the numbers come back empty.
    """
    numbers = np.empty(len(text) // 2 + len(ends), np.int32)
    word_ends = np.empty(len(ends), np.int64)
    table = np.zeros((n_slots, 2), np.uint64)  # key, and number of the word counted from one
    spans = np.empty((n_slots // 2, 2), np.uint64)
    mask = np.uint64(n_slots - 1)
    n_words = n_distinct = 0
    position = ZERO
    for document in range(len(ends)):
        while True:
            start, stop, key = next_word(text, position, np.uint64(ends[document]))
            position = stop
            if start == stop:
                break
            slot = ((key * SPREAD) >> np.uint64(32)) & mask
            number = table[slot, 1]
            while number != ZERO and not (
                table[slot, 0] == key
                and (
                    key < LONG_WORD
                    or same_word(text, start, stop, spans[number - ONE, 0], spans[number - ONE, 1])
                )
            ):
                slot = (slot + ONE) & mask
                number = table[slot, 1]
            if number == ZERO:
                if n_distinct == len(spans):
                    return numbers[:0], word_ends, spans
                spans[n_distinct, 0], spans[n_distinct, 1] = start, stop
                n_distinct += 1
                number = np.uint64(n_distinct)
                table[slot, 0], table[slot, 1] = key, number
            numbers[n_words] = number - ONE
            n_words += 1
        word_ends[document] = n_words
    return numbers[:n_words], word_ends, spans[:n_distinct]


@njit(cache=True, nogil=True, inline="always")
def next_word(text: Bytes, position: Size, end: Size) -> tuple[Size, Size, Size]:
    """Start, end and key of the next word from `position` on; start is end if there is none.

    The key of a word of up to seven bytes is the bytes themselves, so that equal keys mean equal
    words; the key of a longer word is a hash and starts with a byte of ones.
    """
    byte = np.uint8(0)
    while position < end:
        byte = MEANING[text[position]]
        if byte != 0 and byte != APOSTROPHE:
            break
        position += ONE
    start = position
    last_bytes = earlier = ZERO
    while position < end:
        text[position] = byte
        turned = (earlier << np.uint64(5)) | (earlier >> np.uint64(59))
        earlier = turned ^ (last_bytes >> np.uint64(56))
        last_bytes = (last_bytes << EIGHT) | np.uint64(byte)
        position += ONE
        if position == end:
            break
        byte = MEANING[text[position]]
        if byte == 0:
            break
        if byte == APOSTROPHE:
            following = MEANING[text[position + ONE]] if position + ONE < end else np.uint8(0)
            if following == 0 or following == APOSTROPHE:
                break
    if position - start > SEVEN:
        return start, position, (((earlier * SPREAD) ^ last_bytes) * SPREAD) | LONG_WORD
    return start, position, last_bytes


@njit(cache=True, nogil=True)
def same_word(text: Bytes, start: Size, stop: Size, other: Size, other_stop: Size) -> bool:
    """Whether text[start:stop] equals text[other:other_stop]."""
    if other_stop - other != stop - start:
        return False
    while start < stop and text[start] == text[other]:
        start += ONE
        other += ONE
    return bool(start == stop)


@njit(cache=True, nogil=True)
def counted_terms(terms: Ints, bounds: Longs, n_terms: int) -> tuple[Ints, Ints, Longs]:
    """How often each term stands in each document: terms, occurrences, where documents end in both.

    Document d is terms[bounds[d]:bounds[d + 1]]; the terms of a document come in their own order.
    """
    found = np.empty(len(terms), np.int32)
    occurrences = np.empty(len(terms), np.int32)
    ends = np.zeros(len(bounds), np.int64)
    count = np.zeros(n_terms, np.int32)
    n_found = 0
    for document in range(len(bounds) - 1):
        start = n_found
        for place in range(bounds[document], bounds[document + 1]):
            term = terms[place]
            if count[term] == 0:
                found[n_found] = term
                n_found += 1
            count[term] += 1
        for cell in range(start, n_found):
            occurrences[cell] = count[found[cell]]
            count[found[cell]] = 0
        ends[document + 1] = n_found
    return found[:n_found].copy(), occurrences[:n_found].copy(), ends

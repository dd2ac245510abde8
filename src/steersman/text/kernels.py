"""Compiled loops over the bytes of documents.

Text is UTF-8 in which every byte above 127 belongs to a word (see `steersman.text.tokens`).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Size = np.uint64
Sizes = NDArray[np.uint64]
Words = tuple[Sizes, Bytes, Longs, Longs]

APOSTROPHE = 39
# numba turns a mix of signed and unsigned integers into floats, so every constant is typed.
ZERO, ONE, SEVEN, EIGHT = np.uint64(0), np.uint64(1), np.uint64(7), np.uint64(8)
# 2**64 divided by the golden ratio: multiplying by it spreads neighboring keys over the slots.
SPREAD = np.uint64(0x9E3779B97F4A7C15)
# No short word begins with this byte: it has at most seven bytes, so its top byte is 0.
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
def numbered_words(
    text: Bytes, ends: Longs, words: Words, numbers: Ints, word_ends: Longs, first: int
) -> int:
    """Number the words of the documents that lie one after another in `text`, from `first` on.

    `ends[d]` is where document d ends; the text is put into lower case in place. `words` are the
    words known so far, to which new ones are added: the hash table, a power of two of slots each
    with a key and the number of the word counted from one; the letters of the words; where each
    word ends in them; and how many words and letters there are. The numbers of all words are
    written in order, and where the words of each document end among them. Returned is the first
    document for whose words there was no room; it can be begun anew once there is more.
    """
    table, letters, spans, sizes = words
    mask = np.uint64(len(table) - 1)
    n_words = word_ends[first - 1] if first else 0
    position = np.uint64(ends[first - 1]) if first else ZERO
    for document in range(first, len(ends)):
        while True:
            start, stop, key = next_word(text, position, np.uint64(ends[document]))
            position = stop
            if start == stop:
                break
            # The high bits of the product are the well mixed ones.
            slot = ((key * SPREAD) >> np.uint64(32)) & mask
            number = table[slot, 1]
            while number != ZERO and not (
                table[slot, 0] == key
                and (key < LONG_WORD or same_word(text, start, stop, letters, spans, number))
            ):
                slot = (slot + ONE) & mask
                number = table[slot, 1]
            if number == ZERO:
                length = np.int64(stop - start)
                # At most half full, or probing becomes slow. The document is begun anew afterwards:
                # its words so far are in the table already, and their numbers are written again.
                if 2 * sizes[0] >= len(table) or sizes[1] + length > len(letters):
                    return document
                letters[sizes[1] : sizes[1] + length] = text[start:stop]
                sizes[0] += 1
                sizes[1] += length
                spans[sizes[0]] = sizes[1]
                number = np.uint64(sizes[0])
                table[slot, 0], table[slot, 1] = key, number
            numbers[n_words] = number - ONE
            n_words += 1
        word_ends[document] = n_words
    return len(ends)


@njit(cache=True, nogil=True)
def moved_words(table: Sizes, wider: Sizes) -> None:
    """Put all words of a hash table into one with more slots."""
    mask = np.uint64(len(wider) - 1)
    for old in range(len(table)):
        if table[old, 1] != ZERO:
            slot = ((table[old, 0] * SPREAD) >> np.uint64(32)) & mask
            while wider[slot, 1] != ZERO:
                slot = (slot + ONE) & mask
            wider[slot, 0], wider[slot, 1] = table[old, 0], table[old, 1]


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
        # The lower-case byte is written back, so that words can be compared and copied as they lie.
        text[position] = byte
        # `last_bytes` holds the last eight bytes; those that leave it are folded into `earlier`.
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
            # An apostrophe belongs to a word only between two of its letters: don't, but not 'tis.
            following = MEANING[text[position + ONE]] if position + ONE < end else np.uint8(0)
            if following == 0 or following == APOSTROPHE:
                break
    if position - start > SEVEN:
        return start, position, (((earlier * SPREAD) ^ last_bytes) * SPREAD) | LONG_WORD
    return start, position, last_bytes


@njit(cache=True, nogil=True)
def same_word(
    text: Bytes, start: Size, stop: Size, letters: Bytes, spans: Longs, number: Size
) -> bool:
    """Whether text[start:stop] equals the known word with that number, counted from one."""
    other = spans[number - ONE]
    if spans[number] - other != np.int64(stop - start):
        return False
    while start < stop and text[start] == letters[other]:
        start += ONE
        other += 1
    return bool(start == stop)


@njit(cache=True, nogil=True)
def counted_terms(terms: Ints, bounds: Longs, n_terms: int) -> tuple[Ints, Ints, Longs]:
    """Count the terms of each document: terms, occurrences, and where documents end in both.

    Document d is terms[bounds[d]:bounds[d + 1]]; the terms of a document come in their own order.
    """
    found = np.empty(len(terms), np.int32)
    occurrences = np.empty(len(terms), np.int32)
    ends = np.zeros(len(bounds), np.int64)
    # One counter for all documents, cleared term by term after each: clearing all of it would take
    # the vocabulary's size for every document.
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


@njit(cache=True, nogil=True)
def tally_terms(terms: Ints, occurrences: Ints, holders: Longs, totals: Longs) -> None:
    """Add one holder, and all occurrences, to each term of each document."""
    for cell in range(len(terms)):
        holders[terms[cell]] += 1
        totals[terms[cell]] += occurrences[cell]

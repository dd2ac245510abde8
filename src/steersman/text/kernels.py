"""Compiled loops over the bytes of documents and over the word numbers they become.

Text is UTF-8 in which every byte above 127 belongs to a word (see `steersman.text.words`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["NumberedWords", "numbered_words", "sorted_rows", "term_counts"]

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

APOSTROPHE = 39


def byte_meanings() -> Bytes:
    """For each byte: itself in lower case where it belongs to a word, else 0."""
    meaning = np.zeros(256, dtype=np.uint8)
    for byte in range(256):
        if byte > 127 or chr(byte).isalnum() or byte == APOSTROPHE:
            meaning[byte] = ord(chr(byte).lower()) if byte < 128 else byte
    return meaning


MEANING = byte_meanings()


class NumberedWords(NamedTuple):
    """The words of documents as numbers, and the distinct words, first seen first."""

    numbers: Ints  # (words,)
    ends: Longs  # (documents,): where each document's words end in `numbers`
    distinct: Bytes  # the distinct words, each followed by a space


@njit(cache=True, nogil=True)
def numbered_words(text: Bytes, ends: Longs) -> NumberedWords:
    """Number the words of the documents that lie one after another in `text`.

    `ends[d]` is where document d ends. The text is put into lower case in place.
    """
    numbers = np.empty(len(text) // 2 + len(ends) + 1, np.int32)
    word_ends = np.empty(len(ends), np.int64)
    slots = np.full(1 << 14, -1, np.int32)
    hashes = np.empty(1 << 13, np.uint64)
    starts = np.empty(1 << 13, np.int64)
    lengths = np.empty(1 << 13, np.int64)
    n_words = n_distinct = 0
    position = np.int64(0)
    for document in range(len(ends)):
        end = ends[document]
        while position < end:
            start, stop, code = next_word(text, position, end)
            position = stop
            if start == stop:
                continue
            slot = word_slot(text, start, stop - start, code, slots, (hashes, starts, lengths))
            if slots[slot] < 0:
                slots[slot] = n_distinct
                hashes[n_distinct] = code
                starts[n_distinct] = start
                lengths[n_distinct] = stop - start
                n_distinct += 1
            numbers[n_words] = slots[slot]
            n_words += 1
            if n_distinct == len(hashes):
                hashes, starts, lengths = twice(hashes), twice(starts), twice(lengths)
                slots = filled_slots(hashes[:n_distinct], 2 * len(slots))
        word_ends[document] = n_words
    distinct = spaced(text, starts[:n_distinct], lengths[:n_distinct])
    return NumberedWords(numbers[:n_words].copy(), word_ends, distinct)


@njit(cache=True, nogil=True)
def next_word(text: Bytes, position: int, end: int) -> tuple[int, int, np.uint64]:
    """Start, end and hash of the next word from `position` on; start is end if there is none."""
    while position < end and (MEANING[text[position]] == 0 or text[position] == APOSTROPHE):
        position += 1
    start = position
    code = np.uint64(14695981039346656037)
    while position < end:
        byte = MEANING[text[position]]
        if byte == 0:
            break
        if byte == APOSTROPHE:
            following = MEANING[text[position + 1]] if position + 1 < end else np.uint8(0)
            if following == 0 or following == APOSTROPHE:
                break
        text[position] = byte
        code = (code ^ np.uint64(byte)) * np.uint64(1099511628211)
        position += 1
    return start, position, code ^ (code >> np.uint64(29))


@njit(cache=True, nogil=True)
def word_slot(
    text: Bytes,
    start: int,
    length: int,
    code: np.uint64,
    slots: Ints,
    known: tuple[NDArray[np.uint64], Longs, Longs],
) -> np.int64:
    """The slot that holds the word text[start:start + length], or the free one where it belongs."""
    hashes, starts, lengths = known
    mask = np.uint64(len(slots) - 1)
    slot = np.int64(code & mask)
    while slots[slot] >= 0:
        number = slots[slot]
        if hashes[number] == code and lengths[number] == length:
            other = starts[number]
            same = 0
            while same < length and text[start + same] == text[other + same]:
                same += 1
            if same == length:
                break
        slot = (slot + 1) & np.int64(mask)
    return slot


@njit(cache=True, nogil=True)
def filled_slots(hashes: NDArray[np.uint64], size: int) -> Ints:
    """A hash table of `size` slots (a power of two) that holds words 0, 1, ... by their hashes."""
    slots = np.full(size, -1, np.int32)
    mask = size - 1
    for number in range(len(hashes)):
        slot = np.int64(hashes[number] & np.uint64(mask))
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = number
    return slots


@njit(cache=True, nogil=True)
def twice(values: NDArray[np.generic]) -> NDArray[np.generic]:
    """The same values at the start of an array of twice the length."""
    longer = np.empty(2 * len(values), values.dtype)
    longer[: len(values)] = values
    return longer


@njit(cache=True, nogil=True)
def spaced(text: Bytes, starts: Longs, lengths: Longs) -> Bytes:
    """The given pieces of the text, each followed by a space."""
    pieces = np.empty(lengths.sum() + len(lengths), np.uint8)
    at = 0
    for piece in range(len(starts)):
        for offset in range(lengths[piece]):
            pieces[at + offset] = text[starts[piece] + offset]
        at += lengths[piece] + 1
        pieces[at - 1] = 32
    return pieces


@njit(cache=True, nogil=True)
def term_counts(
    numbers: Ints, ends: Longs, term_of_word: Ints, n_terms: int
) -> tuple[Longs, Ints, Longs]:
    """Row pointers, terms and counts of each document; words of term -1 are not counted."""
    indptr = np.zeros(len(ends) + 1, np.int64)
    terms = np.empty(len(numbers), np.int32)
    counts = np.empty(len(numbers), np.int64)
    place = np.full(n_terms, -1, np.int64)  # where a term stands in the arrays, if in this row
    filled = np.int64(0)
    word = np.int64(0)
    for document in range(len(ends)):
        row = filled
        while word < ends[document]:
            term = term_of_word[numbers[word]]
            word += 1
            if term < 0:
                continue
            if place[term] < row:
                place[term] = filled
                terms[filled] = term
                counts[filled] = 1
                filled += 1
            else:
                counts[place[term]] += 1
        indptr[document + 1] = filled
    return indptr, terms[:filled].copy(), counts[:filled].copy()


@njit(cache=True, nogil=True)
def sorted_rows(
    indptr: Longs, terms: Ints, counts: Longs, column_of_term: Ints, n_columns: int
) -> tuple[Longs, Ints, Longs]:
    """The same rows with terms renamed to columns (-1 is dropped), columns rising in each row.

    Two passes of a counting sort: entries by column, then back into their rows.
    """
    n_rows = len(indptr) - 1
    starts = np.zeros(n_columns + 1, np.int64)
    new_indptr = np.zeros(n_rows + 1, np.int64)
    for row in range(n_rows):
        kept = 0
        for entry in range(indptr[row], indptr[row + 1]):
            column = column_of_term[terms[entry]]
            if column >= 0:
                starts[column + 1] += 1
                kept += 1
        new_indptr[row + 1] = new_indptr[row] + kept
    starts = np.cumsum(starts)
    rows = np.empty(new_indptr[n_rows], np.int32)
    by_column = np.empty(new_indptr[n_rows], np.int64)
    filled = starts[:-1].copy()
    for row in range(n_rows):
        for entry in range(indptr[row], indptr[row + 1]):
            column = column_of_term[terms[entry]]
            if column >= 0:
                rows[filled[column]] = row
                by_column[filled[column]] = counts[entry]
                filled[column] += 1
    columns = np.empty(len(rows), np.int32)
    new_counts = np.empty(len(rows), np.int64)
    next_in_row = new_indptr[:-1].copy()
    for column in range(n_columns):
        for entry in range(starts[column], starts[column + 1]):
            at = next_in_row[rows[entry]]
            columns[at] = column
            new_counts[at] = by_column[entry]
            next_in_row[rows[entry]] += 1
    return new_indptr, columns, new_counts

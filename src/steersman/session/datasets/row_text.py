"""A row in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.session.datasets.corpus import Corpus
from steersman.session.views import Values

LONGEST_TEXT = 20_000
LINE_LENGTH = 160
NUMBER_LETTERS = frozenset("0123456789.e+-")


def text_of(corpus: Corpus, row: int, why: Sequence[Values]) -> str:
    """A row's own text, or its values in words, those that were the reasons first."""
    if corpus.dataset.text is not None:
        return corpus.dataset.text[row][:LONGEST_TEXT]
    names = corpus.column_names
    values: Any = corpus.dataset.X[row]
    held = values.indices if corpus.dataset.is_sparse else np.arange(len(names))
    numbers = values.data if corpus.dataset.is_sparse else values
    first = {str(reason["name"]): rank for rank, reason in enumerate(why)}
    # Reasons in their order, then what the row has, then its zeros.
    parts: list[list[str]] = [[] for _ in range(len(first) + 2)]
    for place, number in zip(held.tolist(), numbers.tolist()):
        name = str(names[place])
        parts[first.get(name, len(first) + (number == 0))].append(f"{name} {number:g}")
    return ", ".join(each for group in parts for each in group)


def line_of(corpus: Corpus, row: int) -> str:
    """The beginning of a row's text, on one line."""
    return one_line(text_of(corpus, row, []))


def one_line(text: str) -> str:
    """The beginning of a text, on one line."""
    # Cut before splitting: a document may be megabytes long.
    return " ".join(text[: 2 * LINE_LENGTH].split())[:LINE_LENGTH]


def places_holding(corpus: Corpus, rows: Sequence[int], words: str) -> Iterator[int]:
    """The places of the rows whose name or text has these words in it, in upper or lower case."""
    needle = words.strip().lower()
    dataset = corpus.dataset
    dense = dataset.text is None and not dataset.is_sparse
    # Words that go over several values are looked for in whole texts.
    if needle and dense and "," not in needle:
        named = np.array([needle in str(dataset.ids[row]).lower() for row in rows], dtype=bool)
        yield from np.flatnonzero(values_hold(corpus, rows, needle) | named).tolist()
        return
    for place, row in enumerate(rows):
        name = str(dataset.ids[row]).lower()
        if not needle or needle in name or needle in text_of(corpus, row, []).lower():
            yield place


def values_hold(corpus: Corpus, rows: Sequence[int], needle: str) -> NDArray[np.bool_]:
    """(rows,) whether a "name value" of a row of numbers has these letters in it."""
    values = np.asarray(corpus.dataset.X)[np.asarray(rows, dtype=np.intp)]
    found = np.zeros(len(values), dtype=bool)
    # A text of 50,000 rows takes a second to write; letters that no number has are in names only.
    in_numbers = set(needle.rpartition(" ")[2]) <= NUMBER_LETTERS or not np.isfinite(values).all()
    for name, column in zip(corpus.column_names, values.T):
        lower = f"{name} ".lower()
        if needle in lower:
            found[:] = True
            break
        if in_numbers:
            different, place = np.unique(column, return_inverse=True)
            holds = [needle in f"{lower}{value:g}" for value in different.tolist()]
            found |= np.asarray(holds, dtype=bool)[place]
    return found


def check_row(row: int, corpus: Corpus) -> None:
    if not 0 <= row < corpus.rows:
        raise SteersmanError(
            f"there is no row {row} in {corpus.dataset.name}",
            todo=f"choose one from 0 to {corpus.rows - 1}",
            code="unknown-row",
            row=row,
            rows=corpus.rows,
        )

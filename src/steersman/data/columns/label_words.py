"""Labels as people write them: missing ones, and spellings that differ only in spaces and case."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow.columns import coded_words, distinct_values
from steersman.data.columns.cells import cells
from steersman.data.columns.kinds import Column, Frame

EDGE_SPACE = re.compile(r"^\s+|\s+$|(?<=\s)\s+")
MARKS = {" ": "␣", "\t": "⇥", "\n": "⏎", "\r": "⏎"}


def is_blank(value: object | None) -> bool:
    """Whether a cell holds no label: nothing, or spaces."""
    return value is None or (isinstance(value, str) and not value.strip())


def is_plain(column: Column) -> bool:
    """Whether a column of Arrow's holds words, so that each distinct one is looked at once."""
    return column.implementation.is_pyarrow() and column.dtype == nw.String


def labeled_rows(frame: Frame, columns: Sequence[str]) -> NDArray[np.intp] | None:
    """The rows that have a label in a single column; None where all have, or none has.

    Rows that may have several labels may have none.
    """
    if len(columns) != 1 or frame.get_column(columns[0]).dtype.is_nested():
        return None
    column = frame.get_column(columns[0])
    if is_plain(column):
        native = column.to_native()
        # Mostly the distinct words show at once that no row is without.
        if not any(map(is_blank, distinct_values(native))):
            return None
        distinct, codes = coded_words(native)
        there = np.asarray([*(not is_blank(word) for word in distinct), False])[codes]
    else:
        there = np.asarray([not is_blank(value) for value in cells(column)], dtype=bool)
    return None if there.all() or not there.any() else np.flatnonzero(there)


def left_out(missing: int, rows: int, column: str) -> str:
    """A sentence about rows without a label.

    >>> left_out(1, 60, "kind")
    "1 of 60 rows has no label in 'kind' and is left out"
    """
    verbs = ("has", "is") if missing == 1 else ("have", "are")
    return f"{missing:,} of {rows:,} rows {verbs[0]} no label in {column!r} and {verbs[1]} left out"


def spelling_key(word: str) -> str:
    """What two labels share that differ only by spaces and capitals.

    >>> spelling_key(" New  York") == spelling_key("new york ")
    True
    """
    return " ".join(word.split()).casefold()


def one_spelling(sizes: Mapping[str, int]) -> dict[str, str]:
    """For each label how the most rows of its like write it, without needless spaces.

    >>> one_spelling({"ham": 2, "ham ": 3, "Ham": 4, "spam": 1})
    {'ham': 'ham', 'ham ': 'ham', 'Ham': 'ham', 'spam': 'spam'}
    """
    trimmed: dict[str, dict[str, int]] = {}
    for word, rows in sizes.items():
        tally = trimmed.setdefault(spelling_key(word), {})
        tidy = " ".join(word.split())
        tally[tidy] = tally.get(tidy, 0) + rows
    chosen = {
        # The most frequent spelling; on a tie the first in the alphabet, so that it does not depend
        # on the order of rows.
        key: min(tally, key=lambda word: (-tally[word], word))
        for key, tally in trimmed.items()
    }
    return {word: chosen[spelling_key(word)] for word in sizes}


def visible(label: object) -> str:
    """A label as it is shown: spaces that the eye would miss are marked.

    >>> visible("ham "), visible("New York"), visible(3)
    ('ham␣', 'New York', '3')
    """
    return EDGE_SPACE.sub(
        lambda spaces: "".join(MARKS.get(each, "␣") for each in spaces[0]), str(label)
    )

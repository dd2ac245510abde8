"""Detection of the header of a delimited file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from pathlib import Path

from steersman.data.columns.guesses import LABEL_NAMES, SPLIT_NAMES
from steersman.data.columns.kinds import date_format, is_missing_mark
from steersman.data.columns.numerals import is_number
from steersman.data.formats.dialects import (
    LOOKED_AT,
    check_header,
    first_rows,
    numbered_names,
    seen_delimiter,
)
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Finding
from steersman.errors import SteersmanError

USUAL_NAMES = {*LABEL_NAMES, *SPLIT_NAMES, "id", "text", "message", "title", "name", "date", "body"}

Cells = Sequence[str]


def seen_header(path: Path, options: ReadOptions, named: Collection[str] = ()) -> tuple[bool, str]:
    """Whether the first line names the columns, and a sentence when it does not.

    It does where it has one of the columns that were `named` by the caller.
    """
    encoding = options.text_encoding
    delimiter = options.delimiter or seen_delimiter(path, encoding)
    rows = first_rows(path, delimiter, encoding, LOOKED_AT)
    first = rows[0] if rows else []
    if not looks_like_row(rows) or set(named) & set(first):
        return True, ""
    numbered = numbered_names(len(first))
    unknown = [name for name in named if name not in numbered]
    if unknown:
        check_header(first, path.name)
        raise SteersmanError(
            f"{path.name} has no column {unknown[0]!r}: its first line looks like "
            "data, not column names",
            todo="add a header row, or set header=False (--no-header) and use these "
            f"columns: {', '.join(numbered[:5])}",
            code="column-missing",
            column=unknown[0],
            columns=tuple(numbered),
        )
    return False, missing_header_note(path.name)


def has_names(columns: Sequence[str]) -> bool:
    """Whether columns that were read have names of their own, not numbers in their place."""
    return list(columns) != numbered_names(len(columns))


def missing_header_finding(where: str) -> Finding:
    """A warning that the first line is read as a row, for a first look."""
    return Finding(
        "warning",
        f"the first line of {where} looks like data, not column names",
        todo="turn the header on if it contains column names",
        code="header-missing",
    )


def missing_header_note(where: str) -> str:
    """A sentence about a file whose first line was read as a row."""
    return (
        f"the first line of {where} looks like data, so the columns are numbered; "
        "set header=True (--header) if it contains column names"
    )


def looks_like_row(rows: Sequence[Cells]) -> bool:
    """Whether the first of these rows is like those below it, not like names of columns.

    A column of numbers must begin with one. Then numbers and dates tell a row, unless they count
    up as names do, and so do words that stand in their column again, among others.

    >>> looks_like_row([["ham", "see you"], ["spam", "win"], ["ham", "yes"], ["ham", "no"]])
    True
    >>> looks_like_row([["size", "kind"], ["1", "ham"], ["2", "ham"], ["3", "spam"]])
    False
    >>> looks_like_row([["country", "2019", "2020"], ["Norway", "3", "4"], ["Italy", "5", "6"]])
    False
    """
    if len(rows) < 2 or any(cell.strip().lower() in USUAL_NAMES for cell in rows[0]):
        return False
    first, below = rows[0], [row for row in rows[1:] if list(row) != list(rows[0])]
    columns = [
        [row[place] for row in below if len(row) > place and not is_missing_mark(row[place])]
        for place in range(len(first))
    ]
    pairs = list(zip(first, columns))
    if any(is_numeric(column) and not is_number(cell) for cell, column in pairs):
        return False
    dated = any(is_dated([cell]) and is_dated(column) for cell, column in pairs)
    return dated or has_values(first) or any(recurs(cell, column) for cell, column in pairs)


def is_numeric(column: Cells) -> bool:
    return bool(column) and all(is_number(cell) for cell in column)


def is_dated(column: Cells) -> bool:
    return date_format(column) is not None


def has_values(first: Cells) -> bool:
    """Whether there are numbers among the cells that do not count columns, and are no years."""
    numbers = [float(cell) for cell in first if is_number(cell)]
    counting = len(numbers) > 2 and all(after - before == 1 for before, after in pairwise(numbers))
    years = all(number in range(1900, 2101) for number in numbers)
    return bool(numbers) and not counting and not years


def recurs(cell: str, column: Cells) -> bool:
    """Whether a word occurs several times in its column, among others."""
    word = not is_number(cell) and not is_missing_mark(cell)
    return word and column.count(cell) > 1 and len(set(column)) > 1

"""Comma, tab and semicolon separated text."""

from __future__ import annotations

import csv
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from steersman.course import Course
from steersman.data.arrow.delimited_text import Dialect, read_delimited
from steersman.data.columns.kinds import Frame
from steersman.data.columns.numerals import are_codes, is_number
from steersman.data.files.lines import LONGEST_LINE_BYTES, open_text
from steersman.errors import SteersmanError

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

__all__ = [
    "LOOKED_AT",
    "check_header",
    "dialect_of",
    "first_rows",
    "frame_of_delimited",
    "numbered_names",
    "seen_delimiter",
]

DELIMITERS = ",;\t|"
SELDOM_IN_VALUES = "\t|,;"
"""The delimiters, the more telling one later: numbers may have a comma each."""
SEEN_ROWS = 20
LOOKED_AT = 1_000
MOST_CELLS = 200_000
"""After so many cells no further rows are looked at."""


def frame_of_delimited(
    path: Path,
    delimiter: str | None,
    encoding: str,
    *,
    header: bool | None = None,
    words: tuple[str, ...] = (),
    course: Course | None = None,
) -> Frame:
    """The table in a delimited file that was looked at before.

    Its first line names the columns, unless `header` is False. The columns `words` stay as they are
    written.
    """
    _, dialect = dialect_of(path, delimiter, encoding, header)
    dialect = replace(dialect, words=(*words, *dialect.words))
    try:
        frame: Frame = read_delimited(path, dialect, course or Course())
    except SteersmanError:
        raise
    except ValueError as error:
        raise fault(path, dialect, error) from error
    return frame


def dialect_of(
    path: Path, delimiter: str | None, encoding: str, header: bool | None = None
) -> tuple[list[str], Dialect]:
    """The columns and how to read them; the delimiter is seen from the first rows if not given.

    Columns whose first rows hold codes, such as 0150, are to stay as they are written.
    """
    delimiter = delimiter or seen_delimiter(path, encoding)
    rows = first_rows(path, delimiter, encoding, LOOKED_AT)
    first = rows[0] if rows else None
    if first is None:
        raise SteersmanError(
            f"{path.name} has no row that can be read", todo="give a file with a row per example"
        )
    if first[0].startswith("sep=") and not any(first[1:]):
        raise SteersmanError(
            f"the first line of {path.name} is a word to Excel, {delimiter.join(first)!r}",
            todo="remove that line",
        )
    if header is False:
        names = numbered_names(len(first))
        codes = code_columns(names, rows)
        return names, Dialect(delimiter, encoding, tuple(names), codes, len(names))
    check_header(first, path.name, said=header is True)
    return first, Dialect(delimiter, encoding, None, code_columns(first, rows[1:]), len(first))


def code_columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The columns that hold codes, which would lose their zeros if they were read as numbers.

    >>> code_columns(["zip", "size"], [["0150", "1"], ["2250", "0"]])
    ('zip',)
    """
    columns = (
        [row[place].strip() for row in rows if len(row) > place] for place in range(len(names))
    )
    return tuple(name for name, column in zip(names, columns) if are_codes(column))


def numbered_names(columns: int) -> list[str]:
    """What the columns of a file that does not name them are called."""
    return [f"column {number}" for number in range(1, columns + 1)]


def seen_delimiter(path: Path, encoding: str) -> str:
    """The delimiter that cuts the first rows into equally many columns, the most of them.

    A tab that does is one, however many commas there are: values hardly ever hold tabs.
    """
    usual = "\t" if ".tsv" in path.suffixes or ".tab" in path.suffixes else ","
    candidates = [usual, *(mark for mark in DELIMITERS if mark != usual)]
    widths = {mark: row_widths(path, mark, encoding) for mark in candidates}
    even = [mark for mark, seen in widths.items() if len(set(seen)) == 1 and seen[0] > 1]
    if "\t" in even:
        return "\t"
    if even:
        return max(even, key=lambda mark: (widths[mark][0], SELDOM_IN_VALUES.index(mark)))
    first = {mark: seen[0] if seen else 0 for mark, seen in widths.items()}
    if first[usual] > 1:
        return usual
    return max(candidates, key=lambda mark: first[mark])


def row_widths(path: Path, delimiter: str, encoding: str) -> list[int]:
    """How many cells the first rows have."""
    return [len(row) for row in first_rows(path, delimiter, encoding, SEEN_ROWS) if row]


def first_rows(path: Path, delimiter: str, encoding: str, rows: int) -> list[list[str]]:
    """The cells of the first rows that have any; fewer where a quote is never closed."""
    if len(delimiter) != 1 or delimiter in '\r\n"':
        raise SteersmanError(
            f"{delimiter!r} cannot separate columns", todo="give one character, such as ; or a tab"
        )
    found: list[list[str]] = []
    limit_before = csv.field_size_limit(LONGEST_LINE_BYTES)
    try:
        with open_text(path, encoding) as file:
            cells = 0
            for row in csv.reader(file, delimiter=delimiter):
                if row:
                    found.append(row)
                    cells += len(row)
                if len(found) == rows or (cells > MOST_CELLS and len(found) >= SEEN_ROWS):
                    break
    except csv.Error:
        pass
    finally:
        csv.field_size_limit(limit_before)
    return found


def check_header(header: list[str], where: str, *, said: bool = False) -> None:
    """An error unless the first line names each column, each by another name.

    Numbers are names where somebody has said so.
    """
    repeated = sorted(name for name, times in Tally(header).items() if times > 1)
    if header and not said and all(is_number(name) for name in header):
        raise SteersmanError(
            f"the first line of {where} holds only numbers, expected the names of the columns",
            todo="add a line of names at the top, or say that there is none: header=False "
            "(--no-header)",
        )
    if repeated:
        shown = ", ".join(repr(name) for name in repeated[:10])
        raise SteersmanError(
            f"{where} has more than one column called {shown}",
            todo="give every column its own name in the first line",
        )


def fault(path: Path, dialect: Dialect, error: ValueError) -> SteersmanError:
    """What is wrong with a file that could not be read, with its line where one is to blame."""
    limit_before = csv.field_size_limit(LONGEST_LINE_BYTES)
    try:
        with open_text(path, dialect.encoding) as file:
            rows = csv.reader(file, delimiter=dialect.delimiter, strict=True)
            found = ragged(rows, path.name)
    finally:
        csv.field_size_limit(limit_before)
    told = next(iter(str(error).splitlines()), "unknown reason")
    return found or SteersmanError(f"{path.name} cannot be read: {told}", todo="check its lines")


def ragged(rows: CsvReader, where: str) -> SteersmanError | None:
    """The first row with more or fewer cells than there are names, or with a fault in itself."""
    expected = 0
    start = 1
    try:
        for row in rows:
            expected = expected or len(row)
            if row and len(row) != expected:
                return SteersmanError(
                    f"line {start:,} of {where} has {len(row)} columns, expected {expected} "
                    "as in its first line",
                    todo="correct that line; a value with the delimiter in it needs quotes",
                )
            start = rows.line_num + 1
    except csv.Error as problem:
        return SteersmanError(
            f"line {rows.line_num:,} of {where} cannot be read: {problem}",
            todo="check its quotes",
        )
    return None

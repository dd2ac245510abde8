"""The dialect of a delimited file: its delimiter, the names of its columns, columns of codes."""

from __future__ import annotations

import csv
from collections import Counter as Tally
from collections.abc import Sequence
from pathlib import Path

from steersman.data.arrow.dialect import Dialect
from steersman.data.columns.named_columns import check_columns
from steersman.data.columns.numerals import are_codes, is_number
from steersman.data.files.lines import LONGEST_LINE_BYTES, lines_of, open_text
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError

DELIMITERS = ",;\t|"
SELDOM_IN_VALUES = "\t|,;"
"""The delimiters, the more telling one later: numbers may have a comma each."""
SEEN_ROWS = 20
LOOKED_AT = 1_000
MOST_CELLS = 200_000
"""After so many cells no further rows are looked at."""
MOST_CHARACTERS = 4 * 2**20
"""After so many characters too: a packed file may hold a thousand rows of a megabyte each."""


def dialect_of(path: Path, options: ReadOptions) -> tuple[list[str], Dialect]:
    """The names of the columns and how to read them, as named or detected in the first rows.

    Columns whose first rows hold codes, such as 0150, are read as they are written.
    """
    encoding = options.text_encoding
    delimiter = options.delimiter or seen_delimiter(path, encoding)
    rows = first_rows(path, delimiter, encoding, LOOKED_AT)
    if not rows:
        raise SteersmanError(
            f"{path.name} has no readable rows",
            todo="choose a file with one row per example",
            code="file-without-rows",
            file=path.name,
        )
    first = rows[0]
    check_columns(len(first), path.name)
    if first[0].startswith("sep=") and not any(first[1:]):
        raise SteersmanError(
            f"the first line of {path.name} is an Excel separator hint, {delimiter.join(first)!r}",
            todo="remove that line",
            code="header-excel-note",
            file=path.name,
        )
    if options.header is False:
        names = numbered_names(len(first))
        codes = code_columns(names, rows)
        return names, Dialect(delimiter, encoding, tuple(names), codes, len(names))
    check_header(first, path.name, numbers_allowed=options.header is True)
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
    """Names for the columns of a file without a header."""
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
    """The cells of the first rows that have any; fewer of long ones, or after an open quote."""
    found: list[list[str]] = []
    # The default limit of 128 KB would refuse long texts. It is global, so it is put back.
    limit_before = csv.field_size_limit(LONGEST_LINE_BYTES)
    try:
        with open_text(path, encoding) as file:
            cells = characters = 0
            for row in csv.reader(lines_of(file, path.name), delimiter=delimiter):
                if row:
                    found.append(row)
                    cells += len(row)
                    characters += sum(map(len, row))
                enough = cells > MOST_CELLS and len(found) >= SEEN_ROWS
                if enough or len(found) == rows or characters > MOST_CHARACTERS:
                    break
    except csv.Error:
        # A quote that is never closed: the rows before it will do for a guess.
        pass
    finally:
        csv.field_size_limit(limit_before)
    return found


def check_header(header: list[str], where: str, *, numbers_allowed: bool = False) -> None:
    """Refuse a first line that does not name every column differently.

    Numbers are names where `numbers_allowed`.
    """
    repeated = sorted(name for name, times in Tally(header).items() if times > 1)
    if header and not numbers_allowed and all(is_number(name) for name in header):
        raise SteersmanError(
            f"the first line of {where} contains only numbers, expected column names",
            todo="add a header row, or set header=False (--no-header)",
            code="header-of-numbers",
            file=where,
        )
    if repeated:
        shown = ", ".join(repr(name) for name in repeated[:10])
        raise SteersmanError(
            f"{where} has more than one column called {shown}",
            todo="rename the duplicate columns in the first line",
            code="column-repeated",
            file=where,
            columns=tuple(repeated),
        )

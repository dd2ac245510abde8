"""Rows that cannot be read: named with file and offset, and skipped only when asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
from pyarrow import csv

from steersman.data.arrow.delimited_text import BLOCK_BYTES
from steersman.data.arrow.dialect import Dialect
from steersman.data.arrow.frames import Frame, frame_from_columns, frame_of_table
from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.files.json_rows import json_rows, whole_number
from steersman.data.formats.dialects import dialect_of
from steersman.data.formats.jsonlines import named_once, row_fault
from steersman.data.reading import CheckedFile
from steersman.errors import SteersmanError

MOST_NOTED = 1_000
COMPRESSED = (".gz",)
WIDE_ENCODINGS = ("utf-16", "utf-32", "utf_16", "utf_32")


class BadRow(NamedTuple):
    """A row that was skipped: its file, its line or row counted from 1, its byte, and why."""

    file: str
    place: int
    offset: int | None
    reason: str


@dataclass
class BadRows:
    """The rows that were skipped, if `skip` allows it; the first thousand are kept by name."""

    skip: bool = False
    count: int = 0
    rows: list[BadRow] = field(default_factory=list)

    def add(self, row: BadRow) -> None:
        """Note a row."""
        self.count += 1
        if len(self.rows) < MOST_NOTED:
            self.rows.append(row)

    def plus(self, other: BadRows) -> BadRows:
        """The rows of both."""
        return BadRows(self.skip, self.count + other.count, [*self.rows, *other.rows][:MOST_NOTED])

    def notes(self) -> tuple[str, ...]:
        """A sentence on the rows that were skipped."""
        if not self.count:
            return ()
        first = self.rows[0]
        where = f"the first is in {first.file}, line {first.place:,}"
        verb = "row was" if self.count == 1 else "rows were"
        return (f"{self.count:,} bad {verb} skipped; {where}: {first.reason}",)


@contextmanager
def with_offset(path: Path) -> Iterator[None]:
    """Add the byte at which its line begins to an error about a line of a file."""
    try:
        yield
    except SteersmanError as error:
        line = error_line(error)
        offset = None if line is None else line_offset(path, line)
        if offset is None or "offset" in error.fields:
            raise
        raise placed_error(error, path, offset) from error


def placed_error(error: SteersmanError, path: Path, offset: int | None) -> SteersmanError:
    """The same error with its file, and the byte there where that is known."""
    where = f"{path}" if offset is None else f"byte {offset:,} of {path}"
    return SteersmanError(
        f"{error.what} ({where})",
        todo=error.todo,
        needs=error.needs,
        code=error.code,
        **{**error.fields, "offset": offset, "path": str(path)},
    )


def error_line(error: SteersmanError) -> int | None:
    """The line that an error is about, counted from 1."""
    line = error.fields.get("line")
    if isinstance(line, int):
        return line
    place = re.fullmatch(r"line ([\d,]+)", str(error.fields.get("place", "")))
    return int(place[1].replace(",", "")) if place else None


def line_offset(path: Path, line: int) -> int | None:
    """The byte at which a line of a text file begins; None for a compressed one."""
    if path.suffix.lower() in COMPRESSED:
        return None
    with path.open("rb") as file:
        return sum(len(each) for each in islice(file, line - 1))


def row_offset(file: CheckedFile, row: int) -> int | None:
    """The byte at which a row of a text file begins, rows counted from 0; None for other files."""
    path, name = file.path, file.format.name
    if name not in ("csv", "tsv", "jsonl") or path.suffix.lower() in COMPRESSED:
        return None
    if file.options.text_encoding.lower().startswith(WIDE_ENCODINGS):
        return None
    quoted = name != "jsonl"
    has_header = quoted and dialect_of(path, file.options)[1].names is None
    place, offset, quotes = -1 - has_header, 0, 0
    with path.open("rb") as stream:
        for line in stream:
            # A line break between quotes does not end a row; a blank line is none.
            if quotes % 2 == 0 and line.strip():
                place += 1
                quotes = 0
                if place == row:
                    return offset
            quotes += line.count(b'"') if quoted else 0
            offset += len(line)
    return None


def readable_blocks(
    file: CheckedFile, columns: ColumnChoice, rows: int, bad: BadRows
) -> Iterator[Frame]:
    """The rows of a file that can be read; the others are noted."""
    if file.format.name in ("csv", "tsv"):
        yield from delimited_rows(file, columns, bad)
    elif file.format.name == "jsonl":
        yield from json_objects(file, columns, rows, bad)
    else:
        yield from file.format.read_blocks(file.path, file.options, columns, rows)


def delimited_rows(file: CheckedFile, columns: ColumnChoice, bad: BadRows) -> Iterator[Frame]:
    """The rows of a delimited file with as many cells as there are columns."""
    names, dialect = dialect_of(file.path, file.options)
    chosen = columns.present(names, file.path.name)

    def skip_row(row: csv.InvalidRow) -> str:
        place = int(row.number or 0)
        reason = f"{row.actual_columns} columns, expected {row.expected_columns}"
        bad.add(BadRow(str(file.path), place, line_offset(file.path, place), reason))
        return "skip"

    with (
        pa.input_stream(str(file.path), compression="detect") as stream,
        csv.open_csv(
            stream,
            read_options=with_small_blocks(dialect),
            parse_options=dialect.parse_options(skip_row),
            convert_options=csv.ConvertOptions(
                include_columns=chosen, column_types=dict.fromkeys(chosen, pa.string())
            ),
        ) as reader,
    ):
        for batch in reader:
            yield frame_of_table(pa.Table.from_batches([batch]))


def with_small_blocks(dialect: Dialect) -> csv.ReadOptions:
    """Options that read without threads, so that Arrow numbers the rows."""
    return dialect.read_options(BLOCK_BYTES, threads=False)


def json_objects(
    file: CheckedFile, columns: ColumnChoice, rows: int, bad: BadRows
) -> Iterator[Frame]:
    """The objects of a file of JSON lines that are whole."""
    lines = json_rows(file.path, file.options.text_encoding)
    chosen: list[str] = []
    kinds: dict[str, tuple[str, str]] = {}
    while some := list(islice(lines, rows)):
        objects = []
        for place, line in some:
            fault = row_fault(line, place, file.path.name, kinds)
            if fault is None:
                objects.append(
                    json.loads(line, object_pairs_hook=named_once, parse_int=whole_number)
                )
                continue
            number = error_line(fault) or 0
            offset = line_offset(file.path, number) if number else None
            bad.add(BadRow(str(file.path), number, offset, fault.what))
        keys = list(dict.fromkeys(key for row in objects for key in row))
        chosen = chosen or (columns.present(keys, file.path.name) if objects else [])
        if objects:
            yield frame_from_columns({name: [row.get(name) for row in objects] for name in chosen})

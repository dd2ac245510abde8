"""Delimited text in which every line is a row, parsed on all cores.

Arrow's reader of streams uses one core, and its reader of whole tables does not notice where it
cuts a cell that has a line end in it. Here pieces of lines are parsed side by side, and each piece
is checked.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv

from steersman.data.arrow.dialect import Dialect
from steersman.data.arrow.widening import Types, check_times
from steersman.data.ordered_threads import results_in_order
from steersman.tasks import Task

LONG_BYTES = 2**20
"""A shorter file is a piece or two, which are parsed sooner than shared."""

LONGEST_LINE_BYTES = 2**23
LOOK_BYTES = 2**17
NEWLINE = ord("\n")


class OtherLinesError(ValueError):
    """Not every line of the text is a row, or one is too long to be held in a piece."""


def may_have_a_row_in_each_line(path: Path, dialect: Dialect) -> bool:
    """Whether a file is long and its first lines are rows, as far as their quotes tell."""
    is_plain = path.suffix.lower() != ".gz" and codecs.lookup(dialect.encoding).name == "utf-8"
    if not is_plain or path.stat().st_size < LONG_BYTES:
        return False
    with path.open("rb") as file:
        start = file.read(LOOK_BYTES)
    # Only a guess, which saves the time of parsing in vain: where quotes do not close in their
    # line, a cell has line ends in it.
    return all(line.count(b'"') % 2 == 0 for line in start.split(b"\n")[:-1])


def table_of_lines(
    path: Path, dialect: Dialect, types: Types, piece_bytes: int, task: Task
) -> pa.Table | None:
    """The table; None where not every line is a row, or where a value is of another type.

    `types` are those of all columns in their order; None also where one is not known.
    """
    if len(types) != dialect.width:
        return None
    done, size, pieces = 0, path.stat().st_size, []
    try:
        parse = partial(parsed_lines, dialect, types)
        for piece in results_in_order(parse, line_pieces(path, piece_bytes)):
            pieces.append(piece)
            done += piece_bytes
            task.report(f"reading {path.name}", done / size)
        table = pa.concat_tables(pieces)
    except ValueError:
        return None
    check_times(table.schema)
    return table


def line_pieces(path: Path, piece_bytes: int) -> Iterator[tuple[bool, bytes]]:
    """The bytes of whole lines, about as many as `piece_bytes` at a time; the first is marked."""
    is_first, rest = True, b""
    with path.open("rb", buffering=0) as file:
        while data := file.read(piece_bytes):
            end = data.rfind(b"\n") + 1
            if end:
                yield is_first, rest + data[:end]
                is_first, rest = False, data[end:]
            else:
                rest += data
            if len(rest) > max(LONGEST_LINE_BYTES, piece_bytes):
                raise OtherLinesError
    if rest:
        yield is_first, rest


def parsed_lines(dialect: Dialect, types: Types, piece: tuple[bool, bytes]) -> pa.Table:
    """The table of some lines, the first of which may have the names."""
    is_first, lines = piece
    has_names = is_first and dialect.names is None
    read_options = dialect.read_options(len(lines), threads=False)
    read_options.column_names = [] if has_names else list(types)
    table = csv.read_csv(
        pa.BufferReader(lines),
        read_options=read_options,
        parse_options=dialect.parse_options(newlines=False),
        convert_options=csv.ConvertOptions(column_types=types),
    )
    if table.column_names != list(types) or table.num_rows + has_names != line_count(lines):
        raise OtherLinesError
    # A cell that is cut at the end has a line end in it, which only words can have.
    last = table.column(table.num_columns - 1)
    if pa.types.is_string(last.type) and (last[-1].as_py() or "").endswith("\n"):
        raise OtherLinesError
    return table


def line_count(lines: bytes) -> int:
    r"""How many lines there are.

    >>> line_count(b"a\nb\n"), line_count(b"a\nb")
    (2, 2)
    """
    # Three times as fast as `count` where lines are short.
    ends = int(np.count_nonzero(np.frombuffer(lines, np.uint8) == NEWLINE))
    return ends + (not lines.endswith(b"\n"))

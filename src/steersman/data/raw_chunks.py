"""The rows of a file of any size, a few thousand at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from steersman.data.arrow.delimited_text import delimited_blocks
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.arrow.parquet_files import parquet_blocks, parquet_columns
from steersman.data.columns.kinds import Frame
from steersman.data.columns.wanted import check_present
from steersman.data.files.json_rows import json_rows, whole_number
from steersman.data.files.lines import unchanged
from steersman.data.formats.delimited import dialect_of, fault
from steersman.data.formats.jsonlines import fault as json_fault
from steersman.data.formats.seen_options import seen_options
from steersman.data.loading import (
    FileOptions,
    checked_digest,
    checked_format,
    frame_of_file,
    is_binary,
)
from steersman.data.raw_tables import is_table_file, raw_table
from steersman.errors import SteersmanError

__all__ = ["ROWS", "RawChunk", "raw_chunks"]

ROWS = 4_096
MOST_CHARACTERS = 2**23


@dataclass(frozen=True, eq=False)
class RawChunk:
    """Some rows of a file; `start` rows stand before them."""

    where: str
    start: int
    frame: Frame

    def __str__(self) -> str:
        return f"rows {self.start + 1:,} to {self.start + len(self.frame):,} of {self.where}"


def raw_chunks(
    source: str,
    needed: Sequence[str],
    extra: Sequence[str] = (),
    rows: int = ROWS,
    options: FileOptions | None = None,
) -> Iterator[RawChunk]:
    """The columns `needed`, and those of `extra` that are there, of at most `rows` rows at a time.

    The file was looked at from end to end when the first chunk comes; never more than a block of
    it is held. Collections and folders are read whole.
    """
    options = options or FileOptions()
    if not is_table_file(source, options):
        frame = raw_table(source, options=options).frame
        columns = present(frame.columns, needed, extra, source)
        yield from sliced(iter([frame.select(columns)]), source, rows)
        return
    path = Path(source).expanduser()
    kind = checked_format(path, options)
    try:
        with unchanged(path):
            if not is_binary(kind):
                checked_digest(path, kind, options)
            seen, _ = seen_options(path, replace(options, format=kind), needed)
            frames = blocks(path, seen, (needed, extra), rows)
            yield from sliced(frames, path.name, rows)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}", todo="check its permissions"
        ) from error


def sliced(frames: Iterator[Frame], where: str, rows: int) -> Iterator[RawChunk]:
    """Chunks of at most `rows` rows."""
    start = 0
    for frame in frames:
        for first in range(0, len(frame), rows):
            piece = frame[first : first + rows]
            yield RawChunk(where, start, piece)
            start += len(piece)
    if not start:
        raise SteersmanError(f"{where} has no rows", todo="give it one row at least")


def blocks(
    path: Path, options: FileOptions, columns: tuple[Sequence[str], Sequence[str]], rows: int
) -> Iterator[Frame]:
    """The wanted columns of a file, block by block; some formats at once."""
    kind, encoding = str(options.format), options.text_encoding
    if kind in ("csv", "tsv"):
        delimiter = options.delimiter or ("\t" if kind == "tsv" else None)
        header, dialect = dialect_of(path, delimiter, encoding, options.header)
        try:
            yield from delimited_blocks(path, dialect, present(header, *columns, path.name))
        except SteersmanError:
            raise
        except ValueError as error:
            raise fault(path, dialect, error) from error
    elif kind == "parquet":
        yield from parquet_blocks(path, present(parquet_columns(path), *columns, path.name), rows)
    elif kind == "jsonl":
        yield from json_blocks(path, encoding, columns, rows)
    else:
        frame = frame_of_file(path, kind, options)
        yield frame.select(present(frame.columns, *columns, path.name))


def present(
    columns: Sequence[str], needed: Sequence[str], extra: Sequence[str], where: str
) -> list[str]:
    """The columns to read, or an error that says which needed one is not there."""
    known = set(columns)
    for name in (name for name in needed if name not in known):
        check_present(columns, name, "the model's column", where)
    return list(dict.fromkeys([*needed, *(name for name in extra if name in columns)]))


def json_blocks(
    path: Path, encoding: str, wanted: tuple[Sequence[str], Sequence[str]], rows: int
) -> Iterator[Frame]:
    """JSON objects as frames; a key that an object does not have is a missing value.

    The keys of the first objects are the columns that must be there.
    """
    lines = (line for _, line in json_rows(path, encoding))
    columns: list[str] = []
    while some := some_lines(lines, rows):
        try:
            read = (
                json.loads(line, object_pairs_hook=named_once, parse_int=whole_number)
                for line in some
            )
            objects = [dict[str, object](row) for row in read]
            keys = list(dict.fromkeys(key for row in objects for key in row))
            columns = columns or present(keys, *wanted, path.name)
            yield frame_from_columns({name: [row.get(name) for row in objects] for name in columns})
        except SteersmanError:
            raise
        except (ValueError, TypeError, RecursionError) as error:
            raise json_fault(path, encoding, ValueError(str(error))) from error


def some_lines(lines: Iterator[str], rows: int) -> list[str]:
    """The next lines, at most so many, and fewer where they are long.

    >>> some_lines(iter(["a", "b", "c"]), 2)
    ['a', 'b']
    """
    some: list[str] = []
    characters = 0
    for line in islice(lines, rows):
        some.append(line)
        characters += len(line)
        if characters > MOST_CHARACTERS:
            break
    return some


def named_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The pairs of a JSON object, ValueError where two have one name."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return found

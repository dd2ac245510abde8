"""Delimited text: all of it, its first rows, or block by block."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow as pa
from pyarrow import csv

from steersman.data.arrow.dialect import Dialect
from steersman.data.arrow.frames import Frame, frame_of_table
from steersman.data.arrow.tables_of_lines import may_have_a_row_in_each_line, table_of_lines
from steersman.data.arrow.widening import OtherTypesError, Types, check_times, wider_types
from steersman.data.files.lines import first_bytes
from steersman.tasks import Task

BLOCK_BYTES = 64 * 2**20
"""No row of a text file may be longer than this."""

SMALL_BLOCK_BYTES = 2**20
"""What is held of a file that is read as a stream, while its rows are shorter.

Of larger blocks Arrow's allocator holds pieces that are too small for the next: twice the memory.
"""

COLUMN_BYTES = 2**10
"""A block holds so much of each column at least: to begin one takes time in each."""

LOOK_BYTES = 2**17
"""The types of a longer file are first guessed from so much of it."""

AHEAD_BYTES = 64 * 2**20
"""Only of a file that is longer some blocks are read ahead of those that are asked for."""


def read_delimited(path: Path, dialect: Dialect, task: Task) -> Frame:
    """The table in a delimited text file (gzip by its suffix); ValueError where it is malformed.

    The types of the columns are those of the first rows. Where a later row is of another type, or
    longer than a block, the file is read once more with room for it.
    """
    fixed = dict.fromkeys(dialect.words, pa.string())
    seen = first_types(path, dialect, fixed)
    block_bytes = min(max(SMALL_BLOCK_BYTES, dialect.width * COLUMN_BYTES), BLOCK_BYTES)
    while True:
        try:
            table = None
            if may_have_a_row_in_each_line(path, dialect):
                table = table_of_lines(path, dialect, seen | fixed, block_bytes, task.rest())
            if table is None:
                table = streamed_table(path, dialect, (fixed, seen), block_bytes, task.rest())
            return frame_of_table(table)
        except OtherTypesError as error:
            # Not an error for the user: the file is read again, with other types.
            fixed |= error.types
        except ValueError:
            # A row may be longer than a block; what is malformed fails in longer ones too.
            if block_bytes == BLOCK_BYTES:
                raise
            block_bytes = BLOCK_BYTES
        task.report(f"reading {path.name} again", 0.0)


def first_types(path: Path, dialect: Dialect, fixed: Types) -> Types:
    """The types of columns in the first rows of a long file; only those that are seen there."""
    look_bytes = max(LOOK_BYTES, dialect.width * COLUMN_BYTES)
    if path.stat().st_size <= look_bytes:
        return {}
    # Of a stream of the whole file Arrow would read more ahead, in memory that stays with it. The
    # row that is cut off is not among those that are looked at.
    start = pa.BufferReader(first_bytes(path, look_bytes + 1))
    try:
        with csv.open_csv(
            start,
            read_options=dialect.read_options(look_bytes, threads=False),
            parse_options=dialect.parse_options(),
            convert_options=csv.ConvertOptions(column_types=fixed),
        ) as reader:
            check_times(reader.schema)
            found = zip(reader.schema.names, reader.schema.types)
            return {name: kind for name, kind in found if not pa.types.is_null(kind)}
    except OtherTypesError as error:
        return first_types(path, dialect, fixed | error.types)
    except ValueError:
        # Reading all of it says what is wrong, and copes with rows that are longer than the look.
        return {}


def streamed_table(
    path: Path, dialect: Dialect, types: tuple[Types, Types], block_bytes: int, task: Task
) -> pa.Table:
    """The table, block by block, so that nothing but its rows is held.

    The types are those that are fixed or were seen; the others are those of the first block, and
    are noted among those seen.
    """
    fixed, seen = types
    # The unpacked size of a gzip file is a guess, for progress and threads only.
    size = path.stat().st_size * (4 if path.suffix.lower() == ".gz" else 1)
    batches: list[pa.RecordBatch] = []
    try:
        with (
            pa.input_stream(str(path), compression="detect") as stream,
            csv.open_csv(
                stream,
                read_options=dialect.read_options(block_bytes, threads=size > AHEAD_BYTES),
                parse_options=dialect.parse_options(),
                # A stream whose types Arrow has to guess takes half as long again for every block.
                convert_options=csv.ConvertOptions(column_types=seen | fixed),
            ) as reader,
        ):
            # Noted before any later row can fail.
            seen.update(zip(reader.schema.names, reader.schema.types))
            check_times(reader.schema)
            for batch in reader:
                task.report(f"reading {path.name}", len(batches) * block_bytes / size)
                batches.append(batch)
            return pa.Table.from_batches(batches, reader.schema)
    except OtherTypesError:
        raise
    except ValueError as error:
        rows = sum(batch.num_rows for batch in batches)
        if others := types_after(path, dialect, seen | fixed, rows, block_bytes):
            raise OtherTypesError(others) from error
        raise


def types_after(path: Path, dialect: Dialect, types: Types, rows: int, block_bytes: int) -> Types:
    """The types in place of those that do not take the values of the block after so many rows."""
    try:
        for words in words_in_blocks(path, dialect, list(types), block_bytes, after=rows):
            if found := wider_types(words, types):
                return found
    except ValueError:
        # Malformed, or longer than a block: not a matter of types.
        return {}
    return {}


def delimited_sample(
    path: Path, dialect: Dialect, sample_bytes: int, fixed: Types | None = None
) -> tuple[Frame, bool, int]:
    """The first rows of a delimited file, whether they are all, and how many did not fit.

    Columns `fixed` are read as those types.
    """
    ragged: list[int] = []
    types = dict.fromkeys(dialect.words, pa.string()) | (fixed or {})

    def skip_row(_row: csv.InvalidRow) -> str:
        ragged.append(1)
        return "skip"

    with (
        pa.input_stream(str(path), compression="detect") as stream,
        csv.open_csv(
            stream,
            read_options=dialect.read_options(sample_bytes, threads=False),
            parse_options=dialect.parse_options(skip_row),
            convert_options=csv.ConvertOptions(column_types=types),
        ) as reader,
    ):
        try:
            check_times(reader.schema)
            first = pa.Table.from_batches([reader.read_next_batch()])
        except OtherTypesError as error:
            return delimited_sample(path, dialect, sample_bytes, error.types)
        except StopIteration:
            return frame_of_table(reader.schema.empty_table()), True, len(ragged)
        if codecs.lookup(dialect.encoding).name == "utf-8":
            whole = len(first_bytes(path, sample_bytes + 1)) <= sample_bytes
        else:
            # Blocks are measured in UTF-8, so the size of the file says nothing.
            whole = is_at_end(reader)
    return frame_of_table(first), whole, len(ragged)


def is_at_end(reader: csv.CSVStreamingReader) -> bool:
    """Whether a reader has no more rows."""
    try:
        return bool(reader.read_next_batch().num_rows == 0)
    except StopIteration:
        return True
    except ValueError:
        # A later block has another type than the first: there are more rows.
        return False


def delimited_blocks(path: Path, dialect: Dialect, columns: list[str]) -> Iterator[Frame]:
    """Some columns of a delimited file, every value a word, block by block as it is read.

    Blocks are small until a row is longer than one. ValueError where the file is malformed.
    """
    done = 0
    try:
        for words in words_in_blocks(path, dialect, columns, SMALL_BLOCK_BYTES):
            done += words.num_rows
            yield frame_of_words(words)
        return
    except ValueError:
        # A row may be longer than a block; what is malformed fails in longer ones too.
        rest = words_in_blocks(path, dialect, columns, BLOCK_BYTES, after=done)
    for words in rest:
        yield frame_of_words(words)


def frame_of_words(words: pa.RecordBatch) -> Frame:
    return frame_of_table(pa.Table.from_batches([words]))


def words_in_blocks(
    path: Path, dialect: Dialect, columns: list[str], block_bytes: int, *, after: int = 0
) -> Iterator[pa.RecordBatch]:
    """The values of some columns as they are written, without so many rows at the beginning."""
    with (
        pa.input_stream(str(path), compression="detect") as stream,
        csv.open_csv(
            stream,
            read_options=dialect.read_options(block_bytes, threads=False, after=after),
            parse_options=dialect.parse_options(),
            convert_options=csv.ConvertOptions(
                include_columns=columns, column_types=dict.fromkeys(columns, pa.string())
            ),
        ) as reader,
    ):
        yield from reader


def write_columns(columns: Mapping[str, object], path: Path) -> None:
    """The columns as comma separated text."""
    csv.write_csv(pa.table(dict(columns)), path)

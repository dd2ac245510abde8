"""Files that Arrow reads: delimited text, JSON lines and Parquet to frames."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import narwhals as nw
import pyarrow as pa
from pyarrow import csv, ipc, parquet

from steersman.course import Course
from steersman.data.arrow.columns import named_classes
from steersman.data.arrow.json_pieces import json_table, read_pieces
from steersman.data.arrow.widening import TimesOfDayError, Types, check_times, late_type
from steersman.data.files.lines import first_bytes
from steersman.errors import SteersmanError

__all__ = [
    "BLOCK_BYTES",
    "Dialect",
    "Table",
    "delimited_blocks",
    "delimited_sample",
    "documents_from_parquet",
    "frame_from_columns",
    "json_sample",
    "parquet_blocks",
    "parquet_columns",
    "parquet_sample",
    "read_arrow_files",
    "read_delimited",
    "read_json_lines",
    "read_parquet",
    "release_memory",
    "stacked",
    "with_class_names",
    "with_constant",
    "write_columns",
    "write_documents",
    "write_parquet",
]

BLOCK_BYTES = 64 * 2**20
"""No row of a text file may be longer than this."""

SMALL_BLOCK_BYTES = 2 * 2**20
"""What is held of a file that is read as a stream, while its rows are shorter."""

COLUMN_BYTES = 2**10
"""A block holds so much of each column at least: to begin one takes time in each."""

AHEAD_BYTES = 64 * 2**20
"""Only of a file that is longer some blocks are read ahead of those that are asked for."""

VIEWS = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}

Table = pa.Table
Frame = nw.DataFrame[pa.Table]


def _frame(table: pa.Table) -> Frame:
    views = [place for place, kind in enumerate(table.schema.types) if kind in VIEWS]
    for place in views:  # few functions of Arrow take them
        plain = table.column(place).cast(VIEWS[table.schema.types[place]])
        table = table.set_column(place, table.schema.names[place], plain)
    return nw.from_native(table, eager_only=True)


@dataclass(frozen=True)
class Dialect:
    """How delimited text is to be read; `names` are the columns where the file has no names.

    Values of the columns `words` stay as they are written, also where they look like numbers.
    There are `width` columns, if that is known.
    """

    delimiter: str
    encoding: str = "utf-8"
    names: tuple[str, ...] | None = None
    words: tuple[str, ...] = ()
    width: int = 0

    def read_options(self, block_bytes: int, *, threads: bool = True) -> csv.ReadOptions:
        return csv.ReadOptions(
            block_size=block_bytes,
            encoding=self.encoding,
            column_names=None if self.names is None else list(self.names),
            use_threads=threads,
        )

    def parse_options(
        self, row_handler: Callable[[csv.InvalidRow], str] | None = None
    ) -> csv.ParseOptions:
        return csv.ParseOptions(
            delimiter=self.delimiter, newlines_in_values=True, invalid_row_handler=row_handler
        )


def read_delimited(path: Path, dialect: Dialect, course: Course) -> Frame:
    """The table in a delimited text file (gzip by its suffix); ValueError where it is malformed.

    The types of the columns are those of the first block. Where a later row is of another type, or
    longer than a block, the file is read once more with room for it.
    """
    fixed = dict.fromkeys(dialect.words, pa.string())
    seen: Types = {}
    block_bytes = min(max(SMALL_BLOCK_BYTES, dialect.width * COLUMN_BYTES), BLOCK_BYTES)
    while True:
        try:
            return _frame(_streamed(path, dialect, (fixed, seen), block_bytes, course.rest()))
        except TimesOfDayError as error:
            fixed |= error.as_words
            continue
        except ValueError as error:
            late = late_type(error, seen | fixed)
            if late is not None:
                fixed[late[0]] = late[1]
            elif "straddling" in str(error) and block_bytes < BLOCK_BYTES:
                block_bytes = BLOCK_BYTES
            else:
                raise
        course.tell(0.0, f"reading {path.name} once more")


def _streamed(
    path: Path, dialect: Dialect, types: tuple[Types, Types], block_bytes: int, course: Course
) -> pa.Table:
    """The table, block by block, so that nothing but its rows is held.

    The types are those that are fixed, and those seen in the first block, which are noted.
    """
    fixed, seen = types
    size = path.stat().st_size * (4 if path.suffix.lower() == ".gz" else 1)
    with (
        pa.input_stream(str(path), compression="detect") as stream,
        csv.open_csv(
            stream,
            read_options=dialect.read_options(block_bytes, threads=size > AHEAD_BYTES),
            parse_options=dialect.parse_options(),
            convert_options=csv.ConvertOptions(column_types=fixed),
        ) as reader,
    ):
        seen.update(zip(reader.schema.names, reader.schema.types))
        check_times(reader.schema)
        batches: list[pa.RecordBatch] = []
        for batch in reader:
            course.tell(len(batches) * block_bytes / size, f"reading {path.name}")
            batches.append(batch)
        return pa.Table.from_batches(batches, reader.schema)


def delimited_sample(
    path: Path, dialect: Dialect, sample_bytes: int, fixed: Types | None = None
) -> tuple[Frame, bool, int]:
    """The first rows of a delimited file, whether they are all, and how many did not fit.

    Columns `fixed` are read as those types.
    """
    ragged: list[int] = []
    types = dict.fromkeys(dialect.words, pa.string()) | (fixed or {})

    def skipped(_row: csv.InvalidRow) -> str:
        ragged.append(1)
        return "skip"

    with (
        pa.input_stream(str(path), compression="detect") as stream,
        csv.open_csv(
            stream,
            read_options=dialect.read_options(sample_bytes, threads=False),
            parse_options=dialect.parse_options(skipped),
            convert_options=csv.ConvertOptions(column_types=types),
        ) as reader,
    ):
        try:
            check_times(reader.schema)
            first = pa.Table.from_batches([reader.read_next_batch()])
        except TimesOfDayError as error:
            return delimited_sample(path, dialect, sample_bytes, error.as_words)
        except StopIteration:
            return _frame(reader.schema.empty_table()), True, len(ragged)
        if codecs.lookup(dialect.encoding).name == "utf-8":
            whole = len(first_bytes(path, sample_bytes + 1)) <= sample_bytes
        else:  # blocks are of UTF-8, whatever the file is of
            whole = _is_at_end(reader)
    return _frame(first), whole, len(ragged)


def _is_at_end(reader: csv.CSVStreamingReader) -> bool:
    """Whether no rows are left."""
    try:
        return bool(reader.read_next_batch().num_rows == 0)
    except StopIteration:
        return True
    except ValueError:  # a later block is of another type than the first
        return False


def delimited_blocks(path: Path, dialect: Dialect, columns: list[str]) -> Iterator[Frame]:
    """Some columns of a delimited file, every value a word, block by block as it is read.

    Blocks are small until a row is longer than one. ValueError where the file is malformed.
    """
    done = 0
    try:
        for frame in _blocks(path, dialect, columns, SMALL_BLOCK_BYTES):
            done += len(frame)
            yield frame
        return
    except ValueError as error:
        if "straddling" not in str(error):
            raise
    seen = 0
    for frame in _blocks(path, dialect, columns, BLOCK_BYTES):
        seen += len(frame)
        if seen > done:
            yield frame.tail(min(len(frame), seen - done))


def _blocks(path: Path, dialect: Dialect, columns: list[str], block_bytes: int) -> Iterator[Frame]:
    with (
        pa.input_stream(str(path), compression="detect") as stream,
        csv.open_csv(
            stream,
            read_options=dialect.read_options(block_bytes, threads=False),  # none ahead
            parse_options=dialect.parse_options(),
            convert_options=csv.ConvertOptions(
                include_columns=columns, column_types=dict.fromkeys(columns, pa.string())
            ),
        ) as reader,
    ):
        for batch in reader:
            yield _frame(pa.Table.from_batches([batch]))


def read_json_lines(path: Path, encoding: str, course: Course) -> Frame:
    """The table in a file of JSON objects; ValueError where it is malformed."""
    return _frame(read_pieces(path, encoding, course))


def json_sample(lines: bytes) -> Frame:
    """The table in some lines of JSON; ValueError where they are malformed."""
    return _frame(json_table(lines))


def read_parquet(
    path: Path, columns: list[str] | None = None, course: Course | None = None
) -> Frame:
    """The table in a Parquet file."""
    try:
        with parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            if len(set(names)) == len(names):
                return _frame(row_groups(file, columns, course or Course(), path.name))
    except (pa.ArrowInvalid, OSError) as error:
        raise _no_parquet(path, error) from error
    repeated = sorted({name for name in names if names.count(name) > 1})
    raise SteersmanError(
        f"{path.name} has columns of the same name: {', '.join(repeated)}",
        todo="give every column its own name",
    )


def row_groups(
    file: parquet.ParquetFile, columns: list[str] | None, course: Course, name: str
) -> pa.Table:
    """The groups of rows of a Parquet file, one after the other."""
    groups = []
    for group in range(file.num_row_groups):
        course.tell(group / file.num_row_groups, f"reading {name}")
        groups.append(file.read_row_group(group, columns=columns))
    return pa.concat_tables(groups) if groups else file.read(columns=columns)


def parquet_sample(path: Path, rows: int) -> tuple[Frame, int]:
    """The first rows of a Parquet file, and how many there are in all."""
    head = read_parquet_head(path, rows)
    return head, int(parquet.read_metadata(path).num_rows)


def read_parquet_head(path: Path, rows: int) -> Frame:
    """The first rows of a Parquet file."""
    try:
        with parquet.ParquetFile(path) as file:
            batch = next(file.iter_batches(batch_size=rows), None)
            schema = file.schema_arrow
    except (pa.ArrowInvalid, OSError) as error:
        raise _no_parquet(path, error) from error
    return _frame(schema.empty_table() if batch is None else pa.Table.from_batches([batch]))


def _no_parquet(path: Path, error: Exception) -> SteersmanError:
    return SteersmanError(
        f"{path.name} is not a Parquet file that can be read: {_first_line(error)}",
        todo="write it again, or name its real format",
    )


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns of a Parquet file."""
    try:
        names: list[str] = parquet.read_schema(path).names
    except (pa.ArrowInvalid, OSError) as error:
        raise _no_parquet(path, error) from error
    return names


def parquet_blocks(path: Path, columns: list[str], rows: int) -> Iterator[Frame]:
    """Some columns of a Parquet file, so many rows at a time."""
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=rows, columns=columns):
            yield _frame(pa.Table.from_batches([batch]))


def read_arrow_files(paths: Iterable[Path]) -> Frame:
    """The rows of Arrow files, streams or not, one after the other; mapped, not read."""
    tables = []
    for path in paths:
        try:
            source = pa.memory_map(str(path))
            try:
                tables.append(ipc.open_stream(source).read_all())
            except pa.ArrowInvalid:
                tables.append(ipc.open_file(source).read_all())
        except (pa.ArrowInvalid, OSError) as error:
            raise SteersmanError(
                f"{path.parent.name}/{path.name} is not an Arrow file that can be read: "
                f"{_first_line(error)}",
                todo="copy the whole folder, or save the data set again",
            ) from error
    return _frame(pa.concat_tables(tables).replace_schema_metadata(None))


def with_class_names(frame: Frame, column: str, names: Sequence[str]) -> Frame:
    """The frame with the names of classes in place of their numbers."""
    table: pa.Table = frame.to_native()
    place = table.column_names.index(column)
    return _frame(table.set_column(place, column, named_classes(table[column], names)))


def with_constant(frame: Frame, column: str, word: str) -> Frame:
    """The frame with one more column, the same word in every row."""
    table: pa.Table = frame.to_native()
    return _frame(table.append_column(column, pa.repeat(word, table.num_rows)))


def stacked(frames: Iterable[Frame]) -> Frame:
    """The rows of frames with the same columns, one under the other."""
    return _frame(pa.concat_tables([frame.to_native() for frame in frames]))


def frame_from_columns(columns: Mapping[str, object]) -> Frame:
    """A frame of lists or arrays; None is a missing value."""
    return _frame(pa.table(dict(columns)))


def release_memory() -> None:
    """Give back the memory that Arrow keeps for later."""
    pa.default_memory_pool().release_unused()


def write_columns(columns: Mapping[str, object], path: Path) -> None:
    """The columns as comma separated text."""
    csv.write_csv(pa.table(dict(columns)), path)


def write_parquet(columns: dict[str, list[object]], path: Path) -> None:
    """The columns as a compressed Parquet file."""
    parquet.write_table(pa.table(columns), path, compression="zstd")


def write_documents(documents: Iterable[tuple[str, str, str]], path: Path) -> None:
    """Rows of identifier, category, text as a Parquet file."""
    ids, categories, texts = (list(column) for column in zip(*documents))
    write_parquet({"id": ids, "category": categories, "text": texts}, path)


def documents_from_parquet(path: Path) -> list[tuple[str, str, str]]:
    """The rows that `write_documents` wrote."""
    frame = read_parquet(path)
    return list(zip(*(frame[name].to_list() for name in ("id", "category", "text"))))


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__

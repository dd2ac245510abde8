"""The only module that knows pyarrow: delimited text, JSON lines and Parquet to frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import narwhals as nw
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv, json, parquet

from steersman.errors import SteersmanError

__all__ = [
    "BLOCK_BYTES",
    "delimited_blocks",
    "documents_from_parquet",
    "frame_from_columns",
    "parquet_blocks",
    "parquet_columns",
    "read_delimited",
    "read_json_lines",
    "read_parquet",
    "write_documents",
    "write_parquet",
]

BLOCK_BYTES = 64 * 2**20
"""No row of a text file may be longer than this."""

SMALL_BLOCK_BYTES = 2 * 2**20
"""What is held of a file that is read as a stream, while its rows are shorter."""

Frame = nw.DataFrame[pa.Table]


def _frame(table: pa.Table) -> Frame:
    return nw.from_native(table, eager_only=True)


def read_delimited(path: Path, delimiter: str, encoding: str) -> Frame:
    """The table in a delimited text file (gzip by its suffix); ValueError where it is malformed."""
    with pa.input_stream(str(path), compression="detect") as stream:
        table = csv.read_csv(
            stream,
            read_options=csv.ReadOptions(block_size=BLOCK_BYTES, encoding=encoding),
            parse_options=csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
        )
    return _frame(table)


def delimited_blocks(path: Path, delimiter: str, columns: list[str]) -> Iterator[Frame]:
    """Some columns of a delimited UTF-8 file, every value a word, block by block as it is read.

    Blocks are small until a row is longer than one. ValueError where the file is malformed.
    """
    done = 0
    try:
        for frame in _blocks(path, delimiter, columns, SMALL_BLOCK_BYTES):
            done += len(frame)
            yield frame
        return
    except ValueError as error:
        if "straddling" not in str(error):
            raise
    seen = 0
    for frame in _blocks(path, delimiter, columns, BLOCK_BYTES):
        seen += len(frame)
        if seen > done:
            yield frame.tail(min(len(frame), seen - done))


def _blocks(path: Path, delimiter: str, columns: list[str], block_bytes: int) -> Iterator[Frame]:
    with (
        pa.input_stream(str(path), compression="detect") as stream,
        csv.open_csv(
            stream,
            read_options=csv.ReadOptions(block_size=block_bytes, use_threads=False),  # none ahead
            parse_options=csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                include_columns=columns, column_types=dict.fromkeys(columns, pa.string())
            ),
        ) as reader,
    ):
        for batch in reader:
            yield _frame(pa.Table.from_batches([batch]))


def read_json_lines(path: Path, encoding: str) -> Frame:
    """The table in a file of one JSON object a line; ValueError where it is malformed."""
    with (
        pa.input_stream(str(path), compression="detect") as packed,
        pa.transcoding_input_stream(packed, encoding, "utf-8") as stream,
    ):
        table = json.read_json(stream, read_options=json.ReadOptions(block_size=BLOCK_BYTES))
    return _frame(table)


def read_parquet(path: Path, columns: list[str] | None = None) -> Frame:
    """The table in a Parquet file."""
    try:
        with parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            if len(set(names)) == len(names):
                return _frame(file.read(columns=columns))
    except (pa.ArrowInvalid, OSError) as error:
        raise SteersmanError(
            f"{path.name} is not a Parquet file that can be read: {_first_line(error)}",
            todo="write it again, or name its real format with format=",
        ) from error
    repeated = sorted({name for name in names if names.count(name) > 1})
    raise SteersmanError(
        f"{path.name} has columns of the same name: {', '.join(repeated)}",
        todo="give every column its own name",
    )


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns of a Parquet file."""
    try:
        names: list[str] = parquet.read_schema(path).names
    except (pa.ArrowInvalid, OSError) as error:
        raise SteersmanError(
            f"{path.name} is not a Parquet file that can be read: {_first_line(error)}",
            todo="write it again, or give it the ending of its real format",
        ) from error
    return names


def parquet_blocks(path: Path, columns: list[str], rows: int) -> Iterator[Frame]:
    """Some columns of a Parquet file, so many rows at a time."""
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=rows, columns=columns):
            yield _frame(pa.Table.from_batches([batch]))


def frame_from_columns(columns: Mapping[str, Sequence[object] | NDArray[np.generic]]) -> Frame:
    """A frame of lists or arrays; None is a missing value."""
    return _frame(pa.table(dict(columns)))


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

"""Predictions as a file: CSV, JSON lines or Parquet, as its name says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from steersman.data.files.csv_cells import csv_bytes
from steersman.errors import SteersmanError
from steersman.learn.files.prediction_table import Values, written_values

Columns = Mapping[str, Values]
Progress = Callable[[int], object]


def write_csv(file: IO[bytes], chunks: Iterator[Columns], progress: Progress) -> int:
    """Write comma-separated text; the number of rows."""
    rows = 0
    for number, columns in enumerate(chunks):
        if number == 0:
            file.write(csv_bytes([list(columns)]))
        lines = [list(row) for row in zip(*map(written_values, columns.values()))]
        file.write(csv_bytes(lines))
        rows += len(lines)
        progress(rows)
    return rows


def write_json_lines(file: IO[bytes], chunks: Iterator[Columns], progress: Progress) -> int:
    """Write an object on each line; the number of rows."""
    rows = 0
    for columns in chunks:
        names = list(columns)
        for row in zip(*map(plain_values, columns.values())):
            file.write(json.dumps(dict(zip(names, row)), default=str).encode() + b"\n")
            rows += 1
        progress(rows)
    return rows


def write_parquet(file: IO[bytes], chunks: Iterator[Columns], progress: Progress) -> int:
    """Write a Parquet file with the types of the first rows; the number of rows."""
    rows = 0
    with ExitStack() as opened:
        writer: Any = None
        for columns in chunks:
            table = pa.table({name: arrow_column(values) for name, values in columns.items()})
            if writer is None:
                writer = opened.enter_context(parquet.ParquetWriter(file, table.schema))
            writer.write_table(as_schema(table, writer.schema))
            rows += table.num_rows
            progress(rows)
    return rows


def plain_values(values: Values) -> list[object]:
    """Values as plain Python."""
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def arrow_column(values: Values) -> pa.Array:
    """A column of Arrow's; of mixed values as text."""
    try:
        column = pa.array(plain_values(values))
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        column = pa.array([None if each is None else str(each) for each in values])
    # A column without any value has no type; text can take what comes later.
    return column.cast(pa.string()) if pa.types.is_null(column.type) else column


def as_schema(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """The table with the types of the first rows."""
    try:
        return table.cast(schema)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise SteersmanError(
            f"a column changes its type within the file: {error}",
            todo="write CSV or JSON lines, or leave the column out of --keep",
            code="column-type-changes",
        ) from error


WRITERS: Mapping[str, Callable[[IO[bytes], Iterator[Columns], Progress], int]] = {
    ".csv": write_csv,
    ".jsonl": write_json_lines,
    ".ndjson": write_json_lines,
    ".parquet": write_parquet,
}
"""Formats of predictions by the ending of the file; any other name is CSV."""


def prediction_writer(path: Path) -> Callable[[IO[bytes], Iterator[Columns], Progress], int]:
    """The function that writes the format that a name asks for."""
    return WRITERS.get(path.suffix.lower(), write_csv)

"""Files of columns: Parquet, read and written, and Arrow's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyarrow as pa
from pyarrow import ipc, parquet

from steersman.data.arrow.frames import Frame, frame_of_table
from steersman.errors import SteersmanError
from steersman.tasks import Task


def read_parquet(path: Path, columns: list[str] | None = None, task: Task | None = None) -> Frame:
    """The table in a Parquet file."""
    try:
        with parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            # A repeated name would fail later, in a place that says nothing.
            if len(set(names)) == len(names):
                return frame_of_table(
                    row_groups(file, columns, task or Task().monotone(), path.name)
                )
    except (pa.ArrowInvalid, OSError) as error:
        raise no_parquet(path, error) from error
    repeated = sorted({name for name in names if names.count(name) > 1})
    raise SteersmanError(
        f"{path.name} has duplicate column names: {', '.join(repeated)}",
        todo="rename the duplicate columns",
        code="column-repeated",
        file=path.name,
        columns=tuple(repeated),
    )


def row_groups(
    file: parquet.ParquetFile, columns: list[str] | None, task: Task, name: str
) -> pa.Table:
    """The groups of rows of a Parquet file, one after the other."""
    groups = []
    for group in range(file.num_row_groups):
        task.report(f"reading {name}", group / file.num_row_groups)
        # Group by group, so that reading can be reported and cancelled.
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
        raise no_parquet(path, error) from error
    return frame_of_table(schema.empty_table() if batch is None else pa.Table.from_batches([batch]))


def no_parquet(path: Path, error: Exception) -> SteersmanError:
    return SteersmanError(
        f"{path.name} is not a valid Parquet file: {first_line(error)}",
        todo="export it again, or choose the correct format",
        code="file-malformed",
        file=path.name,
    )


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns of a Parquet file."""
    try:
        names: list[str] = parquet.read_schema(path).names
    except (pa.ArrowInvalid, OSError) as error:
        raise no_parquet(path, error) from error
    return names


def parquet_blocks(path: Path, columns: list[str], rows: int) -> Iterator[Frame]:
    """Some columns of a Parquet file, so many rows at a time."""
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=rows, columns=columns):
            yield frame_of_table(pa.Table.from_batches([batch]))


def read_arrow_files(paths: Iterable[Path]) -> Frame:
    """The rows of Arrow files, streams or not, one after the other; mapped, not read."""
    tables = []
    for path in paths:
        try:
            source = pa.memory_map(str(path))
            try:
                # Hugging Face writes streams; other programs write files: only trying tells.
                tables.append(ipc.open_stream(source).read_all())
            except pa.ArrowInvalid:
                tables.append(ipc.open_file(source).read_all())
        except (pa.ArrowInvalid, OSError) as error:
            raise SteersmanError(
                f"{path.parent.name}/{path.name} is not a valid Arrow file: {first_line(error)}",
                todo="copy the whole folder, or save the data set again",
                code="file-malformed",
                file=path.name,
            ) from error
    return frame_of_table(pa.concat_tables(tables).replace_schema_metadata(None))


def write_parquet(columns: dict[str, list[object]], path: Path) -> None:
    """The columns as a compressed Parquet file."""
    parquet.write_table(pa.table(columns), path, compression="zstd")


def write_documents(
    documents: Iterable[tuple[str, str, str]], path: Path, notes: Mapping[str, str]
) -> None:
    """Rows of identifier, category, text as a small Parquet file with notes about it."""
    columns = (list(column) for column in zip(*documents))
    table = pa.table(dict(zip(("id", "category", "text"), columns)))
    written = table.replace_schema_metadata(dict(notes))
    parquet.write_table(written, path, compression="zstd", compression_level=22)


def parquet_notes(path: Path) -> dict[str, str]:
    """The notes that `write_documents` wrote."""
    written = parquet.read_schema(path).metadata
    return {name.decode(): note.decode() for name, note in written.items()}


def documents_from_parquet(path: Path) -> list[tuple[str, str, str]]:
    """The rows that `write_documents` wrote."""
    frame = read_parquet(path)
    return list(zip(*(frame[name].to_list() for name in ("id", "category", "text"))))


def first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__

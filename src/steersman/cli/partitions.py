"""Commands on files too many for memory: steer and predict in partitions, and their cache."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.filesize import decimal
from rich.table import Table

from steersman.cli.outputs import OutputOptions, write_json
from steersman.cli.progress import progress_bar
from steersman.cli.tables import TerminalConsole, plain_console
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.file_sets import MOST_IN_MEMORY, is_partitioned, total_bytes
from steersman.data.raw_tables import RawTable
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.jobs import Job, SteeredTable, job_lines
from steersman.scale.cache import cache_entries, clear_cache, limit_bytes, partition_cache
from steersman.scale.engine import Engine, lost_note
from steersman.scale.engine_names import engine_named
from steersman.scale.opening import open_partitions
from steersman.scale.partitioned_dataset import PartitionedDataset
from steersman.scale.predictions import predict_files

ManyFiles = tuple[str | None, bool]
"""The engine that was named, and whether bad rows are skipped."""


def needs_partitions(source: str, many: ManyFiles) -> bool:
    """Whether files are steered in partitions: they are many and large, or an engine was named."""
    engine, skip = many
    if engine is not None or skip:
        return True
    return is_partitioned(source) and total_bytes(source) > MOST_IN_MEMORY


def check_partition_outputs(outputs: OutputOptions) -> None:
    """Raise an error for outputs that need the tuning rows in memory."""
    asked = [name for name in ("card", "mlflow") if getattr(outputs, name)]
    if asked:
        raise SteersmanError(
            f"--{asked[0]} needs rows in memory",
            todo="leave it out, or use files that fit into memory",
            code="report-needs-memory",
            option=asked[0],
        )


def steer_many(
    source: str, reading: ReadOptions, job: Job, many: ManyFiles
) -> tuple[SteeredTable, RawTable]:
    """Open files as partitions and steer on them; the result, and a table without its rows."""
    engine, skip = many
    with progress_bar("Reading") as report:
        opened = open_partitions(
            source,
            engine=engine,
            skip_bad_rows=skip,
            progress=report,
            **reading.given_options(),
        )
    console = plain_console()
    parts, where = len(opened.partitions), opened.engine.name
    console.print(f"{opened.rows:,} rows in {parts} partitions on {where}")
    for note in opened.notes:
        console.print(note)
    with progress_bar("Tuning") as report:
        done = opened.steer(job, report)
    print_losses(opened.engine)
    return done, table_without_rows(opened, done)


def print_losses(engine: Engine) -> None:
    """Print a sentence on workers that were lost, if any was."""
    note = lost_note(engine)
    if note:
        plain_console(stderr=True).print(note)


def table_without_rows(opened: PartitionedDataset, done: SteeredTable) -> RawTable:
    """What is said about a table, without its rows."""
    columns = done.pipeline["columns"]
    return RawTable(
        where=opened.name,
        frame=frame_from_columns({}),
        y=np.empty(0, dtype=str),
        label=opened.label,
        id=opened.id,
        numbers=tuple(columns.numbers),
        words=tuple(columns.words),
        text=tuple(columns.text),
        dates=tuple(columns.dates),
        notes=opened.notes,
        positive=opened.positive,
        read_options=opened.read_options,
    )


def partition_lines(source: str, reading: dict[str, Any], job: Job, many: ManyFiles) -> str:
    """Python that steers the same files in the same way."""
    engine, skip = many
    given = dict(reading)
    given |= {"engine": engine} if engine else {}
    given |= {"skip_bad_rows": True} if skip else {}
    lines = job_lines(source, given, job).splitlines()
    opened = lines[2].replace("table = raw_table(", "rows = open_partitions(")
    steered = lines[3].replace("steer_table(table, ", "rows.steer(")
    return "\n".join(["from steersman import Job, open_partitions", "", opened, steered, lines[4]])


def predict_many(
    model: Path, source: str, out: Path, how: tuple[ReadOptions, Sequence[str], int, str | None]
) -> None:
    """Predict many files into a folder; what was done before is not done again."""
    options, keep, reasons, engine = how
    with progress_bar("Predicting") as report:
        runs = engine_named(engine)
        written, before = predict_files(model, source, out, runs, options, (keep, reasons), report)
    print_losses(runs)
    rows = sum(each.rows for each in written)
    files = f"{len(written):,} {'file' if len(written) == 1 else 'files'}"
    console = plain_console(stderr=True)
    console.print(f"Saved predictions for {rows:,} rows of {files} to {out}")
    if before:
        verb = "file was" if before == 1 else "files were"
        console.print(f"{before:,} {verb} done before and left alone")


def show_cache(clear: bool, json_file: Path | None) -> None:
    """Print the data sets in the cache, or delete them."""
    console = TerminalConsole()
    if clear:
        freed = clear_cache()
        console.print(f"Deleted {decimal(freed)} of partitions")
        if json_file:
            write_json(json_file, {"freed": freed})
        return
    entries = cache_entries()
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading, justify in (("source", "left"), ("rows", "right"), ("on disk", "right")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for entry in entries:
        said = entry.source if entry.is_complete else "(unfinished)"
        table.add_row(said, f"{entry.rows:,}", decimal(entry.size_bytes))
    total = sum(entry.size_bytes for entry in entries)
    if entries:
        console.print(table)
    console.print(
        f"{decimal(total)} of at most {decimal(int(limit_bytes()))} in {partition_cache()}"
    )
    if json_file:
        figures = [
            {"source": e.source, "rows": e.rows, "bytes": e.size_bytes, "complete": e.is_complete}
            for e in entries
        ]
        write_json(json_file, {"folder": str(partition_cache()), "entries": figures})

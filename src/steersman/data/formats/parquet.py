"""Parquet files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from steersman.data.arrow.parquet_files import (
    parquet_blocks,
    parquet_columns,
    parquet_sample,
    read_parquet,
)
from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.formats.samples import SAMPLE_ROWS, Sample
from steersman.data.read_options import ReadOptions
from steersman.tasks import Task


def frame_of_parquet(path: Path, options: ReadOptions, task: Task) -> Frame:  # noqa: ARG001
    """The table in a Parquet file."""
    return read_parquet(path, task=task)


def sample_of_parquet(path: Path, options: ReadOptions, task: Task) -> Sample:  # noqa: ARG001
    """The first rows of a Parquet file, which says how many there are."""
    return Sample(*parquet_sample(path, SAMPLE_ROWS))


def blocks_of_parquet(
    path: Path,
    options: ReadOptions,  # noqa: ARG001
    columns: ColumnChoice,
    rows: int,
) -> Iterator[Frame]:
    """The chosen columns of a Parquet file, block by block."""
    yield from parquet_blocks(path, columns.present(parquet_columns(path), path.name), rows)

"""Lazy relations of Polars, DuckDB and other libraries, batch by batch, never collected."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow as pa
from pyarrow import parquet

from steersman.errors import SteersmanError
from steersman.scale.cache import finish_entry, finished_story, partition_cache

ROWS_A_FILE = 1_000_000
BATCH_ROWS = 50_000
DUCKDB_READERS = ("to_arrow_reader", "fetch_arrow_reader", "fetch_record_batch")
"""Methods of a DuckDB relation that give rows batch by batch, the newest name first."""


def is_relation(source: object) -> bool:
    """Whether a source gives rows batch by batch: lazy frames, relations and readers of Arrow."""
    ways = ("collect_batches", "__arrow_c_stream__", *DUCKDB_READERS)
    return any(hasattr(source, way) for way in ways)


def relation_batches(relation: Any) -> Iterator[pa.RecordBatch]:
    """The rows of a relation in batches of Arrow's."""
    if hasattr(relation, "collect_batches"):  # a lazy frame of Polars
        for frame in relation.collect_batches(chunk_size=BATCH_ROWS, maintain_order=True):
            yield from frame.to_arrow().to_batches()
        return
    for name in DUCKDB_READERS:
        if hasattr(relation, name):
            # The Arrow stream of a DuckDB relation holds all rows before it gives the first.
            yield from getattr(relation, name)(BATCH_ROWS)
            return
    yield from pa.RecordBatchReader.from_stream(relation)


def spooled_files(relation: object) -> list[Path]:
    """The rows of a relation as Parquet files in the cache, named by their content.

    Two passes are made over the rows, and many relations can be read only once.
    """
    cache = partition_cache()
    folder = cache / f"writing-{uuid4().hex}"
    folder.mkdir(parents=True)
    digest, rows = hashlib.sha256(), 0
    try:
        writer: Any = None
        for batch in relation_batches(relation):
            plain = pa.Table.from_batches([batch])
            if writer is None or rows // ROWS_A_FILE != (rows + len(batch)) // ROWS_A_FILE:
                if writer is None:
                    digest.update(str(plain.schema).encode())
                else:
                    writer.close()
                name = f"part-{(rows + len(batch)) // ROWS_A_FILE:06}.parquet"
                writer = parquet.ParquetWriter(folder / name, plain.schema)
            writer.write_table(plain)
            digest.update(batch_bytes(batch))
            rows += len(batch)
        if writer is not None:
            writer.close()
        if not rows:
            raise SteersmanError(
                "the relation has no rows", todo="check its filters", code="file-without-rows"
            )
        named = cache / f"relation-{digest.hexdigest()[:32]}"
        if finished_story(named) is None:
            shutil.rmtree(named, ignore_errors=True)
            folder.rename(named)
            finish_entry(named, {"source": "a relation", "rows": rows})
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return sorted(named.glob("*.parquet"))


def batch_bytes(batch: pa.RecordBatch) -> bytes:
    """The values of a batch as bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return bytes(sink.getvalue())

"""Frames over tables of Arrow's: made, put together, with a column more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import narwhals as nw
import pyarrow as pa

from steersman.data.arrow.columns import named_classes

VIEWS = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}

Table = pa.Table
Frame = nw.DataFrame[pa.Table]


def frame_of_table(table: pa.Table) -> Frame:
    """The frame that reads from a table."""
    views = [place for place, kind in enumerate(table.schema.types) if kind in VIEWS]
    # Few functions of Arrow take views of strings.
    for place in views:
        plain = table.column(place).cast(VIEWS[table.schema.types[place]])
        table = table.set_column(place, table.schema.names[place], plain)
    return nw.from_native(table, eager_only=True)


def frame_from_columns(columns: Mapping[str, object]) -> Frame:
    """A frame of lists or arrays; None is a missing value."""
    return frame_of_table(pa.table(dict(columns)))


def stacked_frames(frames: Iterable[Frame]) -> Frame:
    """The rows of frames with the same columns, one under the other."""
    return frame_of_table(pa.concat_tables([frame.to_native() for frame in frames]))


def with_class_names(frame: Frame, column: str, names: Sequence[str]) -> Frame:
    """The frame with the names of classes in place of their numbers."""
    table: pa.Table = frame.to_native()
    place = table.column_names.index(column)
    return frame_of_table(table.set_column(place, column, named_classes(table[column], names)))


def with_constant(frame: Frame, column: str, word: str) -> Frame:
    """The frame with one more column, the same word in every row."""
    table: pa.Table = frame.to_native()
    return frame_of_table(table.append_column(column, pa.repeat(word, table.num_rows)))


def release_memory() -> None:
    """Give back the memory that Arrow and the system's allocator keep for later."""
    pa.default_memory_pool().release_unused()
    pa.system_memory_pool().release_unused()

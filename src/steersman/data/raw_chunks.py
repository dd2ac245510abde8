"""The rows of a file of any size, a few thousand at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.file_sets import source_files
from steersman.data.raw_tables import is_table_file, raw_table
from steersman.data.read_options import ReadOptions
from steersman.data.reading import checked_file, reading_faults
from steersman.errors import SteersmanError

ROWS = 4_096


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
    options: ReadOptions | None = None,
) -> Iterator[RawChunk]:
    """The columns `needed`, and those of `extra` that are there, of at most `rows` rows at a time.

    A file was checked from end to end when its first chunk comes; never more than a block of it is
    held. Several files, by a pattern or a folder of them, follow each other. Collections and
    folders of texts are read whole.
    """
    options, columns = options or ReadOptions(), ColumnChoice(needed, extra)
    if not is_table_file(source, options):
        frame = raw_table(source, **options.given_options()).frame
        chosen = columns.present(frame.columns, source)
        yield from sliced_frames(iter([frame.select(chosen)]), source, rows)
        return
    for path in source_files(Path(source)):
        with reading_faults(path):
            file = checked_file(path, options, needed)
            frames = file.format.read_blocks(path, file.options, columns, rows)
            yield from sliced_frames(frames, path.name, rows)


def sliced_frames(frames: Iterator[Frame], where: str, rows: int) -> Iterator[RawChunk]:
    """Chunks of at most `rows` rows."""
    start = 0
    for frame in frames:
        for first in range(0, len(frame), rows):
            piece = frame[first : first + rows]
            yield RawChunk(where, start, piece)
            start += len(piece)
    if not start:
        raise SteersmanError(
            f"{where} has no rows",
            todo="add at least one row",
            code="file-without-rows",
            file=where,
        )

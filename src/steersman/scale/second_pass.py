"""The second pass over a piece: its rows become features and are written as partitions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline

from steersman.data.arrow.frames import frame_of_table
from steersman.data.columns.bad_values import BadValue, rows_from
from steersman.data.columns.kinds import Frame
from steersman.data.files.atomic_files import atomic_file
from steersman.scale.bad_rows import BadRow, BadRows, placed_error
from steersman.scale.first_pass import ROWS_A_PIECE, PieceReader
from steersman.scale.label_rule import LabelRule
from steersman.scale.partition import Features, Partition, PartitionRows, write_partition

PARTITION_ROWS = 65_536
PARTITION_BYTES = 64_000_000
"""Raw rows of a partition: what one thread holds while it makes features of them."""

Longs = NDArray[np.int64]


@dataclass(frozen=True)
class PartitionWriter:
    """Writes the partitions of one piece to a folder; pieces that are done are not done again."""

    reader: PieceReader
    features: Pipeline
    labels: LabelRule | None
    folder: str

    @property
    def done_file(self) -> Path:
        """The file that lists the partitions of the piece once they are all written."""
        return Path(self.folder) / f"piece-{self.reader.number:06}.json"

    def rows_of(self, frame: Frame, numbers: Longs, bad: BadRows) -> PartitionRows | None:
        """Features, classes and numbers of some rows; None where none is left."""
        X, kept = self.made_features(frame, numbers, bad)
        if not len(kept):
            return None
        frame, numbers = frame[kept.tolist()] if len(kept) < len(frame) else frame, numbers[kept]
        codes = np.zeros(len(frame), np.int64)
        if self.labels is not None:
            codes = self.labels.codes(frame.get_column(self.reader.plan.roles.label[0]))
        split = self.reader.split(frame, numbers)
        return PartitionRows(X, codes, numbers, split)

    def made_features(
        self, frame: Frame, numbers: Longs, bad: BadRows
    ) -> tuple[Features, NDArray[np.intp]]:
        """The features of the rows, and the places of those that have them.

        A value that a column cannot hold is refused, or its row is skipped where that was asked.
        """
        kept, name = np.arange(len(frame)), self.reader.piece.name
        while len(kept):
            some = frame if len(kept) == len(frame) else frame[kept.tolist()]
            rows = numbers[kept] % ROWS_A_PIECE
            try:
                with rows_from(name, rows):
                    made = self.features.transform(some.to_native())
                return made if isinstance(made, np.ndarray) else canonical(made), kept
            except BadValue as fault:
                row = int(fault.parts[1])
                path, offset = self.reader.piece.place_of(row)
                if not bad.skip:
                    raise placed_error(fault, path, offset) from fault
                bad.add(BadRow(str(path), row + 1, offset, fault.what))
                kept = kept[rows != row]
        return csr_matrix((0, 0)), kept


def canonical(X: csr_matrix) -> csr_matrix:
    """The rows with sorted columns."""
    X = csr_matrix(X)
    X.sort_indices()
    return X


def second_pass(writer: PartitionWriter) -> tuple[list[Partition], BadRows]:
    """Write the partitions of one piece; those of a run that was stopped are taken as they are."""
    if writer.done_file.exists():
        return read_partitions(writer.done_file), BadRows()
    bad = BadRows(writer.reader.plan.skip_bad_rows)
    partitions: list[Partition] = []
    for frame, numbers in gathered_blocks(writer.reader, bad):
        rows = writer.rows_of(frame, numbers, bad)
        if rows is not None:
            name = f"part-{writer.reader.number:06}-{len(partitions):06}"
            piece = writer.reader.piece.name
            partitions.append(write_partition(Path(writer.folder) / name, rows, piece))
    with atomic_file(writer.done_file) as file:
        file.write(json.dumps([asdict(each) for each in partitions]).encode())
    return partitions, bad


def read_partitions(path: Path) -> list[Partition]:
    """The partitions that a file lists."""
    return [Partition(**each) for each in json.loads(path.read_text())]


def gathered_blocks(reader: PieceReader, bad: BadRows) -> Iterator[tuple[Frame, Longs]]:
    """Labeled rows in lots that become one partition each."""
    frames: list[pa.Table] = []
    numbers: list[Longs] = []
    rows = size = 0
    for block, of_block in reader.blocks(bad):
        frame, kept = block, of_block
        if reader.plan.roles.label:
            frame, kept = reader.labeled_frame(block, of_block)
        if not len(frame):
            continue
        table: Any = frame.to_native()
        frames.append(table)
        numbers.append(kept)
        rows, size = rows + len(frame), size + table.nbytes
        if rows >= PARTITION_ROWS or size >= PARTITION_BYTES:
            yield stacked_frame(frames), np.concatenate(numbers)
            frames, numbers, rows, size = [], [], 0, 0
    if frames:
        yield stacked_frame(frames), np.concatenate(numbers)


def stacked_frame(tables: list[pa.Table]) -> Frame:
    """The rows of tables, whose columns may be of other types where all values were missing."""
    return frame_of_table(pa.concat_tables(tables, promote_options="permissive"))

"""The first pass over a piece of the data: labels, terms, and a sample of the other columns."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from steersman.data.columns.kinds import Frame
from steersman.data.columns.label_words import is_blank
from steersman.data.columns.labels import missing_label
from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.columns.roles import Roles
from steersman.data.columns.texts import joined_text
from steersman.data.columns.values import text_frame
from steersman.data.read_options import ReadOptions
from steersman.data.tables import split_of
from steersman.scale.bad_rows import BadRows
from steersman.scale.label_rule import hashable, label_values
from steersman.scale.row_hashes import SAMPLES, TEST, TRAIN, TUNE, row_hashes
from steersman.scale.sources import Piece
from steersman.scale.vocabulary import NO_TERMS, TermCounts, term_counts
from steersman.text import TextCounter

BLOCK_ROWS = 8_192
SAMPLE_ROWS = 100_000
ROWS_A_PIECE = 1 << 40
"""Rows are numbered through all pieces without knowing how many each has."""
SPLIT_CODES = {"train": TRAIN, "validation": TUNE, "test": TEST}

Longs = NDArray[np.int64]
Codes = NDArray[np.uint8]


@dataclass(frozen=True)
class ReadingPlan:
    """How pieces are read: the roles of columns, the options, and the counter of words."""

    roles: Roles
    options: ReadOptions
    counter: TextCounter
    where: str
    skip_bad_rows: bool = False

    @property
    def columns(self) -> ColumnChoice:
        """The columns that are read."""
        split = (self.roles.split,) if self.roles.split else ()
        return ColumnChoice([*self.roles.label, *self.roles.features], split)

    @property
    def sample_columns(self) -> list[str]:
        """The columns beside the text, whose features are learned from a sample."""
        return [name for name in self.roles.features if name not in self.roles.text]


@dataclass(frozen=True, eq=False)
class RowSample:
    """The rows with the smallest hashes: the same ones however the rows are cut into pieces."""

    hashes: NDArray[np.uint64]
    table: pa.Table

    def plus(self, other: RowSample) -> RowSample:
        """The sample of both sets of rows."""
        hashes = np.concatenate([self.hashes, other.hashes])
        table = pa.concat_tables([self.table, other.table], promote_options="permissive")
        if len(hashes) <= SAMPLE_ROWS:
            return RowSample(hashes, table)
        kept = np.sort(np.argpartition(hashes, SAMPLE_ROWS)[:SAMPLE_ROWS])
        return RowSample(hashes[kept], table.take(kept))


@dataclass
class PieceTally:
    """What the first pass finds in some pieces."""

    rows: int = 0
    labels: Tally[object] = field(default_factory=Tally)
    terms: TermCounts = NO_TERMS
    sample: RowSample | None = None
    bad: BadRows = field(default_factory=BadRows)

    def plus(self, other: PieceTally) -> PieceTally:
        """What is found in both."""
        samples = [each.sample for each in (self, other) if each.sample is not None]
        return PieceTally(
            self.rows + other.rows,
            self.labels + other.labels,
            self.terms.plus(other.terms),
            samples[0].plus(samples[1]) if len(samples) == 2 else next(iter(samples), None),
            self.bad.plus(other.bad),
        )


@dataclass(frozen=True)
class PieceReader:
    """One piece, read by a plan; its rows are numbered from `number * ROWS_A_PIECE`."""

    plan: ReadingPlan
    number: int
    piece: Piece

    def blocks(self, bad: BadRows) -> Iterator[tuple[Frame, Longs]]:
        """Frames of rows, and the numbers of their rows."""
        start = self.number * ROWS_A_PIECE
        for frame in self.piece.blocks(self.plan.columns, BLOCK_ROWS, bad):
            for first in range(0, len(frame), 8 * BLOCK_ROWS):
                some = frame[first : first + 8 * BLOCK_ROWS]
                yield some, np.arange(start, start + len(some), dtype=np.int64)
                start += len(some)

    def labeled_frame(self, frame: Frame, numbers: Longs) -> tuple[Frame, Longs]:
        """The rows that have a label; an error where all must have one."""
        columns = self.plan.roles.label
        column = frame.get_column(columns[0])
        if self.plan.options.separator or column.dtype.is_nested():
            return frame, numbers
        missing = [each for each in label_values(column) if is_blank(each)]
        if not missing:
            return frame, numbers
        absent = {hashable(each) for each in missing}
        there = np.asarray([hashable(each) not in absent for each in column.to_list()])
        if self.plan.options.missing_labels == "refuse":
            row = int(numbers[~there][0] % ROWS_A_PIECE) + 1
            raise missing_label(column, row, self.piece.name)
        return frame.filter(there.tolist()), numbers[there]

    def split(self, frame: Frame, numbers: Longs) -> Codes | None:
        """(rows,) TRAIN, TUNE or TEST as the data says."""
        column = self.plan.roles.split
        if column is None or not len(frame):
            return None
        rows = numbers % ROWS_A_PIECE
        try:
            said = split_of(frame, column, self.piece.name, rows)
        except Exception as error:
            # One block may well be for testing alone; the whole file is judged elsewhere.
            if getattr(error, "code", "") != "split-without-training":
                raise
            return np.full(len(frame), TEST, np.uint8)
        return np.asarray([SPLIT_CODES[str(each)] for each in said], np.uint8)  # type: ignore[union-attr]

    def documents(self, frame: Frame) -> list[str]:
        """The text of each row."""
        text = self.plan.roles.text
        return list(joined_text(text_frame(frame, text), text, self.piece.name))


def first_pass(reader: PieceReader) -> PieceTally:
    """What is found in one piece: all that has to be known before its rows become features."""
    tally = PieceTally(bad=BadRows(reader.plan.skip_bad_rows))
    documents = training_documents(reader, tally)
    if reader.plan.roles.text:
        tally.terms = term_counts(reader.plan.counter, documents)
    for _ in documents:
        pass
    return tally


def training_documents(reader: PieceReader, tally: PieceTally) -> Iterator[str]:
    """The documents that are not for testing; what else is to be found goes to the tally."""
    plan = reader.plan
    for frame, numbers in reader.blocks(tally.bad):
        tally.rows += len(frame)
        if plan.roles.label:
            tally.labels += label_values(frame.get_column(plan.roles.label[0]))
            frame, numbers = reader.labeled_frame(frame, numbers)
        split = reader.split(frame, numbers)
        if split is not None:
            kept = split != TEST
            frame, numbers = frame.filter(kept.tolist()), numbers[kept]
        if plan.sample_columns and len(frame):
            table = frame.select(plan.sample_columns).to_native()
            drawn = RowSample(row_hashes(numbers, 0, SAMPLES), table)
            tally.sample = drawn if tally.sample is None else tally.sample.plus(drawn)
        if plan.roles.text and len(frame):
            yield from reader.documents(frame)

"""Open files as partitions, with some of their rows as a data set in memory."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.dataset import Provenance
from steersman.data.files.atomic_files import atomic_file
from steersman.data.read_options import ReadOptions
from steersman.scale.bad_rows import BadRows
from steersman.scale.engine import Engine
from steersman.scale.first_pass import ROWS_A_PIECE, PieceReader, ReadingPlan
from steersman.scale.opening import open_partitions, reading_plan, source_name
from steersman.scale.partition import Partition
from steersman.scale.partitioned_dataset import PartitionedDataset
from steersman.scale.row_draws import drawn_rows
from steersman.scale.row_hashes import TEST
from steersman.scale.sampled_dataset import SampledDataset
from steersman.scale.sources import pieces_of
from steersman.tasks import Task
from steersman.text import TextCounter

SAMPLED_ROWS = 20_000
Longs = NDArray[np.int64]


def open_sample(
    source: str,
    options: ReadOptions,
    *,
    name: str = "",
    engine: str | Engine | None = None,
    counter: TextCounter | None = None,
    rows: int = SAMPLED_ROWS,
    task: Task | None = None,
) -> SampledDataset:
    """Open files as partitions, and some of their rows as a data set.

    The texts and names of these rows are read from the files once, and stored beside the
    partitions.
    """
    task = (task or Task()).monotone()
    counter = counter or TextCounter()
    writing = task.part(0.0, 0.8)
    whole = open_partitions(
        source,
        engine=engine,
        counter=counter,
        progress=writing.report,
        cancelled=task.cancelled,
        **options.given_options(),
    )
    whole = with_string_classes(whole)
    # The same rows whatever the seed of folds and parts.
    draw = drawn_rows(whole, rows, seed=0)
    numbers, X = draw.numbers, draw.X
    task.report("reading the sample", 0.8)
    pieces = pieces_of(source, options, Task())
    plan = reading_plan(pieces, options, counter, source_name(source), skip_bad_rows=False)
    readers = [PieceReader(with_identifiers(plan), *each) for each in enumerate(pieces)]
    words = sampled_words(whole, readers, numbers)
    digest = sha256("".join(piece.digest for piece in pieces).encode()).hexdigest()
    split = whole.reduce(PublishedParts(tuple(numbers.tolist())), merged_parts)
    roles = None if split is None else np.asarray([split[each] for each in numbers.tolist()])
    return SampledDataset(
        name=name or whole.name,
        X=X.astype(np.float64) if issparse(X) else np.asarray(X),
        y=np.asarray(whole.classes)[draw.codes],
        classes=whole.classes,
        feature_names=whole.feature_names,
        ids=tuple(words.ids),
        provenance=Provenance(
            source=source,
            reader="partitions",
            sha256=digest,
            path=Path(source),
            options={"id": whole.id or "id"},
            notes=whole.notes,
            read_options=options,
        ),
        text=words.texts,
        split=None if roles is None else np.where(roles == TEST, "test", "train"),
        positive=whole.positive,
        from_raw=whole.from_raw,
        numbers=numbers,
        roles=None if roles is None else roles.astype(np.uint8),
        whole=whole,
    )


def with_string_classes(whole: PartitionedDataset) -> PartitionedDataset:
    """The rows with classes called by strings, sorted as strings."""
    names = tuple(sorted(str(label) for label in whole.classes))
    codes = tuple(names.index(str(label)) for label in whole.classes)
    positive = None if whole.positive is None else str(whole.positive)
    parts = whole.partitions
    if codes != tuple(range(len(codes))):
        parts = tuple(partition.with_codes(codes) for partition in parts)
    return replace(whole, partitions=parts, classes=names, positive=positive)


@dataclass(frozen=True)
class PublishedParts:
    """Looks up the published part of rows by their numbers."""

    numbers: tuple[int, ...]

    def __call__(self, partition: Partition) -> dict[int, int] | None:
        opened = partition.open()
        if opened.split is None:
            return None
        mine = np.flatnonzero(np.isin(opened.numbers, np.asarray(self.numbers)))
        return dict(zip(opened.numbers[mine].tolist(), opened.split[mine].tolist()))


def merged_parts(one: dict[int, int] | None, other: dict[int, int] | None) -> dict[int, int] | None:
    """The published parts of both sets of rows; None where nothing was published."""
    return None if one is None or other is None else one | other


@dataclass(frozen=True)
class IdentifiedPlan(ReadingPlan):
    """A plan that reads the identifiers of rows too."""

    @property
    def columns(self) -> ColumnChoice:
        """The columns that are read."""
        own = super().columns
        named = (self.roles.id,) if self.roles.id else ()
        return ColumnChoice([*own.needed, *named], own.extra)


def with_identifiers(plan: ReadingPlan) -> IdentifiedPlan:
    """The plan with the identifiers of rows."""
    return IdentifiedPlan(plan.roles, plan.options, plan.counter, plan.where, plan.skip_bad_rows)


@dataclass(frozen=True)
class RowWords:
    """The identifiers of some rows, and their texts where there are any."""

    ids: list[str]
    texts: list[str] | None


def sampled_words(
    whole: PartitionedDataset, readers: list[PieceReader], numbers: Longs
) -> RowWords:
    """The identifiers and texts of rows; they are read from the files once."""
    folder = Path(whole.partitions[0].path).parent
    key = sha256(numbers.tobytes()).hexdigest()[:16]
    path = folder / f"sample-{key}.json"
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        return RowWords(stored["ids"], stored["texts"])
    except (OSError, ValueError, KeyError):
        pass
    items = []
    for reader in readers:
        mine = numbers[numbers // ROWS_A_PIECE == reader.number]
        if len(mine):
            items.append(PieceWords(reader, mine))
    ids: list[str] = []
    texts: list[str] = []
    for found in whole.engine.map(piece_words, items):
        ids += found.ids
        texts += found.texts or []
    words = RowWords(ids, texts if whole.has_text else None)
    with atomic_file(path) as file:
        file.write(json.dumps({"ids": words.ids, "texts": words.texts}).encode())
    return words


@dataclass(frozen=True)
class PieceWords:
    """Some rows of one piece, whose words are to be read."""

    reader: PieceReader
    numbers: Longs


def piece_words(asked: PieceWords) -> RowWords:
    """The identifiers and texts of some rows of one piece."""
    reader, plan = asked.reader, asked.reader.plan
    ids: list[str] = []
    texts: list[str] = []
    if not (plan.roles.text or plan.roles.id):
        return RowWords([row_name(reader, each) for each in asked.numbers.tolist()], None)
    bad = BadRows(plan.skip_bad_rows)
    for frame, numbers in reader.blocks(bad):
        mine = np.flatnonzero(np.isin(numbers, asked.numbers))
        if len(mine):
            some = frame[mine.tolist()]
            if plan.roles.id:
                ids += [str(each) for each in some.get_column(plan.roles.id).to_list()]
            else:
                ids += [row_name(reader, each) for each in numbers[mine].tolist()]
            texts += reader.documents(some) if plan.roles.text else []
        if len(ids) == len(asked.numbers):
            break
    return RowWords(ids, texts)


def row_name(reader: PieceReader, number: int) -> str:
    """A row without an identifier by its file and its place there."""
    return f"{reader.piece.name}:{number % ROWS_A_PIECE + 1}"

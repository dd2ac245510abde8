"""Open data larger than memory: two passes over its files, and partitions in the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pyarrow as pa
from sklearn.pipeline import Pipeline

from steersman.data.arrow.frames import frame_of_table
from steersman.data.columns.bad_values import BadValue
from steersman.data.columns.column_formats import date_formats, number_formats
from steersman.data.columns.kinds import Frame
from steersman.data.columns.roles import Roles, roles
from steersman.data.dataset import Label
from steersman.data.positive_class import named_class, positive_note, positive_suggestion
from steersman.data.raw_columns import feature_names, fit_parts, raw_features
from steersman.data.read_options import ReadKeywords, ReadOptions, takes_read_options
from steersman.data.tables import check_features
from steersman.errors import SteersmanError
from steersman.scale.bad_rows import MOST_NOTED, BadRows
from steersman.scale.cache import content_key, partition_cache
from steersman.scale.engine import Engine
from steersman.scale.engine_names import engine_named
from steersman.scale.first_pass import (
    SAMPLE_ROWS,
    PieceReader,
    PieceTally,
    ReadingPlan,
    first_pass,
)
from steersman.scale.label_rule import LabelRule, label_rule
from steersman.scale.partition import Partition
from steersman.scale.partitioned_dataset import PartitionedDataset
from steersman.scale.relations import is_relation, spooled_files
from steersman.scale.second_pass import PartitionWriter, second_pass
from steersman.scale.sources import DocumentFiles, Piece, pieces_of
from steersman.scale.stored_dataset import store_dataset, stored_dataset
from steersman.tasks import Progress, Task
from steersman.text import TextCounter


@takes_read_options
def open_partitions(
    source: object,
    *,
    engine: str | Engine | None = None,
    counter: TextCounter | None = None,
    skip_bad_rows: bool = False,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    **options: Unpack[ReadKeywords],
) -> PartitionedDataset:
    """Open data that need not fit into memory.

    The files are read twice: once for labels, words and a sample of the other columns, once to
    write features as partitions on disk. Partitions are kept in a cache by the content of the
    files, so that the same files open at once the next time; `steersman cache` shows and clears it.

    Parameters
    ----------
    source : str, Path, sequence of them, or lazy relation
        A pattern such as ``data/*.parquet``, a folder of files or of class folders with texts,
        files, a lazy frame of Polars or a relation of DuckDB.
    engine : str or Engine, optional
        "local" (the default), or the address of a Dask scheduler.
    counter : TextCounter, optional
        Turns text into counts; `steersman.text.TextCounter()` by default.
    skip_bad_rows : bool
        Leave out rows that cannot be read, and name them in the notes; without it they are refused.
    progress : callable, optional
        Called with what is being done and the part done, 0 to 1.
    cancelled : callable, optional
        When it returns true, `Cancelled` is raised.

    Returns
    -------
    PartitionedDataset
        The rows in partitions, with the same features as `load` would give.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for name in ("a", "b"):
    ...     _ = (folder / f"{name}.csv").write_text("size,kind\\n1,ham\\n9,spam\\n2,ham\\n")
    >>> open_partitions(str(folder / "*.csv"), label="kind")  # doctest: +SKIP
    PartitionedDataset('*.csv', 6 rows, 1 features, 2 classes, 2 partitions)

    Reading options:
    """
    given = ReadOptions.of(**options)
    if given.vectors:
        raise SteersmanError(
            "numbered columns cannot be put together in partitions",
            todo="leave out vectors, or store them as one column of lists",
            code="option-needs-memory",
            option="vectors",
        )
    if given.text_columns == "apart":
        raise SteersmanError(
            "text columns cannot be counted apart in partitions",
            todo="leave out text_columns, or choose one text column",
            code="option-needs-memory",
            option="text_columns",
        )
    task = Task(progress=progress, cancelled=cancelled).monotone()
    where = source_name(source)
    files: Any = spooled_files(source) if is_relation(source) else source
    pieces = pieces_of(files, given, task.part(0.0, 0.1))
    plan = reading_plan(pieces, given, counter or TextCounter(), where, skip_bad_rows)
    digests = [piece.digest for piece in pieces]
    written = [" ".join(repr(plan.counter).split()), plan.roles, given.given_options()]
    folder = partition_cache() / content_key([digests, written, skip_bad_rows])
    runs = engine_named(engine)
    opened = stored_dataset(folder)
    if opened is None:
        opened = partitions_in(folder, pieces, plan, runs, task.part(0.1, 1.0))
    return replace(opened, engine=runs)


def source_name(source: object) -> str:
    """What a source is called in sentences."""
    if isinstance(source, str | Path):
        return Path(source).name
    if isinstance(source, Sequence):
        return f"{len(source)} files"
    return f"the {type(source).__name__}"


def reading_plan(
    pieces: Sequence[Piece],
    options: ReadOptions,
    counter: TextCounter,
    where: str,
    skip_bad_rows: bool,
) -> ReadingPlan:
    """The roles of the columns, as named or as the first rows of the first file show them."""
    first = pieces[0].first_rows(BadRows(skip_bad_rows))
    if isinstance(pieces[0], DocumentFiles):
        chosen = Roles(label=("label",), text=("text",), id="id")
    else:
        chosen = roles(first, options, where)
    check_features(chosen, where)
    if len(chosen.label) > 1:
        raise SteersmanError(
            f"{where} has {len(chosen.label)} label columns, expected one",
            todo="choose one label column",
            code="labels-several",
            file=where,
        )
    return ReadingPlan(chosen, options, counter, where, skip_bad_rows)


def partitions_in(
    folder: Path, pieces: Sequence[Piece], plan: ReadingPlan, engine: Engine, task: Task
) -> PartitionedDataset:
    """Make the partitions in a folder of the cache."""
    folder.mkdir(parents=True, exist_ok=True)
    readers = [PieceReader(plan, number, piece) for number, piece in enumerate(pieces)]
    task.report("reading labels and words", 0.0)
    tally = engine.reduce(first_pass, readers, PieceTally.plus)
    words = any(piece.is_delimited for piece in pieces)
    column = plan.roles.label[0]
    rule = label_rule(tally.labels, column, plan.options, plan.where, words=words)
    features, notes = fitted_features(plan, tally)
    task.report("writing partitions", 0.4)
    writers = [PartitionWriter(reader, features, rule, str(folder)) for reader in readers]
    partitions: list[Partition] = []
    bad = BadRows()
    for done, (some, skipped) in enumerate(engine.map(second_pass, writers), start=1):
        partitions += some
        bad = bad.plus(skipped)
        task.report(
            f"writing partitions: {done} of {len(writers)}", 0.4 + 0.6 * done / len(writers)
        )
    positive, said = class_to_catch(rule, plan)
    opened = PartitionedDataset(
        name=plan.where,
        partitions=tuple(partitions),
        classes=rule.classes,
        feature_names=feature_names(features),
        positive=positive,
        from_raw=features,
        label=column,
        id=plan.roles.id,
        files=tuple(piece.name for piece in pieces),
        notes=(*plan.roles.notes, *notes, *bad.notes(), *said),
        bad_rows=tuple(bad.rows),
        read_options=plan.options,
        has_text=bool(plan.roles.text),
    )
    store_dataset(folder, opened)
    return opened


def fitted_features(plan: ReadingPlan, tally: PieceTally) -> tuple[Pipeline, tuple[str, ...]]:
    """The pipeline from raw rows to features: all terms counted, the rest learned from a sample."""
    sampled = sample_frame(plan, tally)
    counter = tally.terms.fit(plan.counter) if plan.roles.text else None
    for _ in range(MOST_NOTED):
        try:
            features = features_from(plan, sampled, counter)
            break
        except BadValue as fault:
            # The second pass meets the row again, and knows its file.
            kept = np.arange(len(sampled)) != int(fault.parts[1])
            sampled = sampled.filter(kept.tolist())
    else:
        features = features_from(plan, sampled, counter)
    notes = tally.terms.notes()
    if plan.sample_columns and tally.rows > SAMPLE_ROWS:
        notes += (
            f"missing values, scales and categories were learned from {len(sampled):,} of "
            f"{tally.rows:,} rows",
        )
    return features, notes


def features_from(plan: ReadingPlan, sampled: Frame, counter: TextCounter | None) -> Pipeline:
    """The pipeline, fitted to sampled rows and a vocabulary."""
    chosen = plan.roles
    features = raw_features(
        chosen.numbers,
        chosen.categories,
        chosen.text,
        chosen.dates,
        counter=counter,
        dense=not (chosen.categories or chosen.text),
        where=plan.where,
        number_formats=number_formats(sampled, chosen.numbers, plan.options.decimal),
        date_formats=date_formats(sampled, chosen.dates),
        vectors=chosen.vectors,
        reading=plan.options,
    )
    fit_parts(features, sampled.to_native(), counter=counter)
    return features


def sample_frame(plan: ReadingPlan, tally: PieceTally) -> Frame:
    """The sampled rows, with empty text: its words are known already."""
    sampled = {} if tally.sample is None else tally.sample.table
    columns = {name: sampled[name] for name in plan.sample_columns}
    rows = len(next(iter(columns.values()))) if columns else 1
    columns |= {name: pa.array([""] * rows, pa.string()) for name in plan.roles.text}
    return frame_of_table(pa.table(columns))


def class_to_catch(rule: LabelRule, plan: ReadingPlan) -> tuple[Label | None, tuple[str, ...]]:
    """The class to catch, as asked or suggested, and a note if suggested."""
    asked = plan.options.positive
    if asked is not None:
        asked = plan.options.rename_classes.get(str(asked), str(asked))
        return named_class(rule.classes, asked, plan.where), ()
    suggestion = positive_suggestion(rule.classes, rule.sizes)
    if suggestion is None:
        return None, ()
    return suggestion.label, (positive_note(suggestion),) if len(rule.classes) == 2 else ()

"""Any table with named columns to a `Dataset`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack, vstack
from sklearn.pipeline import Pipeline

from steersman.data.arrow.columns import no_number_count, plain_numbers
from steersman.data.arrow.frames import frame_of_table, release_memory, stacked_frames
from steersman.data.arrow.shared_encodings import shared_encodings
from steersman.data.columns.bad_values import RowNumbers, rows_from
from steersman.data.columns.cells import missing_count, words
from steersman.data.columns.column_formats import comma_notes, date_formats, number_formats
from steersman.data.columns.guesses import SPLITS
from steersman.data.columns.kinds import Frame
from steersman.data.columns.label_findings import label_notes
from steersman.data.columns.label_words import labeled_rows, left_out
from steersman.data.columns.labels import labels_of, no_labels
from steersman.data.columns.missing_rules import filling_words
from steersman.data.columns.roles import Roles, roles
from steersman.data.columns.texts import joined_text
from steersman.data.counting import Counter
from steersman.data.dataset import Dataset, Provenance
from steersman.data.feature_rows import feature_rows, row_blocks
from steersman.data.raw_columns import feature_names, fit_encoding, fit_parts, raw_features
from steersman.data.read_options import ReadOptions
from steersman.data.row_names import NumberedRows
from steersman.data.stacking import stacked_sparse
from steersman.errors import SteersmanError
from steersman.tasks import Task, current_task

BLOCK_ROWS = 65_536


@shared_encodings()
def dataset_of_table(
    frame: Frame,
    options: ReadOptions,
    provenance: Provenance,
    *,
    name: str,
    counter: Counter | None = None,
    task: Task | None = None,
) -> Dataset:
    """The dataset in a table: labels, and features made of its other columns.

    What the features learn (words, medians, how dates are written) they learn from the rows that
    are not for testing; the fitted pipeline goes with the dataset.
    """
    where = provenance.file or provenance.source
    task = task or Task().monotone()
    check_rows(frame, where)
    chosen = roles(frame, options, where, unlabeled_text=True)
    check_features(chosen, where)
    task.report("reading labels", 0.0)
    frame, rows, dropped = with_labels(frame, chosen.label, options, task.part(0.0, 0.1))
    if chosen.label:
        y, classes = labels_of(frame, chosen.label, where, options.separator, options.merge_labels)
    else:
        y, classes = no_labels(len(frame))
    split = split_of(frame, chosen.split, where, rows)
    task.report("building features", 0.1)
    features = raw_features(
        chosen.numbers,
        chosen.categories,
        chosen.text,
        chosen.dates,
        counter=counter,
        dense=not (chosen.categories or chosen.text),
        where=where,
        number_formats=number_formats(frame, chosen.numbers, options.decimal),
        date_formats=date_formats(frame, chosen.dates),
        vectors=chosen.vectors,
        reading=options,
    )
    with task.part(0.1, 0.9).as_current(), rows_from(where, rows):
        X = made_features(features, frame.select(chosen.features), split)
    release_memory()
    task.report("building features", 0.9)
    notes = [
        *dropped,
        *comma_notes(frame, chosen.numbers, options.decimal),
        *missing_notes(frame, chosen, options),
    ]
    notes += label_notes(y, classes, chosen.label[0]) if chosen.label else ()
    return Dataset(
        name=name,
        X=X,
        y=y,
        classes=classes,
        feature_names=feature_names(features),
        ids=identifiers(frame, chosen.id, rows),
        provenance=provenance_with_roles(provenance, chosen, notes),
        text=joined_text(frame, chosen.text, where) if chosen.text else None,
        split=None if split is None else np.where(split == "validation", "", split),
        from_raw=features,
        table=beside_features(frame, chosen),
    )


def beside_features(frame: Frame, chosen: Roles) -> Frame | None:
    """The columns that the features do not hold as they are, without labels and text."""
    # Among words or text numbers are scaled, so that they are kept here too.
    held = () if chosen.categories or chosen.text else chosen.numbers
    gone = {*chosen.label, *chosen.text, *chosen.vectors, *held, chosen.id, chosen.split}
    kept = [name for name in frame.columns if name not in gone]
    return frame.select(kept) if kept else None


def provenance_with_roles(
    provenance: Provenance, chosen: Roles, notes: Sequence[str]
) -> Provenance:
    """The provenance with the roles of the columns and with more notes."""
    columns = {"label": chosen.label, "text": chosen.text, "id": chosen.id}
    return replace(
        provenance,
        options={**provenance.options, **columns},
        notes=(*provenance.notes, *chosen.notes, *notes),
    )


def with_labels(
    frame: Frame, columns: tuple[str, ...], options: ReadOptions, task: Task | None = None
) -> tuple[Frame, RowNumbers, tuple[str, ...]]:
    """The rows that have a label, which rows of the file they are, and a sentence on the others."""
    every = range(len(frame))
    if options.separator or options.missing_labels == "refuse":
        return frame, every, ()
    kept = labeled_rows(frame, columns)
    if kept is None:
        return frame, every, ()
    note = left_out(len(frame) - len(kept), len(frame), columns[0])
    there = np.isin(np.arange(len(frame)), kept)
    return rows_where(frame, there, task), kept, (note,)


def rows_where(frame: Frame, kept: NDArray[np.bool_], task: Task | None = None) -> Frame:
    """The rows that are kept; those of Arrow's are taken piece by piece, as text may be long."""
    if not frame.implementation.is_pyarrow():
        return frame.filter(kept.tolist())
    task = task or Task().monotone()
    pieces: list[Frame] = []
    for start in range(0, len(frame), BLOCK_ROWS):
        task.report("selecting rows", start / len(frame))
        some = slice(start, start + BLOCK_ROWS)
        pieces.append(frame[some].filter(kept[some].tolist()))
    return stacked_frames(pieces)


def made_features(
    features: Pipeline, frame: Frame, split: NDArray[np.str_] | None
) -> csr_matrix | NDArray[np.float64]:
    """The features of all rows, learned from those that are not for testing.

    They are made some rows at a time, so that little is held beside the result; only where there is
    text they are made as they are learned, so that no text is counted twice.
    """
    columns, encoding = features["columns"], features["features"]
    if columns.text:
        if split is None or not (split == "test").any():
            return learned_features(features, frame)
        return counted_once(features, frame, split == "test")
    task = current_task()
    with task.part(0.0, 0.1).as_current():
        taken = columns.fit(frame.to_native()).transform(frame.to_native())
    table = frame_of_table(taken)
    learned = table if split is None else rows_where(table, split != "test", task.part(0.1, 0.15))
    with task.part(0.15, 0.3).as_current():
        fit_encoding(encoding, learned.to_native())
    del learned
    # What learning took is free again; blocks of rows would not fill its gaps.
    release_memory()
    return feature_rows(encoding, table.to_native(), task.part(0.3, 1.0))


def learned_features(features: Pipeline, frame: Frame) -> csr_matrix:
    """The features of rows that are all learned from."""
    made = fit_parts(features, frame.to_native(), make=True)
    return csr_matrix(made[0] if len(made) == 1 else hstack(made, format="csr"))


def counted_once(features: Pipeline, frame: Frame, tested: NDArray[np.bool_]) -> csr_matrix:
    """The features of all rows, made as they are learned from those that are not tested on."""
    task, where, share = current_task(), features["columns"].where, float(np.mean(~tested))
    with task.part(0.0, share).as_current(), rows_from(where, np.flatnonzero(~tested)):
        learned = learned_features(features, rows_where(frame, ~tested))
    others = rows_where(frame, tested)
    with rows_from(where, np.flatnonzero(tested)):
        blocks = made_blocks(features.transform, others, where, task.part(share, 1.0))
        made = stacked_sparse(csr_matrix(block) for block in blocks)
    together = vstack([learned, made], format="csr")
    # Both are part of `together` now: at this point memory is at its highest.
    del learned, made
    # The rank of each row once training rows come first: indexing by it restores the order.
    order = np.argsort(np.argsort(tested, kind="stable"))
    return together if (order[1:] > order[:-1]).all() else csr_matrix(together[order])


def made_blocks(
    make: Callable[[object], csr_matrix | NDArray[np.float64]], frame: Frame, where: str, task: Task
) -> Iterator[csr_matrix | NDArray[np.float64]]:
    """What is made of some rows after the other, of fewer at a time where there are few."""
    for part in row_blocks(len(frame)):
        some = frame[part]
        before, after = part.start / len(frame), part.stop / len(frame)
        rows = rows_from(where, range(part.start, part.stop))
        with task.part(before, after).as_current(), rows:
            block = make(some.to_native())
        task.report("building features", after)
        yield block


def check_rows(frame: Frame, where: str) -> None:
    """Refuse a table without rows."""
    if not len(frame):
        raise SteersmanError(
            f"{where} has column names but no rows",
            todo="add at least one row per class",
            code="file-without-rows",
            file=where,
        )


def check_features(chosen: Roles, where: str) -> None:
    """Raise an error when there is nothing beside the label to learn from."""
    if not chosen.features:
        raise SteersmanError(
            f"{where} has no feature columns",
            todo="set the text column with text= (--text), or add numeric columns",
            code="features-missing",
            file=where,
        )


def missing_notes(frame: Frame, chosen: Roles, options: ReadOptions) -> tuple[str, ...]:
    """A sentence for each column of numbers, dates or categories with gaps, and what fills them."""
    plain = plain_numbers(frame.to_native()) if frame.implementation.is_pyarrow() else {}
    missing = {
        name: no_number_count(plain[name])
        if name in plain
        else missing_count(frame.get_column(name))
        for name in (*chosen.numbers, *chosen.dates, *chosen.categories)
    }
    notes = [
        f"{count:,} of {len(frame):,} values of {name!r} are missing; they were read as "
        f"{filling_words(chosen.role(name), options)}"
        for name, count in missing.items()
        if count
    ]
    zeros = [name for name in options.zeros_missing if name in chosen.numbers]
    if zeros:
        notes.append(f"0 was read as a missing value in {', '.join(map(repr, zeros))}")
    return tuple(notes)


def split_of(
    frame: Frame, column: str | None, where: str, rows: RowNumbers
) -> NDArray[np.str_] | None:
    """(rows,) train, validation or test, as a column says; None without such a column."""
    if column is None:
        return None
    said = [(word or "").strip().lower() for word in words(frame.get_column(column))]
    odd = next((row for row, word in enumerate(said) if word not in SPLITS), None)
    if odd is not None:
        raise SteersmanError(
            f"split column {column!r} of {where} contains {said[odd]!r} in data "
            f"row {rows[odd] + 1}, expected train, validation or test",
            todo="correct that value, or change the role of the column",
            code="split-value-invalid",
            column=column,
            row=int(rows[odd]) + 1,
            came=said[odd],
        )
    if all(SPLITS[word] == "test" for word in said):
        raise SteersmanError(
            f"split column {column!r} of {where} says test in every row, so there "
            "are no training rows",
            todo="ignore the column, or mark some rows as train",
            code="split-without-training",
            column=column,
        )
    return np.asarray([SPLITS[word] for word in said])


def identifiers(frame: Frame, column: str | None, rows: RowNumbers) -> Sequence[str]:
    """(rows,) the values of the identifier column, empty where missing, or row numbers from 1."""
    if column is None:
        return NumberedRows(rows)
    return tuple(
        "" if value is None else str(value) for value in frame.get_column(column).to_list()
    )

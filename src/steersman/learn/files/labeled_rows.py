"""Predictions of a saved model beside the labels of a file, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steersman.data.columns.cells import cells
from steersman.data.columns.kinds import Frame
from steersman.data.columns.label_words import is_blank
from steersman.data.raw_chunks import RawChunk, raw_chunks
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.files.column_prints import column_codes
from steersman.learn.files.fingerprint import Fingerprint, score_bins
from steersman.learn.files.prediction_table import RowNotes
from steersman.learn.files.predictions import (
    class_codes,
    class_names,
    decided_rows,
    features_of,
    may_be_none,
    needed_columns,
    one_against_others,
    raw_pipeline,
    reading_options,
    unseen_words,
    with_decimal_mark,
)
from steersman.learn.files.saved_model import SavedModel
from steersman.learn.steering import answer_places, fitted_rows, referring_step

Ints = NDArray[np.int64]
NO_LABEL = -1


@dataclass(frozen=True, eq=False)
class LabeledChunk:
    """Some rows: predicted and true classes by their places, -1 where a label is missing.

    `ids` is None where the file has no column of identifiers, `scores` and `columns` (bins of them)
    where the model has no fingerprint to compare with. `frame` has the rows themselves; `unseen`
    the words of each column that the model has not learned, and in how many rows they occur;
    `fitted` how many of the rows the model was fitted on, as far as it remembers them.
    """

    predicted: Ints  # (rows,)
    true: Ints  # (rows,)
    ids: Sequence[object] | None
    scores: Ints | None = None  # (rows,)
    columns: Sequence[Ints] = ()
    frame: Frame | None = None
    unseen: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    fitted: int = 0


def labeled_chunks(
    saved: SavedModel,
    source: str,
    label: str | None = None,
    options: ReadOptions | None = None,
    *,
    merge: bool = False,
    needs_label: bool = False,
    extra: Sequence[str] = (),
) -> Iterator[LabeledChunk]:
    """Predictions and labels of every row of `source`, in order, a few thousand at a time.

    Columns of `extra` that are there come along in the rows. With `needs_label` a file without the
    label column is refused. With `merge`, or where the model has learned so, spaces and capitals in
    labels do not matter.
    """
    column = label or saved.label
    if column is None and needs_label:
        raise SteersmanError(
            "the model has no label column",
            todo="set it with --label",
            code="label-needed",
        )
    reading = reading_options(saved, source, options)
    pipeline = with_decimal_mark(raw_pipeline(saved), reading)
    last, classes = pipeline.steps[-1][1], np.asarray(pipeline.classes_)
    fingerprint = Fingerprint.in_story(saved.story)
    needed = needed_columns(pipeline)
    beside = [name for name in (saved.id, *extra) if name and name not in needed]
    if column is not None:
        # A label that was named must be there; the one that the model knows may come later.
        (needed if needs_label or label else beside).append(column)
    for chunk in raw_chunks(source, needed, list(dict.fromkeys(beside)), options=reading):
        there = chunk.frame.columns
        true = np.full(len(chunk.frame), NO_LABEL, dtype=np.int64)
        if column is not None and column in there:
            true = true_codes(saved, chunk, column, classes, merge=merge)
        features = features_of(pipeline, chunk)
        yield LabeledChunk(
            answer_places(decided_rows(last, features, chunk), classes),
            true,
            chunk.frame[saved.id].to_list() if saved.id and saved.id in there else None,
            None if fingerprint is None else score_bins(last, features),
            []
            if fingerprint is None
            else column_codes(pipeline, fingerprint.columns, chunk.frame.to_native()),
            chunk.frame,
            unseen_words(pipeline, chunk.frame),
            fitted_rows(last, features).rows,
        )


def true_codes(
    saved: SavedModel, chunk: RawChunk, column: str, classes: NDArray[np.generic], *, merge: bool
) -> Ints:
    """(rows,): the place of each label among the classes, -1 where there is none."""
    told = cells(chunk.frame[column])
    there = [row for row, value in enumerate(told) if not is_blank(value) or may_be_none(saved)]
    labels = one_against_others(class_names([told[row] for row in there], saved), saved)
    merge = merge or bool(saved.story.get("merge_labels"))
    codes = np.full(len(told), NO_LABEL, dtype=np.int64)
    codes[there] = class_codes(labels, classes, column, str(chunk), merge=merge)
    return codes


def confusion_on(
    saved: SavedModel,
    source: str,
    label: str | None = None,
    options: ReadOptions | None = None,
    *,
    merge: bool = False,
    notes: RowNotes | None = None,
) -> tuple[Ints, int]:
    """(true, predicted) counts of the rows of `source`, classes in the model's order; a model that
    refers rows has a last column of those.

    The second is the number of rows without a label, which are left out. `notes` counts what there
    is to know of the rows.
    """
    chunks = labeled_chunks(saved, source, label, options, merge=merge, needs_label=True)
    size, missing = len(np.asarray(saved.model.classes_)), 0
    columns = size + (referring_step(saved.model) is not None)
    matrix = np.zeros((size, columns), dtype=np.int64)
    for chunk in chunks:
        if notes is not None:
            notes.count(len(chunk.true), chunk.unseen, chunk.fitted)
        there = chunk.true != NO_LABEL
        missing += int(np.count_nonzero(~there))
        np.add.at(matrix, (chunk.true[there], chunk.predicted[there]), 1)
    if not matrix.sum():
        column = label or saved.label
        raise SteersmanError(
            f"label column {column!r} of {Path(source).name} is empty",
            todo="choose another label column with --label",
            code="empty-label",
            column=column,
        )
    return matrix, missing

"""What a saved model says of the rows of a file of any size, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.data.encodings import WESTERN, foreign_encoding
from steersman.data.labels import separated
from steersman.data.loading import FileOptions
from steersman.data.raw_chunks import RawChunk, raw_chunks
from steersman.data.roles import cells
from steersman.errors import SteersmanError
from steersman.learn.class_names import listed
from steersman.learn.raw_columns import RawColumns
from steersman.learn.saved_model import SavedModel

__all__ = ["PredictedChunk", "confusion_on", "predicted_chunks"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PredictedChunk:
    """Some rows: their identifiers (or numbers from 1), classes, and probabilities if any.

    `heading` is the name of the identifiers' column, or `row` for numbers.
    """

    heading: str
    ids: Sequence[object]
    predicted: NDArray[np.generic]  # (rows,)
    probabilities: NDArray[np.float64] | None  # (rows, classes)


def raw_pipeline(saved: SavedModel) -> Pipeline:
    """The model, if it is a pipeline that reads rows of a file."""
    model = saved.model
    if isinstance(model, Pipeline) and isinstance(model.steps[0][1], RawColumns):
        return model
    raise SteersmanError(
        "the model does not read rows of a file: it starts from features",
        todo="save a pipeline that begins with steersman.learn.raw_columns.raw_features",
    )


def predicted_chunks(
    saved: SavedModel, source: str, options: FileOptions | None = None
) -> Iterator[PredictedChunk]:
    """The model's word on every row of `source`, in their order, a few thousand rows at a time."""
    pipeline = raw_pipeline(saved)
    last = pipeline.steps[-1][1]
    identifier = saved.id or ""
    extra = [identifier] if identifier else []
    reading = remembered(saved, source, options)
    for chunk in raw_chunks(source, pipeline.steps[0][1].columns, extra, options=reading):
        features = features_of(pipeline, chunk)
        shares = last.predict_proba(features) if hasattr(last, "predict_proba") else None
        heading, ids = "row", list(range(chunk.start + 1, chunk.start + 1 + len(chunk.frame)))
        if identifier in chunk.frame.columns:
            heading, ids = identifier, chunk.frame[identifier].to_list()
        yield PredictedChunk(heading, ids, last.predict(features), shares)


def features_of(pipeline: Pipeline, chunk: RawChunk) -> object:
    """What the last step of the pipeline sees of the rows; a fault is told with their place."""
    try:
        features: object = pipeline[:-1].transform(chunk.frame.to_native())
    except SteersmanError as error:
        raise SteersmanError(f"in {chunk}: {error.what}", todo=error.todo) from error
    return features


def remembered(saved: SavedModel, source: str, options: FileOptions | None) -> FileOptions:
    """How the file is to be read: as said, otherwise like the file that the model learned from.

    The encoding is what the bytes tell; where they do not, the one of that file counts.
    """
    told = options or FileOptions()
    story = saved.story.get("reading")
    before = story if isinstance(story, Mapping) else {}
    seen = None if told.encoding else foreign_encoding(Path(source).expanduser())
    likely = before.get("encoding") if seen in WESTERN else None
    return replace(
        told,
        encoding=told.encoding or likely or seen,
        header=before.get("header") if told.header is None else told.header,
        sheet=told.sheet or before.get("sheet"),
    )


def confusion_on(
    saved: SavedModel, source: str, label: str | None = None, options: FileOptions | None = None
) -> Ints:
    """(true, predicted) counts of the rows of `source`, classes in the model's order."""
    column = label or saved.label
    if column is None:
        raise SteersmanError(
            "the model does not say which column is the label", todo="name it with --label"
        )
    pipeline = raw_pipeline(saved)
    last = pipeline.steps[-1][1]
    classes = np.asarray(pipeline.classes_)
    size = len(classes)
    matrix = np.zeros((size, size), dtype=np.int64)
    needed = [*pipeline.steps[0][1].columns, column]
    for chunk in raw_chunks(source, needed, options=remembered(saved, source, options)):
        told = one_against_others(cells(chunk.frame[column]), saved)
        true = class_codes(told, classes, column, str(chunk))
        predicted = np.searchsorted(classes, last.predict(features_of(pipeline, chunk)))
        counts = np.bincount(true * size + predicted, minlength=size * size)
        matrix += counts.reshape(size, size)
    return matrix


def one_against_others(values: Sequence[object], saved: SavedModel) -> Sequence[object]:
    """The labels as the model knows them: that class or not that class where it looks for one."""
    positive, separator = saved.story.get("positive"), saved.story.get("separator")
    others = f"not {positive}"
    classes = np.asarray(saved.model.classes_).tolist()  # type: ignore[attr-defined]
    if positive is None or others not in classes:
        return values
    found = []
    for value in values:
        several = separated(value, str(separator)) if separator else value
        held = several if isinstance(several, list | tuple) else [several]
        found.append(positive if str(positive) in map(str, held) else others)
    return found


def class_codes(
    values: Sequence[object], classes: NDArray[np.generic], column: str, where: str
) -> Ints:
    """(rows,) the place of each label among the classes, however the file writes it."""
    spelling = str if classes.dtype.kind not in "bi" else number_spelling
    place = {spelling(label): code for code, label in enumerate(classes.tolist())}
    codes = [place.get(spelling(value), -1) for value in values]
    unknown = {str(value) for value, code in zip(values, codes) if code < 0}
    if unknown:
        raise SteersmanError(
            f"the label column {column!r} holds in {where} what the model does not know: "
            f"{listed(sorted(unknown))}",
            todo=f"its classes are {listed(classes.tolist())}",
        )
    return np.asarray(codes, dtype=np.int64)


def number_spelling(label: object) -> str:
    """One way to write a whole number, or yes and no, which are 1 and 0.

    >>> number_spelling("1.0"), number_spelling(1), number_spelling("TRUE"), number_spelling("ham")
    ('1', '1', '1', 'ham')
    """
    text = str(label)
    text = {"true": "1", "false": "0"}.get(text.lower(), text)
    try:
        number = float(text)
    except ValueError:
        return text
    return str(int(number)) if number.is_integer() else text

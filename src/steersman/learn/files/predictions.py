"""Predictions of a saved model for the rows of a file of any size, chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.data.arrow.columns import coded_words
from steersman.data.columns.affixes import split_affixes
from steersman.data.columns.bad_values import BadValue, rows_from
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import Frame, is_missing_mark, is_missing_word
from steersman.data.columns.label_words import spelling_key
from steersman.data.columns.labels import separate_labels
from steersman.data.columns.number_format import NumberFormat
from steersman.data.files.encodings import WESTERN, foreign_encoding
from steersman.data.raw_chunks import RawChunk, raw_chunks
from steersman.data.raw_columns import RawColumns
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn import explain
from steersman.learn.files.column_prints import column_codes
from steersman.learn.files.fingerprint import Fingerprint, score_bins
from steersman.learn.files.saved_model import SavedModel
from steersman.learn.steering import GroupThresholdClassifier, answer_places, pipeline_of
from steersman.learn.wants import class_list

Ints = NDArray[np.int64]
CORRECT = "correct or empty that value"


class RowBins(NamedTuple):
    """Rows as a fingerprint counts them: predicted classes by place, scores and columns by bin."""

    predicted: NDArray[np.int64]  # (rows,)
    scores: NDArray[np.int64] | None  # (rows,)
    columns: Sequence[NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class PredictedChunk:
    """Some rows: their identifiers (or numbers from 1), classes, and probabilities if any.

    `heading` is the name of the identifiers' column, or `row` for numbers; `unseen` has the words
    of each column that the model has not learned, and in how many rows they occur; `unsigned` the
    columns that were learned with a sign and come without, each with it and a number; `kept` has
    the columns that were asked for beside the predictions; `reasons` what counted most for each
    score, if that was asked for; `bins` what is needed to detect a shift, if the model can.
    """

    heading: str
    ids: Sequence[object]
    predicted: NDArray[np.generic]  # (rows,)
    probabilities: NDArray[np.float64] | None  # (rows, classes)
    unseen: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    unsigned: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    kept: Mapping[str, Sequence[object]] = field(default_factory=dict)
    reasons: Sequence[str] | None = None
    bins: RowBins | None = None


def raw_pipeline(saved: SavedModel) -> Pipeline:
    """The model, if it is a pipeline that reads rows of a file."""
    model = saved.model
    if isinstance(model, Pipeline) and isinstance(model.steps[0][1], RawColumns):
        return model
    raise SteersmanError(
        "the model takes features, not the rows of a file",
        todo="save a pipeline that starts with steersman.data.raw_columns.raw_features",
        code="no-raw-features",
    )


def predicted_chunks(
    saved: SavedModel,
    source: str,
    options: ReadOptions | None = None,
    keep: Sequence[str] = (),
    reasons: int = 0,
) -> Iterator[PredictedChunk]:
    """Predictions for every row of `source`, in order, a few thousand rows at a time.

    The columns of `keep` come along as they are written, and so many `reasons` for each score.
    """
    pipeline = raw_pipeline(saved)
    last = pipeline.steps[-1][1]
    identifier = saved.id or ""
    needed = list(dict.fromkeys([*needed_columns(pipeline), *keep]))
    extra = [identifier] if identifier and identifier not in needed else []
    reading = reading_options(saved, source, options)
    pipeline = with_decimal_mark(pipeline, reading)
    explainer = explain.RowReasons(pipeline, reasons) if reasons else None
    fingerprint = Fingerprint.in_story(saved.story)
    for chunk in raw_chunks(source, needed, extra, options=reading):
        features = features_of(pipeline, chunk)
        told = None
        if explainer is not None:
            told = [explain.reasons_text(each) for each in explainer.of(features)]
        shares = last.predict_proba(features) if hasattr(last, "predict_proba") else None
        heading, ids = "row", list(range(chunk.start + 1, chunk.start + 1 + len(chunk.frame)))
        if identifier in chunk.frame.columns:
            heading, ids = identifier, chunk.frame[identifier].to_list()
        unseen = unseen_words(pipeline, chunk.frame)
        unsigned = without_sign(pipeline, chunk.frame)
        kept = {name: chunk.frame[name].to_list() for name in keep}
        predicted, bins = decided_rows(last, features, chunk), None
        if fingerprint is not None:
            bins = RowBins(
                answer_places(predicted, np.asarray(pipeline.classes_)),
                score_bins(last, features),
                column_codes(pipeline, fingerprint.columns, chunk.frame.to_native()),
            )
        yield PredictedChunk(heading, ids, predicted, shares, unseen, unsigned, kept, told, bins)


def needed_columns(pipeline: Pipeline) -> list[str]:
    """The columns that rows of a file must have: those of the features, and that of groups."""
    columns, last = list(pipeline.steps[0][1].columns), pipeline.steps[-1][1]
    grouped = isinstance(last, GroupThresholdClassifier) and last.column not in columns
    return [*columns, last.column] if grouped else columns


def decided_rows(last: Any, features: object, chunk: RawChunk) -> NDArray[np.generic]:
    """(rows,): what the last step of a pipeline decides, with the groups if it needs them."""
    if isinstance(last, GroupThresholdClassifier):
        groups = chunk.frame[last.column].to_list()
        return np.asarray(last.predict(features, groups=groups))
    return np.asarray(last.predict(features))


def features_of(pipeline: Pipeline, chunk: RawChunk) -> object:
    """The rows as the last step of the pipeline sees them; errors name the rows' place."""
    rows = range(chunk.start, chunk.start + len(chunk.frame))
    try:
        with rows_from(chunk.where, rows):
            features: object = pipeline[:-1].transform(chunk.frame.to_native())
    # The use of a column was decided when the model was made, so only the value can be corrected.
    except BadValue as fault:
        todo = fault.todo if fault.code == "number-ambiguous" else CORRECT
        raise fault.with_words(todo=todo) from fault
    except SteersmanError as error:
        raise error.with_words(what=f"in {chunk}: {error.what}") from error
    return features


def with_decimal_mark(pipeline: Pipeline, options: ReadOptions) -> Pipeline:
    """The pipeline, its numbers read with the decimal mark that was said, if one was."""
    if options.decimal is None:
        return pipeline
    # A loaded model may be used again with other options, so it must not be changed.
    columns = copy(pipeline.steps[0][1])
    known = columns.known_number_formats
    columns.number_formats_ = {
        name: known.get(name, NumberFormat()).with_decimal(options.decimal)
        for name in columns.numbers
    }
    return pipeline_of([(pipeline.steps[0][0], columns), *pipeline.steps[1:]])


def reading_options(saved: SavedModel, source: str, options: ReadOptions | None) -> ReadOptions:
    """Options to read the file: as given, or else those of the file that the model learned from.

    The encoding is what the bytes tell; where they do not, the one of that file counts.
    """
    told = options or ReadOptions()
    story = saved.story.get("reading")
    before = story if isinstance(story, Mapping) else {}
    seen = None if told.encoding else foreign_encoding(Path(source).expanduser())
    # Western encodings can hardly be distinguished by their bytes: the training file's is the
    # better guess.
    likely = before.get("encoding") if seen in WESTERN else None
    return replace(
        told,
        encoding=told.encoding or likely or seen,
        header=False if told.header is None and before.get("header") is False else told.header,
        sheet=told.sheet or before.get("sheet"),
    )


def may_be_none(saved: SavedModel) -> bool:
    """Whether rows may have several labels, so that none is an answer too."""
    return bool(saved.story.get("separator"))


def class_names(values: Sequence[object], saved: SavedModel) -> Sequence[object]:
    """The labels by the names that the model has for them."""
    names = saved.story.get("rename_classes")
    if not isinstance(names, Mapping) or not names:
        return values
    separator = saved.story.get("separator")

    held = [separate_labels(value, str(separator)) if separator else value for value in values]
    return [
        [class_name(each, names) for each in value]
        if isinstance(value, list | tuple)
        else class_name(value, names)
        for value in held
    ]


def class_name(label: object, names: Mapping[str, object]) -> object:
    """A label of a file by its new name; a file may have the new name already."""
    return names.get(number_spelling(label), names.get(str(label), label))


def one_against_others(values: Sequence[object], saved: SavedModel) -> Sequence[object]:
    """The labels as the model knows them: that class or not that class where it looks for one."""
    positive, separator = saved.story.get("positive"), saved.story.get("separator")
    others = f"not {positive}"
    classes = np.asarray(saved.model.classes_).tolist()
    if positive is None or others not in classes:
        return values
    found = []
    for value in values:
        several = separate_labels(value, str(separator)) if separator else value
        held = several if isinstance(several, list | tuple) else [several]
        found.append(positive if str(positive) in map(str, held) else others)
    return found


def class_codes(
    values: Sequence[object],
    classes: NDArray[np.generic],
    column: str,
    where: str,
    *,
    merge: bool = False,
) -> Ints:
    """(rows,) the place of each label among the classes, however the file writes it."""
    numbers = classes.dtype.kind in "bi"
    spelling: Callable[[object], str] = number_spelling if numbers else alike if merge else str
    place = {spelling(label): code for code, label in enumerate(classes.tolist())}
    codes = [place.get(spelling(value), -1) for value in values]
    unknown = {str(value) for value, code in zip(values, codes) if code < 0}
    if unknown:
        raise SteersmanError(
            f"label column {column!r} of {where} has classes the model does not "
            f"know: {class_list(sorted(unknown))}",
            todo=f"its classes are {class_list(classes.tolist())}{merge_hint(unknown, classes)}",
            code="unknown-labels",
            column=column,
            labels=sorted(unknown),
        )
    return np.asarray(codes, dtype=np.int64)


def merge_hint(unknown: Collection[str], classes: NDArray[np.generic]) -> str:
    """A hint for labels that differ from classes by spaces and capitals only."""
    known = {alike(name) for name in classes.tolist()}
    same = all(alike(label) in known for label in unknown)
    return "; --merge-labels takes no notice of spaces and capitals" if same else ""


def alike(label: object) -> str:
    """A key that is equal for labels which differ only by spaces and capitals."""
    return spelling_key(str(label))


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


LOOKED_AT = 100


def unseen_words(pipeline: Pipeline, frame: Frame) -> dict[str, dict[str, int]]:
    """The words of each column of words that count for nothing, and their rows."""
    columns = pipeline.steps[0][1].words
    encoding = pipeline.named_steps.get("features")
    parts = getattr(encoding, "named_transformers_", {})
    if not columns or "words" not in parts:
        return {}
    taken = RawColumns(words=columns).transform(frame.to_native())
    found = {}
    for name, encoder in zip(columns, parts["words"].encoders_):
        distinct, codes = coded_words(taken[name])
        known = set(encoder.categories_[0].tolist())
        sizes = np.bincount(codes, minlength=len(distinct)).tolist()
        told = {
            word: rows
            for word, rows in zip(distinct, sizes)
            if word not in known and not is_missing_word(word)
        }
        if told:
            found[name] = told
    return found


def without_sign(pipeline: Pipeline, frame: Frame) -> dict[str, tuple[str, str]]:
    """The columns learned with a sign such as % that come without: the sign, and a number.

    Numbers of which only some have it are refused when they are read, so that the first ones tell.
    """
    columns = pipeline.steps[0][1]
    found = {}
    for name in columns.numbers:
        sign = columns.known_number_formats.get(name, NumberFormat()).sign
        if not sign:
            continue
        told = (word.strip() for word in words(frame[name].head(LOOKED_AT)) if word)
        numbers = [word for word in told if not is_missing_mark(word) and word.strip("+-0.,")]
        if numbers and not split_affixes(numbers[0]).sign:
            found[name] = (sign, numbers[0])
    return found

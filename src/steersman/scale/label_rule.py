"""Labels as files write them to classes: learned from all distinct values, applied to any rows."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from steersman.data.arrow.frames import frame_from_columns, frame_of_table
from steersman.data.class_names import renamed_classes
from steersman.data.columns.cells import cells
from steersman.data.columns.kinds import Column
from steersman.data.columns.label_words import is_blank, one_spelling
from steersman.data.columns.labels import check_classes, separate_labels, single_labels
from steersman.data.dataset import Label
from steersman.data.positive_class import named_class
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError

MISSING = -1


@dataclass(frozen=True, eq=False)
class LabelRule:
    """The class of each value of the label column; `sizes` are the rows of each class."""

    classes: tuple[Label, ...]
    sizes: tuple[int, ...]
    code_of: Mapping[object, int]

    def codes(self, column: Column) -> NDArray[np.int64]:
        """(rows,) the place of each row's class, MISSING where a row has no label."""
        if column.implementation.is_pyarrow() and not column.dtype.is_nested():
            encoded = pa.chunked_array(column.to_native()).dictionary_encode()
            encoded = encoded.unify_dictionaries().combine_chunks()
            values = encoded.dictionary.to_pylist()
            # The last place answers for -1, a missing value.
            known = np.asarray([*(self.code_of.get(value, MISSING) for value in values), MISSING])
            places = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
            return np.asarray(known[places], dtype=np.int64)
        held = (hashable(value) for value in cells(column))
        return np.asarray([self.code_of.get(value, MISSING) for value in held], dtype=np.int64)


def label_values(column: Column) -> Tally[object]:
    """How many rows have each value of a label column."""
    if column.implementation.is_pyarrow() and not column.dtype.is_nested():
        counted = pa.chunked_array(column.to_native()).value_counts()
        return Tally({each["values"].as_py(): each["counts"].as_py() for each in counted})
    return Tally(hashable(value) for value in cells(column))


def hashable(value: object) -> object:
    """A value that may be a key: a list as a tuple."""
    return tuple(value) if isinstance(value, list) else value


def label_rule(
    values: Mapping[object, int], column: str, options: ReadOptions, where: str, *, words: bool
) -> LabelRule:
    """The rule for all distinct values of a label column and their numbers of rows.

    `words` says that the file writes every value as a word, also those that are numbers.
    """
    present = {value: rows for value, rows in values.items() if not is_blank(value)}
    if options.separator or any(isinstance(value, tuple) for value in present):
        labels = one_against_others(present, options, where)
    else:
        labels = single_classes(present, column, options, where, words=words)
    classes = tuple(np.unique(np.asarray(list(labels.values()))).tolist()) if labels else ()
    check_classes(classes, sum(present.values()), f"label column {column!r} of {where}")
    if options.rename_classes:
        new = dict(zip(classes, renamed_classes(list(classes), options.rename_classes, where)))
        labels = {value: new[label] for value, label in labels.items()}
        classes = tuple(np.unique(np.asarray(list(labels.values()))).tolist())
    place = {label: at for at, label in enumerate(classes)}
    sizes = [0] * len(classes)
    for value, label in labels.items():
        sizes[place[label]] += values[value]
    return LabelRule(classes, tuple(sizes), {each: place[label] for each, label in labels.items()})


def single_classes(
    present: Mapping[object, int], column: str, options: ReadOptions, where: str, *, words: bool
) -> dict[object, Label]:
    """The class of each value where a row has one."""
    if options.merge_labels and all(isinstance(value, str) for value in present):
        spelled = one_spelling({str(value): rows for value, rows in present.items()})
    else:
        spelled = {}
    written = [spelled.get(str(value), value) for value in present]
    # Arrow finds their type, as it would be if it read the whole file.
    frame = frame_of_table(typed_words(written)) if words else frame_from_columns({"": written})
    series = frame.get_column(frame.columns[0]).alias(column)
    labels = single_labels(series, cells(series), where)
    return dict(zip(present, labels.tolist()))


def typed_words(written: list[object]) -> pa.Table:
    """One column of words, read as the numbers that they may all be."""
    sink = BytesIO()
    csv.write_csv(pa.table({"label": [str(each) for each in written]}), sink)
    sink.seek(0)
    return csv.read_csv(sink, parse_options=csv.ParseOptions(newlines_in_values=True))


def one_against_others(
    present: Mapping[object, int], options: ReadOptions, where: str
) -> dict[object, Label]:
    """The class to catch, or not that class, for each value where rows have several labels."""
    sets = {
        value: list(value)
        if isinstance(value, tuple)
        else separate_labels(value, options.separator or ";")
        for value in present
    }
    if options.positive is None:
        raise SteersmanError(
            f"the rows of {where} have several labels each, expected one",
            todo="choose the class to catch with positive= (--positive)",
            code="labels-several",
            file=where,
        )
    known = sorted({str(label) for labels in sets.values() for label in labels})
    positive = str(named_class(known, options.positive, where))
    return {
        value: positive if positive in map(str, labels) else f"not {positive}"
        for value, labels in sets.items()
    }

"""Rows as a file or a frame holds them to features: the first steps of a saved pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils import Tags

from steersman.data.arrow import frame_from_columns
from steersman.data.counting import Counter, default_counter
from steersman.data.features import check_finite, is_number
from steersman.data.frames import frame_of
from steersman.data.roles import Column, Frame, check_present, words
from steersman.data.tables import joined_text
from steersman.errors import SteersmanError

__all__ = ["ColumnValues", "RawColumns", "raw_features"]

ROWS = "the rows"
TRUTH = {"true": "1", "false": "0"}


class RawColumns(TransformerMixin, BaseEstimator):
    """Takes the columns a model needs from a pandas, polars or Arrow frame, whatever else it has.

    `numbers` come out as 64-bit numbers (words that spell numbers are read), `words` as strings,
    missing ones empty, and the `text` columns joined into one named as the first of them. A column
    that is not there, or a value that is no number, is said in a sentence.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": ["3", "4"], "note": ["x", "y"], "port": ["Oslo", None]})
    >>> RawColumns(numbers=["age"], words=["port"]).fit_transform(frame).to_pylist()
    [{'age': 3.0, 'port': 'Oslo'}, {'age': 4.0, 'port': ''}]
    """

    def __init__(
        self,
        numbers: Sequence[str] = (),
        words: Sequence[str] = (),
        text: Sequence[str] = (),
    ) -> None:
        self.numbers = numbers
        self.words = words
        self.text = text

    @property
    def columns(self) -> list[str]:
        """The columns that are taken."""
        return [*self.numbers, *self.words, *self.text]

    def fit(self, X: object, y: object = None) -> Self:  # noqa: ARG002
        """Nothing is learned; the rows are only looked at."""
        self.transform(X)
        return self

    def transform(self, X: object) -> object:
        """An Arrow table of the columns."""
        frame, _ = frame_of(X)
        for name in self.columns:
            check_present(frame.columns, name, "the model's column", ROWS)
        table: dict[str, Sequence[object] | NDArray[np.generic]] = {}
        table |= {name: number_column(frame[name]) for name in self.numbers}
        table |= {name: [value or "" for value in words(frame[name])] for name in self.words}
        if self.text:
            documents = joined_text(text_frame(frame, self.text), tuple(self.text), ROWS)
            table[self.text[0]] = documents
        return frame_from_columns(table).to_native()

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.target_tags.required = False
        tags.requires_fit = False
        return tags


class ColumnValues(TransformerMixin, BaseEstimator):
    """The values of the columns of an Arrow table as an array, for the steps that want arrays."""

    def fit(self, X: object, y: object = None) -> Self:  # noqa: ARG002
        """Nothing is learned."""
        return self

    def transform(self, X: object) -> NDArray[np.generic]:
        """(rows, columns) of a table, (rows,) of one column: numbers, or objects that are words."""
        table = nw.from_native(X, allow_series=True)  # type: ignore[call-overload]
        values: NDArray[np.generic] = table.to_numpy()
        return values if values.dtype.kind in "fi" else values.astype(object)

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.requires_fit = False
        return tags


def raw_features(
    numbers: Sequence[str] = (),
    words: Sequence[str] = (),
    text: Sequence[str] = (),
    *,
    counter: Counter | None = None,
    dense: bool = False,
) -> Pipeline:
    """An unfitted pipeline from raw rows to features: numbers as they are, a 0/1 column for each
    word seen when it is fitted (others are ignored), counts of the text.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": [3, 4], "port": ["Oslo", "Bergen"]})
    >>> features = raw_features(["age"], ["port"], dense=True).fit(frame)
    >>> features.transform(pd.DataFrame({"port": ["Oslo", "Rome"], "age": [5, 6]}))
    array([[5., 0., 1.],
           [6., 0., 0.]])
    """
    parts: list[tuple[str, object, object]] = []
    if numbers:
        parts.append(("numbers", ColumnValues(), list(numbers)))
    if words:
        one_hot = OneHotEncoder(handle_unknown="ignore")
        parts.append(("words", make_pipeline(ColumnValues(), one_hot), list(words)))
    if text:
        counted = make_pipeline(ColumnValues(), counter or default_counter())
        parts.append(("text", counted, text[0]))
    encoding = ColumnTransformer(parts, sparse_threshold=0.0 if dense else 1.0)
    columns = RawColumns(list(numbers), list(words), list(text))
    return Pipeline([("columns", columns), ("features", encoding)])


def number_column(column: Column) -> NDArray[np.float64]:
    """(rows,) finite numbers, also where words spell them."""
    if column.dtype.is_numeric() or column.dtype == nw.Boolean:
        values = column.cast(nw.Float64).to_numpy().astype(np.float64)
    else:
        values = spelled_numbers(column)
    check_finite(values, column.name, ROWS)
    return values


def spelled_numbers(column: Column) -> NDArray[np.float64]:
    """(rows,) the numbers that words spell, with yes and no as 1 and 0; nan where there is none."""
    if column.implementation.is_pyarrow():
        try:
            return column.cast(nw.Float64).to_numpy().astype(np.float64)
        except ValueError:  # not all of them are plain numbers: look at each
            pass
    spelled = [(value or "nan").strip() for value in words(column)]
    spelled = [TRUTH.get(value.lower(), value) for value in spelled]
    odd = next((row for row, value in enumerate(spelled) if not is_number(value)), None)
    if odd is not None:
        raise SteersmanError(
            f"column {column.name!r} of {ROWS} holds {spelled[odd]!r} in data row {odd + 1}, "
            "expected a number",
            todo="fill in or remove those rows",
        )
    return np.asarray(spelled, dtype=np.float64)


def text_frame(frame: Frame, columns: Sequence[str]) -> Frame:
    """The text columns; one without any value at all holds empty text."""
    empty = [name for name in columns if frame[name].is_null().all()]
    return frame.select(columns).with_columns(
        *(nw.lit("").cast(nw.String).alias(name) for name in empty)
    )

"""Rows as a file or a frame holds them to features: the first steps of a saved pipeline.

Numbers stay as they are, words become a 0/1 column for each value, dates become numbers, text
becomes counts. What is missing is filled in here, with what was learned from the training rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.compose import ColumnTransformer
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.utils import Tags

from steersman.data.arrow.documents import ArrowDocuments
from steersman.data.arrow.frames import Table, frame_from_columns
from steersman.data.arrow.vectors import vector_column, vector_length, vector_values
from steersman.data.column_parts import (
    DateParts,
    NumberColumns,
    SparseValues,
    TextColumn,
    VectorColumns,
    WordColumns,
)
from steersman.data.columns.column_formats import date_formats as seen_date_formats
from steersman.data.columns.column_formats import number_formats as seen_number_formats
from steersman.data.columns.kinds import Column, Frame
from steersman.data.columns.named_columns import check_present
from steersman.data.columns.number_format import NumberFormat
from steersman.data.columns.numbered_columns import with_vectors
from steersman.data.columns.texts import joined_text
from steersman.data.columns.values import date_column, number_columns, text_frame, word_column
from steersman.data.counting import Counter, default_counter
from steersman.data.formats.frames import frame_of
from steersman.data.read_options import ReadOptions
from steersman.data.text_parts import TEXT, is_text_part, text_parts
from steersman.errors import SteersmanError
from steersman.tasks import current_task

ROWS = "the rows"
MOST_LOOKED_UP = 200
FIRST_LOOK = 0.1
"""The part of the work that reading the columns takes."""
DEFAULTS = ReadOptions()


class RawColumns(TransformerMixin, BaseEstimator):
    """Takes the columns a model needs from a pandas, polars or Arrow frame, whatever else it has.

    `numbers` come out as 64-bit numbers (words that spell numbers are read), `words` as strings,
    missing ones empty, `dates` as seconds, and the `text` columns joined into one named as the
    first of them, or each by itself where they are `apart`. `number_formats` and `date_formats` say
    how numbers and dates are written, by column; without them that is learned from the rows. In the
    columns `zeros_missing`, 0 stands for a missing value. A column that is not there, or a value
    that is no number, is refused in a sentence.

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
        dates: Sequence[str] = (),
        where: str = ROWS,
        number_formats: Mapping[str, NumberFormat] | None = None,
        date_formats: Mapping[str, str] | None = None,
        zeros_missing: Sequence[str] = (),
        vectors: Sequence[str] = (),
        apart: bool = False,
    ) -> None:
        self.numbers = numbers
        self.words = words
        self.text = text
        self.dates = dates
        self.where = where
        self.number_formats = number_formats
        self.date_formats = date_formats
        self.zeros_missing = zeros_missing
        self.vectors = vectors
        self.apart = apart

    @property
    def columns(self) -> list[str]:
        """The columns that are taken."""
        return [*self.numbers, *self.words, *self.dates, *self.vectors, *self.text]

    @property
    def counted_text(self) -> list[tuple[str, ...]]:
        """The text columns whose words are counted together, once for each count."""
        if self.apart:
            return [(name,) for name in self.text]
        return [tuple(self.text)] if self.text else []

    def checked_frame(self, X: object) -> Frame:
        """The frame that holds the rows, unless a column is not there."""
        frame, _ = frame_of(X)
        frame = with_vectors(frame, self.vectors)
        there = frame.columns
        known = set(there)
        for name in (name for name in self.columns if name not in known):
            check_present(there, name, "the model's column", self.where)
        return frame

    def fit(self, X: object, y: object = None) -> Self:  # noqa: ARG002
        """Learn how numbers and dates are written, unless that was given."""
        frame = self.checked_frame(X)
        numbers, dates = self.number_formats, self.date_formats
        self.number_formats_ = dict(
            seen_number_formats(frame, self.numbers) if numbers is None else numbers
        )
        self.date_formats_ = dict(seen_date_formats(frame, self.dates) if dates is None else dates)
        self.lengths_ = {
            name: known_length(frame.get_column(name), None, self.where) for name in self.vectors
        }
        return self

    @property
    def known_number_formats(self) -> Mapping[str, NumberFormat]:
        """How columns of numbers are written, where that was learned or given."""
        return getattr(self, "number_formats_", None) or self.number_formats or {}

    def transform(self, X: object) -> Table:
        """An Arrow table of the columns."""
        frame = self.checked_frame(X)
        task, width = current_task(), len(frame.columns)
        table: dict[str, object] = {}
        for name, numbers in number_columns(
            frame, self.numbers, self.where, self.known_number_formats
        ):
            task.report(f"reading {name}", 0.2 * len(table) / width)
            table[name] = without_zeros(numbers) if name in self.zeros_missing else numbers
        table |= {name: word_column(frame.get_column(name)) for name in self.words}
        dates = getattr(self, "date_formats_", None) or self.date_formats or {}
        for name in self.dates:
            table[name] = date_column(frame.get_column(name), dates.get(name), self.where)
        for name in self.vectors:
            column = frame.get_column(name)
            length = known_length(column, getattr(self, "lengths_", {}).get(name), self.where)
            table[name] = vector_column(vector_values(column.to_arrow(), length))
        for columns in self.counted_text:
            documents = joined_text(text_frame(frame, columns), columns, self.where)
            if isinstance(documents, ArrowDocuments):
                table[columns[0]] = documents.column
            else:
                table[columns[0]] = list(documents)
        native: Table = frame_from_columns(table).to_native()
        return native

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.target_tags.required = False
        tags.requires_fit = False
        return tags


def known_length(column: Column, expected: int | None, where: str) -> int:
    """How many numbers the vectors of a column have; an error unless it is as expected."""
    arrow = column.to_arrow()
    found = vector_length(arrow)
    # Without any vector every one is missing, whatever its length would be.
    if found is None and expected is not None and arrow.null_count == len(arrow):
        return expected
    if found is None or found != (expected or found):
        wanted = f"{expected} numbers" if expected else "numbers, as many in every row"
        raise SteersmanError(
            f"column {column.name!r} of {where} does not hold vectors of {wanted}",
            todo="correct the column, or leave it out",
            code="vectors-differ",
            column=column.name,
            expected=expected,
            came=found,
        )
    return found


def without_zeros(numbers: object) -> NDArray[np.float64]:
    """(rows,) the numbers, nan in place of 0."""
    values = np.asarray(numbers, dtype=np.float64)
    return np.where(values == 0.0, np.nan, values)


def raw_features(
    numbers: Sequence[str] = (),
    words: Sequence[str] = (),
    text: Sequence[str] = (),
    dates: Sequence[str] = (),
    *,
    counter: Counter | None = None,
    dense: bool = False,
    where: str = ROWS,
    number_formats: Mapping[str, NumberFormat] | None = None,
    date_formats: Mapping[str, str] | None = None,
    vectors: Sequence[str] = (),
    reading: ReadOptions = DEFAULTS,
) -> Pipeline:
    """An unfitted pipeline from raw rows to features: numbers as they are, a 0/1 column for each
    word seen when it is fitted (others are ignored), dates as days, month, weekday and hour,
    counts of the text. Beside counts, numbers and dates are scaled to the range 0 to 1.

    Parameters
    ----------
    numbers : sequence of str
        Columns of numbers.
    words : sequence of str
        Columns of categories.
    text : sequence of str
        Columns of text.
    dates : sequence of str
        Columns of dates.
    counter : TextCounter, optional
        Turns text into counts.
    dense : bool
        Return a dense array.
    where : str
        What the rows are called in error messages.
    number_formats : mapping, optional
        How the numbers of a column are written.
    date_formats : mapping, optional
        How the dates of a column are written.
    vectors : sequence of str
        Columns of lists of numbers, such as embeddings.
    reading : ReadOptions
        What stands for missing values, and whether text columns are counted apart.

    Returns
    -------
    Pipeline
        The unfitted pipeline.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": [3, 4], "port": ["Oslo", "Bergen"]})
    >>> features = raw_features(["age"], ["port"], dense=True).fit(frame)
    >>> features.transform(pd.DataFrame({"port": ["Oslo", "Rome"], "age": [5, None]}))
    array([[5. , 0. , 1. ],
           [3.5, 0. , 0. ]])
    """
    parts: list[tuple[str, object, object]] = []
    for name, part, columns in (
        ("numbers", NumberColumns(reading.missing_numbers), numbers),
        ("dates", DateParts(reading.missing_dates), dates),
        ("vectors", VectorColumns(), vectors),
    ):
        # Beside counts, a column of large numbers would outweigh every word.
        steps = [part, *([MinMaxScaler(clip=True)] if text else [])]
        steps += [] if dense else [SparseValues()]
        if columns:
            parts.append((name, make_pipeline(*steps), columns_beside(columns)))
    if words:
        kept = WordColumns(reading.missing_categories)
        parts.append(("words", kept, columns_beside(words)))
    columns = RawColumns(
        list(numbers),
        list(words),
        list(text),
        list(dates),
        where,
        number_formats,
        date_formats,
        list(reading.zeros_missing),
        list(vectors),
        reading.text_columns == "apart" and len(text) > 1,
    )
    for place, together in enumerate(columns.counted_text):
        chosen = default_counter() if counter is None else clone(counter)
        name = f"text {place + 1}" if columns.apart else TEXT
        parts.append((name, make_pipeline(TextColumn(), chosen), together[0]))
    encoding = ColumnTransformer(parts, sparse_threshold=0.0 if dense else 1.0)
    return Pipeline([("columns", columns), ("features", encoding)])


def fit_parts(
    features: Pipeline, rows: object, *, make: bool = False, counter: Counter | None = None
) -> list[csr_matrix]:
    """Fit a pipeline of `raw_features` to rows, part by part; what each makes of them, if wanted.

    A `counter` that has its vocabulary already learns no other from these rows.
    """
    with current_task().part(0.0, FIRST_LOOK).as_current():
        table = features["columns"].fit(rows).transform(rows)
    return fit_encoding(features["features"], table, make=make, counter=counter)


def fit_encoding(
    encoding: ColumnTransformer,
    table: Table,
    *,
    make: bool = False,
    counter: Counter | None = None,
) -> list[csr_matrix]:
    """Fit the parts of a pipeline of `raw_features` to columns that `RawColumns` took.

    scikit-learn's column transformer makes all features when it is fitted, and copies them; here it
    is handed parts that have learned already, and one row.
    """
    task, unfitted = current_task(), encoding.transformers
    learned, made = [], []
    spans = work_spans([name for name, _, _ in unfitted])
    for (name, unlearned, columns), span in zip(unfitted, spans):
        part, chosen = clone(unlearned), chosen_columns(table, columns)
        with task.part(*span).as_current():
            if is_text_part(name) and counter is not None:
                part = make_pipeline(TextColumn(), counter)
            elif make:
                made.append(part.fit_transform(chosen))
            else:
                fit_only(part, chosen)
        learned.append((name, FrozenEstimator(part), columns))
    # One row is enough: the frozen parts have learned already, and only their output widths are
    # recorded.
    encoding.set_params(transformers=learned).fit(table.slice(0, 1))
    encoding.set_params(transformers=unfitted)
    encoding.transformers_ = [
        (name, frozen.estimator, columns) for name, frozen, columns in encoding.transformers_
    ]
    return made


def work_spans(names: Sequence[str]) -> list[tuple[float, float]]:
    """From where to where each part takes the work, 0 to 1: counting text takes most of it."""
    sizes = np.array([10.0 if is_text_part(name) else 1.0 for name in names])
    ends = FIRST_LOOK + (1.0 - FIRST_LOOK) * np.cumsum(sizes) / sizes.sum()
    return list(zip([FIRST_LOOK, *ends.tolist()], ends.tolist()))


def fit_only(part: BaseEstimator, chosen: object) -> None:
    """Fit a part, or the steps of one up to the last that learns anything."""
    steps = [step for _, step in part.steps] if isinstance(part, Pipeline) else [part]
    while len(steps) > 1 and isinstance(steps[-1], SparseValues):
        steps.pop()
    for step in steps[:-1]:
        chosen = step.fit(chosen).transform(chosen)
    steps[-1].fit(chosen)


def columns_beside(names: Sequence[str]) -> list[str] | slice:
    """Columns that stand side by side; scikit-learn looks up each name of a list from the start."""
    # For thousands of columns the lookups of scikit-learn would take longer than the fit.
    return list(names) if len(names) <= MOST_LOOKED_UP else slice(names[0], names[-1])


def chosen_columns(table: Table, columns: str | list[str] | slice) -> object:
    """One column of an Arrow table, or some."""
    if isinstance(columns, slice):
        names = table.column_names
        columns = names[names.index(columns.start) : names.index(columns.stop) + 1]
    return table[columns] if isinstance(columns, str) else table.select(columns)


def feature_names(features: Pipeline) -> tuple[str, ...]:
    """The names of the features that a fitted `raw_features` makes, in their order.

    A column of numbers gives its own name, a word `column=word`, a part of a date `column month`;
    terms of the text stand alone, or behind the name of the column where there are others.
    """
    columns, encoding = features["columns"], features["features"]
    texts = iter(text_parts(features))
    names: list[str] = []
    for part, transformer, _ in encoding.transformers_:
        if is_text_part(part):
            names += next(texts).names()
        else:
            source = {
                "numbers": columns.numbers,
                "dates": columns.dates,
                "words": columns.words,
                "vectors": columns.vectors,
            }
            made = transformer if part == "words" else transformer[0]
            names += made.names(source[part])
    return tuple(names)

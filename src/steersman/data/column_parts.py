"""The parts of the column transformer: each turns columns of one role into features."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from steersman.data.arrow.columns import (
    ArrowColumn,
    all_words,
    coded_words,
    codes_in_chunks,
    with_one_code,
)
from steersman.data.arrow.documents import ArrowDocuments
from steersman.data.arrow.frames import Table
from steersman.data.arrow.vectors import vector_values
from steersman.data.cell_sources import CellSource, Places, sparse_rows, written_values
from steersman.data.columns.kinds import is_missing_word
from steersman.data.columns.values import check_spread
from steersman.data.date_parts import DATE_PARTS, distinct_moments, parts_of
from steersman.data.medians import mean, median, median_of_counts
from steersman.data.ordered_threads import are_few, results_in_order
from steersman.data.read_options import MissingCategories, MissingDates, MissingNumbers
from steersman.tasks import current_task

MISSING_WORD = "(missing)"
"""How a category of missing words is called, where it is one of its own."""
Floats = NDArray[np.float64]


class ColumnPart(TransformerMixin, BaseEstimator):
    """Base class of the parts: a transformer that reads columns of an Arrow table."""

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.input_tags.allow_nan = True
        tags.target_tags.required = False
        return tags


class CellPart(ColumnPart):
    """Base class of the parts that make features of columns without any text."""

    @abstractmethod
    def cell_source(self, X: Table) -> CellSource:
        """What writes the features of some rows; what all rows need is done once, here."""


class NumberPart(CellPart):
    """Base class of those whose features are seldom zero."""

    @abstractmethod
    def write(self, X: Table, values: Floats) -> None:
        """Write the features of rows."""

    def transform(self, X: Table) -> Floats:
        """(rows, features) without a gap."""
        check_is_fitted(self)
        values = np.empty((X.num_rows, self.width))
        self.write(X, values)
        return values

    @property
    @abstractmethod
    def width(self) -> int:
        """How many features there are."""

    def cell_source(self, X: Table) -> CellSource:
        """What writes the features of some rows."""
        check_is_fitted(self)
        width = self.width

        def write(rows: slice, values: Floats, places: Places, first: int) -> None:
            self.write(X.slice(rows.start, rows.stop - rows.start), values)
            places[:] = np.arange(first, first + width, dtype=np.int32)

        return CellSource(width, width, write)


class NumberColumns(NumberPart):
    """Numbers as they are; one that is missing is the median of its column in the training rows.

    With another `missing` rule it is their mean, or zero. A column without any number is zero.
    """

    def __init__(self, missing: MissingNumbers = "median") -> None:
        self.missing = missing

    def fit(self, X: Table, y: object = None) -> Self:  # noqa: ARG002
        """Learn what stands for a missing number of each column."""
        fillings = results_in_order(
            self.filling, zip(X.column_names, X.columns), few_rows=are_few(X.num_rows)
        )
        self.fillings_ = np.asarray(list(fillings), dtype=np.float64)
        return self

    def filling(self, named: tuple[str, ArrowColumn]) -> float:
        """What stands for a missing number of a column, with its name."""
        name, column = named
        values = column.to_numpy()
        check_spread(values, name)
        return FILLINGS[self.missing](values)

    @property
    def width(self) -> int:
        """How many features there are."""
        return len(self.fillings_)

    def write(self, X: Table, values: Floats) -> None:
        """Write the numbers of rows, without a gap."""
        current_task().report("building features", 0.2)
        for place, (numbers, filling) in enumerate(zip(X.columns, self.fillings_)):
            column, out = numbers.to_numpy(), values[:, place]
            out[:] = column
            np.copyto(out, filling, where=np.isnan(column))

    def names(self, columns: Sequence[str]) -> list[str]:
        """The names of the features."""
        return list(columns)


class DateParts(NumberPart):
    """Moments as days since 1970, month, weekday (Monday is 0) and hour.

    Each part of a missing one is its median in the training rows; with another `missing` rule they
    are those of their earliest or latest moment.
    """

    def __init__(self, missing: MissingDates = "median") -> None:
        self.missing = missing

    def fit(self, X: Table, y: object = None) -> Self:  # noqa: ARG002
        """Learn what stands for a missing moment of each column."""
        fillings = list(
            results_in_order(self.filling, moment_columns(X), few_rows=are_few(X.num_rows))
        )
        self.fillings_ = np.concatenate(fillings) if fillings else np.empty(0)
        return self

    def filling(self, moments: NDArray[np.generic]) -> Floats:
        """(parts,) what stands for a missing moment of a column."""
        seconds = moments.astype("datetime64[s]", copy=False)
        there = seconds[~np.isnat(seconds)]
        if not len(there):
            return np.zeros(len(DATE_PARTS))
        if self.missing == "median":
            distinct, rows = distinct_moments(there)
            return np.asarray([median_of_counts(each, rows) for each in parts_of(distinct).T])
        end = there.min() if self.missing == "earliest" else there.max()
        return np.asarray(parts_of(np.array([end]))[0])

    @property
    def width(self) -> int:
        """How many features there are."""
        return len(self.fillings_)

    def write(self, X: Table, values: Floats) -> None:
        """Write the parts of each column, without a gap."""
        for place, moments in enumerate(moment_columns(X)):
            own = slice(place * len(DATE_PARTS), (place + 1) * len(DATE_PARTS))
            parts = parts_of(moments)
            missing = np.isnan(parts[:, 0])
            if missing.any():
                parts[missing] = self.fillings_[own]
            values[:, own] = parts

    def names(self, columns: Sequence[str]) -> list[str]:
        """The names of the features."""
        return [f"{column} {part}" for column in columns for part in DATE_PARTS]


class WordColumns(CellPart):
    """A 0/1 feature for each word of each column; words not seen in training have none.

    A missing word, which is empty or a mark such as "?", has a feature of its own; with the
    `missing` rule "frequent" it is the most frequent word of its column in the training rows.
    scikit-learn's encoder sees each distinct word once, however many rows hold it.
    """

    def __init__(self, missing: MissingCategories = "own") -> None:
        self.missing = missing

    def fit(self, X: Table, y: object = None) -> Self:  # noqa: ARG002
        """Learn the words of each column."""
        self.encoders_, self.fillings_ = [], []
        for column in X.columns:
            distinct, codes = known_words(column)
            filling = self.filling(distinct, codes)
            # A column of nothing but missing words keeps the empty one.
            known = np.unique(distinct[distinct != ""] if filling else distinct)
            self.encoders_.append(OneHotEncoder(handle_unknown="ignore").fit(known[:, None]))
            self.fillings_.append(filling)
        return self

    def filling(self, distinct: NDArray[np.object_], codes: NDArray[np.int64]) -> str:
        """What stands for a missing word: the empty word, or the most frequent one."""
        if self.missing == "own":
            return ""
        sizes = np.bincount(codes[codes >= 0], minlength=len(distinct))
        # Of equally frequent words the first in the alphabet, whatever the order of the rows.
        words = np.unique(distinct[distinct != ""])
        rows = [int(sizes[distinct == word].sum()) for word in words]
        return str(words[int(np.argmax(rows))]) if len(words) else ""

    def transform(self, X: Table) -> csr_matrix:
        """(rows, words of each column)."""
        return sparse_rows([self.cell_source(X)], slice(0, X.num_rows))

    def cell_source(self, X: Table) -> CellSource:
        """What writes the features of some rows: the word of each row and column is found once."""
        check_is_fitted(self)
        widths = [len(encoder.categories_[0]) for encoder in self.encoders_]
        starts = np.cumsum([0, *widths]).tolist()
        columns, place_of_code = [], []
        parts = zip(X.columns, starts, self.encoders_, self.fillings_)
        for column, (words, start, encoder, filling) in enumerate(parts):
            current_task().report("building features", 0.3 + 0.3 * column / len(self.encoders_))
            known = {word: start + place for place, word in enumerate(encoder.categories_[0])}
            columns.append(encoded := with_one_code(words))
            found = [known.get(known_word(word) or filling, -1) for word in all_words(encoded)]
            # The last element answers for the code -1, a missing word.
            place_of_code.append(np.array([*found, -1], np.int32))

        def write(rows: slice, values: Floats, places: Places, first: int) -> None:
            for column, (encoded, place_of) in enumerate(zip(columns, place_of_code)):
                start = 0
                for codes in codes_in_chunks(encoded.slice(rows.start, len(values))):
                    np.take(place_of, codes, out=places[start : start + len(codes), column])
                    start += len(codes)
            np.greater_equal(places, 0, out=values, casting="unsafe")
            places += first

        return CellSource(len(columns), starts[-1], write)

    def names(self, columns: Sequence[str]) -> list[str]:
        """The names of the features."""
        return [
            f"{column}={word or MISSING_WORD}"
            for column, encoder in zip(columns, self.encoders_)
            for word in encoder.categories_[0]
        ]


class VectorColumns(NumberPart):
    """A feature for each number of each vector; a missing one is the mean of the training rows."""

    def fit(self, X: Table, y: object = None) -> Self:  # noqa: ARG002
        """Learn the length and the mean of each column."""
        self.means_ = []
        for column in X.columns:
            values = vector_values(column, column.type.list_size)
            there = ~np.isnan(values)
            summed = np.where(there, values, 0.0).sum(axis=0)
            self.means_.append(summed / np.maximum(there.sum(axis=0), 1))
        return self

    @property
    def width(self) -> int:
        """How many features there are."""
        return sum(map(len, self.means_))

    def write(self, X: Table, values: Floats) -> None:
        """Write the numbers of all vectors, without a gap."""
        start = 0
        for column, means in zip(X.columns, self.means_):
            numbers = vector_values(column, column.type.list_size)
            own = slice(start, start + len(means))
            values[:, own] = np.where(np.isnan(numbers), means, numbers)
            start = own.stop

    def names(self, columns: Sequence[str]) -> list[str]:
        """The names of the features."""
        return [
            f"{column}[{place}]"
            for column, means in zip(columns, self.means_)
            for place in range(len(means))
        ]


class SparseValues(ColumnPart):
    """Dense features as sparse ones, so that they stand beside words without a detour."""

    def fit(self, X: object, y: object = None) -> Self:  # noqa: ARG002
        """Nothing is learned."""
        return self

    def transform(self, X: Floats) -> csr_matrix:
        """(rows, features) whose zeros are not kept."""
        return sparse_rows([written_values(X)], slice(0, len(X)))

    def __sklearn_is_fitted__(self) -> bool:
        return True


class TextColumn(ColumnPart):
    """The documents of one column, one after the other, for a text counter."""

    def fit(self, X: object, y: object = None) -> Self:  # noqa: ARG002
        """Nothing is learned."""
        return self

    def transform(self, X: object) -> Sequence[str]:
        """(rows,) documents."""
        return ArrowDocuments(X)

    def __sklearn_is_fitted__(self) -> bool:
        return True


def known_words(column: ArrowColumn) -> tuple[NDArray[np.object_], NDArray[np.int64]]:
    """The distinct words of a column, missing ones empty, and the number of each row's word."""
    distinct, codes = coded_words(column)
    return np.asarray([known_word(word) for word in distinct.tolist()], dtype=object), codes


def known_word(word: str) -> str:
    """The word, empty where it is a mark for a missing one."""
    return "" if is_missing_word(word) else word


def moment_columns(X: Table) -> Iterator[NDArray[np.generic]]:
    """The moments of each column."""
    return (column.to_numpy() for column in X.columns)


FILLINGS: dict[MissingNumbers, Callable[[NDArray[np.float64]], float]] = {
    "median": median,
    "mean": mean,
    "zero": lambda _: 0.0,
}
"""What stands for a missing number, by rule."""

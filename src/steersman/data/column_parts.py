"""The parts of the column transformer: each turns columns of one role into features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from steersman.data.arrow.columns import coded_words
from steersman.data.arrow.documents import ArrowDocuments
from steersman.data.arrow.frames import Table
from steersman.data.arrow.vectors import vector_values
from steersman.data.columns.kinds import Column, Frame, is_missing_word
from steersman.data.read_options import MissingCategories, MissingDates, MissingNumbers
from steersman.tasks import current_task

SECONDS_A_DAY = 86_400
DATE_PARTS = ("day", "month", "weekday", "hour")
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


class NumberColumns(ColumnPart):
    """Numbers as they are; one that is missing is the median of its column in the training rows.

    With another `missing` rule it is their mean, or zero. A column without any number is zero.
    """

    def __init__(self, missing: MissingNumbers = "median") -> None:
        self.missing = missing

    def fit(self, X: Table, y: object = None) -> Self:  # noqa: ARG002
        """Learn what stands for a missing number of each column."""
        rule = FILLINGS[self.missing]
        self.fillings_ = np.asarray([rule(column.to_numpy()) for column in X.columns])
        return self

    def transform(self, X: Table) -> Floats:
        """(rows, columns) without a gap."""
        check_is_fitted(self)
        current_task().report("building features", 0.2)
        values = np.empty((X.num_rows, X.num_columns))
        for place, (numbers, filling) in enumerate(zip(X.columns, self.fillings_)):
            column = numbers.to_numpy()
            values[:, place] = np.where(np.isnan(column), filling, column)
        return values

    def names(self, columns: Sequence[str]) -> list[str]:
        """The names of the features."""
        return list(columns)


class DateParts(ColumnPart):
    """Moments as days since 1970, month, weekday (Monday is 0) and hour.

    Each part of a missing one is its median in the training rows; with another `missing` rule they
    are those of their earliest or latest moment.
    """

    def __init__(self, missing: MissingDates = "median") -> None:
        self.missing = missing

    def fit(self, X: object, y: object = None) -> Self:  # noqa: ARG002
        """Learn what stands for a missing moment of each column."""
        table = arrow_frame(X)
        fillings = [self.filling(parts_of(table[name].to_numpy())) for name in table.columns]
        self.fillings_ = np.concatenate(fillings) if fillings else np.empty(0)
        return self

    def filling(self, parts: Floats) -> Floats:
        """(parts,) what stands for a missing moment of a column with these parts."""
        there = parts[~np.isnan(parts[:, 0])]
        if self.missing == "median" or not len(there):
            return np.asarray([median(column) for column in parts.T])
        days = there[:, 0]
        place = np.argmin(days) if self.missing == "earliest" else np.argmax(days)
        return np.asarray(there[place])

    def transform(self, X: object) -> Floats:
        """(rows, parts of each column)."""
        check_is_fitted(self)
        parts = date_parts(arrow_frame(X))
        return np.where(np.isnan(parts), self.fillings_, parts)

    def names(self, columns: Sequence[str]) -> list[str]:
        """The names of the features."""
        return [f"{column} {part}" for column in columns for part in DATE_PARTS]


class WordColumns(ColumnPart):
    """A 0/1 feature for each word of each column; words not seen in training have none.

    A missing word, which is empty or a mark such as "?", has a feature of its own; with the
    `missing` rule "frequent" it is the most frequent word of its column in the training rows.
    scikit-learn's encoder sees each distinct word once, however many rows hold it.
    """

    def __init__(self, missing: MissingCategories = "own") -> None:
        self.missing = missing

    def fit(self, X: object, y: object = None) -> Self:  # noqa: ARG002
        """Learn the words of each column."""
        table = arrow_frame(X)
        self.encoders_, self.fillings_ = [], []
        for name in table.columns:
            distinct, codes = known_words(table[name])
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

    def transform(self, X: object) -> csr_matrix:
        """(rows, words of each column)."""
        check_is_fitted(self)
        table = arrow_frame(X)
        places = np.empty((len(table), len(self.encoders_)), np.int32)
        n_words = 0
        parts = zip(table.columns, self.encoders_, self.fillings_)
        for column, (name, encoder, filling) in enumerate(parts):
            part = 0.3 + 0.3 * column / len(self.encoders_)
            current_task().report("building features", part)
            distinct, codes = known_words(table[name])
            known = {word: n_words + place for place, word in enumerate(encoder.categories_[0])}
            # The last element answers for the code -1, a missing word.
            found = [known.get(word or filling, -1) for word in distinct]
            places[:, column] = np.array([*found, -1])[codes]
            n_words += len(known)
        there = places >= 0
        indptr = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
        ones = np.ones(int(indptr[-1]))
        return csr_matrix((ones, places[there], indptr), shape=(len(table), n_words))

    def names(self, columns: Sequence[str]) -> list[str]:
        """The names of the features."""
        return [
            f"{column}={word or MISSING_WORD}"
            for column, encoder in zip(columns, self.encoders_)
            for word in encoder.categories_[0]
        ]


class VectorColumns(ColumnPart):
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

    def transform(self, X: Table) -> Floats:
        """(rows, numbers of all vectors) without a gap."""
        check_is_fitted(self)
        parts = []
        for column, means in zip(X.columns, self.means_):
            values = vector_values(column, column.type.list_size)
            parts.append(np.where(np.isnan(values), means, values))
        return np.hstack(parts)

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
        rows, columns = X.shape
        indices = np.tile(np.arange(columns, dtype=np.int32), rows)
        indptr = np.arange(rows + 1, dtype=np.int64) * columns
        sparse = csr_matrix((X.ravel(), indices, indptr), shape=X.shape)
        # Zeros were stored to build the matrix in one stroke; most of them need not be kept.
        sparse.eliminate_zeros()
        return sparse

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


def known_words(column: Column) -> tuple[NDArray[np.object_], NDArray[np.int64]]:
    """The distinct words of a column, missing ones empty, and the number of each row's word."""
    distinct, codes = coded_words(column.to_native())
    words = ["" if is_missing_word(word) else word for word in distinct.tolist()]
    return np.asarray(words, dtype=object), codes


def arrow_frame(X: object) -> Frame:
    """An Arrow table as a frame."""
    frame: Frame = nw.from_native(X, eager_only=True)  # type: ignore[call-overload]
    return frame


def median(values: NDArray[np.float64]) -> float:
    """The median of the values that are there, zero when none is."""
    there = values[~np.isnan(values)]
    if not there.size:
        return 0.0
    # numpy's own median takes four times as long.
    middle = ((there.size - 1) // 2, there.size // 2)
    low, high = np.partition(there, middle)[[*middle]]
    return float((low + high) / 2 if low != high else low)


def mean(values: NDArray[np.float64]) -> float:
    """The mean of the values that are there, zero when none is."""
    there = values[~np.isnan(values)]
    return float(there.mean()) if there.size else 0.0


FILLINGS: dict[MissingNumbers, Callable[[NDArray[np.float64]], float]] = {
    "median": median,
    "mean": mean,
    "zero": lambda _: 0.0,
}
"""What stands for a missing number, by rule."""


def date_parts(table: Frame) -> Floats:
    """(rows, parts of each column); nan where there is no date."""
    parts = [parts_of(table[name].to_numpy()) for name in table.columns]
    return np.column_stack(parts)


def parts_of(moments: NDArray[np.generic]) -> Floats:
    """(rows, parts) of one column.

    >>> parts_of(np.array(["1970-02-03T06:00:00", "NaT"], dtype="datetime64[s]"))
    array([[33.25,  2.  ,  1.  ,  6.  ],
           [  nan,   nan,   nan,   nan]])
    """
    seconds = moments.astype("datetime64[s]")
    absent = np.isnat(seconds)
    count = np.where(absent, 0, seconds.astype(np.int64))
    month = seconds.astype("datetime64[M]").astype(np.int64) % 12 + 1
    # January 1, 1970 was a Thursday.
    weekday = (count // SECONDS_A_DAY + 3) % 7
    hour = count % SECONDS_A_DAY // 3_600
    parts = np.column_stack([count / SECONDS_A_DAY, month, weekday, hour]).astype(np.float64)
    parts[absent] = np.nan
    return parts

"""The parts of the column transformer: each turns columns of one role into features."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from steersman.data.arrow.columns import ArrowColumn, coded_words
from steersman.data.arrow.documents import ArrowDocuments
from steersman.data.arrow.frames import Table
from steersman.data.arrow.vectors import vector_values
from steersman.data.columns.kinds import is_missing_word
from steersman.data.columns.values import check_spread
from steersman.data.read_options import MissingCategories, MissingDates, MissingNumbers
from steersman.tasks import current_task

SECONDS_A_DAY = 86_400
DATE_PARTS = ("day", "month", "weekday", "hour")
MISSING_WORD = "(missing)"
"""How a category of missing words is called, where it is one of its own."""
MANY_VALUES, SAMPLED_VALUES = 5_000, 1_000
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


class Cells(NamedTuple):
    """Features of rows by the values that may differ from zero, as many in every row.

    `places` has the feature of each value, for all rows alike or for each; zero values have any.
    There are `width` features.
    """

    values: Floats  # (rows, values)
    places: NDArray[np.int32]  # (values,) or (rows, values)
    width: int


def sparse_cells(parts: Sequence[Cells]) -> csr_matrix:
    """(rows, features of all parts) side by side; zeros are not kept.

    >>> numbers = Cells(np.array([[3.0, 0.0]]), np.arange(2, dtype=np.int32), 2)
    >>> words = Cells(np.ones((1, 1)), np.array([[1]], dtype=np.int32), 2)
    >>> sparse_cells([numbers, words]).toarray().tolist()
    [[3.0, 0.0, 0.0, 1.0]]
    """
    values = np.hstack([part.values for part in parts])
    places = np.empty(values.shape, np.int32)
    column, width = 0, 0
    for part in parts:
        beside = column + part.values.shape[1]
        np.add(part.places, width, out=places[:, column:beside])
        column, width = beside, width + part.width
    bounds = values.shape[1] * np.arange(len(values) + 1)
    rows = csr_matrix((values.ravel(), places.ravel(), bounds), shape=(len(values), width))
    # In place, which takes half the time of choosing the others by a mask.
    rows.eliminate_zeros()
    rows.has_canonical_format = True
    return rows


class CellPart(ColumnPart):
    """Base class of the parts that make features of columns without any text."""

    @abstractmethod
    def cells(self, X: Table) -> Cells:
        """The features of rows."""


class NumberPart(CellPart):
    """Base class of those whose features are seldom zero."""

    @abstractmethod
    def transform(self, X: Table) -> Floats:
        """(rows, features)."""

    def cells(self, X: Table) -> Cells:
        """The features of rows."""
        values = self.transform(X)
        width = values.shape[1]
        return Cells(values, np.arange(width, dtype=np.int32), width)


class NumberColumns(NumberPart):
    """Numbers as they are; one that is missing is the median of its column in the training rows.

    With another `missing` rule it is their mean, or zero. A column without any number is zero.
    """

    def __init__(self, missing: MissingNumbers = "median") -> None:
        self.missing = missing

    def fit(self, X: Table, y: object = None) -> Self:  # noqa: ARG002
        """Learn what stands for a missing number of each column."""
        rule = FILLINGS[self.missing]
        columns = [column.to_numpy() for column in X.columns]
        for name, values in zip(X.column_names, columns):
            check_spread(values, name)
        self.fillings_ = np.asarray([rule(values) for values in columns])
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


class DateParts(NumberPart):
    """Moments as days since 1970, month, weekday (Monday is 0) and hour.

    Each part of a missing one is its median in the training rows; with another `missing` rule they
    are those of their earliest or latest moment.
    """

    def __init__(self, missing: MissingDates = "median") -> None:
        self.missing = missing

    def fit(self, X: Table, y: object = None) -> Self:  # noqa: ARG002
        """Learn what stands for a missing moment of each column."""
        fillings = [self.filling(parts_of(moments)) for moments in moment_columns(X)]
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

    def transform(self, X: Table) -> Floats:
        """(rows, parts of each column)."""
        check_is_fitted(self)
        parts = np.column_stack([parts_of(moments) for moments in moment_columns(X)])
        return np.where(np.isnan(parts), self.fillings_, parts)

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
        return sparse_cells([self.cells(X)])

    def cells(self, X: Table) -> Cells:
        """The word of each row and column."""
        check_is_fitted(self)
        places = np.empty((X.num_rows, len(self.encoders_)), np.int32)
        n_words = 0
        parts = zip(X.columns, self.encoders_, self.fillings_)
        for column, (words, encoder, filling) in enumerate(parts):
            part = 0.3 + 0.3 * column / len(self.encoders_)
            current_task().report("building features", part)
            distinct, codes = known_words(words)
            known = {word: n_words + place for place, word in enumerate(encoder.categories_[0])}
            # The last element answers for the code -1, a missing word.
            found = [known.get(word or filling, -1) for word in distinct]
            places[:, column] = np.array([*found, -1])[codes]
            n_words += len(known)
        return Cells((places >= 0).astype(np.float64), places, n_words)

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
        width = X.shape[1]
        return sparse_cells([Cells(X, np.arange(width, dtype=np.int32), width)])

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
    words = ["" if is_missing_word(word) else word for word in distinct.tolist()]
    return np.asarray(words, dtype=object), codes


def moment_columns(X: Table) -> Iterator[NDArray[np.generic]]:
    """The moments of each column."""
    return (column.to_numpy() for column in X.columns)


def median(values: NDArray[np.float64]) -> float:
    """The median of the values that are there, zero when none is."""
    there = values[~np.isnan(values)]
    if not there.size:
        return 0.0
    places = ((there.size - 1) // 2, there.size // 2)
    # numpy's own median takes many times as long, and to order all values four times.
    candidates, before = middle_values(there) if there.size >= MANY_VALUES else (there, 0)
    if not before <= places[0] <= places[1] < before + len(candidates):
        candidates, before = there, 0
    middle = (places[0] - before, places[1] - before)
    low, high = np.partition(candidates, middle)[[*middle]]
    return float((low + high) / 2 if low != high else low)


def middle_values(values: Floats) -> tuple[Floats, int]:
    """The values between two bounds that a sample sets around the median, and how many are below.

    >>> middle_values(np.arange(5_000.0))[1]
    2250
    """
    sample = np.sort(values[:: len(values) // SAMPLED_VALUES])
    low, high = sample[int(0.45 * len(sample))], sample[int(0.55 * len(sample))]
    between = values[(values >= low) & (values <= high)]
    return between, int(np.count_nonzero(values < low))


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


def parts_of(moments: NDArray[np.generic]) -> Floats:
    """(rows, parts) of one column.

    >>> parts_of(np.array(["1970-02-03T06:00:00", "NaT"], dtype="datetime64[s]"))
    array([[33.25,  2.  ,  1.  ,  6.  ],
           [  nan,   nan,   nan,   nan]])
    """
    seconds = moments.astype("datetime64[s]")
    absent = np.isnat(seconds)
    count = np.where(absent, 0, seconds.astype(np.int64))
    days = count // SECONDS_A_DAY
    parts = np.empty((len(count), len(DATE_PARTS)))
    parts[:, 0] = count / SECONDS_A_DAY
    parts[:, 1] = months_of(days)
    # January 1, 1970 was a Thursday.
    parts[:, 2] = (days + 3) % 7
    parts[:, 3] = (count - days * SECONDS_A_DAY) // 3_600
    parts[absent] = np.nan
    return parts


def months_of(days: NDArray[np.int64]) -> NDArray[np.int64]:
    """(rows,) the months, from 1, of days since 1970.

    >>> months_of(np.array([0, 31, -1])).tolist()
    [1, 2, 12]
    """
    first, last = (int(days.min()), int(days.max())) if len(days) else (0, 0)
    # numpy's calendar takes longer than all the rest, and most rows share their days with others.
    shared = last - first < len(days)
    asked = np.arange(first, last + 1) if shared else days
    months = asked.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % 12 + 1
    return months[days - first] if shared else months

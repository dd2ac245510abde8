"""The values of a column: as they are, as words, how many are missing and how many differ."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import narwhals as nw

from steersman.data.arrow.columns import distinct_values
from steersman.data.columns.kinds import (
    WORDS,
    Column,
    is_missing_mark,
    is_missing_word,
    is_vector,
    kind_of_column,
)


def cells(column: Column) -> list[object | None]:
    """(rows,) the values of a column, None where there is none."""
    # Narwhals converts Arrow values one by one; Arrow's own conversion is much quicker.
    if column.implementation.is_pyarrow():
        values = column.to_native().to_pylist()  # type: ignore[attr-defined]
        if not column.dtype.is_float():
            return list(values)
        return [None if value is None or isnan(value) else value for value in values]
    # pandas gives NaN, None or NaT for a missing value: only is_null knows them all.
    absent = column.is_null().to_list()
    return [
        None if missing or (isinstance(value, float) and isnan(value)) else value
        for value, missing in zip(column.to_list(), absent)
    ]


def words(column: Column) -> list[str | None]:
    """(rows,) the values of a column as words, None where there is none."""
    return [None if value is None else str(value) for value in cells(column)]


def missing_count(column: Column) -> int:
    """How many values of a column are not there."""
    if column.dtype in WORDS:
        # Words are tested once each, not once a row, and mostly none is a mark.
        if not any(is_missing_mark(str(word)) for word in different_values(column)):
            return 0
        # A column may be called like the counts.
        distinct = column.drop_nulls().alias("word").value_counts(name="times").rows()
        marks = {str(word): int(times) for word, times in distinct if is_missing_mark(str(word))}
        # Only where there is a mark, the kind of the column says what it means.
        is_missing = missing_test(column) if marks else is_missing_mark
        marked = sum(times for word, times in marks.items() if is_missing(word))
        return column.null_count() + marked
    return int(absent(column).sum())


def different_values(column: Column) -> list[object]:
    """The different values of a column, a missing one among them."""
    if column.implementation.is_pyarrow():
        return distinct_values(column.to_native())
    return column.unique().to_list()


def missing_test(column: Column) -> Callable[[str], bool]:
    """The test for words that stand for a missing value, which depends on the kind of column."""
    of_categories = kind_of_column(column) in ("category", "boolean")
    return is_missing_word if of_categories else is_missing_mark


def absent(column: Column) -> Column:
    """(rows,) True where a column has no value, or one that is no number."""
    return column.is_null() | column.is_nan() if column.dtype.is_float() else column.is_null()


def is_compound(dtype: nw.dtypes.DType) -> bool:
    """Whether the values of a column are neither numbers, words nor moments: lists and the like."""
    return dtype.is_nested() or dtype in (nw.Object, nw.Unknown)


def distinct_count(column: Column) -> int:
    """How many different values a column has."""
    # Two equal vectors are rare, and comparing them all takes long.
    if is_vector(column):
        return len(column)
    if is_compound(column.dtype):
        return len(set(map(str, column.to_list())))
    return column.n_unique()


def present_count(column: Column) -> int:
    """How many different values a column has, those that stand for a missing one not among them."""
    if column.dtype in WORDS:
        is_missing = missing_test(column)
        return sum(not (word is None or is_missing(word)) for word in set(words(column)))
    return distinct_count(column.filter(~absent(column)))

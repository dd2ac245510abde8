"""The values of one column as numbers, words or moments, whatever the file wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow.columns import moments, plain_numbers, plain_words, rounded_values
from steersman.data.columns.bad_values import BadValue
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import Column, Frame, date_format, is_missing_mark
from steersman.data.columns.numerals import (
    Notation,
    comma_words,
    is_number,
    notation_of,
    plain_number,
)
from steersman.data.columns.signed_numerals import bare

__all__ = [
    "OR_LEAVE",
    "date_column",
    "number_column",
    "number_columns",
    "text_frame",
    "word_column",
]

TRUTH = {"true": "1", "false": "0"}
ISO = "%Y-%m-%d"
OR_LEAVE = (
    "correct or empty that value, or give the column another role: roles= (--role COLUMN=category, "
    "or =leave)"
)


def number_column(
    column: Column, where: str, notation: Notation | None = None
) -> NDArray[np.float64]:
    """(rows,) numbers, also where words spell them in a notation; nan where there is none.

    Without a notation it is seen from the words, unless it cannot be.
    """
    if column.dtype.is_numeric() or column.dtype == nw.Boolean:
        values = column.cast(nw.Float64).to_numpy().astype(np.float64)
    else:
        values = spelled_numbers(column, where, notation)
    return checked_finite(values, column.name, where)


def checked_finite(values: NDArray[np.float64], name: str, where: str) -> NDArray[np.float64]:
    """The numbers of a column, unless one is infinite."""
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        row = int(infinite[0])
        raise BadValue(name, row, "holds infinity", "expected finite numbers", OR_LEAVE, where)
    return values


def number_columns(
    frame: Frame, names: Sequence[str], where: str, writing: Callable[[str], str | None]
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """The names of columns and their numbers; plain ones of Arrow's straight from there.

    `writing` says how the numbers of a column are written, where that is known.
    """
    plain = plain_numbers(frame.to_native()) if frame.implementation.is_pyarrow() else {}
    for name in names:
        if name in plain:
            yield name, checked_finite(rounded_values(plain[name]), name, where)
        else:
            yield name, number_column(frame.get_column(name), where, writing(name))


def spelled_numbers(
    column: Column, where: str, notation: Notation | None = None
) -> NDArray[np.float64]:
    """(rows,) the numbers that words spell, with yes and no as 1 and 0; nan where there is none."""
    if column.implementation.is_pyarrow():
        try:
            return column.cast(nw.Float64).to_numpy().astype(np.float64)
        except (ValueError, NotImplementedError):  # not all are plain numbers: look at each
            pass
    told = [(value or "").strip() for value in words(column)]
    if notation is None:  # nobody has seen a sign in this column: it may mean something else
        notation = notation_of(word if bare(word).sign == "" else "" for word in told)
    if notation is None:
        first = comma_words(told)[0]
        raise BadValue(
            column.name,
            told.index(first),
            f"holds {first!r}",
            "which may be a thousand or a fraction",
            'say which mark starts a fraction: decimal="," or "." (--decimal)',
            where,
        )
    spelled = ["nan" if is_missing_mark(word) else plain_number(word, notation) for word in told]
    spelled = [TRUTH.get(word.lower(), word) for word in spelled]
    odd = next((row for row, word in enumerate(spelled) if not is_number(word)), None)
    if odd is not None:
        sign = notation.lstrip("., ")
        expected = f"expected a number with {sign}" if sign else "expected a number"
        raise BadValue(column.name, odd, f"holds {told[odd]!r}", expected, OR_LEAVE, where)
    return np.asarray(spelled, dtype=np.float64)


def word_column(column: Column) -> object:
    """(rows,) words, empty where there is none."""
    if column.implementation.is_pyarrow() and column.dtype in (nw.String, nw.Boolean):
        return plain_words(column.to_native())
    return [value or "" for value in words(column)]


def date_column(column: Column, written: str | None, where: str) -> NDArray[np.datetime64]:
    """(rows,) seconds; nothing where there is no date. `written` is the format of words."""
    if column.dtype in (nw.Date, nw.Datetime):
        return column.to_numpy().astype("datetime64[s]")
    said = words(column)
    told = ["" if value is None or is_missing_mark(value) else value.strip() for value in said]
    chosen = written or date_format([word for word in set(told) if word]) or ISO
    values = moments([word or None for word in told], chosen)
    odd = next((r for r, word in enumerate(told) if word and np.isnat(values[r])), None)
    if odd is not None:
        expected = f"expected a date such as {moment_example(chosen)}"
        raise BadValue(column.name, odd, f"holds {told[odd]!r}", expected, OR_LEAVE, where)
    return values


def moment_example(written: str) -> str:
    """The last day of 2024 in that format."""
    from datetime import UTC, datetime

    return datetime(2024, 12, 31, 18, 30, tzinfo=UTC).strftime(written)


def text_frame(frame: Frame, columns: Sequence[str]) -> Frame:
    """The text columns; one without any value at all holds empty text."""
    empty = [name for name in columns if frame[name].is_null().all()]
    return frame.select(columns).with_columns(
        *(nw.lit("").cast(nw.String).alias(name) for name in empty)
    )

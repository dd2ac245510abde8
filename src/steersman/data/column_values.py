"""The values of one column as numbers, words or moments, whatever the file wrote."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow_columns import moments, plain_words
from steersman.data.kinds import Column, Frame, date_format, is_missing_mark, is_number, with_point
from steersman.data.roles import words
from steersman.errors import SteersmanError

__all__ = ["date_column", "number_column", "text_frame", "word_column"]

TRUTH = {"true": "1", "false": "0"}
ISO = "%Y-%m-%d"


def number_column(column: Column, where: str) -> NDArray[np.float64]:
    """(rows,) numbers, also where words spell them; nan where there is none."""
    if column.dtype.is_numeric() or column.dtype == nw.Boolean:
        values = column.cast(nw.Float64).to_numpy().astype(np.float64)
    else:
        values = spelled_numbers(column, where)
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        raise SteersmanError(
            f"column {column.name!r} of {where} holds infinity in data row {infinite[0] + 1}"
            + (f" and {infinite.size - 1:,} more" if infinite.size > 1 else "")
            + ", expected finite numbers",
            todo="correct or empty those values, or leave the column out with drop=",
        )
    return values


def spelled_numbers(column: Column, where: str) -> NDArray[np.float64]:
    """(rows,) the numbers that words spell, with yes and no as 1 and 0; nan where there is none."""
    if column.implementation.is_pyarrow():
        try:
            return column.cast(nw.Float64).to_numpy().astype(np.float64)
        except ValueError:  # not all of them are plain numbers: look at each
            pass
    spelled = [(value or "").strip() for value in words(column)]
    spelled = ["nan" if is_missing_mark(value) else with_point(value) for value in spelled]
    spelled = [TRUTH.get(value.lower(), value) for value in spelled]
    odd = next((row for row, value in enumerate(spelled) if not is_number(value)), None)
    if odd is not None:
        raise SteersmanError(
            f"column {column.name!r} of {where} holds {spelled[odd]!r} in data row {odd + 1}, "
            "expected a number",
            todo="correct or empty that value, or give the column the role category or leave",
        )
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
        raise SteersmanError(
            f"column {column.name!r} of {where} holds {told[odd]!r} in data row {odd + 1}, "
            f"expected a date such as {moment_example(chosen)}",
            todo="correct or empty that value, or give the column the role category or leave",
        )
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

"""The values of one column as numbers, words or moments, whatever the file wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow.columns import (
    ArrowColumn,
    encoded_words,
    float_column,
    is_any_beyond,
    moments,
    plain_numbers,
    rounded_values,
)
from steersman.data.columns.affixes import split_affixes
from steersman.data.columns.bad_values import BadValue
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import Column, Frame, date_format, is_missing_mark
from steersman.data.columns.number_format import (
    NumberFormat,
    comma_numbers,
    number_format_of,
)
from steersman.data.columns.numerals import is_number
from steersman.errors import SteersmanError

TRUTH = {"true": "1", "false": "0"}
ISO = "%Y-%m-%d"
# The sum of a million squares of such numbers is still finite.
LARGEST_VALUE = 1e150
# The squares of smaller ones are 0: a column of them has no spread by which it could be scaled.
LEAST_VALUE = 1 / LARGEST_VALUE
OR_LEAVE = (
    "correct or empty that value, or give the column another role: roles= (--role COLUMN=category, "
    "or =leave)"
)


def number_column(
    column: Column, where: str, format: NumberFormat | None = None
) -> NDArray[np.float64]:
    """(rows,) numbers, also where words spell them in a format; nan where there is none.

    Without a format it is detected from the words, unless it cannot be.
    """
    if column.dtype.is_numeric() or column.dtype == nw.Boolean:
        values = column.cast(nw.Float64).to_numpy().astype(np.float64)
    else:
        values = spelled_numbers(column, where, format)
    return checked_finite(values, column.name, where)


def checked_finite(values: NDArray[np.float64], name: str, where: str) -> NDArray[np.float64]:
    """The numbers of a column, unless one is infinite or has no finite square."""
    strange = np.flatnonzero(np.abs(values) > LARGEST_VALUE)
    if strange.size:
        row = int(strange[0])
        infinite = bool(np.isinf(values[row]))
        held = "infinity" if infinite else f"{values[row]:g}"
        expected = "finite numbers" if infinite else f"numbers up to {LARGEST_VALUE:g}"
        code = "value-not-finite" if infinite else "value-too-large"
        raise BadValue(
            name, row, f"holds {held}", f"expected {expected}", OR_LEAVE, where, code=code
        )
    return values


def check_spread(values: NDArray[np.float64], name: str) -> None:
    """Refuse a column of numbers that are all too near to 0 to have a spread."""
    # Mostly the first numbers show it.
    if np.any(np.abs(values[:100]) >= LEAST_VALUE) or np.any(np.abs(values) >= LEAST_VALUE):
        return
    tiny = np.nan_to_num(values)
    if tiny.any():
        raise SteersmanError(
            f"column {name!r} has no number further from 0 than {LEAST_VALUE:g}, such as "
            f"{tiny[np.flatnonzero(tiny)[0]]:g}",
            todo="write it in a smaller unit, or leave the column: roles= (--role COLUMN=leave)",
            code="values-too-small",
            column=name,
        )


def number_columns(
    frame: Frame, names: Sequence[str], where: str, formats: Mapping[str, NumberFormat]
) -> Iterator[tuple[str, NDArray[np.float64] | ArrowColumn]]:
    """The names of columns and their numbers; plain ones of Arrow's stay there.

    `formats` has how the numbers of a column are written, where that is known.
    """
    plain = plain_numbers(frame.to_native()) if frame.implementation.is_pyarrow() else {}
    for name in names:
        if name in plain:
            numbers = float_column(plain[name])
            if is_any_beyond(numbers, LARGEST_VALUE):
                checked_finite(rounded_values(numbers), name, where)
            yield name, numbers
        else:
            yield name, number_column(frame.get_column(name), where, formats.get(name))


def spelled_numbers(
    column: Column, where: str, format: NumberFormat | None = None
) -> NDArray[np.float64]:
    """(rows,) the numbers that words spell, with yes and no as 1 and 0; nan where there is none."""
    if column.implementation.is_pyarrow():
        try:
            return column.cast(nw.Float64).to_numpy().astype(np.float64)
        except (ValueError, NotImplementedError):
            # Not all are plain numbers: look at each.
            pass
    texts = [(value or "").strip() for value in words(column)]
    # Without a format, a sign was not seen in training and may mean something else.
    format = format or number_format_of("" if split_affixes(word).sign else word for word in texts)
    if format is None:
        first = comma_numbers(texts)[0]
        raise BadValue(
            column.name,
            texts.index(first),
            f"holds {first!r}",
            "which may be a thousand or a fraction",
            'say which mark starts a fraction: decimal="," or "." (--decimal)',
            where,
            code="number-ambiguous",
        )
    spelled = [
        "nan" if is_missing_mark(word) else format.plain_number(word) or "" for word in texts
    ]
    # A column of true and false counts as numbers everywhere, so it is read as 1 and 0.
    spelled = [TRUTH.get(word.lower(), word) for word in spelled]
    odd = next((row for row, word in enumerate(spelled) if not is_number(word)), None)
    if odd is not None:
        expected = f"expected a number with {format.sign}" if format.sign else "expected a number"
        came = f"holds {texts[odd]!r}"
        raise BadValue(column.name, odd, came, expected, OR_LEAVE, where, code="value-not-a-number")
    return np.asarray(spelled, dtype=np.float64)


def word_column(column: Column) -> object:
    """(rows,) words, empty where there is none."""
    if column.implementation.is_pyarrow() and column.dtype in (nw.String, nw.Boolean):
        return encoded_words(column.to_native())
    return [value or "" for value in words(column)]


def date_column(column: Column, written: str | None, where: str) -> NDArray[np.datetime64]:
    """(rows,) seconds; nothing where there is no date. `written` is the format of words."""
    if column.dtype in (nw.Date, nw.Datetime):
        return column.to_numpy().astype("datetime64[s]")
    said = words(column)
    texts = ["" if value is None or is_missing_mark(value) else value.strip() for value in said]
    chosen = written or date_format([word for word in set(texts) if word]) or ISO
    values = moments([word or None for word in texts], chosen)
    odd = next((r for r, word in enumerate(texts) if word and np.isnat(values[r])), None)
    if odd is not None:
        expected = f"expected a date such as {moment_example(chosen)}"
        came = f"holds {texts[odd]!r}"
        raise BadValue(column.name, odd, came, expected, OR_LEAVE, where, code="value-not-a-date")
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

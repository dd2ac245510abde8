"""How the numbers and dates of a table are written, seen from all of its rows."""

from __future__ import annotations

from collections.abc import Sequence

from steersman.data.columns.affixes import common_affix
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import WORDS, Column, Frame, date_format, is_missing_mark
from steersman.data.columns.number_format import (
    NumberFormat,
    comma_numbers,
    format_by_decimal,
    number_format_of,
)


def number_formats(
    frame: Frame, columns: Sequence[str], decimal: str | None = None
) -> dict[str, NumberFormat]:
    """The format of each column whose numbers are not written as Python writes them.

    `decimal` is the decimal mark where `1,234` may be either; a point if nobody knows.
    """
    schema = frame.schema
    formats = {
        name: column_number_format(frame.get_column(name), decimal)
        for name in columns
        if schema[name] in WORDS
    }
    return {name: format for name, format in formats.items() if format != NumberFormat()}


def date_formats(frame: Frame, columns: Sequence[str]) -> dict[str, str]:
    """The format of each column of words that are dates."""
    formats = {name: column_date_format(frame.get_column(name)) for name in columns}
    return {name: format for name, format in formats.items() if format}


def comma_notes(frame: Frame, numbers: Sequence[str], decimal: str | None) -> tuple[str, ...]:
    """Sentences about columns whose numbers have decimal commas, ambiguous commas or signs."""
    plain: list[str] = []
    signed: list[str] = []
    notes: list[str] = []
    schema = frame.schema
    for name in (name for name in numbers if schema[name] in WORDS):
        held = distinct_words(frame.get_column(name))
        seen = number_format_of(held)
        if seen is None:
            what, todo = comma_guess(name, held, decimal)
            notes.append(f"{what}; {todo}: --decimal")
        elif seen.decimal == ",":
            plain.append(repr(name))
        if sign := common_affix(held)[1]:
            signed.append(f"{name!r} ({sign})")
    if plain:
        notes.insert(0, f"numbers with a decimal comma were read in {first_names(plain)}")
    if signed:
        notes.insert(0, f"numbers were read without their sign in {first_names(signed)}")
    return tuple(notes)


def first_names(names: Sequence[str]) -> str:
    """The first five of some names.

    >>> first_names(["a", "b", "c", "d", "e", "f"])
    'a, b, c, d, e and 1 more'
    """
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def comma_guess(name: str, held: Sequence[str], decimal: str | None) -> tuple[str, str]:
    """How a number that may be a thousand or a fraction is read, and when to say otherwise."""
    example = comma_numbers(held)[0]
    comma = decimal == ","
    read = format_by_decimal(held, decimal).plain_number(example)
    return (
        f"column {name!r} holds numbers such as {example}, read as {read}",
        f"say so if the comma {'parts thousands' if comma else 'starts a fraction'}",
    )


def column_number_format(column: Column, decimal: str | None = None) -> NumberFormat:
    """How the numbers of a column are written."""
    if column.dtype not in WORDS:
        return NumberFormat()
    held = distinct_words(column)
    return number_format_of(held) or format_by_decimal(held, decimal)


def column_date_format(column: Column) -> str | None:
    """How the dates of a column of words are written; None where they are no words."""
    return date_format(distinct_words(column)) if column.dtype in WORDS else None


def distinct_words(column: Column) -> list[str]:
    """The different words of a column, without those that say that there is no value."""
    return [word for word in words(column.unique()) if word and not is_missing_mark(word)]

"""How the numbers and dates of a table are written, seen from all of its rows."""

from __future__ import annotations

from collections.abc import Sequence

from steersman.data.columns.cells import words
from steersman.data.columns.kinds import WORDS, Column, Frame, date_format, is_missing_mark
from steersman.data.columns.numerals import Notation, comma_words, notation_of, plain_number
from steersman.data.columns.signed_numerals import dress_of

__all__ = ["comma_guess", "comma_notes", "date_writing", "number_writing", "writing_of"]


def writing_of(
    frame: Frame, numbers: Sequence[str], dates: Sequence[str], decimal: str | None = None
) -> dict[str, str]:
    """The notation of each column of numbers as people write them, the format of each of dates.

    `decimal` is the decimal mark where `1,234` may be either; a point if nobody knows.
    """
    found: dict[str, str] = {}
    schema = frame.schema
    for name in (name for name in numbers if schema[name] in WORDS):
        notation = number_writing(frame.get_column(name), decimal)
        if notation:
            found[name] = notation
    for name in dates:
        written = date_writing(frame.get_column(name))
        if written:
            found[name] = written
    return found


def comma_notes(frame: Frame, numbers: Sequence[str], decimal: str | None) -> tuple[str, ...]:
    """Sentences about numbers with commas: those that are plain together, those guessed apart."""
    plain: list[str] = []
    signed: list[str] = []
    notes: list[str] = []
    schema = frame.schema
    for name in (name for name in numbers if schema[name] in WORDS):
        told = distinct_words(frame.get_column(name))
        seen = notation_of(told)
        if seen is None:
            what, todo = comma_guess(name, told, decimal)
            notes.append(f"{what}; {todo}: --decimal")
        elif seen.startswith(","):
            plain.append(repr(name))
        if sign := dress_of(told).strip():
            signed.append(f"{name!r} ({sign})")
    if plain:
        notes.insert(0, f"numbers with a decimal comma were read in {some(plain)}")
    if signed:
        notes.insert(0, f"numbers were read without their sign in {some(signed)}")
    return tuple(notes)


def some(names: Sequence[str]) -> str:
    """The first five of some names.

    >>> some(["a", "b", "c", "d", "e", "f"])
    'a, b, c, d, e and 1 more'
    """
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def comma_guess(name: str, told: Sequence[str], decimal: str | None) -> tuple[str, str]:
    """How a number that may be a thousand or a fraction is read, and when to say otherwise."""
    example = comma_words(told)[0]
    comma = decimal == ","
    read = plain_number(example, ("," if comma else ".") + dress_of(told))
    return (
        f"column {name!r} holds numbers such as {example}, read as {read}",
        f"say so if the comma {'parts thousands' if comma else 'starts a fraction'}",
    )


def number_writing(column: Column, decimal: str | None = None) -> Notation:
    """How the numbers of a column are written; nothing where all are as Python writes them."""
    if column.dtype not in WORDS:
        return ""
    seen = notation_of(distinct_words(column))
    if seen is None:
        return ("," if decimal == "," else ".") + dress_of(distinct_words(column))
    return seen


def date_writing(column: Column) -> str | None:
    """How the dates of a column of words are written; None where they are no words."""
    return date_format(distinct_words(column)) if column.dtype in WORDS else None


def distinct_words(column: Column) -> list[str]:
    """The different words of a column, without those that say that there is no value."""
    return [word for word in words(column.unique()) if word and not is_missing_mark(word)]

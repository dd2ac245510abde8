"""Which column of a table is the label, the text, the row identifier, a feature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import isnan

import narwhals as nw
from narwhals.typing import IntoDataFrame, IntoSeries

from steersman.errors import SteersmanError

__all__ = ["Column", "Frame", "Roles", "Wanted", "cells", "is_text", "roles", "words"]

Frame = nw.DataFrame[IntoDataFrame]
Column = nw.Series[IntoSeries]

ID_NAMES = {"id", "", "unnamed: 0"}
LABEL_NAMES = {"label", "labels", "class", "target", "category", "categories", "topic", "topics"}
SAMPLE_ROWS = 1_000
TEXT_CHARACTERS = 30
TEXT_WORDS = 5
MOST_GUESSED_CLASSES = 50


@dataclass(frozen=True)
class Wanted:
    """The columns that the caller named; several label columns are one 0/1 column per class."""

    label: str | Sequence[str] | None = None
    text: str | Sequence[str] | None = None
    id: str | None = None
    drop: Sequence[str] = ()


@dataclass(frozen=True)
class Roles:
    """The role of each column of a table, and sentences about those that were guessed."""

    label: tuple[str, ...]
    text: tuple[str, ...]
    id: str | None
    features: tuple[str, ...]
    notes: tuple[str, ...]


def roles(frame: Frame, wanted: Wanted, where: str) -> Roles:
    """The roles of the columns of `frame`: as wanted, otherwise guessed and noted."""
    notes: list[str] = []
    label, text = names(wanted.label), names(wanted.text)
    for role, asked in (
        ("label", label),
        ("text", text),
        ("id", names(wanted.id)),
        ("drop", tuple(wanted.drop)),
    ):
        for column in asked:
            check_present(frame.columns, column, f"{role} column", where)
    left = [c for c in frame.columns if c not in {*label, *text, wanted.id, *wanted.drop}]
    if not text:
        text = guessed_text(frame, left, notes)
    left = [c for c in left if c not in text]
    if not label:
        label = guessed_label(frame, left, where, notes)
    left = [c for c in left if c not in label]
    identifier = wanted.id or guessed_identifier(frame, left, notes)
    left = [c for c in left if c != identifier]
    if text and left:
        notes.append(f"beside the text these columns were left out: {', '.join(left)}")
    return Roles(label, text, identifier, () if text else tuple(left), tuple(notes))


def names(asked: str | Sequence[str] | None) -> tuple[str, ...]:
    """What was asked for, as a tuple of column names."""
    if asked is None:
        return ()
    return (asked,) if isinstance(asked, str) else tuple(asked)


def check_present(columns: Sequence[str], column: str, role: str, where: str) -> None:
    """An error that lists the columns when `column` is not one of them."""
    if column in columns:
        return
    close = get_close_matches(column, columns, n=1)
    shown = ", ".join(columns[:30]) + (", ..." if len(columns) > 30 else "")
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise SteersmanError(
        f"{role} {column!r} is not in {where}", todo=f"{hint}it has these columns: {shown}"
    )


def cells(column: Column) -> list[object | None]:
    """(rows,) the values of a column, None where there is none."""
    absent = column.is_null().to_list()
    return [
        None if missing or (isinstance(value, float) and isnan(value)) else value
        for value, missing in zip(column.to_list(), absent)
    ]


def words(column: Column) -> list[str | None]:
    """(rows,) the values of a column as words, None where there is none."""
    return [None if value is None else str(value) for value in cells(column)]


def is_text(column: Column) -> bool:
    """Whether a column of a table holds words of a language rather than codes."""
    if column.dtype != nw.String:
        return False
    values = [value for value in words(column.head(SAMPLE_ROWS)) if value]
    if not values:
        return False
    characters = sum(map(len, values)) / len(values)
    spaced = sum(len(value.split()) for value in values) / len(values)
    return characters >= TEXT_CHARACTERS and spaced >= TEXT_WORDS


def guessed_text(frame: Frame, left: list[str], notes: list[str]) -> tuple[str, ...]:
    """The column with the longest text, if there is one at all."""
    lengths = {
        column: sum(len(value or "") for value in words(frame[column].head(SAMPLE_ROWS)))
        for column in left
        if is_text(frame[column])
    }
    if not lengths:
        return ()
    longest = max(lengths, key=lengths.__getitem__)
    notes.append(f"column {longest!r} was read as the text, because its values are the longest")
    return (longest,)


def guessed_label(frame: Frame, left: list[str], where: str, notes: list[str]) -> tuple[str, ...]:
    """The one column that calls itself a label, or the only one of a few words."""
    named = [column for column in left if column.lower() in LABEL_NAMES]
    if len(named) == 1:
        notes.append(f"column {named[0]!r} was read as the label, because of its name")
        return (named[0],)
    coded = [column for column in left if not named and is_coded(frame[column])]
    if len(coded) == 1:
        notes.append(f"column {coded[0]!r} was read as the label, the only one of a few words")
        return (coded[0],)
    shown = ", ".join(frame.columns[:30]) + (", ..." if len(frame.columns) > 30 else "")
    raise SteersmanError(
        f"which column of {where} is the label cannot be guessed",
        todo=f"name it with label= (--label); the columns are: {shown}",
    )


def is_coded(column: Column) -> bool:
    """Whether a column holds a few words that repeat."""
    if column.dtype not in (nw.String, nw.Categorical, nw.Enum, nw.Boolean):
        return False
    distinct = column.n_unique()
    return 2 <= distinct <= min(MOST_GUESSED_CLASSES, len(column) // 2)


def guessed_identifier(frame: Frame, left: list[str], notes: list[str]) -> str | None:
    """A column called id or nothing, or the first one of words; only if no value repeats."""
    for column in left:
        is_id = column.lower() in ID_NAMES or frame[column].dtype == nw.String
        if is_id and len(left) > 1 and frame[column].n_unique() == len(frame) > 1:
            notes.append(f"column {column!r} was read as the row identifier: no value repeats")
            return column
    return None

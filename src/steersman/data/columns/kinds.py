"""Kinds of columns: numbers, words that repeat, dates, text, booleans."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import narwhals as nw
from narwhals.typing import IntoDataFrame, IntoSeries

from steersman.data.arrow.columns import distinct_values
from steersman.data.arrow.shared_encodings import are_shared
from steersman.data.arrow.vectors import vector_length
from steersman.data.columns.affixes import common_affix, has_one_style, split_affixes
from steersman.data.columns.number_format import (
    NumberFormat,
    format_by_decimal,
    number_format_of,
)
from steersman.data.columns.numerals import are_codes, is_number
from steersman.data.sketch import Kind

Frame = nw.DataFrame[IntoDataFrame]
Column = nw.Series[IntoSeries]

WORDS = (nw.String, nw.Categorical, nw.Enum)
MISSING_MARKS = frozenset(
    ["", "?", "-", "--", ".", "#n/a", "n/a", "na", "nan", "nil", "none", "null", "missing"]
)
"""Words, in small letters, that stand for a value that is not there."""

CATEGORY_WORDS = frozenset(["none", "nil"])
"""Of those, the words that are a value like any other among categories: pets: none, cat, dog."""

SAMPLE_ROWS = 1_000
TEXT_CHARACTERS = 30
TEXT_WORDS = 5
DAY, MONTH = r"(0?[1-9]|[12]\d|3[01])", r"(0?[1-9]|1[0-2])"
MONTH_NAME = r"(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
CLOCK, SECONDS = r"\d\d:\d\d", r"\d\d:\d\d:\d\d(\.\d+)?"
DATE_FORMATS = {
    "%Y-%m-%d": r"\d{4}-\d{1,2}-\d{1,2}",
    "%Y-%m-%dT%H:%M:%S": rf"\d{{4}}-\d\d-\d\dT{SECONDS}",
    "%Y-%m-%dT%H:%M:%SZ": rf"\d{{4}}-\d\d-\d\dT{SECONDS}Z",
    "%Y-%m-%dT%H:%M:%S%z": rf"\d{{4}}-\d\d-\d\dT{SECONDS}[+-]\d\d:?\d\d",
    "%Y-%m-%d %H:%M:%S": rf"\d{{4}}-\d\d-\d\d {SECONDS}",
    "%Y-%m-%d %H:%M": rf"\d{{4}}-\d\d-\d\d {CLOCK}",
    "%Y/%m/%d": r"\d{4}/\d{1,2}/\d{1,2}",
    "%d.%m.%Y": rf"{DAY}\.{MONTH}\.\d{{4}}",
    "%d.%m.%Y %H:%M": rf"{DAY}\.{MONTH}\.\d{{4}} {CLOCK}",
    # Before the day-first one, so that a date which could be either is read the American way, with
    # a finding that says so.
    "%m/%d/%Y": rf"{MONTH}/{DAY}/\d{{4}}",
    "%d/%m/%Y": rf"{DAY}/{MONTH}/\d{{4}}",
    "%m/%d/%Y %H:%M": rf"{MONTH}/{DAY}/\d{{4}} {CLOCK}",
    "%d/%m/%Y %H:%M": rf"{DAY}/{MONTH}/\d{{4}} {CLOCK}",
    "%d-%m-%Y": rf"{DAY}-{MONTH}-\d{{4}}",
    "%d-%b-%Y": rf"{DAY}-{MONTH_NAME}-\d{{4}}",
    "%d %b %Y": rf"{DAY} {MONTH_NAME} \d{{4}}",
    "%b %d, %Y": rf"{MONTH_NAME} {DAY}, \d{{4}}",
}
"""How dates are written -> what such a date looks like."""


def is_missing_mark(value: str) -> bool:
    """Whether a word only says that there is no value.

    >>> is_missing_mark(" NA "), is_missing_mark("Oslo")
    (True, False)
    """
    return value.strip().lower() in MISSING_MARKS


def is_missing_word(value: str) -> bool:
    """The same in a column of categories, where "none" is a value like any other.

    >>> is_missing_word(" NA "), is_missing_word("none")
    (True, False)
    """
    return is_missing_mark(value) and value.strip().lower() not in CATEGORY_WORDS


def date_format(values: Sequence[str]) -> str | None:
    """How these dates are all written, or None when they are not dates or written in two ways.

    >>> date_format(["3/4/2020", "13/4/2020"])
    '%d/%m/%Y'
    """
    for written, looks in DATE_FORMATS.items():
        if values and all(re.fullmatch(looks, value.strip()) for value in values):
            return written
    return None


def possible_date_formats(values: Sequence[str]) -> list[str]:
    """Every way of writing dates that one or more of these words follow.

    >>> possible_date_formats(["2020-04-03", "3/4/2020"])
    ['%Y-%m-%d', '%m/%d/%Y', '%d/%m/%Y']
    """
    present = [value.strip() for value in values]
    return [
        written
        for written, looks in DATE_FORMATS.items()
        if any(re.fullmatch(looks, value) for value in present)
    ]


def is_text(values: Sequence[str]) -> bool:
    """Whether words are of a language rather than codes."""
    full = [value for value in values if value]
    if not full:
        return False
    characters = sum(map(len, full)) / len(full)
    spaced = sum(len(value.split()) for value in full) / len(full)
    return characters >= TEXT_CHARACTERS and spaced >= TEXT_WORDS


def kind_of_words(values: Sequence[str]) -> Kind:
    """The kind of a column that holds these words.

    >>> kind_of_words(["1", "2", "?", "4.5"]), kind_of_words(["007", "008"])
    ('number', 'category')
    >>> kind_of_words(["0,078", "1,25"]), kind_of_words(["1,234", "999"])
    ('number', 'number')
    >>> kind_of_words(["12 %", "5 %"]), kind_of_words(["612 345 678", "612 345 679"])
    ('number', 'category')
    """
    present = [value for value in dict.fromkeys(values) if not is_missing_mark(value)]
    if not present:
        return "category"
    format = number_format_of(present)
    if format is None or format == NumberFormat():
        format = format_by_decimal(present, None)
    # Numbers with affixes may be codes, such as those of telephones: somebody has to say so.
    if any(common_affix(present)) and not has_one_style(present):
        format = replace(format, spaced=False, sign="")
    # Fewer than half may be odd: a typo must not turn a column of numbers into words, and is
    # reported when it is read.
    odd = sum(not is_number(format.plain_number(value) or "") for value in present)
    codes = are_codes([split_affixes(value).number for value in present])
    if not codes and (not odd or (len(present) > 2 and odd < len(present) / 2)):
        return "number"
    if {value.strip().lower() for value in present} <= {"true", "false"}:
        return "boolean"
    if date_format(present):
        return "date"
    return "text" if is_text(present) else "category"


def kind_of_column(column: Column) -> Kind:
    """The kind of a column, from its type or from its first distinct words."""
    dtype = column.dtype
    if dtype == nw.Boolean:
        return "boolean"
    if dtype.is_numeric():
        return "number"
    if dtype in (nw.Date, nw.Datetime):
        return "date"
    if is_vector(column):
        return "vector"
    if dtype not in WORDS:
        return "category"
    return kind_of_words(first_words(column, SAMPLE_ROWS))


def is_vector(column: Column) -> bool:
    """Whether a column holds lists of numbers, all of one length."""
    nested = column.dtype in (nw.List, nw.Array)
    return nested and vector_length(column.to_arrow()) is not None


def first_words(column: Column, most: int) -> list[str]:
    """The first distinct words of a column; no more of it is looked at than they need.

    >>> import pandas as pd
    >>> ports = nw.from_native(pd.Series(["Oslo", "Oslo", "Rome", "Cork"]), series_only=True)
    >>> first_words(ports, 2)
    ['Oslo', 'Rome']
    """
    # Most columns show enough distinct words early: a whole column of millions is rarely needed.
    found: dict[str, None] = {}
    start, rows = 0, 4 * most
    while start < len(column) and len(found) < most:
        if start and column.implementation.is_pyarrow() and are_shared():
            # Others will ask for all distinct words of a column that has so few.
            distinct = distinct_values(column.to_native())
            return list(islice((str(word) for word in distinct if word is not None), most))
        distinct = column[start : start + rows].unique(maintain_order=True).to_list()
        found |= dict.fromkeys(str(value) for value in distinct if value is not None)
        start, rows = start + rows, 8 * rows
    return list(islice(found, most))

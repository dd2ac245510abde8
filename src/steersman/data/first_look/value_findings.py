"""Findings about how the numbers and dates of a column are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import narwhals as nw
import numpy as np

from steersman.data.arrow.columns import moments
from steersman.data.columns.affixes import has_one_style, split_affixes
from steersman.data.columns.cells import words
from steersman.data.columns.column_formats import column_number_format, comma_guess
from steersman.data.columns.kinds import (
    WORDS,
    Column,
    date_format,
    is_missing_mark,
    possible_date_formats,
)
from steersman.data.columns.number_format import NumberFormat, comma_numbers, number_format_of
from steersman.data.columns.numerals import are_codes, is_code, is_number
from steersman.data.sketch import Finding, Remedy

LOOKED_AT = 1_000
REFUSED = "correct or clear them, or leave the column out: the file cannot be loaded as it is"


def number_findings(column: Column, decimal: str | None) -> Iterator[Finding]:
    """Numbers written as words or with commas, words among them, and infinite ones."""
    name = column.name
    if column.dtype not in WORDS:
        if column.dtype.is_float() and bool(np.isinf(column.cast(nw.Float64).to_numpy()).any()):
            yield infinite_finding(name)
        return
    present = present_words(column)
    format = column_number_format(column, decimal)
    plain = [format.plain_number(word) or "" for word in present]
    odd = [word for word, number in zip(present, plain) if not is_number(number)]
    if odd:
        yield Finding(
            "warning",
            f"{len(odd):,} of {len(column):,} values of {name!r} are not numbers, "
            f"such as {odd[0]!r}",
            name,
            "correct or clear them, or make the column a category",
            code="values-not-numbers",
            rows=len(odd),
        )
    elif np.isinf(np.asarray(plain, dtype=np.float64)).any():
        yield infinite_finding(name)
    elif format != NumberFormat():
        yield comma_finding(name, present, decimal)
    else:
        yield Finding(
            "note",
            f"column {name!r} contains numbers written as text",
            name,
            code="numbers-as-text",
        )


def infinite_finding(name: str) -> Finding:
    what = f"column {name!r} contains infinite numbers"
    return Finding("warning", what, name, REFUSED, "leave", code="values-infinite")


def comma_finding(name: str, present: list[str], decimal: str | None) -> Finding:
    """Which mark starts a fraction, and where that is a guess how to say that it is the other."""
    example = (comma_numbers(present) or present)[0]
    seen = number_format_of(present)
    if seen is not None and (seen.spaced or seen.sign):
        how = f"the sign {seen.sign}" if seen.sign else "spaces between thousands"
        what = f"column {name!r} has numbers with {how}, such as {first_signed_number(present)!r}"
        read = f"it is read as {seen.plain_number(first_signed_number(present))}"
        return Finding(
            "note",
            f"{what}; {read}",
            name,
            "make it a category if these are names",
            code="numbers-with-affixes",
        )
    if seen is not None:
        mark = "comma" if seen.decimal == "," else "point"
        return Finding(
            "note",
            f"column {name!r} has a decimal {mark}, such as {example}",
            name,
            code="decimal-detected",
        )
    what, todo = comma_guess(name, present, decimal)
    remedy: Remedy = "decimal-point" if decimal == "," else "decimal-comma"
    return Finding(
        "warning",
        what,
        name,
        todo,
        remedy,
        code="comma-ambiguous",
    )


def date_findings(column: Column) -> Iterator[Finding]:
    """Days that do not exist, and dates of which nobody knows which number is the month."""
    if column.dtype not in WORDS:
        return
    name, present = column.name, present_words(column)
    written = date_format(present)
    if written is None:
        return
    odd = [word for word, moment in zip(present, moments(present, written)) if np.isnat(moment)]
    if odd:
        what = f"{len(odd):,} of {len(column):,} values of {name!r} are not dates, "
        what += f"such as {odd[0]!r}"
        yield Finding(
            "warning",
            what,
            name,
            REFUSED,
            "leave",
            code="values-not-dates",
            rows=len(odd),
        )
    if written.startswith("%m/%d") and "%d/%m" + written[5:] in common_formats(present):
        yield Finding(
            "warning",
            f"dates of {name!r} such as {present[0]} are read with the month first",
            name,
            "write them as 2024-12-31 if the day comes first",
            code="month-first",
        )


def common_formats(present: list[str]) -> list[str]:
    """Every format that all of these dates could be written in."""
    distinct = set(present)
    found = set(possible_date_formats(list(distinct)))
    for word in distinct:
        found &= set(possible_date_formats([word]))
    return sorted(found)


def sign_findings(column: Column) -> Iterator[Finding]:
    """Numbers with signs or spaces that count as words, because they may be something else."""
    if column.dtype not in WORDS:
        return
    present = present_words(column.head(LOOKED_AT))
    parts, format = [split_affixes(word) for word in present], number_format_of(present)
    signs = {each.sign for each in parts if each.sign}
    if not any(each.sign or each.spaced for each in parts) or format is None:
        return
    if not all(is_number(format.plain_number(each.number) or "") for each in parts):
        return
    name, example = column.name, first_signed_number(present)
    if not signs or (len(signs) == 1 and has_one_style(present)):
        what = f"column {name!r} contains values such as {example!r}, which may be numbers"
        yield Finding(
            "note",
            what,
            name,
            "read them as numbers unless they are codes",
            "number",
            code="numbers-or-codes",
        )
        return
    what = f"column {name!r} contains numbers with different signs or none, such as {example!r}"
    yield Finding(
        "warning",
        f"{what}; they are used as categories",
        name,
        "write them all the same way in the file",
        code="signs-differ",
    )


def code_findings(column: Column) -> Iterator[Finding]:
    """Digits that count as words, because a number would lose something of them."""
    if column.dtype not in WORDS:
        return
    present = present_words(column.head(LOOKED_AT))
    if not all(map(is_number, present)) or not are_codes(present):
        return
    example = next(filter(is_code, present))
    what = f"column {column.name!r} contains codes such as {example}, used as they are written"
    yield Finding(
        "note",
        what,
        column.name,
        "read them as numbers if they count something",
        "number",
        code="codes",
    )


def first_signed_number(present: Sequence[str]) -> str:
    """The first of some words that is a number with a sign or spaces."""
    return next(word for word in present if any(split_affixes(word)[1:]))


def mixed_dates(column: Column) -> bool:
    """Whether all words of a column are dates, though not written in one way."""
    if column.dtype not in WORDS:
        return False
    present = present_words(column.head(LOOKED_AT))
    return (
        bool(present)
        and all(map(possible_date_formats, ([word] for word in present)))
        and not date_format(present)
    )


def present_words(column: Column) -> list[str]:
    """The values that are there."""
    there = (word.strip() for word in words(column) if word is not None)
    return [word for word in there if not is_missing_mark(word)]

"""What is to be said about how the numbers and dates of a column are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import narwhals as nw
import numpy as np

from steersman.data.arrow.columns import moments
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import WORDS, Column, date_format, date_formats, is_missing_mark
from steersman.data.columns.numerals import (
    are_codes,
    comma_words,
    is_code,
    is_number,
    notation_of,
    plain_number,
)
from steersman.data.columns.signed_numerals import bare, dress_of, is_one_writing
from steersman.data.columns.written import comma_guess, number_writing
from steersman.data.sketch import Finding, Remedy

__all__ = ["code_findings", "date_findings", "mixed_dates", "number_findings", "sign_findings"]

LOOKED_AT = 1_000
REFUSED = "correct or empty them: the file is refused as it is; or leave the column out"


def number_findings(column: Column, decimal: str | None) -> Iterator[Finding]:
    """Numbers written as words or with commas, words among them, and infinite ones."""
    name = column.name
    if column.dtype not in WORDS:
        if column.dtype.is_float() and bool(np.isinf(column.cast(nw.Float64).to_numpy()).any()):
            what = f"column {name!r} holds numbers that are infinite"
            yield Finding("warning", what, name, REFUSED, "leave")
        return
    told = told_words(column)
    notation = number_writing(column, decimal)
    plain = [plain_number(word, notation) for word in told]
    odd = [word for word, number in zip(told, plain) if not is_number(number)]
    if odd:
        yield Finding(
            "warning",
            f"{len(odd):,} of {len(column):,} values of {name!r} are no numbers, "
            f"the first is {odd[0]!r}",
            name,
            "correct or empty them, or make the column a category",
        )
    elif np.isinf(np.asarray(plain, dtype=np.float64)).any():
        what = f"column {name!r} holds numbers that are infinite"
        yield Finding("warning", what, name, REFUSED, "leave")
    elif notation:
        yield comma_finding(name, told, decimal)
    else:
        yield Finding("note", f"column {name!r} holds numbers written as text", name)


def comma_finding(name: str, told: list[str], decimal: str | None) -> Finding:
    """Which mark starts a fraction, and where that is a guess how to say that it is the other."""
    example = (comma_words(told) or told)[0]
    seen, dress = notation_of(told), dress_of(told)
    if seen is not None and dress:
        how = f"the sign {dress.strip()}" if dress.strip() else "spaces between thousands"
        what = f"column {name!r} has numbers with {how}, such as {dressed(told)!r}"
        read = f"it is read as {plain_number(dressed(told), seen)}"
        return Finding("note", f"{what}; {read}", name, "make it a category if it holds names")
    if seen is not None:
        mark = "comma" if seen.startswith(",") else "point"
        return Finding("note", f"column {name!r} has a decimal {mark}, such as {example}", name)
    what, todo = comma_guess(name, told, decimal)
    remedy: Remedy = "decimal-point" if decimal == "," else "decimal-comma"
    return Finding("warning", what, name, todo, remedy)


def date_findings(column: Column) -> Iterator[Finding]:
    """Days that do not exist, and dates of which nobody knows which number is the month."""
    if column.dtype not in WORDS:
        return
    name, told = column.name, told_words(column)
    written = date_format(told)
    if written is None:
        return
    odd = [word for word, moment in zip(told, moments(told, written)) if np.isnat(moment)]
    if odd:
        what = f"{len(odd):,} of {len(column):,} values of {name!r} are no dates, "
        what += f"the first is {odd[0]!r}"
        yield Finding("warning", what, name, REFUSED, "leave")
    if written.startswith("%m/%d") and "%d/%m" + written[5:] in common_formats(told):
        yield Finding(
            "warning",
            f"dates of {name!r} such as {told[0]} are read with the month first",
            name,
            "write them as 2024-12-31 if the day comes first",
        )


def common_formats(told: list[str]) -> list[str]:
    """Every format that all of these dates could be written in."""
    distinct = set(told)
    found = set(date_formats(list(distinct)))
    for word in distinct:
        found &= set(date_formats([word]))
    return sorted(found)


def sign_findings(column: Column) -> Iterator[Finding]:
    """Numbers with signs or spaces that count as words, because they may be something else."""
    if column.dtype not in WORDS:
        return
    told = told_words(column.head(LOOKED_AT))
    bared = [bare(word) for word in told]
    signs = {each.sign for each in bared if each.sign}
    if not any(each.sign or each.spaced for each in bared) or notation_of(told) is None:
        return
    if not all(is_number(plain_number(each.number, notation_of(told) or "")) for each in bared):
        return
    name, example = column.name, dressed(told)
    if not signs or (len(signs) == 1 and is_one_writing(told)):
        what = f"column {name!r} holds words such as {example!r}, which may be numbers"
        yield Finding("note", what, name, "read them as numbers if they are no codes", "number")
        return
    what = f"column {name!r} holds numbers with different signs or none, such as {example!r}"
    yield Finding(
        "warning", f"{what}, which count as words", name, "write them all in one way in the file"
    )


def code_findings(column: Column) -> Iterator[Finding]:
    """Digits that count as words, because a number would lose something of them."""
    if column.dtype not in WORDS:
        return
    told = told_words(column.head(LOOKED_AT))
    if not all(map(is_number, told)) or not are_codes(told):
        return
    example = next(filter(is_code, told))
    what = f"column {column.name!r} holds codes such as {example}, which stay as they are written"
    yield Finding(
        "note", what, column.name, "read them as numbers if they count something", "number"
    )


def dressed(told: Sequence[str]) -> str:
    """The first of some words that is a number with a sign or spaces."""
    return next(word for word in told if bare(word).sign or bare(word).spaced)


def mixed_dates(column: Column) -> bool:
    """Whether all words of a column are dates, though not written in one way."""
    if column.dtype not in WORDS:
        return False
    told = told_words(column.head(LOOKED_AT))
    return (
        bool(told) and all(map(date_formats, ([word] for word in told))) and not date_format(told)
    )


def told_words(column: Column) -> list[str]:
    """The values that are there."""
    there = (word.strip() for word in words(column) if word is not None)
    return [word for word in there if not is_missing_mark(word)]

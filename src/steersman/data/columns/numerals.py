"""How numbers are written: with a decimal point or a comma, with marks at thousands, with signs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from steersman.data.columns.signed_numerals import bare, dress_of, undressed

__all__ = [
    "DECIMALS",
    "Notation",
    "are_codes",
    "comma_words",
    "is_code",
    "is_number",
    "notation_of",
    "plain_number",
    "with_decimal",
]

Notation = str
"""The decimal mark, where commas occur at all; with a point behind it, points part thousands.

Behind that stands a space where spaces part thousands, and the sign that all the numbers have.
"""

DECIMALS = (".", ",")
LEADING_ZERO = re.compile(r"[+-]?0\d+")
LARGEST_WHOLE = 2**63 - 1
FRACTION = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
COMMA_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
POINT_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?")


def is_number(value: str) -> bool:
    """Whether a word is written like a number, with a point if it has a fraction.

    >>> is_number("1e-3"), is_number("?")
    (True, False)
    """
    try:
        float(value)
    except ValueError:
        return False
    return "_" not in value


def is_code(number: str) -> bool:
    """Whether digits are a name rather than a count: a zero before them, or too many for 64 bits.

    >>> is_code("0042"), is_code("42"), is_code("0"), is_code("12345678901234567890")
    (True, False, False, True)
    """
    if LEADING_ZERO.fullmatch(number):
        return True
    digits = len(number) if number.isdecimal() else 0
    return digits > 19 or (digits == 19 and int(number) > LARGEST_WHOLE)


def are_codes(numbers: Collection[str]) -> bool:
    """Whether there are codes among some words, and no number with a fraction.

    >>> are_codes(["0150", "1250"]), are_codes(["007", "1.5"]), are_codes(["7", "8"])
    (True, False, False)
    """
    return any(map(is_code, numbers)) and not any(
        "." in each and is_number(each) for each in numbers
    )


def comma_words(words: Iterable[str]) -> list[str]:
    """The words that could be numbers with a comma in them."""
    stripped = (word.strip() for word in words if "," in word)
    return [word for word in stripped if is_comma_number(bare(word).number)]


def is_comma_number(word: str) -> bool:
    return any(looks.fullmatch(word) for looks in (FRACTION, COMMA_GROUPS, POINT_GROUPS))


def notation_of(words: Iterable[str]) -> Notation | None:
    """How the numbers among some words are written; None where `1,234` may be either.

    >>> notation_of(["0,078", "1,234"]), notation_of(["1,234,567", "1,234"])
    (',', '.')
    >>> notation_of(["1.234,50", "7,25"]), notation_of(["1,234"]), notation_of(["1.5"])
    (',.', None, '')
    >>> notation_of(["7,25", "1.234"]), notation_of(["7,25", "0.5"])
    (',.', ',')
    >>> notation_of(["12,5 %", "3 %"]), notation_of(["1 234,5", "7"])
    (',%', ', ')
    """
    told = list(words)
    marks = marks_of([bare(word).number for word in told])
    return None if marks is None else marks + dress_of(told)


def marks_of(told: list[str]) -> str | None:
    """The same for numbers without signs and spaces."""
    commas = comma_words(told)
    points = any(is_grouped(word, ".") for word in told)
    fractions = any(not COMMA_GROUPS.fullmatch(word) for word in commas)
    thousands = any(is_grouped(word, ",") for word in commas)
    if fractions and thousands:
        return ""
    if fractions:
        pointed = [word for word in told if "." in word]
        points = bool(pointed) and all(POINT_GROUPS.fullmatch(word) for word in pointed)
    if fractions or points:
        return ",." if points else ","
    if thousands:
        return "."
    return None if commas else ""


def is_grouped(word: str, mark: str) -> bool:
    """Whether marks in a word can only part thousands: two of them, or the other mark behind.

    >>> is_grouped("1,234.5", ","), is_grouped("1.234.567", "."), is_grouped("1.234", ".")
    (True, True, False)
    """
    looks, other = (COMMA_GROUPS, ".") if mark == "," else (POINT_GROUPS, ",")
    return bool(looks.fullmatch(word)) and (word.count(mark) > 1 or other in word)


def with_decimal(notation: Notation, mark: str) -> Notation:
    """A notation with another mark before the fraction.

    >>> with_decimal(",. €", "."), with_decimal("", ",")
    ('. €', ',')
    """
    return mark + notation.lstrip(".,")


def plain_number(word: str, notation: Notation) -> str:
    """A number as Python writes it; any other word as it is.

    >>> plain_number("-1,25", ","), plain_number("1,234.5", "."), plain_number("1.234", ",.")
    ('-1.25', '1234.5', '1234')
    >>> plain_number("a, b", ","), plain_number("€ 1 234,50", ", €"), plain_number("12", ",%")
    ('a, b', '1234.50', '12 without %')
    """
    dress = notation.lstrip(".,")
    marks = notation.removesuffix(dress)
    told = undressed(word, dress) if dress else word.strip()
    if marks == "." and COMMA_GROUPS.fullmatch(told):
        return told.replace(",", "")
    if marks == ",." and POINT_GROUPS.fullmatch(told):
        return told.replace(".", "").replace(",", ".")
    if marks in (",", ",.") and FRACTION.fullmatch(told):
        return told.replace(",", ".")
    return told if dress else word

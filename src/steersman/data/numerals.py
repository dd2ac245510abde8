"""How numbers are written: with a decimal point or a comma, with or without marks at thousands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

__all__ = ["DECIMALS", "Notation", "comma_words", "is_number", "notation_of", "plain_number"]

Notation = Literal["", ".", ",", ",."]
"""The decimal mark, where commas occur at all; with a point behind it, points part thousands."""

DECIMALS = (".", ",")
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


def comma_words(words: Iterable[str]) -> list[str]:
    """The words that could be numbers with a comma in them."""
    stripped = (word.strip() for word in words if "," in word)
    return [word for word in stripped if is_comma_number(word)]


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
    """
    told = [word.strip() for word in words]
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


def plain_number(word: str, notation: Notation) -> str:
    """A number as Python writes it; any other word as it is.

    >>> plain_number("-1,25", ","), plain_number("1,234.5", "."), plain_number("1.234", ",.")
    ('-1.25', '1234.5', '1234')
    >>> plain_number("a, b", ",")
    'a, b'
    """
    told = word.strip()
    if notation == "." and COMMA_GROUPS.fullmatch(told):
        return told.replace(",", "")
    if notation == ",." and POINT_GROUPS.fullmatch(told):
        return told.replace(".", "").replace(",", ".")
    if notation in (",", ",.") and FRACTION.fullmatch(told):
        return told.replace(",", ".")
    return word

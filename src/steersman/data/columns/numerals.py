"""Digits as numbers, and as codes that would lose something as numbers."""

from __future__ import annotations

import re
from collections.abc import Collection

LEADING_ZERO = re.compile(r"[+-]?0\d+")
LARGEST_WHOLE = 2**63 - 1
LINE_LIKE_A_CODE = re.compile(r"^(?:[+-]?0\d+|\d{19,})$", re.MULTILINE)


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
    # One search through all of them: mostly there is no code, and words are many.
    if not LINE_LIKE_A_CODE.search("\n".join(numbers)):
        return False
    return any(map(is_code, numbers)) and not any(
        "." in each and is_number(each) for each in numbers
    )

"""How the numbers of a column are written: decimal mark, mark at thousands, spaces and a sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from steersman.data.columns.affixes import common_affix, split_affixes, without_affix

FRACTION = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
COMMA_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
POINT_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?")


@dataclass(frozen=True)
class NumberFormat:
    """The marks of numbers: `decimal` before a fraction, `thousands` between groups of digits.

    With `spaced`, spaces may stand between groups too; all numbers have the `sign`, if there is
    one. The default is how Python writes numbers.
    """

    decimal: str = "."
    thousands: str = ""
    spaced: bool = False
    sign: str = ""

    def with_decimal(self, mark: str) -> NumberFormat:
        """The format with another decimal mark; commas that are none part thousands.

        >>> NumberFormat(",", ".", sign="€").with_decimal(".")
        NumberFormat(decimal='.', thousands=',', spaced=False, sign='€')
        """
        return replace(self, decimal=mark, thousands="," if mark == "." else "")

    def plain_number(self, word: str) -> str | None:
        """A number as Python writes it, None for one with another affix; other words as they are.

        >>> NumberFormat(",").plain_number("-1,25"), NumberFormat(".", ",").plain_number("1,234.5")
        ('-1.25', '1234.5')
        >>> NumberFormat(",", ".").plain_number("1.234"), NumberFormat(",").plain_number("a, b")
        ('1234', 'a, b')
        >>> NumberFormat(",", spaced=True, sign="€").plain_number("€ 1 234,50")
        '1234.50'
        >>> NumberFormat(sign="%").plain_number("12") is None
        True
        """
        number = word.strip()
        if self.spaced or self.sign:
            bare = without_affix(word, self.spaced, self.sign)
            if bare is None:
                return None
            number = bare
        if self.thousands == "," and COMMA_GROUPS.fullmatch(number):
            return number.replace(",", "")
        if self.thousands == "." and POINT_GROUPS.fullmatch(number):
            return number.replace(".", "").replace(",", ".")
        if self.decimal == "," and FRACTION.fullmatch(number):
            return number.replace(",", ".")
        return number


def number_format_of(words: Iterable[str]) -> NumberFormat | None:
    """How the numbers among some words are written; None where `1,234` may be either.

    >>> number_format_of(["0,078", "1,234"]) == NumberFormat(",")
    True
    >>> number_format_of(["1,234,567", "1,234"]) == NumberFormat(".", ",")
    True
    >>> number_format_of(["1.234,50", "7,25"]) == NumberFormat(",", ".")
    True
    >>> number_format_of(["1,234"]), number_format_of(["1.5"]) == NumberFormat()
    (None, True)
    >>> number_format_of(["12,5 %", "3 %"]) == NumberFormat(",", sign="%")
    True
    """
    held = list(words)
    marks = marks_of([split_affixes(word).number for word in held])
    return None if marks is None else NumberFormat(*marks, *common_affix(held))


def format_by_decimal(words: Sequence[str], decimal: str | None) -> NumberFormat:
    """The format of numbers such as `1,234`, which do not show it: by the decimal mark named."""
    spaced, sign = common_affix(words)
    return NumberFormat(spaced=spaced, sign=sign).with_decimal("," if decimal == "," else ".")


def comma_numbers(words: Iterable[str]) -> list[str]:
    """The words that could be numbers with a comma in them."""
    stripped = (word.strip() for word in words if "," in word)
    return [word for word in stripped if is_comma_number(split_affixes(word).number)]


def is_comma_number(word: str) -> bool:
    return any(looks.fullmatch(word) for looks in (FRACTION, COMMA_GROUPS, POINT_GROUPS))


def marks_of(numbers: Sequence[str]) -> tuple[str, str] | None:
    """The decimal mark and the mark at thousands of plain numbers, None if ambiguous."""
    commas = comma_numbers(numbers)
    points = any(is_grouped(word, ".") for word in numbers)
    fractions = any(not COMMA_GROUPS.fullmatch(word) for word in commas)
    thousands = any(is_grouped(word, ",") for word in commas)
    if fractions and thousands:
        return ".", ""
    if fractions:
        # Beside decimal commas a single point parts thousands, if it can in every word.
        pointed = [word for word in numbers if "." in word]
        points = bool(pointed) and all(POINT_GROUPS.fullmatch(word) for word in pointed)
    if fractions or points:
        return ",", "." if points else ""
    if thousands:
        return ".", ","
    return None if commas else (".", "")


def is_grouped(word: str, mark: str) -> bool:
    """Whether marks in a word can only part thousands: two of them, or the other mark behind.

    >>> is_grouped("1,234.5", ","), is_grouped("1.234.567", "."), is_grouped("1.234", ".")
    (True, True, False)
    """
    looks, other = (COMMA_GROUPS, ".") if mark == "," else (POINT_GROUPS, ",")
    return bool(looks.fullmatch(word)) and (word.count(mark) > 1 or other in word)

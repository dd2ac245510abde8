"""Affixes of numbers: signs around them and spaces inside, as in `12 %`, `€ 3.50`, `1 234,5`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

SIGN = "[%‰€$£¥₹]|EUR|USD|GBP|CHF"
SPACES = " \u00a0\u2009\u202f'’"
WITH_AFFIXES = re.compile(
    rf"([+-]?)\s*({SIGN})?\s*([+-]?)((?:\d|[.,]\d)[\d.,{SPACES}]*?)\s*({SIGN})?"
)
GROUPS = re.compile(rf"[1-9]\d{{0,2}}([{SPACES}])\d{{3}}(?:\1\d{{3}})*(?:[.,]\d+)?")
# Longer words are no amounts, and a look at every character of a megabyte takes seconds.
LONGEST_AMOUNT = 1_000
WITHOUT_SPACES = str.maketrans("", "", SPACES)


class NumberParts(NamedTuple):
    """A number without its sign and the spaces between its thousands."""

    number: str
    sign: str = ""
    spaced: bool = False


def split_affixes(word: str) -> NumberParts:
    """The number in a word, its sign, and whether spaces part thousands; other words as they are.

    >>> split_affixes("-12,5 %")
    NumberParts(number='-12,5', sign='%', spaced=False)
    >>> split_affixes("1\u202f234").number, split_affixes("555 12 34").number
    ('1234', '555 12 34')
    """
    stripped = word.strip()
    found = WITH_AFFIXES.fullmatch(stripped) if len(stripped) <= LONGEST_AMOUNT else None
    if found is None:
        return NumberParts(stripped)
    minus, before, later, body, after = found.groups()
    spaced = any(mark in SPACES for mark in body)
    sign = before or after or ""
    # Two signs, two minuses, or spaces not at thousands: this is no number.
    if (before and after) or (minus and later) or (spaced and not GROUPS.fullmatch(body)):
        return NumberParts(stripped)
    # An ordinary number: left as it was written, so that "+5" stays "+5".
    if not sign and not spaced:
        return NumberParts(stripped)
    return NumberParts((minus or later) + body.translate(WITHOUT_SPACES), sign, spaced)


def common_affix(words: Iterable[str]) -> tuple[bool, str]:
    """Whether spaces part thousands in some words, and the sign that most of the words have.

    >>> common_affix(["12 %", "3 %", "?"]), common_affix(["€ 1 200", "€ 3"]), common_affix(["a 1"])
    ((False, '%'), (True, '€'), (False, ''))
    """
    parts = [split_affixes(word) for word in words]
    signs = Counter(each.sign for each in parts if each.sign)
    sign, often = signs.most_common(1)[0] if signs else ("", 0)
    # A sign on a few values only may mean something else there.
    return any(each.spaced for each in parts), sign if 2 * often > len(parts) else ""


def without_affix(word: str, spaced: bool, sign: str) -> str | None:
    """The number in a word with this affix, None where it has another one or none.

    Nothing but zero may lack the sign: 12 among numbers with % may be 12 or 1200 of them.

    >>> without_affix("1 200 €", True, "€"), without_affix("0", False, "%")
    ('1200', '0')
    >>> without_affix("$ 3", False, "€"), without_affix("3", False, "€")
    (None, None)
    """
    parts = split_affixes(word)
    if parts.spaced and not spaced:
        return None
    is_zero = not parts.sign and not parts.number.strip("+-0.,")
    return parts.number if parts.sign == sign or is_zero else None


def has_one_style(words: Sequence[str]) -> bool:
    """Whether words with affixes can only be numbers: all with one sign, or spaced as no code is.

    Telephone numbers and codes have spaces too, but all of them as many digits.

    >>> has_one_style(["12 %", "3 %"]), has_one_style(["12 %", "0.5"])
    (True, False)
    >>> has_one_style(["1 234", "987"]), has_one_style(["555 123", "555 124"])
    (True, False)
    """
    parts = [split_affixes(word) for word in words]
    signs = {each.sign for each in parts if each.sign or each.number.strip("+-0.,")}
    if len(signs) != 1:
        return False
    if signs != {""}:
        return True
    lengths = {len(re.split("[.,]", each.number.lstrip("+-"))[0]) for each in parts}
    return len(lengths) > 1 or any("." in each.number or "," in each.number for each in parts)

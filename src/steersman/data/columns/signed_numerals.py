"""Numbers with something around or inside them: `12 %`, `€ 3.50`, `1 234,5`, `1'234.50`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Bare", "bare", "dress_of", "is_one_writing", "undressed"]

SIGN = "[%‰€$£¥₹]|EUR|USD|GBP|CHF"
SPACES = " \u00a0\u2009\u202f'’"
DRESSED = re.compile(rf"([+-]?)\s*({SIGN})?\s*([+-]?)((?:\d|[.,]\d)[\d.,{SPACES}]*?)\s*({SIGN})?")
GROUPS = re.compile(rf"[1-9]\d{{0,2}}([{SPACES}])\d{{3}}(?:\1\d{{3}})*(?:[.,]\d+)?")
WITHOUT_SPACES = str.maketrans("", "", SPACES)


class Bare(NamedTuple):
    """A word without the sign of a number and the spaces between its thousands."""

    number: str
    sign: str = ""
    spaced: bool = False


def bare(word: str) -> Bare:
    """What is left of a number without its dress; any other word as it is.

    >>> bare("-12,5 %")
    Bare(number='-12,5', sign='%', spaced=False)
    >>> bare("1\u202f234").number, bare("555 12 34").number
    ('1234', '555 12 34')
    """
    told = word.strip()
    found = DRESSED.fullmatch(told)
    if found is None:
        return Bare(told)
    minus, before, later, body, after = found.groups()
    spaced = any(mark in SPACES for mark in body)
    sign = before or after or ""
    if (before and after) or (minus and later) or (spaced and not GROUPS.fullmatch(body)):
        return Bare(told)
    if not sign and not spaced:
        return Bare(told)
    return Bare((minus or later) + body.translate(WITHOUT_SPACES), sign, spaced)


def dress_of(words: Iterable[str]) -> str:
    """A space where thousands are parted by one, and the sign that most of the numbers have.

    >>> dress_of(["12 %", "3 %", "?"]), dress_of(["€ 1 200", "€ 3"]), dress_of(["5", "a 1"])
    ('%', ' €', '')
    """
    told = [bare(word) for word in words]
    signs = Counter(each.sign for each in told if each.sign)
    sign, often = signs.most_common(1)[0] if signs else ("", 0)
    return (" " if any(each.spaced for each in told) else "") + (
        sign if 2 * often > len(told) else ""
    )


def undressed(word: str, dress: str) -> str:
    """The number in a word that is dressed so; a word that is no number where it is not.

    Nothing but zero may lack the sign: 12 among numbers with % may be 12 or 1200 of them.

    >>> undressed("1 200 €", " €"), undressed("0", "%"), undressed("$ 3", "€"), undressed("3", "€")
    ('1200', '0', '$ 3', '3 without €')
    """
    spaced, sign = dress.startswith(" "), dress.strip()
    told = bare(word)
    if told.spaced and not spaced:
        return word
    if told.sign == sign:
        return told.number
    if told.sign:
        return word
    return told.number if not told.number.strip("+-0.,") else f"{word} without {sign}"


def is_one_writing(words: Sequence[str]) -> bool:
    """Whether dressed words can only be numbers: all with one sign, or with spaces no code has.

    Numbers of a telephone and codes have spaces too, but all of them as many digits.

    >>> is_one_writing(["12 %", "3 %"]), is_one_writing(["12 %", "0.5"])
    (True, False)
    >>> is_one_writing(["1 234", "987"]), is_one_writing(["555 123", "555 124"])
    (True, False)
    """
    told = [bare(word) for word in words]
    signs = {each.sign for each in told if each.sign or each.number.strip("+-0.,")}
    if len(signs) != 1:
        return False
    if signs != {""}:
        return True
    lengths = {len(re.split("[.,]", each.number.lstrip("+-"))[0]) for each in told}
    return len(lengths) > 1 or any("." in each.number or "," in each.number for each in told)

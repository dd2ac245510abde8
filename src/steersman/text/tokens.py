"""The definition of a word, which the compiled kernel and the plain analyzer share.

A document is brought to one spelling (`normalized_text`), after which every character outside
ASCII is part of a word. A word is then a longest run of letters, digits and characters outside
ASCII, with single apostrophes allowed between them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

WORD_CHARACTERS = "[a-z0-9\x80-\U0010ffff]+"
WORD = re.compile(f"{WORD_CHARACTERS}(?:'{WORD_CHARACTERS})*")
OUTSIDE_ASCII = re.compile("[\x80-\U0010ffff]")
APOSTROPHES = frozenset("\u2018\u2019\u02bc")


def words(document: str) -> list[str]:
    """The words of a document in order, in lower case, with their inner apostrophes.

    >>> words("Don't panic: the CAFÉ’s e-mail_list has 1,234 names!")
    ["don't", 'panic', 'the', "café's", 'e', 'mail', 'list', 'has', '1', '234', 'names']
    """
    return WORD.findall(normalized_text(document).lower())


def normalized_text(document: str) -> str:
    r"""The document with one spelling for each character that can be written in several ways.

    Text within ASCII comes back as it is. Otherwise: compatibility composition (NFKC), lower
    case, typographic apostrophes made plain, invisible format characters taken out, and every
    other character outside ASCII that is no letter, mark or number replaced by a space.

    >>> normalized_text("Cafe\u0301 \u2014 na\u00efve\u00adly")
    'café   naïvely'
    """
    if document.isascii():
        return document
    text = unicodedata.normalize("NFKC", document).lower()
    for character in set(OUTSIDE_ASCII.findall(text)):
        if spelling(character) != character:
            text = text.replace(character, spelling(character))
    return text


@cache
def spelling(character: str) -> str:
    """How a character outside ASCII is written: as itself, an apostrophe, not at all, a space."""
    if character in APOSTROPHES:
        return "'"
    category = unicodedata.category(character)
    if category[0] in "LMN":
        return character
    return "" if category == "Cf" else " "

"""The languages that have a stemmer and a stoplist: Snowball's."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "function_words"

LANGUAGES = tuple(sorted(file.stem for file in FOLDER.glob("*.txt")))
"""Each is the name of a PyStemmer algorithm and of a stoplist."""

ELISIONS = {
    "catalan": frozenset("ldmtsn"),
    "french": frozenset([*"ldjmtsnc", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu"]),
    "italian": frozenset(
        [*"ldcmtsv", "un", "dell", "all", "dall", "nell", "sull", "coll", "quest", "quell", "anch"]
    ),
}
"""Words that lose their last letter and are written together with the next: l'arbre."""


@cache
def function_words(language: str) -> tuple[str, ...]:
    """Articles, pronouns, prepositions, auxiliaries: the words that hold a language together.

    >>> {"der", "nicht", "zwischen"} <= set(function_words("german"))
    True
    """
    return tuple((FOLDER / f"{language}.txt").read_text(encoding="utf-8").split())


def language_name(language: str) -> str:
    """How a language is written on a page.

    >>> language_name("german")
    'German'
    """
    return language.capitalize()

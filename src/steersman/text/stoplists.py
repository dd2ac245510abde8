"""Words that are left out of the counts: a named list, one's own collection, or none."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from steersman.errors import SteersmanError
from steersman.text.languages import LANGUAGES, function_words
from steersman.text.resources import resource_path
from steersman.text.tokens import words

STOPLISTS = ("scikit-learn", "smart", *LANGUAGES)

Stoplist = str | Collection[str] | None


def stop_words(
    stoplist: Stoplist, extra: Collection[str] = (), kept: Collection[str] = ()
) -> frozenset[str]:
    """The words of a stoplist, written as `words` writes the words of a document.

    The name of a language stands for its function words (articles, pronouns, prepositions,
    auxiliaries, conjunctions), `"scikit-learn"` for the longer English list of that library,
    `"smart"` for the 571 lines of the SMART system (the resource `smart-stoplist.txt`), None for no
    list at all; anything else is a collection of words. `extra` words are added, `kept` ones taken
    off the list.

    >>> sorted(stop_words(["The", "Don’t"], extra=["sail"], kept=["the"]))
    ["don't", 'sail']
    >>> "not" in stop_words("english"), "system" in stop_words("english")
    (True, False)
    """
    if isinstance(stoplist, str) and stoplist != "smart":
        listed = named_list(stoplist)
    else:
        listed = spelled_words(() if stoplist is None else listed_words(stoplist))
    return (listed | spelled_words(extra)) - spelled_words(kept) if extra or kept else listed


# A model that predicts row by row asks for its list every time.
@cache
def named_list(stoplist: str) -> frozenset[str]:
    """The words of a stoplist that comes with the product or with scikit-learn."""
    return spelled_words(listed_words(stoplist))


def spelled_words(lines: Collection[str]) -> frozenset[str]:
    """Words as `words` writes those of a document."""
    return frozenset(word for line in lines for word in words(line))


def listed_words(stoplist: str | Collection[str]) -> Collection[str]:
    """The lines of a stoplist as they were written."""
    if isinstance(stoplist, str):
        if stoplist == "scikit-learn":
            from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

            english: frozenset[str] = ENGLISH_STOP_WORDS
            return english
        if stoplist in LANGUAGES:
            return function_words(stoplist)
        if stoplist == "smart":
            return resource_path("smart-stoplist.txt").read_text(encoding="utf-8").splitlines()
    elif isinstance(stoplist, Collection) and all(isinstance(word, str) for word in stoplist):
        return stoplist
    raise SteersmanError(
        f"stoplist {stoplist!r} is neither a known list nor a collection of words",
        todo=f"give one of {', '.join(STOPLISTS)}, a list of words, or None",
        code="stoplist-unknown",
        came=stoplist,
    )

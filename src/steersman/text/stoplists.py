"""Words that are left out of the counts: a named list, one's own collection, or none."""

from __future__ import annotations

from collections.abc import Collection

from steersman.errors import SteersmanError
from steersman.text.languages import LANGUAGES, function_words
from steersman.text.resources import resource_path
from steersman.text.tokens import words

STOPLISTS = ("smart", *LANGUAGES)

Stoplist = str | Collection[str] | None


def stop_words(stoplist: Stoplist) -> frozenset[str]:
    """The words of a stoplist, written as `words` writes the words of a document.

    `"english"` is scikit-learn's list, the name of another language its function words, `"smart"`
    the 571 lines of the SMART system (the resource `smart-stoplist.txt`), None no list at all;
    anything else is a collection of words.

    >>> sorted(stop_words(["The", "Don’t"]))
    ["don't", 'the']
    """
    if stoplist is None:
        return frozenset()
    return frozenset(word for line in listed_words(stoplist) for word in words(line))


def listed_words(stoplist: str | Collection[str]) -> Collection[str]:
    """The lines of a stoplist as they were written."""
    if isinstance(stoplist, str):
        if stoplist == "english":
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

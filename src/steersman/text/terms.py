"""From a word to the term that is counted: contractions, stoplist, short words, numbers, stems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import Stemmer

from steersman.errors import SteersmanError

LEFT_OUT = ""
"""Stands for the term of a word that is not counted."""


@dataclass(frozen=True)
class TermRule:
    """Which words are counted, and under what term."""

    stop_words: frozenset[str]
    stemmer: str | None
    min_length: int
    numbers: bool
    elided: frozenset[str] = frozenset()

    def terms(self, words: Sequence[str]) -> list[str]:
        """The term of each word; words that are not counted have the term `LEFT_OUT`.

        >>> rule = TermRule(frozenset({"the", "won't"}), "porter", min_length=2, numbers=True)
        >>> rule.terms(["the", "company's", "companies", "won't", "don't", "x"])
        ['', 'compani', 'compani', '', 'dont', '']
        """
        stop, shortest = self.stop_words, self.min_length
        plain = [  # the plainest words, which are nearly all, without a call
            word
            if word.isalpha() and len(word) >= shortest and word not in stop
            else self.plain_term(word)
            for word in words
        ]
        if self.stemmer is None:
            return plain
        stems: list[str] = Stemmer.Stemmer(self.stemmer, 0).stemWords(plain)
        return stems

    def plain_term(self, word: str) -> str:
        """The word without possessive ending and apostrophes, or `LEFT_OUT`."""
        if word in self.stop_words:
            return LEFT_OUT
        term = self.without_apostrophes(word)
        if len(term) < self.min_length or term in self.stop_words:
            return LEFT_OUT
        return term if self.numbers or not term.isnumeric() else LEFT_OUT

    def without_apostrophes(self, word: str) -> str:
        """The word without possessive ending, apostrophes and the elided word before it."""
        if "'" not in word:
            return word
        before, _, rest = word.partition("'")
        whole = rest if before in self.elided else word
        return whole.removesuffix("'s").replace("'", "")

    def why_left_out(self, word: str) -> str:
        """The reason why a word is not counted."""
        term = self.without_apostrophes(word)
        if word in self.stop_words or term in self.stop_words:
            return "stop word"
        return "too short" if len(term) < self.min_length else "number"


def stemmer_name(stem: bool | str) -> str | None:
    """The PyStemmer algorithm meant by `stem`: True is Porter's, False none, a name itself."""
    if stem is True or stem is False:
        return "porter" if stem else None
    if stem not in Stemmer.algorithms():
        raise SteersmanError(
            f"stem={stem!r} is not a stemmer that PyStemmer knows",
            todo=f"give True (Porter), False or one of: {', '.join(Stemmer.algorithms())}",
            code="stemmer-unknown",
            came=stem,
        )
    return stem

"""Terms and their numbers: those of a vocabulary, or new ones in the order of appearance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steersman.text.blocks import WordBlock
from steersman.text.ngrams import with_ngrams
from steersman.text.streams import TermStream
from steersman.text.terms import LEFT_OUT, TermRule

Ints = NDArray[np.int32]


class TermNumbers:
    """The number of each term; -1 for one that is not counted.

    Without a vocabulary every term that comes gets the next number.

    >>> fresh = TermNumbers()
    >>> fresh.of(["sail", "", "boat", "sail"])
    array([ 0, -1,  1,  0], dtype=int32)
    >>> TermNumbers({"boat": 7}).of(["sail", "boat"])
    array([-1,  7], dtype=int32)
    """

    def __init__(self, vocabulary: Mapping[str, int] | None = None) -> None:
        self.grows = vocabulary is None
        self.numbers: Mapping[str, int] = {} if vocabulary is None else vocabulary
        self.words = 0
        self.of_word: Ints = np.empty(0, np.int32)

    def of(self, terms: Sequence[str]) -> Ints:
        """(terms,) their numbers."""
        numbers = self.numbers
        if self.grows and isinstance(numbers, dict):
            known = numbers.setdefault
            found = (-1 if term == LEFT_OUT else known(term, len(numbers)) for term in terms)
        else:
            found = (numbers.get(term, -1) for term in terms)
        return np.fromiter(found, np.int32, len(terms))

    def of_words(self, block: WordBlock, rule: TermRule) -> Ints:
        """(words of all blocks so far,) the numbers of their terms; the rule sees a word once."""
        last = self.words + len(block.fresh)
        if last > len(self.of_word):
            room = max(last, 2 * len(self.of_word)) - len(self.of_word)
            # Doubled, so that the array is not copied with every block.
            self.of_word = np.concatenate([self.of_word, np.empty(room, np.int32)])
        self.of_word[self.words : last] = self.of(rule.terms(block.fresh))
        self.words = last
        return self.of_word

    def names(self) -> list[str]:
        """The terms, those with new numbers in their order."""
        return list(self.numbers)


def numbered_stream(
    block: WordBlock, rule: TermRule, single: TermNumbers, runs: TermNumbers, longest: int
) -> TermStream:
    """The terms of a block's documents as numbers of `runs`, which holds all counted terms.

    `single` numbers the single terms; it is the same object where there are no longer runs.
    """
    numbers = single.of_words(block, rule)
    bounds = np.concatenate([[0], block.ends])
    stream = TermStream(block.numbers, bounds).with_term_numbers(numbers)
    if longest == 1:
        return stream
    names = single.names()
    # Only the terms of this block: pairs of all terms so far would be too many to number.
    there, local = np.unique(stream.terms, return_inverse=True)
    local_stream = TermStream(local.astype(np.int32), stream.bounds)
    neighbors, all_names = with_ngrams(
        local_stream, [names[number] for number in there.tolist()], longest
    )
    return neighbors.with_term_numbers(runs.of(all_names))

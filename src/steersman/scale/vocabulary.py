"""The terms of all documents with their counts, from partial counts of pieces of the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from steersman.tasks import Task
from steersman.text import TextCounter
from steersman.text.matrices import TermTally
from steersman.text.numbering import TermNumbers

Longs = NDArray[np.int64]

MOST_TERMS = 8_000_000
SPAN_CHARACTERS = 256_000_000
"""Text after which a partial count is merged: terms that were dropped do not pile up in it."""


@dataclass(frozen=True, eq=False)
class TermCounts:
    """Terms, and for each the documents that hold it and its occurrences.

    Where there were more than MOST_TERMS, the rarest were dropped: those in at most `dropped_df`
    documents may be missing or counted too low by so many.
    """

    terms: tuple[str, ...]
    holders: Longs
    totals: Longs
    documents: int
    dropped_df: int = 0

    def plus(self, other: TermCounts) -> TermCounts:
        """The counts of both sets of documents together."""
        if len(self.terms) < len(other.terms):
            return other.plus(self)
        places = {term: place for place, term in enumerate(self.terms)}
        fresh = [term for term in other.terms if term not in places]
        places.update((term, place) for place, term in enumerate(fresh, start=len(self.terms)))
        at = np.fromiter((places[term] for term in other.terms), np.int64, len(other.terms))
        both = []
        for own, more in ((self.holders, other.holders), (self.totals, other.totals)):
            sums = np.concatenate([own, np.zeros(len(fresh), np.int64)])
            sums[at] += more
            both.append(sums)
        found = TermCounts(
            (*self.terms, *fresh),
            both[0],
            both[1],
            self.documents + other.documents,
            self.dropped_df + other.dropped_df,
        )
        return found.pruned_to(MOST_TERMS)

    def pruned_to(self, most: int) -> TermCounts:
        """The counts without the rarest terms where there are more than `most`."""
        if len(self.terms) <= most:
            return self
        # So that every second term goes at least: pruning costs as much as counting.
        limit = int(np.sort(self.holders)[len(self.terms) - most // 2 - 1])
        kept = np.flatnonzero(self.holders > limit)
        terms = tuple(self.terms[place] for place in kept.tolist())
        dropped = self.dropped_df + limit
        return TermCounts(terms, self.holders[kept], self.totals[kept], self.documents, dropped)

    def fit(self, counter: TextCounter) -> TextCounter:
        """A copy of a counter with the vocabulary that it would learn from all the documents."""
        fitted: TextCounter = clone(counter)
        numbers, tally = TermNumbers(), TermTally()
        numbers.numbers = {term: place for place, term in enumerate(self.terms)}
        tally.documents, tally.holders, tally.totals = self.documents, self.holders, self.totals
        fitted.learn(numbers, tally, Task())
        return fitted

    def notes(self) -> tuple[str, ...]:
        """A sentence on terms that were dropped."""
        if not self.dropped_df:
            return ()
        return (
            f"there are more than {MOST_TERMS:,} different terms; those in at most "
            f"{self.dropped_df:,} documents may be missing",
        )


NO_TERMS = TermCounts((), np.zeros(0, np.int64), np.zeros(0, np.int64), 0)


def term_counts(counter: TextCounter, documents: Iterable[str]) -> TermCounts:
    """The counts of the terms of documents, which are read once.

    >>> found = term_counts(TextCounter(), ["Sailing boats", "The ship's boat"])
    >>> found.terms, found.holders.tolist()
    (('sail', 'boat', 'ship'), [1, 2, 1])
    """
    found, left = NO_TERMS, iter(documents)
    while True:
        numbers, tally, seen = TermNumbers(), TermTally(), Seen()
        for block in counter.counted_blocks(seen.span(left), numbers, Task()):
            tally.add(block, len(numbers.numbers))
        if tally.documents:
            size = len(numbers.numbers)
            part = TermCounts(
                tuple(numbers.names()), tally.holders[:size], tally.totals[:size], tally.documents
            )
            found = found.plus(part) if found.documents else part.pruned_to(MOST_TERMS)
        if seen.is_last:
            return found


class Seen:
    """A span of documents, and whether there are none after it."""

    def __init__(self) -> None:
        self.is_last = True

    def span(self, documents: Iterator[str]) -> Iterator[str]:
        """Documents until there is enough text."""
        characters = 0
        for document in documents:
            yield document
            characters += len(document)
            if characters > SPAN_CHARACTERS:
                self.is_last = False
                return

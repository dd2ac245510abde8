"""Whole words for stems: the commonest of the words that were counted under each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from steersman.text.blocks import word_blocks
from steersman.text.terms import LEFT_OUT, TermRule


def whole_words(rule: TermRule, documents: Iterable[str]) -> dict[str, str]:
    """For each term of the documents the word that it was made of most often.

    Of equally frequent words the shortest is taken, then the first in the alphabet.

    >>> rule = TermRule(frozenset(), "porter", min_length=2, numbers=True)
    >>> whole_words(rule, ["Companies, the company's", "a company computes, computing computes"])
    {'compani': 'company', 'the': 'the', 'comput': 'computes'}
    """
    seen: list[str] = []
    counts = np.zeros(0, np.int64)
    for block in word_blocks(documents):
        seen += block.fresh
        before = np.pad(counts, (0, len(block.fresh)))
        counts = before + np.bincount(block.numbers, minlength=len(seen))
    written: Counter[tuple[str, str]] = Counter()  # by term and plain word
    plain = replace(rule, stemmer=None).terms(seen)
    for term, word, times in zip(rule.terms(seen), plain, counts.tolist(), strict=True):
        if term != LEFT_OUT:
            written[term, word] += times
    best: dict[str, tuple[int, int, str]] = {}
    for (term, word), times in written.items():
        rank = (-times, len(word), word)
        best[term] = min(best.get(term, rank), rank)
    return {term: word for term, (_, _, word) in best.items()}

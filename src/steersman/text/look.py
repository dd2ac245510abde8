"""A preview of counting: each word of a document with its term, or why it is left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from steersman.text.counter import TextCounter
from steersman.text.ngrams import ngrams_of
from steersman.text.terms import LEFT_OUT
from steersman.text.tokens import words


@dataclass(frozen=True)
class Token:
    """A word of a document; `why` it is left out is empty when it is not."""

    word: str
    term: str
    why: str


@dataclass(frozen=True)
class DocumentLook:
    """The words of a document in order, and the terms that are counted, the commonest first."""

    tokens: tuple[Token, ...]
    counts: tuple[tuple[str, int], ...]


def document_look(counter: TextCounter, document: str) -> DocumentLook:
    """The way of one document through the counter, whatever vocabulary it has learned.

    >>> look = document_look(TextCounter(), "The boats sail, the boat sinks")
    >>> [token.term or f"({token.why})" for token in look.tokens]
    ['(stop word)', 'boat', 'sail', '(stop word)', 'boat', 'sink']
    >>> look.counts[0]
    ('boat', 2)
    """
    rule = counter.term_rule()
    found = words(document)
    terms = rule.terms(found)
    tokens = tuple(
        Token(word, term, "" if term != LEFT_OUT else rule.why_left_out(word))
        for word, term in zip(found, terms)
    )
    counted = Counter(ngrams_of([term for term in terms if term != LEFT_OUT], counter.ngrams))
    if counter.binary:
        counted = Counter(dict.fromkeys(counted, 1))
    return DocumentLook(tokens, tuple(counted.most_common()))

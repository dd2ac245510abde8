"""Documents drawn as naive Bayes supposes: a kind, a length, then words one by one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


class DrawnDocuments(NamedTuple):
    """The kind of each document, its words in order, and how often it has each word."""

    kinds: Ints  # (documents,)
    words: list[Ints]
    counts: NDArray[np.int64]  # (documents, vocabulary)


def word_probabilities(kinds: int, words_of_a_kind: int, contrast: float) -> Floats:
    """(kinds, vocabulary) from all words alike (contrast 0) to each kind's own words only (1).

    >>> word_probabilities(2, 1, 0.5)
    array([[0.75, 0.25],
           [0.25, 0.75]])
    """
    own = np.repeat(np.eye(kinds), words_of_a_kind, axis=1) / words_of_a_kind
    alike = np.full(own.shape, 1.0 / own.shape[1])
    return np.asarray(contrast * own + (1.0 - contrast) * alike)


def draw_documents(
    shares: Floats, words: Floats, length: float, documents: int, rng: np.random.Generator
) -> DrawnDocuments:
    """Kinds by `shares`, lengths from Poisson(length), words by the probabilities of the kind."""
    kinds = rng.choice(len(shares), documents, p=shares)
    lengths = rng.poisson(length, documents)
    drawn = [
        rng.choice(words.shape[1], size, p=words[kind])
        for kind, size in zip(kinds, lengths, strict=True)
    ]
    counts = np.array([np.bincount(each, minlength=words.shape[1]) for each in drawn])
    return DrawnDocuments(kinds, drawn, counts)

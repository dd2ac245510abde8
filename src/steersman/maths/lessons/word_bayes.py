"""Naive Bayes for words: the two ways of counting them, and the weights they give each word.

A filter of two classes is a weighted sum: the log odds of spam are `weights` times what a mail
holds, plus `offset`. Counts come in raw; smoothing is applied here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class WeightedSum(NamedTuple):
    """Log odds of the second class against the first: `weights` per word, and the rest."""

    weights: Floats  # (words,)
    offset: float


def word_shares(occurrences: Floats, smoothing: float = 1.0) -> Floats:
    """(classes, words): the share of a class's words that each word is, `smoothing` added to each.

    With 1 this is the estimator of S. Gadat (2014): its denominator is the class's number of words
    plus the size of the dictionary.

    >>> word_shares(np.array([[0.0, 1.0], [3.0, 1.0]]))
    array([[0.33333333, 0.66666667],
           [0.66666667, 0.33333333]])
    """
    smoothed = occurrences + smoothing
    shares: Floats = smoothed / smoothed.sum(axis=1, keepdims=True)
    return shares


def document_shares(holders: Floats, documents: Floats, smoothing: float = 1.0) -> Floats:
    """(classes, words): the share of a class's mails that hold each word.

    `smoothing` mails that hold the word, and as many that do not, are added to each class.

    >>> document_shares(np.array([[2.0], [0.0]]), np.array([2.0, 2.0]))
    array([[0.75],
           [0.25]])
    """
    shares: Floats = (holders + smoothing) / (documents[:, None] + 2.0 * smoothing)
    return shares


def presence_filter(rates: Floats, documents: Floats) -> WeightedSum:
    """The sum over which words a mail holds; a word that is not there counts, too.

    `rates` is (2, words): how likely a mail of each class holds a word.
    """
    absent = np.log1p(-rates)
    odds = np.log(rates) - absent
    return WeightedSum(
        odds[1] - odds[0], prior_odds(documents) + float((absent[1] - absent[0]).sum())
    )


def count_filter(shares: Floats, documents: Floats) -> WeightedSum:
    """The sum over how often a mail holds each word; `shares` is (2, words)."""
    return WeightedSum(np.log(shares[1]) - np.log(shares[0]), prior_odds(documents))


def prior_odds(documents: Floats) -> float:
    """The logarithm of the second class's mails over the first's."""
    return float(np.log(documents[1]) - np.log(documents[0]))

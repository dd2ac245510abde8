"""Scores of how informative each feature is about a category, from class counts alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, xlogy

from steersman.maths.likelihood.counts import ClassCounts

Floats = NDArray[np.float64]

LEAST_RATE = 0.0005  # a rate of 0 or 1 has no finite normal quantile


def frequency(positive: ClassCounts, negative: ClassCounts) -> Floats:
    """(features,): documents that hold the feature."""
    return positive.features + negative.features


def chi2(positive: ClassCounts, negative: ClassCounts) -> Floats:
    """(features,): chi-squared of where the feature is present, as scikit-learn's `chi2`.

    >>> chi2(ClassCounts(2, np.array([2.0, 1.0])), ClassCounts(2, np.array([0.0, 1.0])))
    array([2., 0.])
    """
    held = positive.features + negative.features
    share = positive.documents / (positive.documents + negative.documents)
    excess = positive.features - share * held
    spread = share * (1.0 - share) * held
    return np.divide(excess**2, spread, out=np.zeros_like(excess), where=spread > 0)


def information_gain(positive: ClassCounts, negative: ClassCounts) -> Floats:
    """(features,): nats that knowing the feature's presence tells about the category."""
    documents = positive.documents + negative.documents
    held = positive.features + negative.features
    gain = np.zeros_like(held)
    for counts in (positive, negative):
        share = counts.documents / documents
        for together, margin in (
            (counts.features, held),
            (counts.documents - counts.features, documents - held),
        ):
            expected = share * margin
            # A count of zero adds nothing, and its expected count may be zero as well.
            ratio = np.divide(together, expected, out=np.ones_like(held), where=together > 0)
            gain += xlogy(together / documents, ratio)
    # The gain of an independent feature is zero, but for rounding on either side.
    return np.maximum(gain, 0.0)


def bi_normal_separation(positive: ClassCounts, negative: ClassCounts) -> Floats:
    """(features,): distance of the normal quantiles of the feature's rates in the two classes.

    Rates are kept within 0.0005 of 0 and 1, where the quantile is infinite.
    """
    quantiles = [
        ndtri(np.clip(counts.features / max(counts.documents, 1e-300), LEAST_RATE, 1 - LEAST_RATE))
        for counts in (positive, negative)
    ]
    return np.abs(quantiles[0] - quantiles[1])


FEATURE_SCORES: dict[str, Callable[[ClassCounts, ClassCounts], Floats]] = {
    "frequency": frequency,
    "chi2": chi2,
    "information_gain": information_gain,
    "bi_normal_separation": bi_normal_separation,
}


def top_features(scores: Floats, count: int) -> NDArray[np.bool_]:
    """(features,): True for the `count` highest scores; of equal ones the first come first.

    >>> top_features(np.array([1.0, 3.0, 1.0]), 2)
    array([ True,  True, False])
    """
    if count >= len(scores):
        return np.ones(len(scores), dtype=np.bool_)
    threshold = np.partition(scores, len(scores) - count)[len(scores) - count]
    selected: NDArray[np.bool_] = scores > threshold
    equal = np.flatnonzero(scores == threshold)
    selected[equal[: count - np.count_nonzero(selected)]] = True
    return selected

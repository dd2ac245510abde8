"""The beta priors, one for each feature, under which a line weighs the features as wanted.

At a slope m a feature that a document holds adds m * (its log odds among positives) - (its log
odds among negatives) to the margin. Both log odds move with that feature's alpha and beta. With a
slope other than 1 every weight can be reached: a prior far stronger than the counts gives both
classes the log odds log(alpha / beta), hence the weight (m - 1) * log(alpha / beta).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.maths.likelihood.counts import ClassCounts

Floats = NDArray[np.float64]

STEPS = 60
LONGEST_STEP = 1.0
CLOSE = 1e-9
OVERWHELMING = 1e7
"""A prior this many times the documents leaves nothing of the counts."""


def line_weights(
    positive: ClassCounts, negative: ClassCounts, logs: Floats, slope: float
) -> tuple[Floats, Floats]:
    """(features,) weights at log alpha, log beta = logs (2, features), and their derivatives."""
    alpha, beta = np.exp(logs)
    weights, slants = np.zeros_like(alpha), np.zeros_like(logs)
    for share, own in ((slope, positive), (-1.0, negative)):
        present, absent = own.features + alpha, own.documents - own.features + beta
        weights += share * (np.log(present) - np.log(absent))
        slants += share * np.stack([alpha / present, -beta / absent])
    return weights, slants


def smoothing_for_weights(
    positive: ClassCounts, negative: ClassCounts, wanted: Floats, slope: float, shared: Floats
) -> tuple[Floats, Floats]:
    """Alpha and beta (features,) near `shared` (alpha, beta) that give the `wanted` weights.

    From the shared values the logarithms follow the steepest way to the wanted weight; a feature
    that does not arrive is given a prior on the straight way to an overwhelming one.

    >>> counts = ClassCounts(9.0, np.array([4.0])), ClassCounts(20.0, np.array([1.0]))
    >>> alpha, beta = smoothing_for_weights(*counts, np.array([0.5]), 2.0, np.ones(2))
    >>> line_weights(*counts, np.log([alpha, beta]), 2.0)[0].round(6)
    array([0.5])
    """
    start = np.repeat(np.log(shared)[:, None], len(wanted), axis=1)
    logs = start.copy()
    on_its_way = np.arange(len(wanted))
    for _ in range(STEPS):
        few = counts_of(positive, on_its_way), counts_of(negative, on_its_way)
        weights, slants = line_weights(*few, logs[:, on_its_way], slope)
        gap = wanted[on_its_way] - weights
        steepness = np.sum(slants**2, axis=0)
        # One equation in two unknowns: of all Newton steps the shortest, along the gradient.
        step = slants * gap / np.maximum(steepness, 1e-12)
        length = np.sqrt(np.sum(step**2, axis=0))
        logs[:, on_its_way] += step * np.minimum(1.0, LONGEST_STEP / np.maximum(length, 1e-300))
        # Newton's steps square the gap: after one from here only rounding is left. Negated, so that
        # NaN counts as missed.
        on_its_way = on_its_way[~(np.abs(gap) <= CLOSE)]
        if not len(on_its_way):
            break
    if len(on_its_way):
        few = counts_of(positive, on_its_way), counts_of(negative, on_its_way)
        far = on_the_way(*few, wanted[on_its_way], slope, start[:, on_its_way])
        logs[:, on_its_way] = far
    alpha, beta = np.exp(logs)
    return alpha, beta


def counts_of(counts: ClassCounts, features: NDArray[np.intp]) -> ClassCounts:
    """The counts of some of the features."""
    return ClassCounts(counts.documents, counts.features[features])


def on_the_way(
    positive: ClassCounts, negative: ClassCounts, wanted: Floats, slope: float, start: Floats
) -> Floats:
    """Logs (2, features) between `start` and an overwhelming prior that give the wanted weights."""
    at_start = line_weights(positive, negative, start, slope)[0]
    beyond = wanted + np.where(wanted >= at_start, 1.0, -1.0)
    strong = np.log(OVERWHELMING * (positive.documents + negative.documents))
    # At an overwhelming prior the weight is (slope - 1) * log(alpha / beta). The end of the way
    # lies just beyond the wanted weight, so that the bisection must cross it.
    half = 0.5 * beyond / (slope - 1.0)
    # + |half| keeps the smaller of alpha and beta overwhelming as well.
    end = strong + np.abs(half) + np.stack([half, -half])
    low, high = np.zeros(len(wanted)), np.ones(len(wanted))
    for _ in range(STEPS):
        share = 0.5 * (low + high)
        reached = line_weights(positive, negative, start + share * (end - start), slope)[0]
        short = (reached < wanted) == (at_start < wanted)
        low, high = np.where(short, share, low), np.where(short, high, share)
    way: Floats = start + 0.5 * (low + high) * (end - start)
    return way

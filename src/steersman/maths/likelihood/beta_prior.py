"""The beta prior of a feature's probability as a picture, and the prior that gives a weight.

A beta density is infinite at 0 for alpha below 1, so that probabilities of intervals are drawn
instead: they are finite for every alpha and beta.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, betaincinv

from steersman.maths.likelihood.counts import ClassCounts
from steersman.maths.likelihood.smoothing_targets import line_weights, smoothing_for_weights

Floats = NDArray[np.float64]

ROUND_TOPS = (1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.5, 1.0)
NEARLY_ALL = 0.99
NEARLY_PARALLEL = 0.05
"""At a slope this close to 1, a strong prior gives hardly any weight, whatever it says."""
STEPS = 200
SILENT = 1e-3
"""A weight this small is none."""
OUTWEIGHING = 1e4
"""A prior worth this many times the documents leaves a weight of 2e-4 at most."""
STRONGEST = 1e12


def interval_probabilities(alpha: float, beta: float, edges: Floats) -> Floats:
    """(intervals,) the probability that beta(alpha, beta) gives to each interval between `edges`.

    >>> interval_probabilities(1.0, 1.0, np.array([0.0, 0.25, 1.0]))
    array([0.25, 0.75])
    """
    return np.asarray(np.diff(betainc(alpha, beta, edges)))


def credible_interval(alpha: float, beta: float, share: float = 0.9) -> tuple[float, float]:
    """The interval with this share of beta(alpha, beta) and as much on either side."""
    low, high = betaincinv(alpha, beta, [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)


def axis_end(*largest: float) -> float:
    """The round number at which an axis of probabilities ends that has to reach `largest`.

    >>> axis_end(0.03, 0.004), axis_end(0.0)
    (0.05, 0.001)
    """
    return next((top for top in ROUND_TOPS if top >= max(largest)), 1.0)


def prior_reach(alpha: float, beta: float) -> float:
    """The probability below which nearly all of beta(alpha, beta) lies."""
    return float(betaincinv(alpha, beta, NEARLY_ALL))


def prior_for_weight(
    positive: ClassCounts,
    negative: ClassCounts,
    weight: float,
    slope: float,
    shared: tuple[float, float],
) -> tuple[float, float] | None:
    """The alpha and beta near `shared` that give one feature a weight; None where there are none.

    The counts are those of the one feature. At a slope of 1 a strong prior silences a feature, and
    a weak one lets its counts speak: weights beyond those of the bare counts are out of reach.

    >>> counts = ClassCounts(9.0, np.array([4.0])), ClassCounts(20.0, np.array([1.0]))
    >>> alpha, beta = prior_for_weight(*counts, 1.0, 1.0, (1.0, 1.0))
    >>> line_weights(*counts, np.log([[alpha], [beta]]), 1.0)[0].round(6)
    array([1.])
    >>> prior_for_weight(*counts, 10.0, 1.0, (1.0, 1.0)) is None
    True
    """
    ways = [scaled_prior, strengthened_prior]
    if abs(slope - 1.0) > NEARLY_PARALLEL:
        ways.append(prior_of_any_strength)
    for way in ways:
        found = way(positive, negative, weight, slope, shared)
        if found is not None:
            reached = weight_at(positive, negative, found, slope)
            if abs(reached - weight) <= SILENT and max(found) <= STRONGEST:
                return found
    return None


def weight_at(
    positive: ClassCounts, negative: ClassCounts, prior: tuple[float, float], slope: float
) -> float:
    """What one feature adds to the margin under an alpha and a beta."""
    return float(line_weights(positive, negative, np.log(prior)[:, None], slope)[0][0])


def scaled_prior(
    positive: ClassCounts,
    negative: ClassCounts,
    weight: float,
    slope: float,
    shared: tuple[float, float],
) -> tuple[float, float] | None:
    """A weaker prior of the same proportion, on the way to none at all."""
    return crossing(
        positive, negative, weight, slope, (np.log(shared), np.log(shared) + np.log(1e-9))
    )


def strengthened_prior(
    positive: ClassCounts,
    negative: ClassCounts,
    weight: float,
    slope: float,
    shared: tuple[float, float],
) -> tuple[float, float] | None:
    """A prior on the way to one that outweighs all counts with their common share."""
    documents = positive.documents + negative.documents
    share = (positive.features[0] + negative.features[0] + 1.0) / (documents + 2.0)
    end = np.log(OUTWEIGHING * documents) + np.log([share, 1.0 - share])
    return crossing(positive, negative, weight, slope, (np.log(shared), end))


def prior_of_any_strength(
    positive: ClassCounts,
    negative: ClassCounts,
    weight: float,
    slope: float,
    shared: tuple[float, float],
) -> tuple[float, float] | None:
    wanted = np.array([weight])
    alpha, beta = smoothing_for_weights(positive, negative, wanted, slope, np.array(shared))
    return float(alpha[0]), float(beta[0])


def crossing(
    positive: ClassCounts,
    negative: ClassCounts,
    weight: float,
    slope: float,
    way: tuple[Floats, Floats],
) -> tuple[float, float] | None:
    """Where the weight is reached on the straight way between two priors in logarithms, if it is.

    A way ends where the weight lies within SILENT of the wanted one.
    """
    start, end = way

    def excess(share: float) -> float:
        logs = start + share * (end - start)
        return float(line_weights(positive, negative, logs[:, None], slope)[0][0]) - weight

    low, high = 0.0, 1.0
    at_low, at_high = excess(low), excess(high)
    if at_low * at_high > 0:
        if abs(at_high) > SILENT:
            return None
        low = high
    for _ in range(STEPS):
        middle = 0.5 * (low + high)
        if excess(middle) * at_low > 0:
            low = middle
        else:
            high = middle
    alpha, beta = np.exp(start + 0.5 * (low + high) * (end - start))
    return float(alpha), float(beta)

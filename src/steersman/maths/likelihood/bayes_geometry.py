"""Bayes' rule as geometry: one decision drawn in four planes.

`likelihoods` is an (objects, 2) array of P(o|c) and P(o|not c), the data space. `m` weighs the
positive class (1 counts every error equally); `prior` is P(c).
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def joint_points(likelihoods: Floats, prior: float) -> Floats:
    """(objects, 2): P(o|c) P(c) and P(o|not c) P(not c) (Eq. 12 and 13)."""
    points: Floats = likelihoods * np.array([prior, 1.0 - prior])
    return points


def posterior_points(likelihoods: Floats, prior: float) -> Floats:
    """(objects, 2): P(c|o) and P(not c|o), on the segment from (1, 0) to (0, 1) (Eq. 2 to 5).

    >>> posterior_points(np.array([[0.3, 0.1]]), prior=0.5)
    array([[0.75, 0.25]])
    """
    joint = joint_points(likelihoods, prior)
    points: Floats = joint / joint.sum(axis=1, keepdims=True)
    return points


def likelihood_points(likelihoods: Floats) -> Floats:
    """(objects, 2): the logarithms of the data space's coordinates (Eq. 26)."""
    with np.errstate(divide="ignore"):
        return np.log(likelihoods)


def data_slope(prior: float, m: float = 1.0) -> float:
    """m' of the line y'' = m' x'' through the data space's origin (Eq. 20)."""
    return m * prior / (1.0 - prior)


def likelihood_intercept(prior: float, m: float = 1.0) -> float:
    """q of the line y = x + q in likelihood space: log m' (Eq. 25 and 26)."""
    return float(np.log(data_slope(prior, m)))


def cost_ratio(costs: ArrayLike) -> float:
    """m of a 2x2 cost matrix [[tn, fp], [fn, tp]]: (fn - tp) / (fp - tn) (Eq. 32).

    >>> cost_ratio([[0, 1], [5, 0]])
    5.0
    """
    (true_negative, false_positive), (false_negative, true_positive) = np.asarray(costs, float)
    return float((false_negative - true_positive) / (false_positive - true_negative))


def risks(posteriors: Floats, costs: ArrayLike) -> Floats:
    """(objects, 2): the risk of saying c and of saying not c (Eq. 28 and 29).

    `costs` is [[tn, fp], [fn, tp]]: rows are the truth (not c, c), columns what is said.
    """
    by_truth: Floats = posteriors[:, ::-1] @ np.asarray(costs, float)  # columns: say not c, say c
    return by_truth[:, ::-1]


def intercept_without_fixed_part(
    intercept: float, slope: float, x_fixed: float, y_fixed: float
) -> float:
    """The intercept that keeps every decision when the fixed parts are dropped (Eq. 41 to 43)."""
    return intercept + slope * x_fixed - y_fixed


def data_curve(likelihood: Floats, slope: float, intercept: float) -> Floats:
    """Height, in data space, of likelihood space's line: P(o|c)^slope e^intercept (Eq. 51)."""
    heights: Floats = likelihood**slope * np.exp(intercept)
    return heights


def likelihood_curve(log_likelihood: Floats, slope: float, intercept: float) -> Floats:
    """Height, in likelihood space, of data space's line: log(slope e^x + intercept).

    It is NaN where the line lies below 0, where no likelihood is.
    """
    heights = slope * np.exp(log_likelihood) + intercept
    return np.log(np.where(heights > 0, heights, np.nan))


def local_slope(likelihood: float, slope: float, intercept: float) -> float:
    """m' at an object of likelihood space's line: e^intercept P(o|c)^(slope - 1) (from Eq. 51).

    A line with another slope than 1 decides as Bayes' rule would if m' depended on P(o|c).

    >>> round(local_slope(0.25, slope=1.5, intercept=0.0), 3)
    0.5
    """
    return float(np.exp(intercept) * likelihood ** (slope - 1.0))


def all_objects(features: int) -> NDArray[np.bool_]:
    """(2 ** features, features): every object that binary features can make, 0...0 first."""
    return np.array(list(product([False, True], repeat=features)), dtype=np.bool_)


def bernoulli_likelihoods(objects: NDArray[np.bool_], rates: Floats) -> Floats:
    """(objects, 2): P(o|c) and P(o|not c) of binary objects (Eq. 39).

    `rates` is (features, 2): each feature's probability in c and in not c.

    >>> bernoulli_likelihoods(all_objects(1), np.array([[0.75, 0.5]]))
    array([[0.25, 0.5 ],
           [0.75, 0.5 ]])
    """
    held = objects[:, :, None]
    likelihoods: Floats = np.where(held, rates[None], 1.0 - rates[None]).prod(axis=1)
    return likelihoods

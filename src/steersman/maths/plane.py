"""Likelihood coordinates of the multivariate Bernoulli model with a beta prior."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.counts import ClassCounts

__all__ = ["bayes_intercept", "log_odds_and_fixed_part", "plane_coordinates", "under_line"]

Floats = NDArray[np.float64]


def log_odds_and_fixed_part(
    counts: ClassCounts, alpha: float | Floats, beta: float | Floats
) -> tuple[Floats, float]:
    """Per-feature log theta / (1 - theta) and the sum of log(1 - theta) (Eq. 40 and 47)."""
    log_present = np.log(counts.features + alpha)
    log_absent = np.log(counts.documents - counts.features + beta)
    total = np.log(counts.documents + alpha + beta)
    fixed = float(np.sum(log_absent - total))
    return log_present - log_absent, fixed


def plane_coordinates(
    present: csr_matrix,
    positive: ClassCounts,
    negative: ClassCounts,
    alpha: float | Floats,
    beta: float | Floats,
) -> Floats:
    """(documents, 2): log P(o|c) and log P(o|not c) of each row, without the prior."""
    x_odds, x_fixed = log_odds_and_fixed_part(positive, alpha, beta)
    y_odds, y_fixed = log_odds_and_fixed_part(negative, alpha, beta)
    varying: Floats = present @ np.column_stack([x_odds, y_odds])
    return varying + np.array([x_fixed, y_fixed])


def bayes_intercept(positive: float, negative: float, cost_ratio: float = 1.0) -> float:
    """The intercept of Bayes' rule: log of the prior odds plus log of the cost ratio."""
    return float(np.log(positive) - np.log(negative) + np.log(cost_ratio))


def under_line(coordinates: Floats, slope: float, intercept: float) -> NDArray[np.bool_]:
    """True for each point that the line calls positive: y < slope * x + intercept."""
    return coordinates[:, 1] < slope * coordinates[:, 0] + intercept

"""Bayes over a few models: their posterior, the most probable one, and what all of them say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def posterior_weights(priors: Floats, log_likelihoods: Floats) -> Floats:
    """(models,) P(m | D), from P(m) and log P(D | m).

    >>> posterior_weights(np.array([0.5, 0.5]), np.log([0.2, 0.6]))
    array([0.25, 0.75])
    """
    with np.errstate(divide="ignore"):
        logs = np.log(priors) + log_likelihoods
    weights = np.exp(logs - logs.max())
    found: Floats = weights / weights.sum()
    return found


def average_chance(weights: Floats, chances: Floats) -> Floats:
    """sum P(+ | m) P(m | D): `chances` is (models, ...).

    >>> round(float(average_chance(np.array([0.4, 0.3, 0.3]), np.array([1.0, 0.0, 0.0]))), 3)
    0.4
    """
    found: Floats = np.tensordot(weights, chances, axes=1)
    return found


def with_share(shares: Floats, which: int, to: float) -> Floats:
    """The shares with one set and the others scaled so that all sum to one.

    >>> with_share(np.array([0.4, 0.3, 0.3]), 0, 0.7)
    array([0.7 , 0.15, 0.15])
    """
    others = np.arange(len(shares)) != which
    rest = shares[others].sum()
    spread = shares / rest if rest > 0 else np.full(len(shares), 1.0 / (len(shares) - 1))
    found: Floats = np.where(others, (1.0 - to) * spread, to)
    return found


def priors_for_posterior(posterior: Floats, likelihoods: Floats) -> Floats:
    """The priors with which these likelihoods give this posterior."""
    priors = posterior / likelihoods
    found: Floats = priors / priors.sum()
    return found

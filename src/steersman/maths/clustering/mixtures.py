"""Mixtures: responsibilities, the bound they give, and mixtures of multinomials over sparse rows.

Tables of terms are kept features first, (features, components).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.special import digamma, gammaln

from steersman.maths.clustering.sparse_rows import Rows, weighted_sums

Floats = NDArray[np.float64]

NEGLIGIBLE = -40.0  # logarithm of a share too small to change a sum of double precision


class MixtureCounts(NamedTuple):
    """Raw sums that the parameters are computed from; they add and merge."""

    terms: Floats  # (features, components) counts, each row by its responsibilities
    masses: Floats  # (components,) sums of responsibilities


class MixtureParameters(NamedTuple):
    """Logarithms of the probabilities of a mixture of multinomials."""

    log_terms: Floats  # (features, components)
    log_priors: Floats  # (components,)


class Belief(NamedTuple):
    """Expected logarithms under Dirichlet posteriors, and how far these are from the prior."""

    expected: MixtureParameters
    divergence: float  # Kullback-Leibler, posterior from prior


@njit(cache=True, nogil=True)
def posteriors(log_joint: Floats) -> tuple[Floats, Floats]:
    """Responsibilities, (rows, components), and log evidence, (rows,), by log-sum-exp.

    >>> responsibilities, evidence = posteriors(np.log([[0.1, 0.3], [0.2, 0.2]]))
    >>> responsibilities.round(2).tolist(), np.exp(evidence).round(2).tolist()
    ([[0.25, 0.75], [0.5, 0.5]], [0.4, 0.4])
    """
    n_rows, n_components = log_joint.shape
    responsibilities = np.zeros((n_rows, n_components))
    evidence = np.empty(n_rows)
    for row in range(n_rows):
        largest = log_joint[row, 0]
        for k in range(1, n_components):
            largest = max(largest, log_joint[row, k])
        total = 0.0
        for k in range(n_components):
            below = log_joint[row, k] - largest
            # Exact zeros are skipped by `weighted_sums`, which is most of the work of a round.
            if below > NEGLIGIBLE:
                responsibilities[row, k] = np.exp(below)
                total += responsibilities[row, k]
        for k in range(n_components):
            responsibilities[row, k] /= total
        evidence[row] = largest + np.log(total)
    return responsibilities, evidence


def mixture_counts(rows: Rows, responsibilities: Floats, n_features: int) -> MixtureCounts:
    """The sums that the parameters are made of."""
    return MixtureCounts(
        weighted_sums(rows, responsibilities, n_features), responsibilities.sum(axis=0)
    )


def mixture_parameters(counts: MixtureCounts, smoothing: float, tied: bool) -> MixtureParameters:
    """The most likely parameters: smoothed shares of terms, shares of rows (equal when tied).

    A component without rows has prior zero, unless priors are tied.
    """
    totals = counts.terms.sum(axis=0) + smoothing * len(counts.terms)
    log_terms = counts.terms + smoothing
    # In place: the table is larger than what the processor keeps at hand.
    np.log(log_terms, out=log_terms)
    log_terms -= np.log(totals)
    return MixtureParameters(log_terms, log_shares(counts.masses, tied))


def log_shares(masses: Floats, tied: bool) -> Floats:
    """Logarithms of the components' shares; minus infinity for a share of zero."""
    if tied:
        return np.full(len(masses), -np.log(len(masses)))
    # A component without rows has a share of zero, whose logarithm is meant to be infinite.
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(masses) - np.log(masses.sum()))


def smoothing_penalty(parameters: MixtureParameters, smoothing: float) -> float:
    """The log density that smoothing gives the parameters, up to a constant."""
    return float(smoothing * parameters.log_terms.sum())


def posterior_belief(counts: MixtureCounts, concentration: float, tied: bool) -> Belief:
    """Dirichlet posteriors of terms (prior `concentration`) and, unless tied, priors (prior 1)."""
    log_terms = np.empty(counts.terms.shape)
    divergence = 0.0
    for component in range(len(counts.masses)):
        added = counts.terms[:, component]
        log_terms[:, component], away = expected_logs(added, concentration)
        divergence += away
    if tied:
        log_priors = log_shares(counts.masses, tied=True)
    else:
        log_priors, away = expected_logs(counts.masses, 1.0)
        divergence += away
    return Belief(MixtureParameters(log_terms, log_priors), divergence)


def expected_logs(added: Floats, prior: float) -> tuple[Floats, float]:
    """Expected logarithms under Dirichlet(prior + added), and its divergence from Dirichlet(prior).

    Most terms are in few components: where nothing was added, nothing is computed.
    """
    there = np.flatnonzero(added)
    grown = added[there] + prior
    total, prior_total = added.sum() + prior * len(added), prior * len(added)
    logs = np.full(len(added), float(digamma(prior)))
    logs[there] = digamma(grown)
    logs -= digamma(total)
    # KL of Dirichlet(prior + added) from Dirichlet(prior); terms with nothing added cancel.
    divergence = gammaln(total) - gammaln(prior_total)
    divergence -= np.sum(gammaln(grown) - gammaln(prior))
    divergence += added[there] @ logs[there]
    return logs, float(divergence)

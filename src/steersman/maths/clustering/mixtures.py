"""Mixtures: responsibilities, the bound they give, and mixtures of multinomials over sparse rows.

Tables of terms are kept features first, (features, components).
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.special import digamma, gammaln

from steersman.maths.clustering.sparse_rows import (
    PRODUCTS_PER_THREAD,
    Rows,
    add_products,
    column_sums,
    weighted_sums,
)
from steersman.maths.row_blocks import (
    TURNS,
    even_blocks,
    row_blocks,
    run_in_blocks,
    run_in_turns,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SHARES_PER_THREAD = 100_000  # below this a second thread costs more than it saves
FEATURES_PER_PIECE = 1024
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


def posteriors(log_joint: Floats) -> tuple[Floats, Floats]:
    """Responsibilities, (rows, components), and log evidence, (rows,), by log-sum-exp.

    >>> responsibilities, evidence = posteriors(np.log([[0.1, 0.3], [0.2, 0.2]]))
    >>> responsibilities.round(2).tolist(), np.exp(evidence).round(2).tolist()
    ([[0.25, 0.75], [0.5, 0.5]], [0.4, 0.4])
    """
    responsibilities, evidence = np.empty(log_joint.shape), np.empty(len(log_joint))
    work = partial(fill_posteriors, log_joint, responsibilities, evidence)
    run_in_blocks(work, row_blocks(len(log_joint), log_joint.size, SHARES_PER_THREAD))
    return responsibilities, evidence


@njit(cache=True, nogil=True)
def fill_posteriors(
    log_joint: Floats, responsibilities: Floats, evidence: Floats, first: int, stop: int
) -> None:
    """Write the responsibilities and the evidence of the rows from `first` up to `stop`."""
    likely = np.empty(log_joint.shape[1], np.int64)
    for row in range(first, stop):
        evidence[row] = fill_shares(log_joint[row], responsibilities[row], likely)


@njit(cache=True, nogil=True)
def fill_shares(log_joint: Floats, shares: Floats, likely: Ints) -> float:
    """Write the shares of one row; returns its evidence. `likely` is memory to use."""
    n_components = len(log_joint)
    largest = log_joint[0]
    for k in range(1, n_components):
        largest = max(largest, log_joint[k])
    # Exact zeros are skipped by `weighted_sums`, which is most of the work of a round. The others
    # are listed first, as a branch here could not be guessed.
    count = 0
    for k in range(n_components):
        shares[k] = 0.0
        likely[count] = k
        count += log_joint[k] - largest > NEGLIGIBLE
    total = 0.0
    for k in likely[:count]:
        shares[k] = math.exp(log_joint[k] - largest)
        total += shares[k]
    for k in likely[:count]:
        shares[k] /= total
    return float(largest + math.log(total))


def row_posteriors(rows: Rows, parameters: MixtureParameters, known: Ints) -> tuple[Floats, Floats]:
    """Responsibilities and log evidence of rows under the parameters, as `posteriors` has them.

    A row of a known component, (rows,), else -1, belongs to that component wholly, and is explained
    by it alone.
    """
    responsibilities = np.empty((rows.n_rows, len(parameters.log_priors)))
    evidence = np.empty(rows.n_rows)
    work = partial(fill_row_posteriors, rows, parameters, known, responsibilities, evidence)
    products = len(rows.data) * responsibilities.shape[1]
    threads = len(row_blocks(rows.n_rows, products, PRODUCTS_PER_THREAD))
    run_in_turns(work, even_blocks(rows.n_rows, TURNS * threads), threads)
    return responsibilities, evidence


@njit(cache=True, nogil=True)
def fill_row_posteriors(
    rows: Rows,
    parameters: MixtureParameters,
    known: Ints,
    responsibilities: Floats,
    evidence: Floats,
    first: int,
    stop: int,
) -> None:
    """Write the responsibilities and the evidence of the rows from `first` up to `stop`.

    Logarithms of the joint probabilities are needed of one row at a time: a table of all of them
    would be written and read for nothing.
    """
    log_joint = np.empty(len(parameters.log_priors))
    likely = np.empty(len(log_joint), np.int64)
    for row in range(first, stop):
        log_joint[:] = parameters.log_priors
        add_products(rows, row, parameters.log_terms, log_joint)
        evidence[row] = fill_shares(log_joint, responsibilities[row], likely)
        if known[row] >= 0:
            evidence[row] = log_joint[known[row]]
            responsibilities[row] = 0.0
            responsibilities[row, known[row]] = 1.0


def mixture_counts(rows: Rows, responsibilities: Floats, n_features: int) -> MixtureCounts:
    """The sums that the parameters are made of."""
    return MixtureCounts(
        weighted_sums(rows, responsibilities, n_features), column_sums(responsibilities)
    )


def mixture_parameters(counts: MixtureCounts, smoothing: float, tied: bool) -> MixtureParameters:
    """The most likely parameters: smoothed shares of terms, shares of rows (equal when tied).

    A component without rows has prior zero, unless priors are tied.
    """
    totals = column_sums(counts.terms) + smoothing * len(counts.terms)
    log_totals = np.log(totals)
    log_terms = np.empty(counts.terms.shape)

    # In small pieces: the whole table is larger than what the processor keeps at hand.
    for start in range(0, len(log_terms), FEATURES_PER_PIECE):
        piece = slice(start, start + FEATURES_PER_PIECE)
        np.add(counts.terms[piece], smoothing, out=log_terms[piece])
        np.log(log_terms[piece], out=log_terms[piece])
        log_terms[piece] -= log_totals
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

"""Rounds of expectation and maximization for a mixture of multinomials, in five ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.maths.clustering.mixtures import (
    MixtureCounts,
    MixtureParameters,
    mixture_counts,
    mixture_parameters,
    posterior_belief,
    row_posteriors,
    smoothing_penalty,
)
from steersman.maths.clustering.sparse_rows import Rows, row_products
from steersman.maths.clustering.spherical import one_hot

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Method = Literal["em", "generalized", "stochastic", "variational", "hard"]

STEP = 0.5  # how far the generalized method goes towards the most likely parameters


class MixtureProblem(NamedTuple):
    """Rows to fit a mixture to, and the method and smoothing to fit it with."""

    rows: Rows
    n_features: int
    known: Ints  # (rows,) component of each row that has a label, else -1
    method: Method
    smoothing: float
    tied: bool
    weights: Floats | None = None  # (rows,) how often each row counts, once without


class MixtureStep(NamedTuple):
    """A mixture after one round, and the responsibilities it gives the rows."""

    counts: MixtureCounts
    parameters: MixtureParameters
    responsibilities: Floats  # (rows, components)
    objective: float  # what the method climbs: log likelihood or its bound, with the prior


def mixture_steps(
    problem: MixtureProblem, responsibilities: Floats, rng: np.random.Generator
) -> Iterator[MixtureStep]:
    """Rounds from the given responsibilities on, without end.

    `em` and `generalized` climb the log likelihood, `hard` that of rows and their components
    together, `variational` the evidence bound; `stochastic` draws components and wanders.
    """
    before: MixtureParameters | None = None
    while True:
        counted = weighted_shares(responsibilities, problem.weights)
        counts = mixture_counts(problem.rows, counted, problem.n_features)
        parameters = mixture_parameters(counts, problem.smoothing, problem.tied)
        if problem.method == "generalized" and before is not None:
            parameters = part_way(before, parameters)
        before = parameters
        used, penalty = parameters, smoothing_penalty(parameters, problem.smoothing)
        if problem.method == "variational":
            used, divergence = posterior_belief(counts, problem.smoothing, problem.tied)
            penalty = -divergence
        responsibilities, explained = expectation(problem, used, rng)
        objective = float(weighted_shares(explained, problem.weights).sum()) + penalty
        yield MixtureStep(counts, parameters, responsibilities, objective)


def expectation(
    problem: MixtureProblem, parameters: MixtureParameters, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """The responsibilities of a round, and each row's part of the objective."""
    if problem.method == "hard":
        log_joint = row_products(problem.rows, parameters.log_terms, parameters.log_priors)
        chosen = np.where(problem.known >= 0, problem.known, log_joint.argmax(axis=1))
        return one_hot(chosen, log_joint.shape[1]), log_joint[np.arange(len(chosen)), chosen]
    responsibilities, explained = row_posteriors(problem.rows, parameters, problem.known)
    if problem.method == "stochastic":
        heights = np.cumsum(responsibilities, axis=1)
        # The last running sum is one but for rounding; scaled by it, a draw never lies beyond the
        # last component.
        levels = rng.random(len(heights)) * heights[:, -1]
        drawn = (heights <= levels[:, np.newaxis]).sum(axis=1)
        responsibilities = one_hot(drawn, heights.shape[1])
    return responsibilities, explained


def weighted_shares(values: Floats, weights: Floats | None) -> Floats:
    """Values, (rows,) or (rows, columns), each row times its weight."""
    return values if weights is None else np.asarray((values.T * weights).T)


def in_their_place(responsibilities: Floats, known: Ints) -> Floats:
    """Give rows of known component wholly to that component, in place."""
    labeled = np.flatnonzero(known >= 0)
    responsibilities[labeled] = 0.0
    responsibilities[labeled, known[labeled]] = 1.0
    return responsibilities


def part_way(before: MixtureParameters, best: MixtureParameters) -> MixtureParameters:
    """Probabilities part of the way between two sets of them.

    The objective of this step is concave, so a part of the way to its maximum climbs too.
    """
    return MixtureParameters(
        *(
            # Probabilities are mixed, not their logarithms; in logarithms tiny ones do not
            # underflow.
            np.logaddexp(np.log1p(-STEP) + old, np.log(STEP) + new)
            for old, new in zip(before, best, strict=True)
        )
    )

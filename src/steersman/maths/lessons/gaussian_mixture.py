"""EM for a mixture of Gaussians, one half of a round at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.maths.lessons.kmeans import Half

Floats = NDArray[np.float64]
LEAST_VARIANCE = 1e-6
"""Added to learned variances, as scikit-learn does: a component of one point has none."""


class Gaussians(NamedTuple):
    """The components of a mixture."""

    weights: Floats  # (components,)
    means: Floats  # (components, columns)
    covariances: Floats  # (components, columns, columns)


class MixtureHalfRound(NamedTuple):
    """The components and shares after half a round; there are no shares at the start."""

    half: Half
    gaussians: Gaussians
    shares: Floats | None  # (rows, components): P(component | row)
    log_likelihood: float


def round_gaussians(means: Floats, sigma: float) -> Gaussians:
    """Components of equal weight, the same deviation in all directions."""
    components, columns = means.shape
    covariances = np.repeat(sigma**2 * np.eye(columns)[None], components, axis=0)
    return Gaussians(np.full(components, 1.0 / components), means, covariances)


def log_joint(X: Floats, gaussians: Gaussians) -> Floats:
    """(rows, components) log P(row, component)."""
    columns = X.shape[1]
    found = np.empty((len(X), len(gaussians.weights)))
    for place, (weight, mean, covariance) in enumerate(zip(*gaussians, strict=True)):
        root = np.linalg.cholesky(covariance)
        scaled = np.linalg.solve(root, (X - mean).T)
        log_root = np.log(np.diag(root)).sum()
        size = (scaled**2).sum(axis=0) + columns * np.log(2 * np.pi)
        found[:, place] = np.log(weight) - 0.5 * size - log_root
    return found


def mixture_shares(X: Floats, gaussians: Gaussians) -> tuple[Floats, float]:
    """E-step: P(component | row), and the log likelihood of the rows."""
    joint = log_joint(X, gaussians)
    marginal = np.logaddexp.reduce(joint, axis=1)
    return np.exp(joint - marginal[:, None]), float(marginal.sum())


def best_gaussians(X: Floats, shares: Floats, before: Gaussians, learn_spread: bool) -> Gaussians:
    """M-step: the components that maximize the bound; covariances stay unless they are learned."""
    sizes = shares.sum(axis=0) + 10 * np.finfo(np.float64).eps
    means = shares.T @ X / sizes[:, None]
    covariances = before.covariances
    if learn_spread:
        away = X[None] - means[:, None]  # (components, rows, columns)
        covariances = np.einsum("kni,kn,knj->kij", away, shares.T, away) / sizes[:, None, None]
        covariances = covariances + LEAST_VARIANCE * np.eye(X.shape[1])
    return Gaussians(sizes / sizes.sum(), means, covariances)


def gaussian_mixture_steps(
    X: Floats, start: Gaussians, learn_spread: bool, tolerance: float = 1e-7, most_rounds: int = 200
) -> Iterator[MixtureHalfRound]:
    """The start, then E- and M-steps in turn, until the mean log likelihood gains less than
    `tolerance`."""
    gaussians = start
    shares, likelihood = mixture_shares(X, gaussians)
    yield MixtureHalfRound("start", gaussians, None, likelihood)
    for _ in range(most_rounds):
        yield MixtureHalfRound("assign", gaussians, shares, likelihood)
        gaussians = best_gaussians(X, shares, gaussians, learn_spread)
        after, higher = mixture_shares(X, gaussians)
        yield MixtureHalfRound("update", gaussians, shares, higher)
        gain, shares, likelihood = higher - likelihood, after, higher
        if gain < tolerance * len(X):
            return


def ellipse(covariance: Floats) -> tuple[float, float, float]:
    """The half axes and the angle (radians) of the points one deviation away."""
    values, vectors = np.linalg.eigh(covariance)
    longest = vectors[:, -1]
    return (
        float(np.sqrt(values[-1])),
        float(np.sqrt(max(values[0], 0.0))),
        float(np.arctan2(longest[1], longest[0])),
    )

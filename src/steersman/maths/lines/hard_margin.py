"""The hard-margin problem of a support vector machine, solved by an active-set method."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Rows = NDArray[np.int64]

RANK_TOLERANCE = 1e-13
"""Eigenvalues below this share of the largest count as zero."""
MARGIN_TOLERANCE = 1e-9
NARROWEST = 1e-5
"""Margins narrower than this share of the longest vector are lost in rounding."""
MOST_STEPS = 5_000


class HardMargin(NamedTuple):
    """The solution: f(x) = sum of alpha y K(x_i, x) + bias has y f >= 1 at every point."""

    alpha: Floats  # (points,) zero but at support vectors
    bias: float
    width: float
    """Distance between the two margins in the kernel's space: 2 / |beta|."""


class CommonMixture(NamedTuple):
    """A proof that there is no hard margin.

    A mixture of positives and a mixture of negatives that are the same point of the kernel's
    space, up to `distance`. No margin is wider than that: it would keep the two apart.
    """

    rows: Rows  # the points that are mixed
    shares: Floats  # those of each class sum to 1
    distance: float


def widest_margin(gram: Floats, positive: Flags) -> HardMargin | CommonMixture:
    """Solve the hard-margin dual of a Gram matrix, or prove that there is no margin.

    The matrix must be positive semidefinite. Maximizes sum(alpha) - alpha Q alpha / 2 over
    alpha >= 0 with y alpha = 0. The point that violates its margin most joins the working set; the
    best alpha on the set is then approached until a coefficient reaches zero, and its point leaves.
    A direction along which the dual grows without end is, scaled, a mixture of each class at the
    same place. So is, nearly, an alpha that stands for a margin too narrow for double precision.

    >>> X = np.array([[0.0], [1.0], [3.0]])
    >>> round(widest_margin(X @ X.T, np.array([False, False, True])).width, 9)
    2.0
    >>> widest_margin(X @ X.T, np.array([False, True, False])).shares
    array([0.66666667, 1.        , 0.33333333])
    """
    signs = np.where(positive, 1.0, -1.0)
    Q = gram * signs[:, None] * signs
    work = closest_pair(gram, positive)
    alpha, bias = np.zeros(len(signs)), 0.0
    most = 4.0 / (NARROWEST**2 * float(np.diag(gram).max() or 1.0))
    for _ in range(MOST_STEPS):
        found = best_on(Q, signs, alpha, work)
        if isinstance(found, CommonMixture):
            return with_distance(found, gram, signs)
        work, bias = found
        if alpha.sum() > most:
            return with_distance(mixture_of(alpha, signs, work), gram, signs)
        # The working set is small, so only its columns are summed.
        margins = Q[:, work] @ alpha[work] + bias * signs
        worst = int(np.argmin(margins))
        if margins[worst] >= 1 - MARGIN_TOLERANCE * max(1.0, float(np.abs(alpha).max())) ** 0.5:
            break
        if worst in work:
            break  # rounding: nothing outside the working set violates its margin
        work = np.append(work, worst)
    return HardMargin(alpha, bias, 2.0 / float(np.sqrt(alpha.sum())))


def closest_pair(gram: Floats, positive: Flags) -> Rows:
    """The positive and the negative nearest to each other in the kernel's space."""
    ones, others = np.flatnonzero(positive), np.flatnonzero(~positive)
    size = np.diag(gram)
    apart = size[ones][:, None] + size[others] - 2 * gram[np.ix_(ones, others)]
    first, second = np.unravel_index(int(np.argmin(apart)), apart.shape)
    return np.array([ones[first], others[second]], dtype=np.int64)


def best_on(
    Q: Floats, signs: Floats, alpha: Floats, work: Rows
) -> tuple[Rows, float] | CommonMixture:
    """Move alpha to the best on the working set; points whose coefficient becomes zero leave it."""
    while True:
        y, here = signs[work], alpha[work]
        across = null_space(y)
        sub = Q[np.ix_(work, work)]
        gradient = 1.0 - sub @ here
        values, vectors = np.linalg.eigh(across.T @ sub @ across)
        steep = vectors.T @ (across.T @ gradient)
        flat = values <= RANK_TOLERANCE * max(values[-1], np.diag(sub).max())
        endless = bool(np.abs(steep[flat]).max(initial=0.0) > np.sqrt(RANK_TOLERANCE))
        scaled = np.where(flat, steep if endless else 0.0, 0.0)
        if not endless:
            scaled = np.where(flat, 0.0, steep / np.where(flat, 1.0, values))
        step = across @ (vectors @ scaled)
        falling = step < 0
        if endless and not (step < -RANK_TOLERANCE * np.abs(step).max()).any():
            direction = np.zeros(len(alpha))
            direction[work] = np.clip(step, 0.0, None)
            return mixture_of(direction, signs, work)
        room = np.where(falling, here / np.where(falling, -step, 1.0), np.inf)
        length = float(room.min())
        if not endless and length >= 1.0:
            alpha[work] = np.clip(here + step, 0.0, None)
            rest = 1.0 - sub @ alpha[work]
            return work, float(np.mean(rest * y))
        moved = np.clip(here + length * step, 0.0, None)
        leaving = int(np.argmin(room))
        moved[leaving] = 0.0
        alpha[work] = moved
        work = np.delete(work, leaving)


def mixture_of(weights: Floats, signs: Floats, work: Rows) -> CommonMixture:
    """Weights scaled to shares of each class that sum to 1."""
    shares, y = weights[work], signs[work]
    for side in (y > 0, y < 0):
        shares[side] /= shares[side].sum()
    return CommonMixture(work, shares, 0.0)


def null_space(y: Floats) -> Floats:
    """(m, m - 1) an orthonormal basis of the vectors orthogonal to y."""
    # A Householder reflection sends y to the first axis; its other columns are orthogonal to y.
    mirror = y.copy()
    mirror[0] += np.sign(y[0]) * np.linalg.norm(y)
    reflection = np.eye(len(y)) - 2 * np.outer(mirror, mirror) / (mirror @ mirror)
    return np.asarray(reflection[:, 1:])


def with_distance(found: CommonMixture, gram: Floats, signs: Floats) -> CommonMixture:
    """The mixture without its empty shares, and how far apart its two points are."""
    kept = found.shares > 0
    order = np.argsort(found.rows[kept])
    rows, shares = found.rows[kept][order], found.shares[kept][order]
    signed = shares * signs[rows]
    apart = float(signed @ gram[np.ix_(rows, rows)] @ signed)
    return CommonMixture(rows, shares, float(np.sqrt(max(apart, 0.0))))

"""The dual of a support vector machine, climbed two coefficients at a time (SMO)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TOLERANCE = 1e-9
MOST_STEPS = 20_000
MOST_KEPT = 200


class DualPath(NamedTuple):
    """Coefficients kept on the way, the start first and the solution last."""

    alphas: Floats  # (kept, points)
    steps: NDArray[np.int64]  # (kept,) how many pairs had been moved
    converged: bool


class DualState(NamedTuple):
    """What one alpha amounts to: scores, slacks, and both objectives."""

    bias: float
    margins: Floats  # (points,) y f(x)
    slacks: Floats  # (points,)
    dual: float
    primal: float


def dual_path(gram: Floats, signs: Floats, c: float) -> DualPath:
    """Maximize sum(alpha) - alpha Q alpha / 2 with 0 <= alpha <= c and y alpha = 0.

    Each step takes the pair that violates optimality most and moves it as far as is best.

    >>> X = np.array([[0.0], [2.0]])
    >>> dual_path(X @ X.T, np.array([-1.0, 1.0]), c=10.0).alphas[-1]
    array([0.5, 0.5])
    """
    alpha, pull = np.zeros(len(signs)), signs.copy()  # pull = y (1 - Q alpha)
    alphas, converged = [alpha.copy()], False
    for _ in range(MOST_STEPS):
        up = np.where(signs > 0, alpha < c, alpha > 0)
        down = np.where(signs > 0, alpha > 0, alpha < c)
        i = int(np.argmax(np.where(up, pull, -np.inf)))
        j = int(np.argmin(np.where(down, pull, np.inf)))
        if not up.any() or not down.any() or pull[i] - pull[j] < TOLERANCE:
            converged = True
            break
        curve = max(float(gram[i, i] + gram[j, j] - 2 * gram[i, j]), 1e-12)
        room_i = c - alpha[i] if signs[i] > 0 else alpha[i]
        room_j = alpha[j] if signs[j] > 0 else c - alpha[j]
        step = min(float(pull[i] - pull[j]) / curve, float(room_i), float(room_j))
        alpha[i] += signs[i] * step
        alpha[j] -= signs[j] * step
        # The bound itself, not a rounding error beside it, ends a coefficient's movement.
        alpha[[i, j]] = np.clip(
            np.where(np.abs(alpha[[i, j]] - c) < 1e-14 * c, c, alpha[[i, j]]), 0, c
        )
        pull -= step * (gram[:, i] - gram[:, j])
        alphas.append(alpha.copy())
    last = len(alphas) - 1
    kept = np.unique(np.linspace(0, last, min(last, MOST_KEPT) + 1).round().astype(np.int64))
    return DualPath(np.array(alphas)[kept], kept, converged)


def dual_state(gram: Floats, signs: Floats, c: float, alpha: Floats) -> DualState:
    """Objectives of an alpha; the bias is the one with the least slack.

    The primal objective is |beta|^2 / 2 + c sum(slack). It is never below the dual one, and equal
    to it just at the solution.
    """
    scores = gram @ (alpha * signs)
    # The sum of slacks is piecewise linear in the bias, so its least is at a corner.
    corners = signs - scores
    sums = np.clip(1 - signs * (scores + corners[:, None]), 0, None).sum(axis=1)
    best = np.flatnonzero(sums <= sums.min() + 1e-9)
    bias = float((corners[best].min() + corners[best].max()) / 2)
    margins = signs * (scores + bias)
    slacks = np.clip(1 - margins, 0, None)
    length = float((alpha * signs) @ scores)
    return DualState(
        bias, margins, slacks, float(alpha.sum()) - length / 2, length / 2 + c * float(slacks.sum())
    )

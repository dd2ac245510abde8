"""Sums over sparse rows of two classes in one pass over their entries, without copies of them."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@njit(cache=True, nogil=True)
def sparse_loss_sums(
    entries: Floats,
    columns: NDArray[np.int32],
    bounds: NDArray[np.int64],
    truth: Floats,
    row_weights: Floats,
    weights: Floats,
    offset: Floats,
    gradient: Floats,
    diagonal: Floats,
) -> float:
    """The summed loss; its gradient and the Hessian's diagonal are added to the last two arrays.

    `weights` and both sums have one entry more than there are columns: that of the intercept.
    """
    loss = 0.0
    last = len(weights) - 1
    for row in range(len(truth)):
        score = weights[last] + offset[row]
        for at in range(bounds[row], bounds[row + 1]):
            score += entries[at] * weights[columns[at]]
        # By way of exp(-|s|), so that no score overflows.
        shrunk = math.exp(-abs(score))
        above = 1.0 if score >= 0.0 else 0.0
        chance = (1.0 if score >= 0.0 else shrunk) / (1.0 + shrunk)
        loss += row_weights[row] * (math.log1p(shrunk) + (above - truth[row]) * score)
        pull = row_weights[row] * (chance - truth[row])
        bend = row_weights[row] * chance * (1.0 - chance)
        for at in range(bounds[row], bounds[row + 1]):
            gradient[columns[at]] += entries[at] * pull
            diagonal[columns[at]] += entries[at] * entries[at] * bend
        gradient[last] += pull
        diagonal[last] += bend
    return loss


@njit(cache=True, nogil=True)
def sparse_hessian_product(
    entries: Floats,
    columns: NDArray[np.int32],
    bounds: NDArray[np.int64],
    row_weights: Floats,
    weights: Floats,
    offset: Floats,
    along: Floats,
    product: Floats,
) -> None:
    """Add the Hessian of the losses times `along` to the last array."""
    last = len(weights) - 1
    for row in range(len(row_weights)):
        score, change = weights[last] + offset[row], along[last]
        for at in range(bounds[row], bounds[row + 1]):
            score += entries[at] * weights[columns[at]]
            change += entries[at] * along[columns[at]]
        shrunk = math.exp(-abs(score))
        # The same on both sides of zero: p (1 - p).
        bend = row_weights[row] * change * shrunk / (1.0 + shrunk) ** 2
        for at in range(bounds[row], bounds[row + 1]):
            product[columns[at]] += entries[at] * bend
        product[last] += bend


@njit(cache=True, nogil=True)
def sparse_curved_sums(
    entries: Floats,
    columns: NDArray[np.int32],
    bounds: NDArray[np.int32],
    chances: Floats,
    row_weights: Floats,
    along: Floats,
    product: Floats,
) -> None:
    """As `sparse_hessian_product`, of rows whose chances are known and hold the intercept's one."""
    for row in range(len(row_weights)):
        # Unsigned places spare a test for negative ones at every look-up.
        start, stop = np.uint64(bounds[row]), np.uint64(bounds[row + 1])
        change = 0.0
        for at in range(start, stop):
            change += entries[at] * along[np.uint64(columns[at])]
        bend = chances[row] * change * (1.0 - chances[row]) * row_weights[row]
        for at in range(start, stop):
            product[np.uint64(columns[at])] += entries[at] * bend

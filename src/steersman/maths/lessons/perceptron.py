"""The perceptron's training, kept update by update.

All in homogeneous coordinates: a point is (1, x1, ..., xd), weights are (-t, w1, ..., wd), and the
decision is positive where their product is above 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class PerceptronTrace(NamedTuple):
    """Row 0 of `weights` is the start; update i made row i + 1 because of `examples[i]`."""

    weights: Floats  # (updates + 1, features + 1)
    examples: NDArray[np.int64]  # (updates,)
    epochs: NDArray[np.int64]  # (updates,) in which pass over the data, from 1
    converged: bool


def homogeneous(X: Floats) -> Floats:
    """(rows, features + 1) each point with a 1 before it."""
    return np.column_stack([np.ones(len(X)), X])


def perceptron_trace(
    X: Floats,
    signs: Floats,
    rate: float = 1.0,
    start: Floats | None = None,
    max_epochs: int = 100,
    max_updates: int | None = None,
    keep: bool = True,
) -> PerceptronTrace:
    """Every update of the perceptron on rows in their order; `signs` are +1 and -1.

    A row with y w.x <= 0 is a mistake. (With < 0, weights that start at zero would never move.)
    Without `keep` only the last weights are kept.
    """
    pull = signs[:, np.newaxis] * homogeneous(X)
    first = np.zeros(pull.shape[1]) if start is None else np.array(start, dtype=np.float64)
    most = max_updates if max_updates is not None else max_epochs * len(X)
    examples, epochs, last, converged = updates(pull, float(rate), first, max_epochs, most)
    if not keep:
        return PerceptronTrace(last[np.newaxis], examples, epochs, converged)
    weights = np.cumsum(np.vstack([first, rate * pull[examples]]), axis=0)
    return PerceptronTrace(weights, examples, epochs, converged)


@njit(cache=True)
def updates(
    pull: Floats, rate: float, start: Floats, max_epochs: int, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats, bool]:
    """The row of each update and its pass, the last weights, whether all rows are right."""
    rows, columns = pull.shape
    w = start.copy()
    examples, epochs = [0], [0]  # a first entry tells the compiler the type; it is left out below
    for epoch in range(1, max_epochs + 1):
        clean = True
        for row in range(rows):
            score = 0.0
            for j in range(columns):
                score += pull[row, j] * w[j]
            if score > 0:
                continue
            if len(examples) - 1 == most:
                return np.array(examples[1:]), np.array(epochs[1:]), w, False
            clean = False
            for j in range(columns):
                w[j] += rate * pull[row, j]
            examples.append(row)
            epochs.append(epoch)
        if clean:
            return np.array(examples[1:]), np.array(epochs[1:]), w, True
    right = True
    for row in range(rows):
        score = 0.0
        for j in range(columns):
            score += pull[row, j] * w[j]
        right = right and score > 0
    return np.array(examples[1:]), np.array(epochs[1:]), w, right

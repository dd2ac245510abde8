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
    *,
    keep: bool = True,
    times: Floats | None = None,
) -> PerceptronTrace:
    """Every update of the perceptron on rows in their order; `signs` are +1 and -1.

    A row with y w.x <= 0 is a mistake. (With < 0, weights that start at zero would never move.)
    Without `keep` only the last weights are kept. `times`, (rows,), says how often each row is
    visited before the next; a part of a visit makes that part of an update.
    """
    pull = signs[:, np.newaxis] * homogeneous(X)
    first = np.zeros(pull.shape[1]) if start is None else np.array(start, dtype=np.float64)
    visits = np.ones(len(X)) if times is None else times
    most = max_updates if max_updates is not None else max_epochs * int(np.ceil(visits).sum())
    examples, epochs, shares, last, converged = updates(
        pull, visits, float(rate), first, max_epochs, most
    )
    if not keep:
        return PerceptronTrace(last[np.newaxis], examples, epochs, converged)
    steps = (rate * shares)[:, np.newaxis] * pull[examples]
    return PerceptronTrace(
        np.cumsum(np.vstack([first, steps]), axis=0), examples, epochs, converged
    )


@njit(cache=True)
def updates(
    pull: Floats, visits: Floats, rate: float, start: Floats, max_epochs: int, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats, bool]:
    """The row, the pass and the size of each update, the last weights, whether all rows are right.

    A row that is right stays right at its other visits: these are left out.
    """
    rows = len(pull)
    w = start.copy()
    # A first entry tells the compiler the type; it is left out below.
    examples, epochs, shares = [0], [0], [0.0]
    converged = False
    full = False
    for epoch in range(1, max_epochs + 1):
        clean = True
        for row in range(rows):
            left = visits[row]
            while left > 0.0 and score_of(pull[row], w) <= 0.0:
                clean = False
                if len(examples) - 1 == most:
                    full = True
                    break
                share = min(1.0, left)
                for j in range(len(w)):
                    w[j] += rate * share * pull[row, j]
                examples.append(row)
                epochs.append(epoch)
                shares.append(share)
                left -= 1.0
            if full:
                break
        if clean or full:
            converged = clean
            break
    if not converged and not full:
        converged = True
        for row in range(rows):
            converged = converged and score_of(pull[row], w) > 0.0
    return np.array(examples[1:]), np.array(epochs[1:]), np.array(shares[1:]), w, converged


@njit(cache=True, inline="always")
def score_of(pull: Floats, w: Floats) -> float:
    """The product of a row, turned by its sign, with the weights."""
    score = 0.0
    for j in range(len(w)):
        score += pull[j] * w[j]
    return score

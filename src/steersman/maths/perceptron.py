"""The perceptron's training, kept update by update.

All in homogeneous coordinates: a point is (1, x1, ..., xd), weights are (-t, w1, ..., wd), and the
decision is positive where their product is above 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["PerceptronTrace", "homogeneous", "perceptron_trace"]

Floats = NDArray[np.float64]
FIRST_LOOK = 32


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
    design = homogeneous(X)
    pull = signs[:, np.newaxis] * design
    w = np.zeros(design.shape[1]) if start is None else np.array(start, dtype=np.float64)
    most = max_updates if max_updates is not None else max_epochs * len(X)
    weights, examples, epochs = [w], list[int](), list[int]()
    for epoch in range(1, max_epochs + 1):
        place = next_mistake(pull, w, 0)
        if place == len(X):
            return traced(weights, examples, epochs, True)
        while place < len(X):
            if len(examples) == most:
                return traced(weights, examples, epochs, False)
            w = w + rate * pull[place]
            if not keep:
                weights.clear()
            weights.append(w)
            examples.append(place)
            epochs.append(epoch)
            place = next_mistake(pull, w, place + 1)
    return traced(weights, examples, epochs, next_mistake(pull, w, 0) == len(X))


def next_mistake(pull: Floats, w: Floats, start: int) -> int:
    """The first row from `start` on that is on the wrong side; the number of rows when none is."""
    width = FIRST_LOOK
    while start < len(pull):
        wrong = pull[start : start + width] @ w <= 0
        ahead = int(wrong.argmax())
        if wrong[ahead]:
            return start + ahead
        start, width = start + width, 2 * width
    return len(pull)


def traced(
    weights: list[Floats], examples: list[int], epochs: list[int], converged: bool
) -> PerceptronTrace:
    return PerceptronTrace(
        np.array(weights),
        np.array(examples, dtype=np.int64),
        np.array(epochs, dtype=np.int64),
        converged,
    )

"""k-NN for all k at once: labels added up from the nearest neighbour outwards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["decisions_for_all_k", "true_risks"]

Floats = NDArray[np.float64]


def decisions_for_all_k(
    X: Floats, labels: NDArray[np.int64], at: Floats, most: int
) -> NDArray[np.bool_]:
    """(points, most): whether k = 1, 2, ..., `most` neighbours say 1.

    They do when more than half of their labels are 1; equally near neighbours count in the order
    of their rows.
    """
    squares = (at * at).sum(axis=1)[:, None] - 2.0 * at @ X.T + (X * X).sum(axis=1)
    order = np.argsort(squares, axis=1, kind="stable")[:, :most]
    ones = np.cumsum(labels[order], axis=1)
    decided: NDArray[np.bool_] = 2 * ones > np.arange(1, order.shape[1] + 1)
    return decided


def true_risks(decided: NDArray[np.bool_], chances: Floats) -> Floats:
    """(rules,) how often each column's decisions are wrong, given P(Y = 1) at every point."""
    one = chances[:, None]
    risks: Floats = np.where(decided, 1.0 - one, one).mean(axis=0)
    return risks

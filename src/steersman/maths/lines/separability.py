"""Linear separability of two classes, with a proof where no hyperplane separates them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Floats = NDArray[np.float64]
LEAST_SHARE = 1e-9


class CommonPoint(NamedTuple):
    """A point that is a mixture of positives and, at the same time, a mixture of negatives.

    No hyperplane can have it on both sides, so none separates the classes.
    """

    point: Floats  # (features,)
    rows: NDArray[np.int64]  # the points that are mixed
    shares: Floats  # their shares: those of each class sum to 1


def common_point(X: Floats, positive: NDArray[np.bool_]) -> CommonPoint | None:
    """A proof that no hyperplane separates the classes; None when one does.

    Classes are separable just when their convex hulls do not touch. A linear program looks for
    shares of the points, 1 in all for each class, that mix to the same point; its solution at a
    corner mixes few points, so that a person can check it.

    >>> xor = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    >>> common_point(xor, np.array([False, False, True, True])).point
    array([0.5, 0.5])
    """
    if positive.all() or not positive.any():
        return None
    center, scale = X.mean(axis=0), X.std(axis=0)
    # The solver's tolerances are absolute: on standardized columns they mean the same in each.
    scaled = (X - center) / np.where(scale > 0, scale, 1.0)
    sides = np.where(positive, 1.0, -1.0)
    equations = np.vstack([(scaled * sides[:, np.newaxis]).T, positive, ~positive])
    targets = np.concatenate([np.zeros(X.shape[1]), [1.0, 1.0]])
    # Dual simplex ends at a corner, where at most as many shares as equations are above zero; an
    # interior-point method would mix nearly all points.
    found = linprog(
        np.zeros(len(X)), A_eq=equations, b_eq=targets, bounds=(0, None), method="highs-ds"
    )
    if found.x is None:
        return None
    # Smaller shares are the solver's rounding and would clutter the proof.
    shares = np.where(found.x > LEAST_SHARE, found.x, 0.0)
    mixed = np.where(positive, shares, 0.0)
    # The shares that were dropped leave a sum slightly below one.
    point = mixed @ X / mixed.sum()
    rows = np.flatnonzero(shares)
    return CommonPoint(np.asarray(point), rows, shares[rows])

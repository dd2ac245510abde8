"""Exact Shapley values of an average of decision trees, against one background row at a time.

A tree is walked once for a row and a background row together. Where a node sends both the same way,
the feature that it tests does not matter. Where it parts them, the feature's group is on the row's
side in one branch and on the background's in the other, and stays there below. A leaf is then
reached by all coalitions that contain the groups of the first kind and none of the second, of which
the share is known (Lundberg et al. 2020, interventional values).
"""

from __future__ import annotations

from math import exp, lgamma
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Singles = NDArray[np.float32]


class TreeArrays(NamedTuple):
    """The nodes of all trees in a row: a leaf has no left child (-1) and a value."""

    roots: Ints  # (trees,)
    left: Ints  # (nodes,)
    right: Ints
    feature: Ints
    threshold: Floats
    value: Floats


def tree_shapley_gains(
    trees: TreeArrays, row: Singles, behind: Singles, of: Ints, groups: int
) -> tuple[Floats, float]:
    """(groups,) what each group adds to the sum of all trees on the way from the background row
    `behind` to `row`, both (features,), and that sum at the background row.

    `of` (features,) is the group of each feature.

    >>> stump = TreeArrays(np.array([0]), np.array([1, -1, -1]), np.array([2, -1, -1]),
    ...                    np.array([0, -2, -2]), np.array([0.5, 0, 0]), np.array([0, 0.2, 0.9]))
    >>> row, behind = np.array([1.0, 3.0], np.float32), np.zeros(2, np.float32)
    >>> gains, base = tree_shapley_gains(stump, row, behind, np.array([0, 1]), 2)
    >>> gains.round(6).tolist(), base
    ([0.7, 0.0], 0.2)
    """
    gains = np.zeros(groups)
    base = add_tree_gains(*trees, row, behind, of, np.zeros(groups, np.int8), gains)
    return gains, float(base)


@njit(cache=True, nogil=True)
def add_tree_gains(
    roots: Ints,
    left: Ints,
    right: Ints,
    feature: Ints,
    threshold: Floats,
    value: Floats,
    row: Singles,
    behind: Singles,
    of: Ints,
    side: NDArray[np.int8],
    gains: Floats,
) -> float:
    """Add the gains of all trees; the sum of their values at the background row."""
    # Of a node that waits: how many groups were decided before it, which one is decided for it
    # (-1: none), and on which side.
    nodes, before, decides, sides = [roots[0]], [0], [-1], [0]
    decided = [-1]
    base = 0.0
    for root in roots:
        nodes.append(root)
        before.append(0)
        decides.append(-1)
        sides.append(0)
        while len(nodes) > 1:
            node, known, group, its = nodes.pop(), before.pop(), decides.pop(), sides.pop()
            # Back to where the branch began: decisions of the other one are forgotten.
            while len(decided) - 1 > known:
                side[decided.pop()] = 0
            if group >= 0:
                decided.append(group)
                side[group] = its
            while left[node] >= 0:
                tested = feature[node]
                own = row[tested] <= threshold[node]
                other = behind[tested] <= threshold[node]
                if own != other:
                    group = of[tested]
                    if side[group] == 0:
                        nodes.append(left[node] if other else right[node])
                        before.append(len(decided) - 1)
                        decides.append(group)
                        sides.append(2)
                        decided.append(group)
                        side[group] = 1
                    elif side[group] == 2:
                        own = other
                node = left[node] if own else right[node]
            base += leaf_gains(value[node], decided, side, gains)
        while len(decided) > 1:
            side[decided.pop()] = 0
    return base


@njit(cache=True, nogil=True)
def leaf_gains(value: float, decided: list[int], side: NDArray[np.int8], gains: Floats) -> float:
    """Add what a leaf gives each group that led to it; its value if the background row is there."""
    of_row = 0
    for place in range(1, len(decided)):
        of_row += side[decided[place]] == 1
    of_other = len(decided) - 1 - of_row
    if of_row + of_other:
        every = lgamma(of_row + of_other + 1.0)
        up = exp(lgamma(of_row) + lgamma(of_other + 1.0) - every) if of_row else 0.0
        down = exp(lgamma(of_row + 1.0) + lgamma(of_other) - every) if of_other else 0.0
        for place in range(1, len(decided)):
            group = decided[place]
            gains[group] += value * up if side[group] == 1 else -value * down
    return value if of_row == 0 else 0.0

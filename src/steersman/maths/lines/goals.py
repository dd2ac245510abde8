"""Goals of a line: scores that rise with true positives and fall with false positives.

A goal is five numbers, so that compiled code can read it: the kind, two parameters, and how many
positives and negatives there are.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]

F_BETA, COST, G_MEAN, MOST_TP, FEWEST_FP, ACCURACY = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0


def f_beta_goal(beta: float, positives: float, negatives: float) -> Floats:
    """F-beta: (1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp)."""
    return np.array([F_BETA, beta * beta, 0.0, positives, negatives])


def cost_goal(fn_cost: float, fp_cost: float, positives: float, negatives: float) -> Floats:
    """Minus the cost of the errors: -(fn_cost fn + fp_cost fp)."""
    return np.array([COST, fn_cost, fp_cost, positives, negatives])


def accuracy_goal(positives: float, negatives: float) -> Floats:
    """The share of points on the right side."""
    return np.array([ACCURACY, 0.0, 0.0, positives, negatives])


def g_mean_goal(positives: float, negatives: float) -> Floats:
    """The geometric mean of recall and specificity."""
    return np.array([G_MEAN, 0.0, 0.0, positives, negatives])


def most_tp_goal(max_fp: float, positives: float, negatives: float) -> Floats:
    """True positives where fp <= max_fp, fewer fp first among equals; minus infinity elsewhere."""
    return np.array([MOST_TP, max_fp, 0.0, positives, negatives])


def fewest_fp_goal(max_fn: float, positives: float, negatives: float) -> Floats:
    """Minus fp where fn <= max_fn, fewer fn first among equals; minus infinity elsewhere."""
    return np.array([FEWEST_FP, max_fn, 0.0, positives, negatives])


@njit(cache=True)
def goal_value(goal: Floats, tp: float, fp: float) -> float:
    """The score of a line with tp true and fp false positives under it.

    >>> goal_value(f_beta_goal(1.0, 4.0, 6.0), 2.0, 2.0)
    0.5
    """
    kind, positives, negatives = goal[0], goal[3], goal[4]
    fn = positives - tp
    value = -np.inf
    if kind == F_BETA:
        gain = (1.0 + goal[1]) * tp
        value = gain / (gain + goal[1] * fn + fp) if tp > 0.0 else 0.0
    elif kind == COST:
        value = -(goal[1] * fn + goal[2] * fp)
    elif kind == G_MEAN:
        value = np.sqrt((tp / max(positives, 1.0)) * ((negatives - fp) / max(negatives, 1.0)))
    elif kind == ACCURACY:
        value = (tp + negatives - fp) / (positives + negatives)
    elif kind == MOST_TP and fp <= goal[1]:
        # Fewer false positives break ties; all of them together weigh less than one true positive.
        value = tp - fp / (negatives + 1.0)
    elif kind == FEWEST_FP and fn <= goal[1]:
        # Likewise, all misses together weigh less than one false positive.
        value = -fp - fn / (positives + 1.0)
    return float(value)

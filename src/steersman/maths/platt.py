"""Platt scaling: the logistic curve that turns scores into probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Floats = NDArray[np.float64]

MOST_STEPS = 100
MOST_HALVINGS = 30
ENOUGH = 1e-10


def platt_line(scores: Floats, positive: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and intercept of the log odds that fit (rows,) scores best.

    The targets are Platt's, a little inside 0 and 1, so that separated scores have a finite slope.

    >>> slope, intercept = platt_line(np.arange(8.0), np.arange(8) % 8 > 3)
    >>> round(slope, 3), round(intercept + 3.5 * slope, 3)
    (0.66, 0.0)
    """
    ones, zeros = int(positive.sum()), int((~positive).sum())
    targets = np.where(positive, (ones + 1.0) / (ones + 2.0), 1.0 / (zeros + 2.0))
    center, scale = float(scores.mean()), float(scores.std()) or 1.0
    design = np.column_stack([(scores - center) / scale, np.ones(len(scores))])
    line = np.array([0.0, np.log((ones + 1.0) / (zeros + 1.0))])
    loss = platt_loss(design @ line, targets)
    for _ in range(MOST_STEPS):
        shares = expit(design @ line)
        gradient = design.T @ (shares - targets)
        curvature = (design.T * (shares * (1.0 - shares))) @ design + 1e-12 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        length = 1.0
        for _ in range(MOST_HALVINGS):
            moved = line - length * step
            reached = platt_loss(design @ moved, targets)
            if reached <= loss:
                break
            length /= 2.0
        gained, line, loss = loss - reached, moved, reached
        if gained <= ENOUGH * max(1.0, abs(loss)):
            break
    slope = float(line[0]) / scale
    return slope, float(line[1]) - slope * center


def platt_loss(odds: Floats, targets: Floats) -> float:
    """The log loss of log odds against targets between 0 and 1."""
    return float(np.sum(np.logaddexp(0.0, odds) - targets * odds))

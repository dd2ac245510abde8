"""Losses of a residual z = y - f(x), and the line that Huber's makes best."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Loss = Literal["epsilon", "laplacian", "gaussian", "huber"]
LOSSES: tuple[Loss, ...] = ("epsilon", "laplacian", "gaussian", "huber")
STEPS = 200


def loss_values(loss: str, z: Floats, epsilon: float, sigma: float) -> Floats:
    """V(z), as S. Gadat (2014) has it.

    >>> z = np.array([-2.0, 0.5])
    >>> loss_values("epsilon", z, 1.0, 1.0), loss_values("huber", z, 1.0, 1.0)
    (array([1., 0.]), array([1.5  , 0.125]))
    """
    size = np.abs(z)
    match loss:
        case "epsilon":
            return np.maximum(size - epsilon, 0.0)
        case "laplacian":
            return size
        case "gaussian":
            return 0.5 * z * z
        case _:
            return np.where(size <= sigma, z * z / (2.0 * sigma), size - sigma / 2.0)


def penalized_loss(
    loss: str, slope: float, z: Floats, c: float, knobs: tuple[float, float]
) -> float:
    """slope^2 / 2 + C sum V(z): what each line makes least; `knobs` are epsilon and sigma."""
    return 0.5 * slope * slope + c * float(loss_values(loss, z, *knobs).sum())


def huber_line(x: Floats, y: Floats, c: float, sigma: float) -> tuple[float, float]:
    """Slope and intercept with the least slope^2 / 2 + C sum of Huber's loss.

    By Newton's method with halved steps: the loss is smooth, and quadratic wherever it bends.
    """
    center = float(x.mean())
    design = np.column_stack([x - center, np.ones_like(x)])
    line = np.array([0.0, float(np.median(y))])

    def objective(line: Floats) -> float:
        return penalized_loss("huber", float(line[0]), y - design @ line, c, (0.0, sigma))

    value = objective(line)
    for _ in range(STEPS):
        z = y - design @ line
        pull = np.clip(z / sigma, -1.0, 1.0)
        gradient = np.array([line[0], 0.0]) - c * design.T @ pull
        bends = np.abs(z) <= sigma
        curvature = c / sigma * design[bends].T @ design[bends]
        curvature += np.diag([1.0, 0.0]) + 1e-9 * np.eye(2)  # the level may be free to move
        step = np.linalg.solve(curvature, gradient)
        length = 1.0
        while length > 1e-12 and objective(line - length * step) > value:
            length *= 0.5
        line = line - length * step
        before, value = value, objective(line)
        if length <= 1e-12 or before - value <= 1e-15 * max(1.0, before):
            break
    return float(line[0]), float(line[1] - line[0] * center)

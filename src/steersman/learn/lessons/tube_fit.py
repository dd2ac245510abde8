"""Support vector regression with a kernel: slacks, dual coefficients and both objectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.svm import SVR

Floats = NDArray[np.float64]
MachineKernel = Literal["linear", "poly", "rbf"]
MOST_STEPS = 2_000_000
POLYNOMIAL_SCALE = 1 / 25


@dataclass(frozen=True)
class TubeKnobs:
    """Half the tube's width, the weight of slacks, the kernel and its settings."""

    epsilon: float = 0.5
    c: float = 1.0
    kernel: MachineKernel = "linear"
    gamma: float = 0.5
    degree: int = 3


@dataclass(frozen=True)
class FittedTube:
    """A regression with its slacks above and below the tube, and its dual coefficients."""

    model: SVR
    center: float
    fitted: Floats  # (points,)
    above: Floats  # (points,) xi
    below: Floats  # (points,) xi*
    alpha: Floats  # (points,)
    alpha_star: Floats  # (points,)
    length: float
    """|beta|^2"""

    def predict(self, x: Floats) -> Floats:
        """The curve at x."""
        return np.asarray(self.model.predict((x - self.center)[:, None]))


def fitted_tube(x: Floats, y: Floats, knobs: TubeKnobs) -> FittedTube:
    """Minimize |beta|^2 / 2 + C sum(xi + xi*) with all points in the tube but for their slack."""
    # A linear kernel is fitted about the mean, which changes only the intercept, for precision.
    center = float(x.mean()) if knobs.kernel == "linear" else 0.0
    gamma = POLYNOMIAL_SCALE if knobs.kernel == "poly" else knobs.gamma
    model = SVR(
        kernel=knobs.kernel, C=knobs.c, epsilon=knobs.epsilon, gamma=gamma, degree=knobs.degree,
        coef0=1.0, tol=1e-7, max_iter=MOST_STEPS,
    ).fit((x - center)[:, None], y)  # fmt: skip
    fitted = np.asarray(model.predict((x - center)[:, None]))
    signed = np.zeros(len(x))
    signed[model.support_] = model.dual_coef_[0]
    residuals = y - fitted
    return FittedTube(
        model,
        center,
        fitted,
        np.clip(residuals - knobs.epsilon, 0, None),
        np.clip(-residuals - knobs.epsilon, 0, None),
        np.clip(signed, 0, None),
        np.clip(-signed, 0, None),
        float(signed @ (fitted - model.intercept_[0])),
    )


def tube_objectives(tube: FittedTube, y: Floats, knobs: TubeKnobs) -> tuple[float, float]:
    """The primal and the dual objective; they are equal at the solution."""
    signed = tube.alpha - tube.alpha_star
    primal = tube.length / 2 + knobs.c * float((tube.above + tube.below).sum())
    size = float((tube.alpha + tube.alpha_star).sum())
    return primal, float(signed @ y) - knobs.epsilon * size - tube.length / 2

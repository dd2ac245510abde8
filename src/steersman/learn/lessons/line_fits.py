"""One line through points by four losses, all with the penalty slope^2 / 2 and the weight C.

scikit-learn fits three of them exactly so: SVR has the epsilon-insensitive loss, which is the
Laplacian at epsilon 0, and Ridge has the Gaussian with alpha = 1 / C. Its HuberRegressor chooses a
scale of its own, which is another problem, so Huber's line for a given sigma is ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import Ridge
from sklearn.svm import SVR

from steersman.maths.lessons import LOSSES, Loss, huber_line, loss_values, penalized_loss

Floats = NDArray[np.float64]
MOST_STEPS = 2_000_000
ON_THE_EDGE = 1e-6


@dataclass(frozen=True)
class LineKnobs:
    """Width of the tube, weight of the losses, and where Huber's loss turns straight."""

    epsilon: float = 0.5
    c: float = 1.0
    sigma: float = 1.0


@dataclass(frozen=True)
class FittedLine:
    """A line, its residuals, and which points pull at it (the support vectors of the tube)."""

    loss: Loss
    slope: float
    intercept: float
    residuals: Floats  # (points,)
    pulling: NDArray[np.bool_]  # (points,)
    objective: float
    losses: dict[Loss, float]  # by every loss, summed over the points
    fitted_by: str


def fitted_lines(x: Floats, y: Floats, knobs: LineKnobs) -> list[FittedLine]:
    """The four lines, in the order of `LOSSES`."""
    return [line_record(loss, *line_of(loss, x, y, knobs), x, y, knobs) for loss in LOSSES]


def line_of(loss: str, x: Floats, y: Floats, knobs: LineKnobs) -> tuple[float, float]:
    """Slope and intercept by one loss.

    >>> x = np.arange(4.0)
    >>> slope, intercept = line_of("laplacian", x, 2 * x + 1, LineKnobs(c=100.0))
    >>> round(slope, 3), round(intercept, 3)
    (2.0, 1.0)
    """
    if loss == "huber":
        return huber_line(x, y, knobs.c, knobs.sigma)
    center = float(x.mean())
    if loss == "gaussian":
        model = Ridge(alpha=1.0 / knobs.c)
    else:
        epsilon = knobs.epsilon if loss == "epsilon" else 0.0
        model = SVR(kernel="linear", C=knobs.c, epsilon=epsilon, tol=1e-6, max_iter=MOST_STEPS)
    model.fit((x - center)[:, None], y)
    slope = float(np.ravel(model.coef_)[0])
    return slope, float(np.ravel(model.intercept_)[0]) - slope * center


def line_record(
    loss: Loss, slope: float, intercept: float, x: Floats, y: Floats, knobs: LineKnobs
) -> FittedLine:
    z = y - slope * x - intercept
    widths = {"epsilon": knobs.epsilon, "laplacian": 0.0}
    width = widths.get(loss)
    pulling = np.ones(len(z), np.bool_) if width is None else np.abs(z) >= width - ON_THE_EDGE
    return FittedLine(
        loss,
        slope,
        intercept,
        z,
        pulling,
        penalized_loss(loss, slope, z, knobs.c, (knobs.epsilon, knobs.sigma)),
        {each: float(loss_values(each, z, knobs.epsilon, knobs.sigma).sum()) for each in LOSSES},
        {
            "epsilon": f"SVR(kernel='linear', C={knobs.c:g}, epsilon={knobs.epsilon:g})",
            "laplacian": f"SVR(kernel='linear', C={knobs.c:g}, epsilon=0)",
            "gaussian": f"Ridge(alpha={1 / knobs.c:.4g})",
            "huber": f"steersman's own, sigma = {knobs.sigma:g}",
        }[loss],
    )

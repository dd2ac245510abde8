"""Where to start a softmax regression of many words and classes: down the slope first.

From no weights at all, Newton's steps for many classes reach too far and are halved again and
again; some cheap steps along the slope (L-BFGS) lead to where they fit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import fmin_l_bfgs_b

from steersman.maths.logistic_objective import (
    LogisticProblem,
    gradient,
    loss_and_probabilities,
    scores_of,
)

__all__ = ["MANY_PARAMETERS", "descended_start"]

Floats = NDArray[np.float64]
MANY_PARAMETERS = 20_000  # with fewer, Newton's steps cost next to nothing
FIRST_STEPS = 30


def descended_start(
    problem: LogisticProblem,
    offset: float | Floats = 0.0,
    stepped: Callable[[int], object] | None = None,
) -> tuple[Floats, int]:
    """(outputs, columns): weights some steps down from none, and how many; `stepped` hears each."""
    shape = problem.penalties.shape
    made = 0

    def height(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        scores = scores_of(problem.design, weights) + offset
        loss, probabilities = loss_and_probabilities(scores, problem.truth, problem.weights)
        loss += 0.5 * float(np.vdot(problem.penalties * weights, weights))
        return loss, gradient(problem, weights, probabilities).ravel()

    def heard(_flat: Floats) -> None:
        nonlocal made
        made += 1
        if stepped is not None:
            stepped(made)

    nothing: Floats = np.zeros(problem.parameters)
    found = fmin_l_bfgs_b(height, nothing, maxiter=FIRST_STEPS, factr=0.0, callback=heard)
    return np.asarray(found[0]).reshape(shape), made

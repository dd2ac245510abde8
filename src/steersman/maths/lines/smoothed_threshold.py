"""A threshold whose score is robust to small errors in the margins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from steersman.maths.lines.goals import goal_value

Floats = NDArray[np.float64]

PLACES = 600
NOISE_SHARE = 0.1
SURE = 8.3
"""So many standard deviations away, an error changes nothing that a float can hold."""


def steady_threshold(
    margins: Floats, positive: NDArray[np.bool_], goal: Floats, tremble: float = NOISE_SHARE
) -> float:
    """The threshold with the best expected counts when margins have normal errors.

    The errors' standard deviation is `tremble` times that of the margins. A document is called
    positive when its margin is above the threshold.

    >>> from steersman.maths.lines.goals import f_beta_goal
    >>> margins = np.array([-2.0, -1.0, 1.0, 2.0])
    >>> bool(-1 < steady_threshold(margins, margins > 0, f_beta_goal(1.0, 2.0, 2.0)) < 1)
    True
    """
    # Equal margins have no spread, and the margins are divided by it.
    spread = max(tremble * float(margins.std()), 1e-12)
    places = np.linspace(margins.min() - spread, margins.max() + spread, PLACES)
    tp, fp = (
        expected_above(np.sort(margins[side]), places, spread) for side in (positive, ~positive)
    )
    scores = [goal_value(goal, *both) for both in zip(tp, fp)]
    return float(places[np.argmax(scores)])


def expected_above(margins: Floats, places: Floats, spread: float) -> Floats:
    """(places,): how many of the sorted margins lie above each place when they have errors."""
    first = np.searchsorted(margins, places - SURE * spread)
    last = np.searchsorted(margins, places + SURE * spread)
    near = [
        float(ndtr((margins[start:end] - place) / spread).sum())
        for place, start, end in zip(places, first, last)
    ]
    return np.array(near) + (len(margins) - last)

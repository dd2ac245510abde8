"""The models that steering visits on its way, so that a person can go back to any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

SeeModel = Callable[[NDArray[np.int64], float, float], object]
"""Called with each model visited: its confusion matrix, its gap and its objective."""


@dataclass(frozen=True)
class VisitedModel:
    """One model on the way: its confusion matrix on the holdout and how far it is from the want.

    `gap` is in rows that still have to change (0 when the want is met), `objective` is what was
    minimized there, `knobs` are the settings that make this model.
    """

    model: object
    matrix: NDArray[np.int64]  # (true classes, predicted classes)
    gap: float
    objective: float
    knobs: Mapping[str, object] = field(default_factory=dict)

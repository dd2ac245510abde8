"""When a guarantee on new data is on by default, and how tight it can be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.learn import promises
from steersman.maths.confusion import rows_needed
from steersman.session.matrix.problem import MatrixProblem

DEFAULT_CONFIDENCE = 0.95
# A guarantee that cannot exclude one error in ten rows says too little to be the default.
LOOSEST_USEFUL_RATE = 0.10


def class_sizes(problem: MatrixProblem) -> NDArray[np.int64]:
    """(classes,) the number of tuning rows of each class."""
    return problem.holdout.class_sizes(problem.classes)


def default_confidence(problem: MatrixProblem) -> float | None:
    """The confidence a new question starts with: none where a class has too few tuning rows."""
    needed = rows_needed(LOOSEST_USEFUL_RATE, 1.0 - DEFAULT_CONFIDENCE)
    return DEFAULT_CONFIDENCE if class_sizes(problem).min() >= needed else None


def tightest_rates(problem: MatrixProblem, confidence: float = DEFAULT_CONFIDENCE) -> list[float]:
    """For each class, the lowest error rate its tuning rows can guarantee: none of them errs."""
    sizes = dict(enumerate(class_sizes(problem).tolist()))
    return list(promises.tightest_rates(sizes, confidence).values())

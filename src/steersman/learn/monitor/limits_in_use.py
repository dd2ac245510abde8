"""Limits of a measure where classes have other shares than in the rows at hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steersman.learn.promises import mean_test
from steersman.learn.wants import ClassBound

Ints = NDArray[np.int64]

STEPS = 30  # of bisection


def limits_in_use(bound: ClassBound, matrix: Ints, risk: float) -> tuple[float, float]:
    """Between which values the measure is in use, but for a chance of `risk`.

    A value is excluded from below, or above, where a test of half the risk shows that the measure
    is higher, or lower.

    >>> from steersman.learn.wants import Want
    >>> want = Want("precision >= 50%").resolve(["ham", "spam"], prior=0.1)
    >>> low, high = limits_in_use(want.bounds[0], np.array([[380, 20], [40, 360]]), 0.05)
    >>> round(low, 2), round(want.bounds[0].value(np.array([[380., 20], [40, 360]]), None), 2)
    (0.56, 0.67)
    """
    return (
        limit_shown(bound, matrix, risk / 2.0, ">="),
        limit_shown(bound, matrix, risk / 2.0, "<="),
    )


def limit_shown(bound: ClassBound, matrix: Ints, risk: float, relation: str) -> float:
    """The tightest limit of one direction that the rows show."""
    row_sums = matrix.sum(axis=1).astype(np.float64)

    def is_shown(value: float) -> bool:
        asked = replace(bound, written=replace(bound.written, relation=relation, value=value))
        p_value = float(mean_test(asked, row_sums).p_values(matrix[np.newaxis])[0])
        return p_value <= risk

    # The loosest limit always holds; the other end is excluded or reached.
    shown, other = (0.0, 1.0) if relation == ">=" else (1.0, 0.0)
    for _ in range(STEPS):
        middle = (shown + other) / 2.0
        shown, other = (middle, other) if is_shown(middle) else (shown, middle)
    return shown

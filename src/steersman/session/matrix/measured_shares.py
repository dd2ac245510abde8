"""Values of bounds as shares of rows, with intervals, so that samples of any size compare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.wants import Bound, ClassBound, Unit
from steersman.maths.confusion import MeasureParts, interval

Floats = NDArray[np.float64]
CONFIDENCE = 0.95
N_DRAWS = 2000


@dataclass(frozen=True)
class MeasuredShare:
    """The measure of a bound on some rows: `part` of `rows` rows where it is such a share.

    A count becomes a share of the rows it counts among, a cost the average per row.
    """

    value: float
    part: int | None = None
    rows: int | None = None


def measured_share(bound: ClassBound, matrix: Floats, costs: Floats | None) -> MeasuredShare:
    """The measure of a bound at one confusion matrix."""
    row_sums = matrix.sum(axis=1)
    parts = bound.parts(row_sums, costs)
    if bound.definition.unit is Unit.COST_PER_ROW:
        return MeasuredShare(parts.value(matrix))
    if bound.definition.unit is Unit.COST:
        return MeasuredShare(parts.value(matrix) / max(1.0, float(matrix.sum())))
    counted = counted_rows(parts, matrix, of_referred=bound.definition.of_referred)
    if counted is None:
        return MeasuredShare(parts.value(matrix))
    part, rows = counted
    return MeasuredShare(part / rows if rows else 0.0, part, rows)


def share_limit(bound: Bound, rows: int) -> float:
    """The limit of a bound as a share: a count or a cost is one of that many rows."""
    if not bound.definition.grows_with_rows:
        return bound.value
    return bound.value / max(1, rows)


def counted_rows(
    parts: MeasureParts, matrix: Floats, *, of_referred: bool = False
) -> tuple[int, int] | None:
    """The rows that a measure counts and those it counts among; None if it is no share of rows."""
    part, whole = parts
    if whole is None:
        # A count, such as fp: it is among all rows of the classes that can be counted.
        whole = np.repeat(part.any(axis=1, keepdims=True), part.shape[1], axis=1).astype(float)
        if not of_referred:
            # Rows that go to a person are not decided.
            whole[:, len(part) :] = 0.0
    flags = np.isin(part, (0.0, 1.0)).all() and np.isin(whole, (0.0, 1.0)).all()
    if not flags or (part > whole).any():
        return None
    return round(float((part * matrix).sum())), round(float((whole * matrix).sum()))


def share_interval(
    bound: ClassBound, matrix: Floats, costs: Floats | None, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """An interval for the measure on new rows: Clopper and Pearson's for a share of rows, else the
    percentile bootstrap of each class's rows."""
    share = measured_share(bound, matrix, costs)
    if share.part is not None and share.rows is not None:
        return interval(share.part, share.rows, confidence) if share.rows else (0.0, 1.0)
    drawn = drawn_matrices(matrix)
    values = bound.parts(matrix.sum(axis=1), costs).values(drawn)
    if bound.definition.unit is Unit.COST:
        values = values / max(1.0, float(matrix.sum()))
    low, high = np.quantile(values, [(1.0 - confidence) / 2.0, (1.0 + confidence) / 2.0])
    return float(low), float(high)


def drawn_matrices(matrix: Floats) -> NDArray[np.int64]:
    """(draws, classes, classes) matrices of as many rows of each class, drawn with replacement."""
    rng = np.random.default_rng(0)
    rows = [
        rng.multinomial(int(row.sum()), row / max(1.0, row.sum()), size=N_DRAWS)
        if row.sum()
        else np.zeros((N_DRAWS, len(row)), dtype=np.int64)
        for row in matrix
    ]
    return np.stack(rows, axis=1)

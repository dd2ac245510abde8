"""One bound of a want as linear inequalities on the cells of a confusion matrix."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.want_grammar import Bound
from steersman.maths.confusion import (
    COUNT_MEASURES,
    ROW_RATES,
    MeasureParts,
    one_against_rest,
    one_class_measure,
    rows_to_move,
    whole_matrix_measure,
)

__all__ = ["BoundOn", "LinearBound"]

Floats = NDArray[np.float64]

WHOLE_COUNTS = frozenset(COUNT_MEASURES) - {"cost"}
STRICTLY = 4e-9  # how much more than equal counts as more, relative to the rows weighed


@dataclass(frozen=True, eq=False)
class LinearBound:
    """sum(weights * C) >= least; `wants_column` must also have a row, or nothing is measured."""

    weights: Floats  # (classes, classes)
    least: float
    wants_column: int | None = None

    def rows_to_move(self, matrices: Floats) -> Floats:
        """(matrices,): the fewest rows that must be predicted otherwise until this holds."""
        rows = rows_to_move(matrices, self.weights, self.least)
        if self.wants_column is None:
            return rows
        empty = matrices[:, :, self.wants_column].sum(axis=1) == 0
        return np.where(empty, np.maximum(rows, 1.0), rows)


@dataclass(frozen=True)
class BoundOn:
    """A bound together with the positions of the classes that it is about."""

    bound: Bound
    indices: tuple[int, ...]

    @property
    def is_row_rate(self) -> bool:
        """Whether this bounds a rate among rows of known truth (recall, fpr and their kin)."""
        return self.bound.measure in ROW_RATES

    def parts(self, row_sums: Floats, costs: Floats | None) -> MeasureParts:
        """The measure as parts of a matrix with these row sums."""
        measure, n_classes = self.bound.measure, len(row_sums)
        if measure == "cost":
            if costs is None:
                raise SteersmanError("a bound on cost needs costs", todo="give a cost matrix")
            return MeasureParts(costs, None)
        if measure == "cell":
            cell = np.zeros((n_classes, n_classes))
            cell[self.indices[0], self.indices[1]] = 1.0
            return MeasureParts(cell, None)
        if self.indices:
            return one_class_measure(measure, n_classes, self.indices[0])
        return whole_matrix_measure(measure, row_sums)

    def linear(self, row_sums: Floats, costs: Floats | None) -> list[LinearBound]:
        """The inequalities that say this bound, one or (for =) two."""
        parts = self.parts(row_sums, costs)
        relation, value = self.bound.relation, self.bound.value
        if parts.whole is None:
            weights, least = parts.part, value
            if relation in "<>" and self.bound.measure in WHOLE_COUNTS:
                least = ceil(value) - 1.0 if relation == "<" else floor(value) + 1.0
                relation += "="
        else:
            weights, least = parts.part - value * parts.whole, 0.0
            if self.is_row_rate and not float(parts.whole[:, 0] @ row_sums):
                return [LinearBound(np.zeros_like(weights), 0.0)]
        margin = 0.0
        if relation in "<>":
            margin = STRICTLY * max(1.0, float(np.abs(weights).max() * row_sums.sum()))
        if relation == "=":
            gains = weights.max(axis=1, keepdims=True) - weights
            margin = -0.5 * float(gains[gains > 0].min(initial=1.0))
        column = self.column_to_fill()
        lines = []
        if relation in (">", ">=", "="):
            lines.append(LinearBound(weights, least + margin, column))
        if relation in ("<", "<=", "="):
            lines.append(LinearBound(-weights, -least + margin))
        return lines

    def column_to_fill(self) -> int | None:
        """The column without which a lower bound on precision says nothing, so is not met."""
        return self.indices[0] if self.bound.measure == "precision" and self.bound.value else None

    def error_cells(self, n_classes: int) -> NDArray[np.bool_]:
        """(classes, classes): the kinds of error this bound is about."""
        errors = ~np.eye(n_classes, dtype=bool)
        if self.bound.measure == "cell":
            cell = np.zeros_like(errors)
            cell[self.indices] = True
            return cell & errors
        kinds = {
            "fp": ("fp", "fpr", "tn", "specificity", "precision", "fdr", "predicted"),
            "fn": ("fn", "fnr", "tp", "recall", "npv"),
        }
        for kind, measures in kinds.items():
            if self.bound.measure in measures:
                return one_against_rest(n_classes, self.indices[0])[kind].astype(bool)
        return errors

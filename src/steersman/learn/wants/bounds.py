"""One bound of a want as linear inequalities on the cells of a confusion matrix."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.grammar import Bound
from steersman.maths.confusion import (
    COUNT_MEASURES,
    ROW_RATES,
    MeasureParts,
    OffsetPath,
    one_against_rest,
    one_class_measure,
    rows_to_move,
    sums_of,
    whole_matrix_measure,
)

__all__ = ["BoundOn", "LinearBound"]

Floats = NDArray[np.float64]

WHOLE_COUNTS = frozenset(COUNT_MEASURES) - {"cost"}
LARGEST_DENOMINATOR = 1_000_000
ROUNDING = 1e-13
STRICTLY = 4e-9  # how much more than equal counts as more, relative to the rows weighed


@dataclass(frozen=True, eq=False)
class LinearBound:
    """sum(weights * C) >= least; `wants_column` must also have a row, or nothing is measured."""

    weights: Floats  # (classes, classes)
    least: float
    wants_column: int | None = None

    def rows_to_move(self, matrices: Floats | OffsetPath) -> Floats:
        """(matrices,): the fewest rows that must be predicted otherwise until this holds."""
        rows = rows_to_move(matrices, self.weights, self.least)
        if self.wants_column is None:
            return rows
        column = np.zeros_like(self.weights)
        column[:, self.wants_column] = 1.0
        empty = sums_of(matrices, column) == 0
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
        if self.is_row_rate and parts.whole is not None and not parts.whole[:, 0] @ row_sums:
            return [LinearBound(np.zeros_like(parts.part), 0.0)]
        if parts.whole is None:
            weights, least, step = parts.part, value, 0.0
            if self.bound.measure in WHOLE_COUNTS:
                step = 1.0
                least = {
                    "<": ceil(value),
                    "<=": floor(value),
                    ">": floor(value),
                    ">=": ceil(value),
                }.get(relation, value)
        else:
            fraction = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
            exact = abs(float(fraction) - value) < ROUNDING
            times, share = (fraction.denominator, fraction.numerator) if exact else (1, value)
            weights, least = times * parts.part - share * parts.whole, 0.0
            step = 1.0 if exact else 0.0
        margin = self.margin(weights, row_sums, step)
        lines = []
        if relation in (">", ">=", "="):
            lines.append(LinearBound(weights, least + margin, self.column_to_fill()))
        if relation in ("<", "<=", "="):
            lines.append(LinearBound(-weights, -least + margin))
        return lines

    def margin(self, weights: Floats, row_sums: Floats, step: float) -> float:
        """What the weighed sum must exceed its limit by: half a step less than nothing where it
        may be equal (so that rounding does not decide), half a step where it may not."""
        relation = self.bound.relation
        if relation == "=":
            gains = weights.max(axis=1, keepdims=True) - weights
            return -0.5 * float(np.min(gains[gains > 0], initial=np.inf)) if gains.any() else 0.0
        strict = relation in ("<", ">")
        if step:
            return 0.5 * step if strict else -0.5 * step
        return STRICTLY * max(1.0, float(np.abs(weights).max() * row_sums.sum())) * strict

    def column_to_fill(self) -> int | None:
        """The column without which a lower bound on precision says nothing, so is not met."""
        return self.indices[0] if self.bound.measure == "precision" and self.bound.value else None

    def error_cells(self, n_classes: int) -> NDArray[np.bool_]:
        """(classes, classes): the kinds of error this bound is about."""
        errors = ~np.eye(n_classes, dtype=bool)
        if self.bound.measure == "cell":
            true, predicted = self.indices
            cell = np.zeros_like(errors)
            cell[true, slice(None) if true == predicted else predicted] = True
            return cell & errors
        kinds = {
            "fp": ("fp", "fpr", "tn", "specificity", "precision", "fdr", "predicted"),
            "fn": ("fn", "fnr", "tp", "recall", "npv"),
        }
        for kind, measures in kinds.items():
            if self.bound.measure in measures:
                return one_against_rest(n_classes, self.indices[0])[kind].astype(bool)
        return errors

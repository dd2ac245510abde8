"""One bound of a want as linear inequalities on the cells of a confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.bound import Bound
from steersman.learn.wants.class_names import class_index, class_list
from steersman.learn.wants.measure import Called, ErrorKind, Measure, PromisedBy, Scope, Unit
from steersman.learn.wants.prior import Prior
from steersman.maths.confusion import (
    MeasureParts,
    OffsetPath,
    one_against_rest,
    rows_to_move,
    sums_of,
    with_referred,
)

Floats = NDArray[np.float64]

LARGEST_DENOMINATOR = 1_000_000
ROUNDING = 1e-13
STRICTLY = 4e-9  # how much more than equal counts as more, relative to the rows weighed


@dataclass(frozen=True, eq=False)
class LinearBound:
    """sum(weights * C) >= least; one of `columns` must also have a row, or nothing is measured."""

    weights: Floats  # (classes, classes)
    least: float
    columns: tuple[int, ...] = ()

    def rows_to_move(self, matrices: Floats | OffsetPath) -> Floats:
        """(matrices,): the fewest predictions that must change until this holds."""
        rows = rows_to_move(matrices, self.weights, self.least)
        if not self.columns:
            return rows
        inside = np.zeros_like(self.weights)
        inside[:, self.columns] = 1.0
        empty = sums_of(matrices, inside) == 0
        return np.where(empty, np.maximum(rows, 1.0), rows)


@dataclass(frozen=True)
class ClassBound:
    """A bound as written, together with the places of the classes that it is about.

    `by_row`: the confusion matrix of all rows does not decide it, as it is on a difference between
    groups or each row has a cost of its own. `costs` are those of a bound on cost. Where a person
    decides some rows (`refers`), matrices have a last column of those. They count in no other
    measure: each is of the decided rows.
    """

    written: Bound
    places: tuple[int, ...]
    prior: Prior | None = None
    by_row: bool = False
    costs: Floats | None = field(default=None, compare=False)
    refers: bool = False

    @classmethod
    def of(
        cls,
        bound: Bound,
        classes: Sequence[object],
        positive: int | None,
        prior: Prior | None = None,
        *,
        row_costs: bool = False,
        costs: Floats | None = None,
        refers: bool = False,
    ) -> Self:
        """The bound about these classes; `positive` is the place of the one that needs no name.

        With a prior, shares that depend on how many rows each class has are those in use. With
        `row_costs` each row has a cost of its own.
        """
        prior = prior if bound.definition.depends_on_class_shares else None
        by_row = bool(bound.gap_over) or (row_costs and bound.definition.is_cost)
        priced = costs if bound.definition.is_cost else None
        if bound.classes:
            return cls(
                bound,
                tuple(
                    name if isinstance(name, int) else class_index(name, classes)
                    for name in bound.classes
                ),
                prior,
                by_row,
                priced,
                refers,
            )
        if bound.definition.scope is Scope.OVERALL:
            return cls(bound, (), prior, by_row, priced, refers)
        if positive is None:
            raise SteersmanError(
                f"{bound.measure} of which class? There are {len(classes)}: {class_list(classes)}",
                todo=f"write for example {bound.measure}({classes[0]})",
                code="class-needed",
                measure=bound.measure,
            )
        return cls(bound, (positive,), prior, by_row, priced, refers)

    def __str__(self) -> str:
        return str(self.written)

    @property
    def definition(self) -> Measure:
        """The measure's entry in the registry."""
        return self.written.definition

    @property
    def is_row_rate(self) -> bool:
        """Whether this bounds a rate among rows of known truth (recall, fpr and their kin)."""
        return self.definition.promised_by is PromisedBy.ROW_RATE

    def parts(self, row_sums: Floats, costs: Floats | None) -> MeasureParts:
        """The measure as parts of a matrix with these row sums."""
        costs = self.costs if costs is None else costs
        if self.definition.is_cost and costs is None:
            raise SteersmanError(
                "a limit on cost needs costs",
                todo="give a cost matrix or a cost column (in the workbench: Steer > Costs)",
                code="costs-missing",
            )
        parts = self.definition.formula(row_sums, self.places, costs)
        if self.refers and parts.part.shape[1] == len(row_sums):
            whole = None if parts.whole is None else with_referred(parts.whole)
            parts = MeasureParts(with_referred(parts.part), whole)
        if self.prior is None or parts.whole is None:
            return parts
        weights = self.prior.weights(row_sums)[:, np.newaxis]
        return MeasureParts(weights * parts.part, weights * parts.whole)

    def value(self, matrix: Floats, costs: Floats | None) -> float:
        """The measure of one matrix."""
        return self.parts(matrix.sum(axis=1), costs).value(matrix)

    def linear(self, row_sums: Floats, costs: Floats | None) -> list[LinearBound]:
        """The inequalities that say this bound, one or (for =) two."""
        if self.by_row:
            # Decided row by row: 0 >= 0 always holds.
            return [LinearBound(np.zeros((len(row_sums), len(row_sums))), 0.0)]
        parts = self.parts(row_sums, costs)
        relation, value = self.written.relation, self.written.value
        if self.is_row_rate and parts.whole is not None and not parts.whole[:, 0] @ row_sums:
            # A rate of no rows cannot be broken: 0 >= 0 always holds.
            return [LinearBound(np.zeros_like(parts.part), 0.0)]
        if parts.whole is None:
            weights, least, step = parts.part, value, 0.0
            if self.definition.unit is Unit.ROWS:
                step = 1.0
                least = {
                    "<": ceil(value),
                    "<=": floor(value),
                    ">": floor(value),
                    ">=": ceil(value),
                }.get(relation, value)
        else:
            # 2 % is no binary fraction. As 1/50 it makes whole-number weights, whose sums are
            # exact.
            fraction = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
            exact = abs(float(fraction) - value) < ROUNDING and self.prior is None
            times, share = (fraction.denominator, fraction.numerator) if exact else (1, value)
            weights, least = times * parts.part - share * parts.whole, 0.0
            step = 1.0 if exact else 0.0
        margin = self.margin(weights, row_sums, step)
        lines = []
        if relation in (">", ">=", "="):
            lines.append(LinearBound(weights, least + margin, self.columns_to_fill(len(row_sums))))
        if relation in ("<", "<=", "="):
            lines.append(LinearBound(-weights, -least + margin))
        return lines

    def margin(self, weights: Floats, row_sums: Floats, step: float) -> float:
        """The amount by which the weighted sum must exceed its limit.

        Half a step below nothing where it may be equal, so that rounding does not decide; half a
        step where it may not.
        """
        relation = self.written.relation
        if relation == "=":
            # A rate may have no exact value on these rows: nearer than half of the smallest change
            # that one row makes counts as equal.
            gains = weights.max(axis=1, keepdims=True) - weights
            return -0.5 * float(np.min(gains[gains > 0], initial=np.inf)) if gains.any() else 0.0
        strict = relation in ("<", ">")
        if step:
            return 0.5 * step if strict else -0.5 * step
        return STRICTLY * max(1.0, float(np.abs(weights).max() * row_sums.sum())) * strict

    def columns_to_fill(self, n_classes: int) -> tuple[int, ...]:
        """The columns without which a lower bound on a share of them says nothing, so is not
        met."""
        if not self.definition.needs_calls or not self.written.value:
            return ()
        if self.definition.called is Called.CLASS:
            return (self.places[0],)
        return tuple(place for place in range(n_classes) if place != self.places[0])

    def error_cells(self, n_classes: int) -> NDArray[np.bool_]:
        """(classes, classes): the kinds of error this bound is about."""
        errors = ~np.eye(n_classes, dtype=bool)
        if self.written.gap_over:
            # Groups are made alike by errors of any kind.
            return errors
        match self.definition.errors:
            case ErrorKind.ALL:
                return errors
            case ErrorKind.NONE:
                return np.zeros_like(errors)
            case ErrorKind.CELL:
                true, predicted = self.places
                cell = np.zeros_like(errors)
                cell[true, slice(None) if true == predicted else predicted] = True
                return cell & errors
            case kind:
                return one_against_rest(n_classes, self.places[0])[kind].astype(bool)

"""What a want makes as large or as small as possible within its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.bound import Bound, quoted_name
from steersman.learn.wants.class_bound import ClassBound
from steersman.learn.wants.measure import ErrorKind, Measure, Scope
from steersman.learn.wants.measures import measure_named
from steersman.learn.wants.prior import Prior
from steersman.maths.confusion import Matrices, MeasureParts, sums_of

Floats = NDArray[np.float64]
Direction = Literal["maximize", "minimize"]


@dataclass(frozen=True)
class Objective:
    """A measure (of the classes named, or numbered by position) to make as good as possible.

    >>> print(Objective("maximize", "recall", ("spam",)))
    maximize recall(spam)
    """

    direction: Direction
    measure: str
    classes: tuple[str | int, ...] = ()

    def __post_init__(self) -> None:
        worse = "maximize" if self.definition.rises_with_errors else "minimize"
        # A cell is an error or a right decision, which its classes decide.
        if self.definition.scope is not Scope.CELL and self.direction == worse:
            better = "minimize" if worse == "maximize" else "maximize"
            raise SteersmanError(
                f"{self.direction} {self.measure} would make the model worse",
                todo=f"did you mean {better} {self.measure}?",
                code="objective-direction",
                measure=self.measure,
            )

    @property
    def definition(self) -> Measure:
        """The measure's entry in the registry."""
        return measure_named(self.measure)

    @property
    def needs_limit(self) -> bool:
        """Whether one kind of error alone is meant: without a limit on the other kind, the best
        model predicts one class for every row."""
        return self.definition.errors is not ErrorKind.ALL

    def __str__(self) -> str:
        named = ", ".join(quoted_name(name) for name in self.classes)
        return f"{self.direction} {self.measure}" + (f"({named})" if named else "")


class CallDirection(NamedTuple):
    """Calls of the class at `column` should be more (sign 1) or fewer (-1)."""

    column: int
    sign: int


@dataclass(frozen=True)
class ClassObjective:
    """An objective as written, together with the places of the classes that it is about."""

    written: Objective
    measured: ClassBound
    prior: Prior | None = None

    @classmethod
    def of(
        cls,
        objective: Objective,
        classes: Sequence[object],
        positive: int | None,
        prior: Prior | None = None,
        *,
        row_costs: bool = False,
        refers: bool = False,
    ) -> Self:
        """The objective about these classes; `positive` is the place that needs no name."""
        bound = Bound(objective.measure, objective.classes, ">=", 0.0)
        measured = ClassBound.of(
            bound, classes, positive, prior, row_costs=row_costs, refers=refers
        )
        return cls(objective, measured, prior)

    def __str__(self) -> str:
        return str(self.written)

    @property
    def call_direction(self) -> CallDirection | None:
        """Whether more or fewer calls of a class are always better; None where that depends."""
        definition = self.measured.definition
        counts_one_class = definition.scope is Scope.CLASS and (
            self.measured.is_row_rate or bool(definition.rate)
        )
        if not counts_one_class:
            return None
        more = definition.errors is ErrorKind.FALSE_NEGATIVES
        return CallDirection(self.measured.places[0], 1 if more else -1)

    def parts(self, row_sums: Floats, costs: Floats | None) -> MeasureParts:
        """What is made small, as parts of a matrix: the measure, or what it lacks to all."""
        part, whole = self.measured.parts(row_sums, costs)
        # All errors, or costs, are weighed as often as they happen in use.
        if whole is None and self.prior and self.measured.definition.errors is ErrorKind.ALL:
            part = part * self.prior.weights(row_sums)[:, np.newaxis]
        if self.written.direction == "minimize":
            return MeasureParts(part, whole)
        return MeasureParts(-part if whole is None else whole - part, whole)

    def prices(self, row_sums: Floats, costs: Floats | None) -> Floats | None:
        """(true, predicted): the cost of each decision, or None where the objective is a ratio."""
        part, whole = self.parts(row_sums, costs)
        fixed = (
            whole is None
            or self.measured.is_row_rate
            or self.measured.definition.scope is Scope.OVERALL
        )
        return part if fixed else None

    def losses(self, matrices: Floats | Matrices, row_sums: Floats, costs: Floats | None) -> Floats:
        """(matrices,): what is made small; the most there is where nothing can be measured."""
        part, whole = self.parts(row_sums, costs)
        counted = sums_of(matrices, part)
        if whole is None:
            return counted
        of_all = sums_of(matrices, whole)
        worst = np.ones_like(counted)
        return np.divide(counted, of_all, out=worst, where=of_all > 0)

    def value(self, matrix: Floats, costs: Floats | None) -> float:
        """The measure of one matrix."""
        return self.measured.value(matrix, costs)

"""A want about known classes, compared with confusion matrices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.bound import Bound
from steersman.learn.wants.class_bound import ClassBound, LinearBound
from steersman.learn.wants.class_names import class_list
from steersman.learn.wants.objective import ClassObjective
from steersman.learn.wants.prior import Prior
from steersman.maths.confusion import (
    OffsetPath,
    bounds_are_compatible,
    nearest_matrix,
    row_sums_of,
    with_referred,
)

if TYPE_CHECKING:
    from steersman.learn.wants.want import Want

Floats = NDArray[np.float64]


class Contradiction(SteersmanError):  # noqa: N818  (an answer, where a person asked)
    """Bounds that no confusion matrix can meet: together, or one of them on the rows there are.

    `rows` says how many rows of each class there are, where that matters.
    """

    def __init__(self, bounds: tuple[Bound, ...], rows: Mapping[object, int]) -> None:
        named = " and ".join(map(str, bounds))
        together = "cannot hold" if len(bounds) == 1 else "cannot hold together"
        counted = ", ".join(f"{n} of {name!r}" for name, n in rows.items())
        super().__init__(
            f"{named} {together}" + (f" on these rows ({counted})" if rows else ""),
            todo="loosen or leave out one bound",
            code="contradiction",
            bounds=bounds,
            rows=dict(rows),
        )
        self.bounds = bounds


@dataclass(frozen=True)
class Violation:
    """A bound that does not hold: the measure's value and how many rows would have to change.

    With `promising` it is one that cannot be promised, though it may hold; the rows (0 where that
    is no matter of single rows) are those until it can be. `group` is where it does not hold.
    """

    bound: Bound
    value: float
    rows: float
    promising: bool = False
    group: object = None


@dataclass(frozen=True, eq=False)
class ResolvedWant:
    """A want whose classes are known, so that it can be held against confusion matrices.

    Where a person may decide some rows (`refers`), matrices have a last column of those.
    """

    want: Want
    classes: tuple[object, ...]
    positive: int | None
    bounds: tuple[ClassBound, ...]
    costs: Floats | None = None
    objective: ClassObjective | None = None
    prior: Prior | None = None
    refers: bool = False

    def __str__(self) -> str:
        return str(self.want)

    def linear(self, row_sums: Floats) -> list[LinearBound]:
        """Every bound as sum(weights * C) >= least, for matrices with these row sums."""
        return [line for lines in linear_by_bound(self, row_sums.tobytes()) for line in lines]

    def gaps_by_bound(self, matrices: ArrayLike | OffsetPath) -> Floats:
        """(matrices, bounds): rows that must change until each bound holds, for many matrices
        that share their row sums."""
        stack: Floats | OffsetPath = (
            matrices if isinstance(matrices, OffsetPath) else np.asarray(matrices, dtype=np.float64)
        )
        gaps = np.zeros((len(stack), len(self.bounds)))
        if len(stack):
            by_bound = linear_by_bound(self, row_sums_of(stack).tobytes())
            for column, lines in enumerate(by_bound):
                for line in lines:
                    gaps[:, column] += line.rows_to_move(stack)
        return gaps

    def gaps(self, matrices: ArrayLike | OffsetPath) -> Floats:
        """(matrices,): the gap of each of many matrices that share their row sums."""
        return np.asarray(self.gaps_by_bound(matrices).sum(axis=1))

    def gap(self, matrix: ArrayLike) -> float:
        """The number of predictions that must change, summed over the bounds; 0 when all hold."""
        return float(self.gaps(self.checked_matrix(matrix)[np.newaxis])[0])

    def is_met(self, matrix: ArrayLike) -> bool:
        """Whether every bound holds."""
        return self.gap(matrix) == 0.0

    def violations(self, matrix: ArrayLike) -> tuple[Violation, ...]:
        """The bounds that do not hold, the one furthest away first."""
        cells = self.checked_matrix(matrix)
        found = [
            Violation(bound.written, bound.value(cells, self.costs), float(rows))
            for bound, rows in zip(self.bounds, self.gaps_by_bound(cells[np.newaxis])[0])
            if rows
        ]
        return tuple(sorted(found, key=lambda violation: -violation.rows))

    def target(self, matrix: ArrayLike) -> NDArray[np.int64]:
        """(classes, classes): the nearest matrix with the same row sums that meets the want."""
        cells = self.checked_matrix(matrix)
        wanted = self.nearest(cells, self.linear(cells.sum(axis=1)))
        if wanted is None:
            self.refuse_contradiction(cells.sum(axis=1))
            raise SteersmanError(
                f"no matrix with these row sums meets {self.want}", code="contradiction"
            )
        return wanted.astype(np.int64)

    def nearest(self, cells: Floats, lines: list[LinearBound]) -> Floats | None:
        """The nearest matrix that meets these bounds, or None."""
        if not lines:
            return cells
        weights = np.stack([line.weights for line in lines])
        least = np.array([line.least for line in lines])
        wanted = nearest_matrix(cells, weights, least)
        for columns in sorted({line.columns for line in lines} - {()}):
            if wanted is None or not wanted[list(columns)].any():
                return None
            # The precision of a class that is never called is no precision: call one of its own
            # rows.
            if not wanted[:, columns].any():
                own = columns[int(np.argmax(wanted[list(columns)].sum(axis=1)))]
                wanted[own, int(np.argmax(wanted[own]))] -= 1
                wanted[own, own] += 1
        return wanted

    def bounded_errors(self) -> NDArray[np.bool_]:
        """(classes, classes): the kinds of error that some bound of this want is about."""
        none = np.zeros((len(self.classes), len(self.classes)), dtype=bool)
        masks = [bound.error_cells(len(self.classes)) for bound in self.bounds]
        return np.asarray(np.stack([none, *masks]).any(axis=0))

    def other_errors(self) -> Floats:
        """(classes, classes): 1 for the kinds of error that no bound is about; for all of them
        where the bounds are about every kind."""
        errors = ~np.eye(len(self.classes), dtype=bool)
        others = errors & ~self.bounded_errors()
        return (others if others.any() else errors).astype(np.float64)

    def refuse_contradiction(self, row_sums: Floats | None) -> None:
        """Raise a sentence when bounds of this want exclude each other (on such row sums)."""
        if self.possible(self.bounds, row_sums):
            return
        clashing = list(self.bounds)
        for bound in self.bounds:
            # A bound without which the others still clash is not to blame. What is left clashes,
            # and would not without any one of its bounds.
            fewer = [other for other in clashing if other is not bound]
            if fewer and not self.possible(tuple(fewer), row_sums):
                clashing = fewer
        counts = [] if row_sums is None else row_sums.astype(int).tolist()
        rows = dict(zip(self.classes, counts))
        raise Contradiction(tuple(bound.written for bound in clashing), rows)

    def possible(self, bounds: tuple[ClassBound, ...], row_sums: Floats | None) -> bool:
        """Whether some matrix (with these row sums, where known) meets the bounds."""
        if row_sums is not None:
            lines = [line for bound in bounds for line in bound.linear(row_sums, self.costs)]
            return self.nearest(self.checked_matrix(np.diag(row_sums)), lines) is not None
        one_each = np.ones(len(self.classes))
        weights, least = [], []
        for bound in bounds:
            if bound.by_row:
                continue
            is_share = bound.parts(one_each, self.costs).whole is not None
            # An average over classes depends on their sizes, which are not known here.
            if not bound.definition.averages_classes:
                for line in bound.linear(one_each, self.costs):
                    weights.append(line.weights)
                    least.append(0.0 if is_share else line.least)
        return not weights or bounds_are_compatible(np.stack(weights), np.array(least))

    def checked_matrix(self, matrix: ArrayLike) -> Floats:
        """The matrix as numbers, refused when it is not of these classes."""
        cells = np.asarray(matrix, dtype=np.float64)
        size = len(self.classes)
        if self.refers and cells.shape == (size, size + 1):
            return cells
        if cells.shape != (size, size):
            raise SteersmanError(
                f"a confusion matrix of {class_list(self.classes)} has shape {(size, size)}, "
                f"not {cells.shape}",
                code="matrix-size",
                shape=cells.shape,
            )
        # A model that decides every row refers none.
        return with_referred(cells) if self.refers else cells


@lru_cache(maxsize=64)
def linear_by_bound(want: ResolvedWant, row_sums: bytes) -> list[list[LinearBound]]:
    """The inequalities of each bound on matrices with these row sums; a search asks for them at
    every setting."""
    return [bound.linear(np.frombuffer(row_sums), want.costs) for bound in want.bounds]

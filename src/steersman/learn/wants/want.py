"""What a person wants of a classifier's errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.bounds import BoundOn, LinearBound
from steersman.learn.wants.class_names import class_index, listed
from steersman.learn.wants.grammar import WHOLE_MATRIX, Bound, parsed_bounds
from steersman.maths.confusion import COUNT_MEASURES, OffsetPath, bounds_are_compatible, row_sums_of
from steersman.maths.confusion.nearest_matrix import nearest_matrix

__all__ = [
    "BoundWant",
    "Contradiction",
    "Violation",
    "Want",
    "matrix_bounds",
    "matrix_with_blanks",
]

Floats = NDArray[np.float64]


class Contradiction(SteersmanError):  # noqa: N818  (an answer, where a person asked)
    """Bounds that no confusion matrix can meet: together, or one of them on the rows there are."""

    def __init__(self, what: str, bounds: tuple[str, ...]) -> None:
        super().__init__(what, todo="loosen or leave out one bound")
        self.bounds = bounds


class Want:
    """Bounds on counts, rates or cells of a confusion matrix (rows true, columns predicted).

    `spec` is what a person would write, a matrix with blanks (None or NaN: no opinion; a number
    on the diagonal is the least, elsewhere the most that is wanted), or another want.

    >>> Want("recall(spam) >= 0.95 and cell(ham, spam) <= 3")
    Want('recall(spam) >= 95% and cell(ham, spam) <= 3')
    >>> Want("fp <= 5").bind(["ham", "spam"]).gap([[90, 9], [4, 7]])
    4.0
    """

    def __init__(self, spec: str | ArrayLike | Want) -> None:
        self.bounds: tuple[Bound, ...]
        self.n_classes: int | None = None
        if isinstance(spec, Want):
            self.bounds, self.n_classes = spec.bounds, spec.n_classes
        elif isinstance(spec, str):
            self.bounds = parsed_bounds(spec)
        else:
            matrix = matrix_with_blanks(spec)
            self.bounds, self.n_classes = matrix_bounds(matrix), len(matrix)

    def __str__(self) -> str:
        return " and ".join(map(str, self.bounds))

    def __repr__(self) -> str:
        return f"Want({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Want) and self.bounds == other.bounds

    def __hash__(self) -> int:
        return hash(self.bounds)

    @property
    def has_rates(self) -> bool:
        """Whether some bound is on a rate, which can be promised of new rows; counts cannot."""
        return any(bound.measure not in COUNT_MEASURES for bound in self.bounds)

    def scaled(self, share: float) -> Want:
        """The same want of that share of the rows: counts shrink, rates stay."""
        fewer = Want(self)
        fewer.bounds = tuple(
            replace(bound, value=bound.value * share) if bound.measure in COUNT_MEASURES else bound
            for bound in self.bounds
        )
        return fewer

    def bind(
        self,
        classes: Sequence[object] | NDArray[np.generic],
        positive: object = None,
        *,
        row_sums: ArrayLike | None = None,
        costs: ArrayLike | None = None,
    ) -> BoundWant:
        """This want about the given classes, in the order of a matrix's rows and columns.

        `positive` is the class meant when none is named (of two classes, the second). `row_sums`
        lets bounds be found that cannot hold together on that data; `costs` (true, predicted)
        prices a `cost` bound.
        """
        names = tuple(np.asarray(classes).tolist())
        if self.n_classes is not None and self.n_classes != len(names):
            raise SteersmanError(
                f"the wanted matrix has {self.n_classes} rows and there are {len(names)} classes",
                todo=f"give one row and column for each of {listed(names)}",
            )
        if positive is None:
            chosen = 1 if len(names) == 2 else None
        else:
            chosen = class_index(positive, names)
        prices = None if costs is None else checked_costs(costs, len(names))
        bounds = tuple(BoundOn(bound, indices(bound, names, chosen)) for bound in self.bounds)
        bound_want = BoundWant(self, names, chosen, bounds, prices)
        bound_want.refuse_contradiction(None if row_sums is None else np.asarray(row_sums, float))
        return bound_want


@dataclass(frozen=True)
class Violation:
    """A bound that does not hold: the measure's value and how many rows would have to change.

    With `promising` it is one that cannot be promised, though it may hold; the rows (0 where that
    is no matter of single rows) are those until it can be.
    """

    bound: str
    value: float
    rows: float
    promising: bool = False

    def __str__(self) -> str:
        rows = "1 row" if self.rows == 1 else f"{self.rows:g} rows"
        value = f"{100 * self.value:.3g}%" if self.bound.endswith("%") else f"{self.value:.4g}"
        change = f", {rows} would have to change" if 0 < self.rows < np.inf else ""
        if self.promising:
            return f"{self.bound} cannot be promised: it is {value} on these rows{change}"
        return f"{self.bound} does not hold: it is {value}{change}"


@dataclass(frozen=True, eq=False)
class BoundWant:
    """A want whose classes are known, so that it can be held against confusion matrices."""

    want: Want
    classes: tuple[object, ...]
    positive: int | None
    bounds: tuple[BoundOn, ...]
    costs: Floats | None = None

    def __str__(self) -> str:
        return str(self.want)

    def linear(self, row_sums: Floats) -> list[LinearBound]:
        """Every bound as sum(weights * C) >= least, for matrices with these row sums."""
        return [line for bound in self.bounds for line in bound.linear(row_sums, self.costs)]

    def gaps_by_bound(self, matrices: ArrayLike | OffsetPath) -> Floats:
        """(matrices, bounds): rows that must change until each bound holds, for many matrices
        that share their row sums."""
        stack: Floats | OffsetPath = (
            matrices if isinstance(matrices, OffsetPath) else np.asarray(matrices, dtype=np.float64)
        )
        gaps = np.zeros((len(stack), len(self.bounds)))
        for column, bound in enumerate(self.bounds if len(stack) else ()):
            for line in bound.linear(row_sums_of(stack), self.costs):
                gaps[:, column] += line.rows_to_move(stack)
        return gaps

    def gaps(self, matrices: ArrayLike | OffsetPath) -> Floats:
        """(matrices,): the gap of each of many matrices that share their row sums."""
        return np.asarray(self.gaps_by_bound(matrices).sum(axis=1))

    def gap(self, matrix: ArrayLike) -> float:
        """How many rows must be predicted otherwise, summed over the bounds; 0 when all hold."""
        return float(self.gaps(self.checked(matrix)[np.newaxis])[0])

    def met(self, matrix: ArrayLike) -> bool:
        """Whether every bound holds."""
        return self.gap(matrix) == 0.0

    def violations(self, matrix: ArrayLike) -> tuple[Violation, ...]:
        """The bounds that do not hold, the one furthest away first."""
        cells = self.checked(matrix)
        row_sums = cells.sum(axis=1)
        found = [
            Violation(str(bound.bound), bound.parts(row_sums, self.costs).value(cells), float(rows))
            for bound, rows in zip(self.bounds, self.gaps_by_bound(cells[np.newaxis])[0])
            if rows
        ]
        return tuple(sorted(found, key=lambda violation: -violation.rows))

    def target(self, matrix: ArrayLike) -> NDArray[np.int64]:
        """(classes, classes): the nearest matrix with the same row sums that meets the want."""
        cells = self.checked(matrix)
        wanted = self.nearest(cells, self.linear(cells.sum(axis=1)))
        if wanted is None:
            self.refuse_contradiction(cells.sum(axis=1))
            raise SteersmanError(f"no matrix with these row sums meets {self.want}")
        return wanted.astype(np.int64)

    def nearest(self, cells: Floats, lines: list[LinearBound]) -> Floats | None:
        """The nearest matrix that meets these bounds, or None."""
        weights = np.stack([line.weights for line in lines])
        least = np.array([line.least for line in lines])
        wanted = nearest_matrix(cells, weights, least)
        for column in {line.wants_column for line in lines} - {None}:
            if wanted is None or not wanted[column].any():
                return None
            if not wanted[:, column].any():
                wanted[column, int(np.argmax(wanted[column]))] -= 1
                wanted[column, column] += 1
        return wanted

    def spoken_errors(self) -> NDArray[np.bool_]:
        """(classes, classes): the kinds of error that some bound of this want is about."""
        masks = [bound.error_cells(len(self.classes)) for bound in self.bounds]
        return np.asarray(np.stack(masks).any(axis=0))

    def refuse_contradiction(self, row_sums: Floats | None) -> None:
        """Raise a sentence when bounds of this want exclude each other (on such row sums)."""
        if self.possible(self.bounds, row_sums):
            return
        clashing = list(self.bounds)
        for bound in self.bounds:
            fewer = [other for other in clashing if other is not bound]
            if fewer and not self.possible(tuple(fewer), row_sums):
                clashing = fewer
        named = " and ".join(str(bound.bound) for bound in clashing)
        rows = ""
        if row_sums is not None:
            counted = [f"{int(n)} of {name!r}" for n, name in zip(row_sums, self.classes)]
            rows = f" on these rows ({', '.join(counted)})"
        together = "cannot hold" if len(clashing) == 1 else "cannot hold together"
        bounds = tuple(str(bound.bound) for bound in clashing)
        raise Contradiction(f"{named} {together}{rows}", bounds)

    def possible(self, bounds: tuple[BoundOn, ...], row_sums: Floats | None) -> bool:
        """Whether some matrix (with these row sums, where known) meets the bounds."""
        if row_sums is not None:
            lines = [line for bound in bounds for line in bound.linear(row_sums, self.costs)]
            return self.nearest(np.diag(row_sums), lines) is not None
        one_each = np.ones(len(self.classes))
        weights, least = [], []
        for bound in bounds:
            is_share = bound.parts(one_each, self.costs).whole is not None
            if bound.bound.measure != "balanced accuracy":
                for line in bound.linear(one_each, self.costs):
                    weights.append(line.weights)
                    least.append(0.0 if is_share else line.least)
        return not weights or bounds_are_compatible(np.stack(weights), np.array(least))

    def checked(self, matrix: ArrayLike) -> Floats:
        """The matrix as numbers, refused when it is not of these classes."""
        cells = np.asarray(matrix, dtype=np.float64)
        size = len(self.classes)
        if cells.shape != (size, size):
            raise SteersmanError(
                f"a confusion matrix of {listed(self.classes)} has shape {(size, size)}, "
                f"not {cells.shape}"
            )
        return cells


def indices(bound: Bound, classes: tuple[object, ...], positive: int | None) -> tuple[int, ...]:
    """The positions of the classes that a bound is about."""
    if bound.classes:
        return tuple(
            name if isinstance(name, int) else class_index(name, classes) for name in bound.classes
        )
    if bound.measure in WHOLE_MATRIX:
        return ()
    if positive is None:
        raise SteersmanError(
            f"{bound.measure} of which class? There are {len(classes)}: {listed(classes)}",
            todo=f"write for example {bound.measure}({classes[0]})",
        )
    return (positive,)


def checked_costs(costs: ArrayLike, n_classes: int) -> Floats:
    """(true, predicted): what each kind of decision costs."""
    prices = np.asarray(costs, dtype=np.float64)
    if prices.shape != (n_classes, n_classes) or not np.isfinite(prices).all():
        raise SteersmanError(
            f"costs of shape {prices.shape} came for {n_classes} classes",
            todo="give finite numbers, one row per true class and one column per predicted class",
        )
    return prices


def matrix_with_blanks(spec: ArrayLike) -> Floats:
    """A square matrix of wanted counts, NaN where there is no wish."""
    try:
        rows = np.array(spec, dtype=object)
        rows[(rows == None) | (rows == "")] = np.nan  # noqa: E711
        matrix = rows.astype(np.float64)
    except (TypeError, ValueError) as problem:
        raise SteersmanError(
            f"a want is a text such as 'fp <= 5' or a square matrix with blanks, not {spec!r}"
        ) from problem
    if matrix.ndim == 0:
        number = "5" if np.isnan(matrix) else f"{float(matrix):g}"
        raise SteersmanError(
            f"{spec!r} alone is no want",
            todo=f"write which errors it bounds, such as 'fp <= {number}'",
        )
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise SteersmanError(
            f"the wanted matrix has shape {matrix.shape}",
            todo="give one row per true class and one column per predicted class",
        )
    if np.isnan(matrix).all():
        raise SteersmanError("the wanted matrix is blank", todo="fill in at least one cell")
    if (matrix < 0).any() or np.isinf(matrix).any():
        raise SteersmanError("a cell of the wanted matrix is negative or infinite")
    return matrix


def matrix_bounds(matrix: Floats) -> tuple[Bound, ...]:
    """A bound for every cell that is not blank."""
    filled = [(int(true), int(predicted)) for true, predicted in np.argwhere(~np.isnan(matrix))]
    return tuple(
        Bound("cell", cell, ">=" if cell[0] == cell[1] else "<=", float(matrix[cell]))
        for cell in filled
    )

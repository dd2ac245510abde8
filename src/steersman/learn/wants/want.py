"""Wants: bounds on a classifier's errors, as a person writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.bound import Bound
from steersman.learn.wants.class_bound import ClassBound
from steersman.learn.wants.class_names import class_index, class_list
from steersman.learn.wants.grammar import parsed_objective, parsed_want
from steersman.learn.wants.objective import ClassObjective, Objective
from steersman.learn.wants.prior import Prior
from steersman.learn.wants.resolved_want import ResolvedWant

Floats = NDArray[np.float64]


class Want:
    """Bounds on counts, rates or cells of a confusion matrix (rows true, columns predicted).

    `spec` is what a person would write, a matrix with blanks (None or NaN: no opinion; a number
    on the diagonal is the least, elsewhere the most that is wanted), or another want. A want may
    have an `objective`: what to make as good as possible within the bounds.

    >>> Want("recall(spam) >= 0.95 and cell(ham, spam) <= 3")
    Want('recall(spam) >= 95% and cell(ham, spam) <= 3')
    >>> Want("fp <= 5").resolve(["ham", "spam"]).gap([[90, 9], [4, 7]])
    4.0
    >>> Want("fp <= 5") & Want.of_bounds([Bound("recall", ("spam",), ">=", 0.9)])
    Want('fp <= 5 and recall(spam) >= 90%')
    >>> Want("lose at most 1 in 200 ham, then catch as much spam as possible")
    Want('maximize recall(spam) subject to fnr(ham) <= 0.5%')
    """

    def __init__(self, spec: str | ArrayLike | Want) -> None:
        self.bounds: tuple[Bound, ...]
        self.n_classes: int | None = None
        self.objective: Objective | None = None
        if isinstance(spec, Want):
            self.bounds, self.n_classes = spec.bounds, spec.n_classes
            self.objective = spec.objective
        elif isinstance(spec, str):
            self.bounds, self.objective = parsed_want(spec)
        else:
            matrix = matrix_with_blanks(spec)
            self.bounds, self.n_classes = matrix_bounds(matrix), len(matrix)

    @classmethod
    def of_bounds(cls, bounds: Iterable[Bound], objective: Objective | None = None) -> Self:
        """The want that all of these bounds hold, and the objective is as good as they allow."""
        found = tuple(bounds)
        if not found and objective is None:
            raise SteersmanError("a want needs a bound", code="want-empty")
        want = cls.__new__(cls)
        want.bounds, want.n_classes, want.objective = found, None, objective
        return want

    def with_bounds(self, bounds: Iterable[Bound]) -> Want:
        """This want with other bounds; its objective stays."""
        changed = Want.of_bounds(bounds, self.objective)
        changed.n_classes = self.n_classes
        return changed

    def with_objective(self, objective: str | Objective | None) -> Want:
        """This want with another objective, or none; its bounds stay.

        >>> Want("fpr <= 2%").with_objective("maximize recall")
        Want('maximize recall subject to fpr <= 2%')
        """
        read = parsed_objective(objective) if isinstance(objective, str) else objective
        changed = Want.of_bounds(self.bounds, read)
        changed.n_classes = self.n_classes
        return changed

    def __and__(self, other: Want) -> Want:
        both = Want.of_bounds((*self.bounds, *other.bounds), self.objective or other.objective)
        both.n_classes = self.n_classes or other.n_classes
        return both

    def __str__(self) -> str:
        limits = " and ".join(map(str, self.bounds))
        if self.objective is None:
            return limits
        return f"{self.objective} subject to {limits}" if limits else str(self.objective)

    def __repr__(self) -> str:
        return f"Want({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Want) and self.bounds == other.bounds
        return same and self.objective == other.objective  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((self.bounds, self.objective))

    @property
    def has_rates(self) -> bool:
        """Whether some bound is on a rate, which can be promised of new rows; counts cannot."""
        return any(bound.definition.is_share for bound in self.bounds)

    @property
    def refers(self) -> bool:
        """Whether a person may decide some rows."""
        goal = () if self.objective is None else (self.objective.definition,)
        measures = (*(bound.definition for bound in self.bounds), *goal)
        return any(measure.of_referred for measure in measures)

    def deciding_every_row(self) -> Want:
        """This want as it is without a person to ask; the fewest errors, where nothing is left."""
        bounds = [bound for bound in self.bounds if not bound.definition.of_referred]
        goal = self.objective
        if goal is not None and goal.definition.of_referred:
            goal = None
        return Want.of_bounds(bounds, goal if bounds or goal else Objective("minimize", "errors"))

    @property
    def asked_bounds(self) -> tuple[Bound, ...]:
        """The bounds without those of locks."""
        return tuple(bound for bound in self.bounds if not bound.locked)

    def for_all_rows(self) -> Want:
        """This want without regard to groups: limits for each group are for all rows together."""
        return self.with_bounds(replace(bound, each_group="") for bound in self.bounds)

    def scaled_by(self, share: float) -> Want:
        """This want for a share of the rows: counts shrink, rates stay."""
        return self.with_bounds(
            bound if bound.definition.is_share else replace(bound, value=bound.value * share)
            for bound in self.bounds
        )

    def resolve(
        self,
        classes: Sequence[object] | NDArray[np.generic],
        positive: object = None,
        *,
        row_sums: ArrayLike | None = None,
        costs: ArrayLike | None = None,
        prior: float | None = None,
        grouped: bool = False,
    ) -> ResolvedWant:
        """This want about the given classes, in the order of a matrix's rows and columns.

        `positive` is the class meant when none is named (of two classes, the second). `row_sums`
        lets bounds be found that cannot hold together on that data; `costs` (true, predicted)
        prices a `cost` bound. `prior` is the share of the positive class in use: precision and
        other shares that depend on it are those in use. `grouped` says that limits for each group
        can be held against groups; without them they are refused.
        """
        names = tuple(np.asarray(classes).tolist())
        if self.n_classes is not None and self.n_classes != len(names):
            raise SteersmanError(
                f"the wanted matrix has {self.n_classes} rows and there are {len(names)} classes",
                todo=f"give one row and column for each of {class_list(names)}",
                code="matrix-size",
                rows=self.n_classes,
                classes=len(names),
            )
        if not grouped and any(bound.each_group for bound in self.bounds):
            raise SteersmanError(
                "a limit for each group needs groups",
                todo="give groups=... to steer, or --group COLUMN on the command line",
                code="groups-missing",
            )
        if self.refers:
            refuse_with_referral(self, prior)
        if positive is None:
            chosen = 1 if len(names) == 2 else None
        else:
            chosen = class_index(positive, names)
        prices = None if costs is None else checked_costs(costs, len(names))
        use = (
            None if prior is None else Prior.of(prior, 1 if chosen is None else chosen, len(names))
        )
        bounds = tuple(
            ClassBound.of(bound, names, chosen, use, self.refers) for bound in self.bounds
        )
        objective = (
            None
            if self.objective is None
            else ClassObjective.of(self.objective, names, chosen, use, self.refers)
        )
        resolved = ResolvedWant(self, names, chosen, bounds, prices, objective, use)
        resolved.refuse_contradiction(None if row_sums is None else np.asarray(row_sums, float))
        return resolved


def refuse_with_referral(want: Want, prior: float | None) -> None:
    """Raise an error for what cannot be asked while a person decides some rows."""
    grouped = [bound for bound in want.bounds if bound.each_group]
    measures = [bound.definition for bound in want.bounds]
    measures += [want.objective.definition] if want.objective else []
    averaged = [each.name for each in measures if each.averages_classes]
    reason = (
        "a prior" if prior is not None else str(grouped[0]) if grouped else "".join(averaged[:1])
    )
    if reason:
        raise SteersmanError(
            f"{reason} cannot be asked together with a referral",
            todo="leave out one of them",
            code="not-with-referral",
            reason=reason,
        )


def checked_costs(costs: ArrayLike, n_classes: int) -> Floats:
    """(true, predicted): what each kind of decision costs."""
    prices = np.asarray(costs, dtype=np.float64)
    if prices.shape != (n_classes, n_classes) or not np.isfinite(prices).all():
        raise SteersmanError(
            f"costs of shape {prices.shape} came for {n_classes} classes",
            todo="give finite numbers, one row per true class and one column per predicted class",
            code="bad-costs",
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
            f"a want is a text such as 'fp <= 5' or a square matrix with blanks, not {spec!r}",
            code="not-a-want",
        ) from problem
    if matrix.ndim == 0:
        number = "5" if np.isnan(matrix) else f"{float(matrix):g}"
        raise SteersmanError(
            f"{spec!r} alone is no want",
            todo=f"write which errors it bounds, such as 'fp <= {number}'",
            code="not-a-want",
        )
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise SteersmanError(
            f"the wanted matrix has shape {matrix.shape}",
            todo="give one row per true class and one column per predicted class",
            code="matrix-size",
            shape=matrix.shape,
        )
    if np.isnan(matrix).all():
        raise SteersmanError(
            "the wanted matrix is blank", todo="fill in at least one cell", code="want-empty"
        )
    if (matrix < 0).any() or np.isinf(matrix).any():
        raise SteersmanError(
            "a cell of the wanted matrix is negative or infinite", code="bad-count"
        )
    return matrix


def matrix_bounds(matrix: Floats) -> tuple[Bound, ...]:
    """A bound for every cell that is not blank."""
    filled = [(int(true), int(predicted)) for true, predicted in np.argwhere(~np.isnan(matrix))]
    return tuple(
        Bound("cell", cell, ">=" if cell[0] == cell[1] else "<=", float(matrix[cell]))
        for cell in filled
    )

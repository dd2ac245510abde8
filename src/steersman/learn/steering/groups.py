"""Limits that must hold in each group of the rows, reached by one cut-off for all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.promises import GroupPromise, Promise, bound_promise, promise_for
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.thresholded import Scores, ThresholdedClassifier, class_scores
from steersman.learn.steering.visited import VisitedModel
from steersman.learn.wants import Bound, ClassBound, ResolvedWant, Violation
from steersman.maths.confusion import cutoff_sweep, interval
from steersman.maths.confusion.sweeps import Sweep

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MISSING = "(missing)"
SURE = 0.95  # confidence of the intervals in the table of groups


@dataclass(frozen=True, eq=False)
class GroupOutcome:
    """What one limit came to in one group.

    `interval` holds the true rate with 95 % confidence, taken for itself; None where there is
    none. `rows_short` predictions must change until the limit holds (is guaranteed) there.
    """

    bound: Bound
    group: object
    matrix: Ints
    value: float
    interval: tuple[float, float] | None
    rows_short: float

    @property
    def is_met(self) -> bool:
        """Whether the limit holds, or is guaranteed where that was asked."""
        return self.rows_short == 0.0


@dataclass(frozen=True, eq=False)
class Groups:
    """The groups that rows belong to: their names, and the place of each row's."""

    names: tuple[object, ...]
    codes: Ints

    @classmethod
    def of(cls, groups: ArrayLike | str, X: ArrayLike, rows: int) -> Groups:
        """The groups given for each row, or in a column of the frame X."""
        if isinstance(groups, str):
            groups = column_of(X, groups)
        values = np.asarray(groups)
        if values.shape != (rows,):
            raise SteersmanError(
                f"{rows} rows came with groups of shape {values.shape}",
                todo="give one group for each row",
                code="group-count",
                rows=rows,
                shape=values.shape,
            )
        # A missing value differs from itself.
        told = [MISSING if each is None or each != each else each for each in values.tolist()]
        names = sorted(set(told), key=str)
        place = {name: at for at, name in enumerate(names)}
        return cls(tuple(names), np.array([place[each] for each in told], dtype=np.int64))


def column_of(X: ArrayLike, name: str) -> ArrayLike:
    """A column of a frame."""
    names = list(getattr(X, "columns", ()))
    if name not in names:
        raise SteersmanError(
            f"the rows have no column {name!r}",
            todo="give groups=... as one value for each row, or a column of the frame",
            code="unknown-group-column",
            column=name,
        )
    column: ArrayLike = X[name]  # type: ignore[index,call-overload]
    return column


@dataclass(frozen=True, eq=False)
class GroupSweep:
    """All cut-offs, with the confusion matrices of all rows and of each group."""

    want: ResolvedWant
    groups: Groups
    sweep: Sweep
    by_group: Ints  # (groups, settings, 2, 2)

    @classmethod
    def of(cls, want: ResolvedWant, scores: Scores, codes: Ints, groups: Groups) -> GroupSweep:
        """The cut-offs of a classifier of two classes."""
        sweep = cutoff_sweep(scores.values, codes == 1)
        places = np.unique(scores.values, return_inverse=True)[1]
        by_group = np.empty((len(groups.names), len(sweep.settings), 2, 2), dtype=np.int64)
        for group in range(len(groups.names)):
            for true in (0, 1):
                rows = places[(groups.codes == group) & (codes == true)]
                seen = np.bincount(rows, minlength=len(sweep.settings) - 1)
                below = np.concatenate([[0], np.cumsum(seen)])
                by_group[group, :, true, 0] = below
                by_group[group, :, true, 1] = len(rows) - below
        return cls(want, groups, sweep, by_group)

    @property
    def grouped_bounds(self) -> tuple[ClassBound, ...]:
        """The limits for each group."""
        return tuple(each for each in self.want.bounds if each.written.each_group)

    @property
    def other_bounds(self) -> ResolvedWant:
        """The want without its limits for each group."""
        plain = tuple(each for each in self.want.bounds if not each.written.each_group)
        return replace(self.want, bounds=plain)

    def counted_gaps(self, bound: ClassBound, group: int) -> Floats:
        """(settings,): rows that must change until a limit holds in a group."""
        stack = self.by_group[group].astype(np.float64)
        gaps = np.zeros(len(stack))
        for line in bound.linear(stack[0].sum(axis=1), None):
            gaps += line.rows_to_move(stack)
        return gaps

    def promise(self, confidence: float) -> Promise:
        """The promise of all limits in all groups, which share the risk."""
        plain = self.other_bounds
        sharing = len(self.grouped_bounds) * len(self.groups.names)
        row_sums = self.sweep.matrices[0].sum(axis=1).astype(np.float64)
        promise = promise_for(plain, row_sums, confidence, sharing=sharing)
        risk = (1.0 - confidence) / (sharing + len(promise.promised_bounds))
        found = [
            GroupPromise(name, bound_promise(bound, self.rows_of(group), risk))
            for bound in self.grouped_bounds
            for group, name in enumerate(self.groups.names)
        ]
        return replace(promise, groups=tuple(found))

    def rows_of(self, group: int) -> Floats:
        """(2,): the rows of each class in a group."""
        rows: Floats = self.by_group[group, 0].sum(axis=1).astype(np.float64)
        return rows

    def gaps(self, promise: Promise | None) -> tuple[Floats, Floats]:
        """(settings,) and (settings, limits x groups): the gap, and that of each group's limit."""
        pairs = [(b, g) for b in self.grouped_bounds for g in range(len(self.groups.names))]
        if promise is None:
            own = self.other_bounds.gaps(self.sweep.matrices)
            each = [self.counted_gaps(bound, group) for bound, group in pairs]
        else:
            own = promise.gaps(self.sweep.matrices)
            each = [
                np.maximum(
                    kept.promise.evidence.gaps(self.by_group[group]),
                    float(kept.promise.shortage is not None),
                )
                for kept, (_, group) in zip(promise.groups, pairs)
            ]
        by_pair = np.stack(each, axis=1)
        return own + by_pair.sum(axis=1), by_pair

    def outcomes(self, at: int, short: Floats) -> tuple[GroupOutcome, ...]:
        """Every limit in every group at one cut-off, the worst first."""
        names = self.groups.names
        found = [
            self.outcome(bound, group, at, float(short[place * len(names) + group]))
            for place, bound in enumerate(self.grouped_bounds)
            for group in range(len(names))
        ]
        order = [each.value if each.bound.is_lower else -each.value for each in found]
        return tuple(found[place] for place in np.argsort(order, kind="stable"))

    def outcome(self, bound: ClassBound, group: int, at: int, short: float) -> GroupOutcome:
        """One limit in one group at one cut-off."""
        matrix = self.by_group[group, at]
        cells = matrix.astype(np.float64)
        part, whole = bound.parts(cells.sum(axis=1), None)
        rows = 0.0 if whole is None else float(np.sum(whole * cells))
        # A share of nothing has no value, and is never the worst.
        value = bound.value(cells, None) if rows else float("nan")
        counted = rows and bound.written.measure != "f1"
        within = (
            interval(round(float(np.sum(part * cells))), round(rows), SURE) if counted else None
        )
        return GroupOutcome(bound.written, self.groups.names[group], matrix, value, within, short)

    def best(self, gaps: Floats, counted: Floats, start: float) -> int:
        """The best cut-off: the want first (as counted, where none is promised), then damage."""
        goal, matrices = Goal(self.want), self.sweep.matrices
        first = np.where(gaps == 0.0, -1.0, counted)
        right = matrices[:, 0, 0] + matrices[:, 1, 1]
        near = np.abs(self.sweep.settings - start)
        return int(np.lexsort((near, -right, goal.damages(matrices), first))[0])


@dataclass(frozen=True, eq=False)
class GroupChoice:
    """The cut-off taken for all groups, and what it came to in each of them."""

    start: VisitedModel
    chosen: VisitedModel
    outcomes: tuple[GroupOutcome, ...]
    promise: Promise | None
    violations: tuple[Violation, ...]


def choice_for_groups(
    start: VisitedModel,
    X: ArrayLike,
    codes: Ints,
    groups: Groups,
    reach: SeenRanges,
    confidence: float | None,
    *,
    keep: bool,
) -> GroupChoice:
    """The best cut-off of a classifier of two classes under limits for each group."""
    want = reach.want
    refuse_ungrouped(want)
    scores = class_scores(start.model, X)
    sweep = GroupSweep.of(want, scores, codes, groups)
    reach.add(sweep.sweep.matrices)
    promise = None if confidence is None else sweep.promise(confidence)
    counted = sweep.gaps(None)[0]
    gaps, by_pair = sweep.gaps(promise)
    at = sweep.best(gaps, counted, float(scores.start))
    # Setting k has k distinct scores at or below it: this one decides as the start does.
    begin = int(np.searchsorted(np.unique(scores.values), float(scores.start), side="right"))
    as_good = gaps[begin] == 0.0 if keep else gaps[at] > 0.0 and counted[begin] <= counted[at]
    at = begin if as_good else at
    start = replace(start, gap=float(gaps[begin]))
    cutoff = float(sweep.sweep.settings[at])
    matrix, damage = sweep.sweep.matrices[at], Goal(want).damages(sweep.sweep.matrices)[at]
    moved = ThresholdedClassifier.around(start.model, cutoff)
    knobs = {"threshold": cutoff}
    stays = at == begin or np.array_equal(matrix, start.matrix)
    chosen = start if stays else VisitedModel(moved, matrix, float(gaps[at]), float(damage), knobs)
    outcomes = sweep.outcomes(at, by_pair[at])
    own = sweep.other_bounds
    others = (
        own.violations(matrix)
        if promise is None
        else promise.violations(own, matrix, float(gaps[at] - by_pair[at].sum()))
    )
    broken = (*others, *group_violations(outcomes, promise))
    return GroupChoice(start, chosen, outcomes, promise, broken)


def group_violations(
    outcomes: tuple[GroupOutcome, ...], promise: Promise | None
) -> list[Violation]:
    """The limits that do not hold (are not guaranteed) in some group, the worst first."""
    promised = promise.groups if promise is not None else ()
    kept = {(each.promise.bound.written, each.group): each for each in promised}
    found = []
    for each in outcomes:
        if each.is_met:
            continue
        one = kept.get((each.bound, each.group))
        # What a whole sweep shows is no matter of single rows.
        rows = each.rows_short if one is None else one.promise.evidence.rows_to_move(each.matrix)
        found.append(Violation(each.bound, each.value, rows, one is not None, each.group))
    return found


def refuse_ungrouped(want: ResolvedWant) -> None:
    """Raise an error for limits that cannot be asked of each group."""
    grouped = [each for each in want.bounds if each.written.each_group]
    if not grouped:
        raise SteersmanError(
            "groups came, and no limit is for each of them",
            todo='write for example "recall >= 90% for each group"',
            code="groups-unused",
        )
    if len(want.classes) != 2:
        raise SteersmanError(
            f"limits for each group are for two classes, and there are {len(want.classes)}",
            todo="steer one class against the rest",
            code="groups-of-several-classes",
        )
    for each in grouped:
        definition = each.definition
        if not definition.is_share or definition.averages_classes or each.prior is not None:
            raise SteersmanError(
                f"{each} cannot be asked of each group",
                todo="limit a rate such as recall or fpr, without a prior",
                code="not-for-groups",
                bound=each.written,
            )

"""Find the setting of a fitted classifier that meets a want with the least damage elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.learn.promises import Promise, promise_for, unpromised
from steersman.learn.steering.error_frontier import Frontier, frontier
from steersman.learn.steering.holdout import checked_holdout, confusion_of, refuse_unmeasurable
from steersman.learn.steering.ranking import Goal, Reach
from steersman.learn.steering.search import chosen, searched
from steersman.learn.steering.visited import SeeModel, Visited
from steersman.learn.wants import BoundWant, Violation, Want
from steersman.tasks import Task

__all__ = ["Frontier", "Steering", "frontier", "steer"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Steering:
    """What steering came to.

    `before` and `after` are confusion matrices on the holdout (rows true, columns predicted, in
    the order of `classes`); `gap` is how many rows still have to change; `trajectory` holds every
    model visited, the first one unchanged; `ranges` (classes, classes, 2) the lowest and highest
    count each cell was seen to take while the bounds that are not about it hold. With a confidence
    asked, `met` says whether it is reached and `promise` what holds for new data. `exact` is False
    where class offsets were searched and it was not proven in time that no others are better.
    """

    model: object
    met: bool
    before: Ints
    after: Ints
    gap: float
    trajectory: tuple[Visited, ...]
    reason: str
    ranges: Ints
    want: BoundWant
    violations: tuple[Violation, ...] = ()
    promise: Promise | None = None
    exact: bool = True

    @property
    def classes(self) -> tuple[object, ...]:
        """The classes in the order of the matrices' rows and columns."""
        return self.want.classes

    @property
    def judged(self) -> bool:
        """Whether what was asked is judged by a promise: a confidence was, and of some rate."""
        return self.promise is not None and bool(self.promise.statements)

    def short_of(self, matrix: Ints, gap: float) -> tuple[Violation, ...]:
        """What does not hold (with a promise: is not promised) at a setting with this gap."""
        return short_of(self.want, self.promise, matrix, gap)

    def target(self) -> Ints:
        """(classes, classes): the matrix nearest to the first that meets what was asked."""
        if self.promise is None or not self.judged:
            return self.want.target(self.before)
        return self.promise.target(self.want, self.before)


def steer(
    model: object,
    X: ArrayLike,
    y: ArrayLike,
    want: str | ArrayLike | Want,
    confidence: float | None = None,
    *,
    costs: ArrayLike | None = None,
    positive: object = None,
    progress: Callable[[str, float | None], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
    visited: SeeModel | None = None,
    max_seconds: float = 60.0,
    hurried: Callable[[], bool] | None = None,
) -> Steering:
    """Steer a fitted classifier until `want` holds on the holdout rows X with classes y.

    The rows must not be those it was fitted on. The model given is never changed. `confidence`
    asks that rates hold on new data with that probability; only the cut-off is turned then, as a
    promise needs scores that learned nothing from these rows. Counts are never promised; a want of
    counts alone is steered as without a confidence. `costs` (true, predicted) says
    what damage is; otherwise it is the number of errors that the want does not speak of. While it
    goes on, `visited` hears of the matrix, gap and objective of each model on the way; once
    `hurried` is true, the best found so far is taken.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(12.0).reshape(-1, 1), np.array([0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1])
    >>> steering = steer(LogisticRegression().fit(X, y), X, y, "fp <= 1")
    >>> steering.met, steering.before.tolist(), steering.after.tolist()
    (True, [[4, 2], [2, 4]], [[5, 1], [2, 4]])
    """
    classes, codes = checked_holdout(model, X, y)
    row_sums = np.bincount(codes, minlength=len(classes)).astype(np.float64)
    bound = Want(want).bind(classes, positive, row_sums=row_sums, costs=costs)
    refuse_unmeasurable(bound, row_sums)
    promise = None if confidence is None else promise_for(bound, row_sums, confidence)
    judge = promise if promise is not None and promise.statements else None
    goal, reach = Goal(bound, judge), Reach(bound)
    task = Task(max_seconds, progress, cancelled, visited=visited, hurried=hurried)
    task.report("looking at the model as it is", 0.0)
    before = confusion_of(model, X, codes, classes)
    reach.add(before[np.newaxis])
    gap = float(goal.gaps(before[np.newaxis])[0])
    if judge is not None:  # shares are shown by whole sweeps, never by one setting
        gap = max(gap, float(len(judge.shares)))
    start = Visited(model, before, gap, float(goal.damages(before[np.newaxis])[0]))
    if judge is None and gap == 0.0:
        return told(goal, reach, [start], start, promise)
    found = searched(model, X, codes, goal, reach, task)
    if judge is None:
        best = chosen(goal, [start, *found], X, codes)
        return told(goal, reach, [start, *found], best, promise)
    kept = [seen for seen in found[:2] if np.array_equal(seen.matrix, before) and not seen.gap]
    if kept:
        return told(goal, reach, [start], Visited(model, before, 0.0, start.objective), promise)
    return told(goal, reach, [start, *found], found[-1], promise)


def told(
    goal: Goal, reach: Reach, visited: Sequence[Visited], best: Visited, promise: Promise | None
) -> Steering:
    """The result, with the reason in words."""
    met = best.gap == 0.0
    return Steering(
        model=best.model,
        met=met,
        before=visited[0].matrix,
        after=best.matrix,
        gap=best.gap,
        trajectory=tuple(visited),
        reason=reason_of(goal, best, reach, promise, unchanged=best.model is visited[0].model),
        ranges=reach.ranges(),
        want=goal.want,
        violations=short_of(goal.want, promise, best.matrix, best.gap),
        promise=promise,
        exact=reach.exact,
    )


def short_of(
    want: BoundWant, promise: Promise | None, matrix: Ints, gap: float
) -> tuple[Violation, ...]:
    """What does not hold, or is not promised where some bound can be; the furthest away first."""
    if promise is None or not promise.statements:
        return want.violations(matrix)
    return promise.violations(want, matrix, gap)


def holding(want: BoundWant, promise: Promise | None, *, unchanged: bool) -> str:
    """What holds, and which part of it is promised of new rows."""
    already = " already" if unchanged else ""
    if promise is None:
        return f"{want} holds{already}"
    counts = [each.bound for each in promise.counted]
    rates = [str(bound.bound) for bound in want.bounds if str(bound.bound) not in counts]
    kept = f"{' and '.join(rates)} holds and is promised{already}" if rates else ""
    if not counts:
        return kept
    seen = f"{' and '.join(counts)} holds on these rows{'' if rates else already}"
    return f"{', '.join(filter(None, (kept, seen)))}; {unpromised(promise.counted)}"


def reason_of(
    goal: Goal, best: Visited, reach: Reach, promise: Promise | None, *, unchanged: bool
) -> str:
    """Why the result is what it is, in one sentence."""
    if best.gap == 0.0:
        return holding(goal.want, promise, unchanged=unchanged)
    if promise is not None and promise.too_few_rows:
        return promise.too_few_rows
    violations = short_of(goal.want, promise, best.matrix, best.gap)
    ranges = reach.ranges()
    worst = violations[0]
    names = goal.want.classes
    limits = [
        f"{' to '.join(map(str, ranges[cell]))} of {names[cell[0]]!r} are called {names[cell[1]]!r}"
        for bound in goal.want.bounds
        if str(bound.bound) == worst.bound
        for cell in map(tuple, np.argwhere(bound.error_cells(len(names))).tolist())
    ]
    unproven = "" if reach.exact else "; there was no time to prove that no other offsets do better"
    if len(limits) > 2:
        return f"{worst}{unproven}"
    others = "while the other bounds hold, " if len(goal.want.bounds) > 1 else ""
    return f"{worst}; {others}{', '.join(limits)}{unproven}"

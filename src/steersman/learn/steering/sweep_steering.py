"""Steering by a sweep of cut-offs alone: counts of rows that need not be in memory."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.promises import promise_for
from steersman.learn.steering.by_scores import steered_along
from steersman.learn.steering.holdout import refuse_unmeasurable
from steersman.learn.steering.steering import KEEP, promised_model
from steersman.learn.steering.steering_result import Steering
from steersman.learn.steering.steering_start import SteeringStart
from steersman.learn.wants import ResolvedWant, Want
from steersman.maths.confusion import Sweep
from steersman.tasks import Task

Ints = NDArray[np.int64]


def resolved_for_sweep(
    want: str | Want,
    classes: tuple[object, ...],
    row_sums: NDArray[np.float64],
    *,
    objective: str | None = None,
    positive: object = None,
    prior: float | None = None,
    costs: ArrayLike | None = None,
) -> ResolvedWant:
    """The want for rows of two classes that are known by counts alone."""
    wanted = Want(want)
    if objective is not None and objective != KEEP:
        wanted = wanted.with_objective(objective)
    if wanted.groupings or wanted.cost_column:
        raise SteersmanError(
            "limits on groups and costs of rows need rows in memory",
            todo="leave them out, or use fewer rows",
            code="want-needs-rows",
        )
    resolved = wanted.resolve(
        np.asarray(classes), positive, row_sums=row_sums, costs=costs, prior=prior
    )
    if resolved.refers:
        raise SteersmanError(
            "leaving rows to a person needs rows in memory",
            todo="leave out refer, or use fewer rows",
            code="want-needs-rows",
        )
    refuse_unmeasurable(resolved, row_sums)
    return resolved


def steer_sweep(
    model: object,
    sweep: Sweep,
    own: tuple[float, int],
    want: ResolvedWant,
    confidence: float | None = None,
    *,
    keep: bool = False,
) -> Steering:
    """Steer a classifier of two classes by its cut-off, as `steer` does with a guarantee.

    `sweep` has the confusion matrix of the tuning rows at every cut-off; `own` is the cut-off of
    the model itself and the setting of the sweep that decides as it does.
    """
    before: Ints = sweep.matrices[own[1]]
    promise = None
    if confidence is not None:
        row_sums = before.sum(axis=1).astype(np.float64)
        promise = promise_for(want, row_sums, confidence, own_calls=before.sum(axis=0))
    begun = SteeringStart.of(model, before, want, promise)
    goal, start = begun.goal, begun.visited
    if begun.is_enough and keep:
        return begun.result([], start)
    found = steered_along(model, sweep, own, goal, begun.reach, Task())
    if not begun.is_judged:
        return begun.result(found, min([start, *found], key=lambda seen: goal.rank(seen.matrix)))
    best = promised_model(goal, start, found, keep=keep)
    return begun.result([] if best.model is model else found, best)

"""Looser wants in place of one that was not met; only those that were tried and can be met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, floor

import numpy as np

from steersman.errors import SteersmanError
from steersman.learn.promises import promise_for
from steersman.learn.steering import Steering
from steersman.learn.wants import Bound, Want

# Rates are offered in tenths of a percent.
FINEST = 1000


def looser_want(steering: Steering, steered: Callable[[Want], Steering]) -> Want | None:
    """The want with its missed bounds loosened until the closest model meets them.

    None where no setting meets even that, or nothing would change. Bounds of locked cells are kept
    and left out of the result. `steered` steers the closest model.
    """
    # What can be guaranteed with a referral depends on the settings that were planned.
    if steering.want.refers and steering.judged_by_promise:
        return None
    missed = {violation.bound for violation in steering.violations}
    # A looser limit on groups is not looked for: no matrix of all rows tells how much looser.
    if any(each.grouping for each in missed) or steering.row_values:
        return None
    missed |= {short.bound for short in steering.promise.shortages} if steering.promise else set()
    tried: list[Bound] = []
    for place, each in enumerate(steering.want.bounds):
        loose = each.written in missed and not each.written.locked
        found = loosened_bound(steering, place) if loose else asked_bound(steering, place)
        if found is None:
            return None
        tried.append(found)
    looser = steering.want.want.with_bounds(tried)
    if looser == steering.want.want:
        return None
    try:
        # Loosening the missed bounds may still clash with the others, so it is tried before it is
        # offered.
        met = steered(looser).met
    except SteersmanError:
        # For example, the looser bounds exclude the locked cells.
        return None
    return looser.with_bounds(looser.asked_bounds) if met else None


def asked_bound(steering: Steering, place: int) -> Bound:
    """A bound as it was asked; for a lock, what the matrix that was reached has, if that is less:
    the closest model may be taken, and its cells are locked then."""
    bound = steering.want.bounds[place]
    if not bound.written.locked or not bound.written.is_upper:
        return bound.written
    reached = bound.value(steering.after.astype(np.float64), steering.want.costs)
    return replace(bound.written, value=min(bound.written.value, reached))


def loosened_bound(steering: Steering, place: int) -> Bound | None:
    """The tightest bound of its kind that holds (or is promised) at the matrix that was reached."""
    bound = steering.want.bounds[place].written
    if bound.relation == "=":
        return None
    upper, relation = bound.is_upper, f"{bound.relation[0]}="
    if not bound.definition.is_share:
        cells = steering.after.astype(np.float64)
        reached = steering.want.bounds[place].value(cells, steering.want.costs)
        return replace(bound, relation=relation, value=reached)

    def holds(step: int) -> bool:
        trial = replace(bound, relation=relation, value=step / FINEST)
        return holds_alone(steering, place, trial)

    near = ceil(bound.value * FINEST) if upper else floor(bound.value * FINEST)
    far = FINEST - 1 if upper else 1
    if (near > far if upper else near < far) or not holds(far):
        return None
    # Bisection between a rate that holds (far) and one that may not (near).
    while abs(far - near) > 1:
        middle = (near + far) // 2
        near, far = (near, middle) if holds(middle) else (middle, far)
    return replace(bound, relation=relation, value=(near if holds(near) else far) / FINEST)


def holds_alone(steering: Steering, place: int, trial: Bound) -> bool:
    """Whether one bound, in place of the original, holds at the matrix that was reached."""
    want, row_sums = steering.want, steering.after.sum(axis=1).astype(np.float64)
    bounds = [
        replace(each, written=trial) if at == place else each for at, each in enumerate(want.bounds)
    ]
    tried = replace(want, bounds=tuple(bounds))
    if steering.promise is None or not steering.judged_by_promise:
        return not tried.gaps_by_bound(steering.after[np.newaxis])[0, place]
    promise = promise_for(tried, row_sums, steering.promise.confidence)
    return promise.bounds[place].holds_at(steering.after)

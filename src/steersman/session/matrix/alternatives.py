"""What to ask for instead of a want that was not met: only what was tried and can be had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, floor

import numpy as np

from steersman.errors import SteersmanError
from steersman.learn.promises import promise_for
from steersman.learn.steering import Steering
from steersman.learn.wants import Bound
from steersman.maths.confusion import COUNT_MEASURES

__all__ = ["looser_want"]

FINEST = 1000  # rates are offered in tenths of a per cent


def looser_want(steering: Steering, locks: int, steered: Callable[[str], Steering]) -> str:
    """What was asked, with the bounds that were missed as loose as the model that came closest
    needs them; empty where that is met by no setting or says nothing.

    The last `locks` bounds are those of locked cells: they are kept, and are not written again.
    `steered` steers that model.
    """
    bounds = [bound.bound for bound in steering.want.bounds]
    asked, locked = bounds[: len(bounds) - locks], bounds[len(bounds) - locks :]
    missed = {violation.bound for violation in steering.violations}
    looser: list[Bound] = []
    for place, bound in enumerate(asked):
        short = str(bound) in missed or f"{bound} cannot be promised" in too_few(steering)
        found = loosened(steering, place) if short else bound
        if found is None:
            return ""
        looser.append(found)
    if looser == asked:
        return ""
    try:
        met = steered(" and ".join(map(str, looser + locked))).met
    except SteersmanError:  # such as bounds that exclude the locks
        return ""
    return " and ".join(map(str, looser)) if met else ""


def too_few(steering: Steering) -> str:
    return steering.promise.too_few_rows if steering.promise else ""


def loosened(steering: Steering, place: int) -> Bound | None:
    """The tightest bound of its kind that holds (or is promised) at the matrix that was reached."""
    bound = steering.want.bounds[place].bound
    if bound.relation == "=":
        return None
    upper, relation = bound.relation[0] == "<", f"{bound.relation[0]}="
    if bound.measure in COUNT_MEASURES:
        cells = steering.after.astype(np.float64)
        reached = steering.want.bounds[place].parts(cells.sum(axis=1), steering.want.costs)
        return replace(bound, relation=relation, value=reached.value(cells))

    def holds(step: int) -> bool:
        trial = replace(bound, relation=relation, value=step / FINEST)
        return holds_alone(steering, place, trial)

    near = ceil(bound.value * FINEST) if upper else floor(bound.value * FINEST)
    far = FINEST - 1 if upper else 1
    if (near > far if upper else near < far) or not holds(far):
        return None
    while abs(far - near) > 1:
        middle = (near + far) // 2
        near, far = (near, middle) if holds(middle) else (middle, far)
    return replace(bound, relation=relation, value=(near if holds(near) else far) / FINEST)


def holds_alone(steering: Steering, place: int, trial: Bound) -> bool:
    """Whether one bound, put in its place, holds at the matrix reached, as it is judged there."""
    want, row_sums = steering.want, steering.after.sum(axis=1).astype(np.float64)
    bounds = [
        replace(each, bound=trial) if at == place else each for at, each in enumerate(want.bounds)
    ]
    bound = replace(want, bounds=tuple(bounds))
    if steering.promise is None or not steering.judged:
        return str(trial) not in {each.bound for each in bound.violations(steering.after)}
    promise = promise_for(bound, row_sums, steering.promise.confidence)
    stack = steering.after.astype(np.float64)[np.newaxis]
    lines = [line for line, at in zip(promise.lines, promise.line_of) if at == place]
    shares = [share for share, at in zip(promise.shares, promise.share_of) if at == place]
    return (
        f"{trial} cannot be promised" not in promise.too_few_rows
        and not any(line.rows_to_move(stack)[0] for line in lines)
        and all(share.surplus(steering.after) >= 0 for share in shares)
    )

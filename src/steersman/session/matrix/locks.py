"""Locked cells: steering must not make them worse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering import SteerableClassifier, Steering

Ints = NDArray[np.int64]


def with_locks_enforced(
    steering: Steering, locked: Sequence[tuple[int, int]], matrix_of: Callable[[object], Ints]
) -> Steering:
    """The steering, unless what it took breaks a lock: then the nearest visited that breaks none.

    A want that cannot be met is come near to by giving up a little of each of its bounds, and the
    locks are among them. The model that was steered from breaks none. `locked` are places in the
    matrix, `matrix_of` a model's own matrix of the held out rows.
    """
    if steering.met or locks_hold(steering.before, steering.after, locked):
        return steering
    candidates = [
        seen for seen in steering.trajectory if locks_hold(steering.before, seen.matrix, locked)
    ]
    for seen in sorted(candidates, key=lambda seen: (seen.gap, -np.trace(seen.matrix))):
        first = seen is steering.trajectory[0]
        # A search may have judged the model by an estimate: the lock is checked on its own matrix.
        after = seen.matrix if first else matrix_of(seen.model)
        if locks_hold(steering.before, after, locked):
            gap = seen.gap if steering.judged_by_promise else steering.want.gap(after)
            return replace(
                steering,
                model=cast(SteerableClassifier, seen.model),
                after=after,
                gap=gap,
                ended="closest-with-locks",
                violations=steering.violations_at(after, gap),
            )
    return steering


def locks_hold(before: Ints, after: Ints, locked: Sequence[tuple[int, int]]) -> bool:
    """Whether no locked cell is worse than before: errors more, right decisions fewer."""
    worse = [after[cell] < before[cell] if cell[0] == cell[1] else after[cell] > before[cell]
             for cell in locked]  # fmt: skip
    return not any(worse)

"""Sentences that explain the result of steering, made from its code and fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steersman.learn.promises import unpromised_reason
from steersman.learn.wants import Bound

if TYPE_CHECKING:
    from steersman.learn.steering.steering import Steering

MOST_CELLS = 2  # a bound on more cells than these is described without their ranges


def steering_reason(steering: Steering) -> str:
    """The sentence that people read; programs read the code, the violations and the promise."""
    match steering.code:
        case "met" | "already-met":
            return holding(steering)
        case "too-few-rows":
            return shortage_sentences(steering)
        case "closest-with-locks":
            worst = steering.violations[0] if steering.violations else shortage_sentences(steering)
            return f"{worst}, while the locked cells hold"
        case "closest":
            return closest(steering)


def holding(steering: Steering) -> str:
    """The sentence for a want that holds, and which part of it is promised of new rows."""
    already = " already" if steering.code == "already-met" else ""
    promise = steering.promise
    if promise is None:
        return f"{steering.want} holds{already}"
    rates = " and ".join(str(each.bound) for each in promise.promised_bounds)
    counts = " and ".join(str(each.bound) for each in promise.counted_bounds)
    kept = f"{rates} holds and is promised{already}" if rates else ""
    if not counts:
        return kept
    seen = f"{counts} holds on these rows{'' if rates else already}"
    instead = unpromised_reason([each.instead for each in promise.counted_bounds])
    return f"{', '.join(filter(None, (kept, seen)))}; {instead}"


def shortage_sentences(steering: Steering) -> str:
    """Sentences on the bounds that too few rows can promise at no setting."""
    return "; ".join(map(str, steering.promise.shortages)) if steering.promise else ""


def closest(steering: Steering) -> str:
    """The sentence on the bound that is furthest away, and the ranges of its cells."""
    worst, several = steering.violations[0], len(steering.want.bounds) > 1
    limits = cell_ranges(steering, worst.bound)
    unproven = (
        "" if steering.exact else "; there was no time to prove that no other offsets do better"
    )
    if len(limits) > MOST_CELLS:
        return f"{worst}{unproven}"
    others = "while the other bounds hold, " if several else ""
    return f"{worst}; {others}{', '.join(limits)}{unproven}"


def cell_ranges(steering: Steering, bound: Bound) -> list[str]:
    """The range of each cell that a bound of the want is about."""
    names = steering.classes
    about = next(each for each in steering.want.bounds if each.written == bound)
    cells = map(tuple, np.argwhere(about.error_cells(len(names))).tolist())
    return [
        f"{' to '.join(map(str, steering.ranges[cell]))} of {names[cell[0]]!r} "
        f"are called {names[cell[1]]!r}"
        for cell in cells
    ]

"""Counts under a promise: they hold on the rows at hand alone; a rate of these rows may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from steersman.learn.wants import Bound, BoundOn, BoundWant
from steersman.maths.confusion import allowed_errors, interval

__all__ = ["Counted", "counted_bound", "unpromised"]

Floats = NDArray[np.float64]

FINEST = 1000  # rates are offered in tenths of a per cent
RATE_OF = {"fp": "fpr", "fn": "fnr", "tp": "recall", "tn": "specificity"}


@dataclass(frozen=True)
class Counted:
    """A bound on a count, and a rate that this count promises here; empty where there is none."""

    bound: str
    instead: str


def counted_bound(bound: BoundOn, want: BoundWant, row_sums: Floats, risk: float) -> Counted:
    """What may be asked instead of a count, so that new rows keep it but for a chance of `risk`.

    The rate is looser than the share that the count is of these rows: as many errors here as the
    count allows are enough to promise it.
    """
    rate = rate_of(bound, want)
    if rate is None:
        return Counted(str(bound.bound), "")
    measure, classes = rate
    index = bound.indices[0]
    rows = row_sums[index]
    if measure in ("fpr", "specificity"):
        chosen = bound.indices[-1] if bound.bound.measure == "cell" else index
        rows = row_sums.sum() - row_sums[chosen]
    n, value, relation = int(rows), bound.bound.value, bound.bound.relation
    upper = relation in ("<", "<=")
    errors = floor(value) if upper else n - ceil(value)
    errors -= relation in ("<", ">") and value == int(value)
    if not 0 <= errors < n:
        return Counted(str(bound.bound), "")
    steps = ceil(interval(errors, n, 1.0 - 2.0 * min(risk, 0.5))[1] * FINEST - 1e-9)
    while steps < FINEST and allowed_errors(n, steps / FINEST, risk) < errors:
        steps += 1
    if steps >= FINEST:
        return Counted(str(bound.bound), "")
    share = steps / FINEST if upper else (FINEST - steps) / FINEST
    return Counted(str(bound.bound), str(Bound(measure, classes, relation[0] + "=", share)))


def rate_of(bound: BoundOn, want: BoundWant) -> tuple[str, tuple[str | int, ...]] | None:
    """The rate among rows of known truth that a count is the numerator of, and its classes."""
    measure, classes = bound.bound.measure, bound.bound.classes
    relation = bound.bound.relation
    if measure == "cell":
        true, predicted = bound.indices
        right = true == predicted
        if right != (relation in (">", ">=")) or relation == "=":
            return None
        if not right and len(want.classes) == 2 and predicted == want.positive:
            return "fpr", ()
        return ("recall" if right else "fnr"), classes[:1]
    errors = measure in ("fp", "fn")
    if measure not in RATE_OF or relation == "=" or errors != (relation in ("<", "<=")):
        return None
    return RATE_OF[measure], classes


def unpromised(counted: Sequence[Counted]) -> str:
    """Why some bounds are not promised, and what to ask for instead."""
    rates = [each.instead for each in counted if each.instead]
    such = " and ".join(rates) if rates else "fpr or recall"
    return f"a count cannot be promised of new rows, ask for a rate such as {such}"

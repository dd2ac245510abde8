"""Rates to promise instead of counts, which are known of the rows at hand alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from steersman.learn.wants import Bound, ClassBound, NeededRows, ResolvedWant, Scope, measure_named
from steersman.maths.confusion import allows_errors

Floats = NDArray[np.float64]

FINEST = 1000  # rates are offered in tenths of a per cent


def rate_instead(
    bound: ClassBound, want: ResolvedWant, row_sums: Floats, risk: float
) -> Bound | None:
    """A rate to ask for instead of a count, which new rows keep but for a chance of `risk`.

    The rate is looser than the share that the count is of these rows: as many errors here as the
    count allows are enough to promise it. None where no rate is.
    """
    rate = rate_of(bound, want)
    if rate is None:
        return None
    measure, classes = rate
    rows = row_sums[bound.places[0]]
    if measure_named(measure).needs_rows is NeededRows.OF_OTHERS:
        rows = row_sums.sum() - row_sums[bound.places[-1]]
    n, value, relation = int(rows), bound.written.value, bound.written.relation
    errors = floor(value) if bound.written.is_upper else n - ceil(value)
    # A strict bound at a whole number allows one error less.
    errors -= relation in ("<", ">") and value == int(value)
    if not 0 <= errors < n:
        return None
    # The looser the rate, the more errors it allows: the first that allows this many is found by
    # halving.
    rates = range(1, FINEST)
    steps = 1 + bisect_left(
        rates, True, key=lambda step: allows_errors(errors, n, step / FINEST, risk)
    )
    if steps >= FINEST:
        return None
    share = steps / FINEST if bound.written.is_upper else (FINEST - steps) / FINEST
    return Bound(measure, classes, relation[0] + "=", share, bound.written.locked)


def rate_of(bound: ClassBound, want: ResolvedWant) -> tuple[str, tuple[str | int, ...]] | None:
    """The rate among rows of known truth that a count is the numerator of, and its classes."""
    definition, classes = bound.definition, bound.written.classes
    if definition.scope is Scope.CELL:
        true, predicted = bound.places
        right = true == predicted
        if bound.written.is_lower != right or not (right or bound.written.is_upper):
            return None
        if not right and len(want.classes) == 2 and predicted == want.positive:
            return "fpr", ()
        return ("recall" if right else "fnr"), classes[:1]
    limits_errors = (
        bound.written.is_upper if definition.rises_with_errors else bound.written.is_lower
    )
    return (definition.rate, classes) if definition.rate and limits_errors else None


def unpromised_reason(rates: Sequence[Bound | None]) -> str:
    """Why counts are not guaranteed, and which rates to ask for instead."""
    such = " and ".join(str(rate) for rate in rates if rate is not None) or "fpr or recall"
    return f"a count cannot be guaranteed on new data; ask for a rate such as {such}"

"""How many errors a bound allows on the holdout, and how many of them a model makes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.promises import Promise
from steersman.learn.wants import Bound, ClassBound, ResolvedWant, Unit

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Allowance:
    """The errors that one bound allows among `rows` rows of known truth, and those made.

    With a guarantee `allowed` is what can be guaranteed, which is less than what may be counted.
    `label` is the class of these rows; None where they are of several.
    """

    bound: Bound
    label: object
    used: int
    allowed: int
    rows: int

    @property
    def remaining(self) -> int:
        """How many more errors there is room for; negative where there are too many."""
        return self.allowed - self.used


def allowances(want: ResolvedWant, promise: Promise | None, matrix: Ints) -> tuple[Allowance, ...]:
    """The allowance of every bound on errors among rows of known truth; other bounds have none."""
    guaranteed = {each.bound: each.allowed for each in promise.bounds} if promise else {}
    found = []
    decided = matrix[:, : len(want.classes)]
    for bound in want.bounds:
        if bound.definition.of_referred and promise is None:
            found += referral_allowance(bound, matrix)
            continue
        errors = counted_errors(bound, len(want.classes))
        # What a group allows is not what all rows allow. What can be guaranteed with a referral
        # depends on the rows that were decided.
        if errors is None or bound.written.grouping or (want.refers and promise is not None):
            continue
        row_sums = decided.sum(axis=1)
        truth = np.flatnonzero(errors.any(axis=1))
        rows = int(row_sums[truth].sum())
        allowed = guaranteed.get(bound)
        most = allowed_here(bound, rows) if allowed is None else allowed[0]
        label = want.classes[int(truth[0])] if len(truth) == 1 else None
        used = int(decided[errors].sum())
        found.append(Allowance(bound.written, label, used, most, rows))
    return tuple(found)


def referral_allowance(bound: ClassBound, matrix: Ints) -> list[Allowance]:
    """How many rows may go to a person, where a bound limits that."""
    if not bound.written.is_upper:
        return []
    rows = int(matrix.sum())
    referred = int(matrix[:, -1].sum())
    return [Allowance(bound.written, None, referred, allowed_here(bound, rows), rows)]


def counted_errors(bound: ClassBound, n_classes: int) -> NDArray[np.bool_] | None:
    """(classes, classes): the errors that a bound limits among rows of known truth, if it does."""
    definition, written = bound.definition, bound.written
    cells = bound.error_cells(n_classes)
    right = definition.n_classes == 2 and bound.places[0] == bound.places[1]
    limits_errors = written.is_lower if right else written.is_upper == definition.rises_with_errors
    counts = bound.is_row_rate or definition.rate or definition.n_classes == 2
    if definition.of_referred:
        return None
    return cells if counts and limits_errors and written.relation != "=" else None


def allowed_here(bound: ClassBound, rows: int) -> int:
    """How many errors among so many rows keep the bound, as they are counted."""
    written, share = bound.written, bound.definition.unit is Unit.SHARE
    value = written.value * rows if share else written.value
    # Half a millionth: rates such as 2 % are no binary fractions.
    slack = 5e-7
    if written.is_upper:
        most = np.floor(value + slack)
        strict = written.relation == "<" and abs(most - value) <= slack
        return int(most) - strict
    least = np.ceil(value - slack)
    strict = written.relation == ">" and abs(least - value) <= slack
    return rows - int(least) - strict

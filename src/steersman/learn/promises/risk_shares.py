"""Shares of the risk for several limits, fixed before any score is seen.

Counts are whole numbers, so a limit on rows of known truth seldom needs all of an equal share: as
many errors as it allows have a lower chance. What is left goes where it allows one error more, or
to limits that are tested, which use any share. Where an equal share allows not even zero errors of
a small class, the classes with many rows give some of theirs. Only the number of rows of each class
and the limits decide, so that the shares are as good as fixed in advance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scipy.stats import binom

from steersman.maths.confusion import allowed_errors

ROUNDING = 1e-9


class ClassRowLimit(NamedTuple):
    """At most `rate` of `rows` rows of known truth may err."""

    rows: int
    rate: float

    def chance(self, errors: int) -> float:
        """The chance of at most so many errors, were the true rate at its limit."""
        return float(binom.cdf(errors, self.rows, self.rate)) if errors >= 0 else 0.0

    def cost(self, errors: int) -> float:
        """The risk of one error more, by what that is worth: a part of the errors of the limit."""
        added = float(binom.pmf(errors + 1, self.rows, self.rate))
        return added * max(1.0, self.rows * self.rate)

    @property
    def is_open(self) -> bool:
        """Whether more risk would allow more errors."""
        return self.rows > 0 and 0.0 < self.rate < 1.0


def risk_shares(limits: Sequence[ClassRowLimit | None], risk: float) -> list[float]:
    """The share of each limit; None stands for one that is tested. They add up to `risk` at most.

    With a half of the risk, 320 rows are too few for 1 %:

    >>> shares = risk_shares([ClassRowLimit(2000, 0.05), ClassRowLimit(320, 0.01)], 0.05)
    >>> [round(share, 4) for share in shares]
    [0.0092, 0.0408]
    """
    even = risk / max(1, len(limits))
    known = {at: limit for at, limit in enumerate(limits) if limit is not None and limit.is_open}
    errors = {at: allowed_errors(limit.rows, limit.rate, even) for at, limit in known.items()}
    budget = even * len(known)
    if any(each < 0 for each in errors.values()):
        left = budget - sum(limit.chance(0) for limit in known.values())
        if left < 0.0:
            # Not all can be shown: the shares only say how many rows each limit needs.
            return [even] * len(limits)
        errors = with_more_errors(known, dict.fromkeys(known, 0), left)
    left = budget - sum(known[at].chance(each) for at, each in errors.items())
    # A test uses any share; of counted errors, one more must fit in.
    takers = [at for at, limit in enumerate(limits) if limit is None]
    if not takers:
        errors = with_more_errors(known, errors, left)
        left = budget - sum(known[at].chance(each) for at, each in errors.items())
        takers = list(known)
    shares = [known[at].chance(errors[at]) if at in known else even for at in range(len(limits))]
    for at in takers:
        shares[at] += left / len(takers)
    return shares


def with_more_errors(
    limits: dict[int, ClassRowLimit], errors: dict[int, int], left: float
) -> dict[int, int]:
    """The errors allowed after what is left of the risk was given where it is worth most."""
    found = dict(errors)
    while True:
        costs = {
            at: limit.cost(found[at])
            for at, limit in limits.items()
            if limit.chance(found[at] + 1) - limit.chance(found[at]) <= left * (1.0 - ROUNDING)
        }
        if not costs:
            return found
        at = min(costs, key=lambda each: (costs[each], each))
        left -= limits[at].chance(found[at] + 1) - limits[at].chance(found[at])
        found[at] += 1

"""A want tightened by how much another sample of the same size may differ.

The rows at hand and the rows to come are both samples. A bound on errors of one kind among rows of
known truth is tightened until the next sample of the same size, decided at the same place, breaks
it with a chance of at most `risk`: the number of its rows beyond an order statistic of these rows
is beta-binomial, whatever the distribution. Other bounds get the normal margin of both samples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import betabinom, norm

from steersman.learn.wants import ClassBound, LinearBound, ResolvedWant

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class ErrorLimit(NamedTuple):
    """At most `limit` of so many rows may be decided in these cells (true, predicted)."""

    cells: Floats
    rows: int
    limit: int


class TightLimit(NamedTuple):
    """At most `limit` rows of a class may err, but for a chance of `risk`."""

    of_class: int
    limit: int
    risk: float


@cache
def errors_within_noise(n: int, limit: int, risk: float) -> int:
    """The most errors among n rows for which at most `limit` of the next n rows should err.

    That fails with a chance of at most `risk`; 0 also when even no error is too many, and a cut-off
    beyond all rows is needed (`tail_margin`).

    >>> errors_within_noise(100, 10, 0.05)
    3
    """
    if limit >= n:
        return n
    errors = np.arange(limit + 1)
    # The share of new rows beyond an order statistic is Beta(errors + 1, n - errors), and the
    # number among the next n is binomial given that share.
    chance = betabinom.sf(limit, n, errors + 1, n - errors)
    return max(0, int(np.count_nonzero(chance <= risk)) - 1)


@dataclass(frozen=True, eq=False)
class SamplingMargin:
    """Gaps to a want that allows for the noise of the rows it is judged on."""

    want: ResolvedWant
    row_sums: Floats
    risk: float = 0.05

    def gaps(self, matrices: Ints) -> Floats:
        """(settings,): rows that must change until the want should hold on the next sample."""
        stack = matrices.astype(np.float64)
        share = self.risk / max(1, len(self.want.bounds))
        total = np.zeros(len(stack))
        for bound in self.want.bounds:
            strict = self.strict_line(bound, share)
            if strict is not None:
                total += strict.rows_to_move(stack)
                continue
            for line in bound.linear(self.row_sums, self.want.costs):
                total += noisy_gaps(line, stack, share)
        return total

    def strict_line(self, bound: ClassBound, risk: float) -> LinearBound | None:
        """The count that may be seen here, for an upper bound on one kind of error."""
        found = self.error_limit(bound)
        if found is None:
            return None
        cells, rows, limit = found
        return LinearBound(-cells, -float(errors_within_noise(rows, limit, risk)))

    def error_limit(self, bound: ClassBound) -> ErrorLimit | None:
        """How many errors an upper bound on one kind of error allows among as many rows."""
        definition = bound.definition
        counts_errors = definition.rate and definition.rises_with_errors
        if not (bound.is_row_rate or counts_errors):
            return None
        if bound.written.is_upper != definition.rises_with_errors:
            return None
        cells = bound.error_cells(len(self.row_sums)).astype(np.float64)
        rows = int(cells.any(axis=1) @ self.row_sums)
        value = bound.written.value
        most = value if definition.rises_with_errors else 1.0 - value
        most = most * rows if definition.is_share else most
        if bound.written.relation in ("<", ">"):
            most = np.ceil(most - 1e-9) - 1.0
        return ErrorLimit(cells, rows, max(int(np.floor(most + 1e-9)), 0))

    def tight_limits(self) -> Iterator[TightLimit]:
        """The limits on errors of one of two classes for which even no error here is too many."""
        share = self.risk / max(1, len(self.want.bounds))
        for bound in self.want.bounds:
            found = self.error_limit(bound)
            if found is None or len(self.row_sums) != 2:
                continue
            cells, rows, limit = found
            of_class = np.flatnonzero(cells.any(axis=1))
            if len(of_class) == 1 and betabinom.sf(limit, rows, 1, rows) > share:
                yield TightLimit(int(of_class[0]), limit, share)


def noisy_gaps(line: LinearBound, stack: Floats, risk: float) -> Floats:
    """(settings,): the rows to move until the weighted sum exceeds its limit by the noise."""
    plain = line.rows_to_move(stack)
    # One made-up row in each cell: a kind of decision not seen yet would have no variance.
    smooth = stack + 1.0
    shares = smooth / smooth.sum(axis=2, keepdims=True)
    means = np.einsum("mij,ij->mi", shares, line.weights)
    spreads = np.einsum("mij,ij->mi", shares, line.weights**2) - means**2
    variance = np.einsum("mi,mi->m", spreads, stack.sum(axis=2))
    # Twice the variance: these rows and the next sample vary both.
    margin = norm.isf(risk) * np.sqrt(2.0 * np.maximum(variance, 0.0))
    seen = np.einsum("mij,ij->m", stack, line.weights)
    gain = float((line.weights.max(axis=1, keepdims=True) - line.weights).max())
    missing = np.maximum(line.least + margin - seen, 0.0)
    return np.maximum(plain, np.ceil(missing / gain - 1e-9) if gain > 0 else plain)

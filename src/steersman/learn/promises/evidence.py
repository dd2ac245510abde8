"""Evidence on a holdout that one bound of a want holds on new data.

Each kind of promise has a type of evidence. All of them say, over the settings of a whole sweep,
how many rows must change until the bound is shown, and, at one setting, whether it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from steersman.learn.wants import ClassBound, LinearBound
from steersman.maths.confusion import allowed_errors, calls_to_test, lowest_share

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TESTS = 12  # numbers of calls at which a share of calls is tested


class Evidence(Protocol):
    """Evidence for one bound of a want."""

    @property
    def by_sweep(self) -> bool:
        """Whether a whole sweep shows the bound, so that one setting alone leaves it in doubt."""
        ...

    def gaps(self, matrices: Ints) -> Floats:
        """(settings,): rows that must change until the bound is shown, over a whole sweep."""
        ...

    def rows_to_move(self, matrix: Ints) -> float:
        """Rows that must change at one setting; 0 where that is no matter of single rows."""
        ...

    def surplus(self, matrix: Ints) -> float:
        """Margin by which one setting shows more than it must; negative where it shows less."""
        ...

    def target_lines(self, bound: ClassBound, row_sums: Floats) -> tuple[LinearBound, ...]:
        """The inequalities that a matrix must meet to show the bound."""
        ...


@dataclass(frozen=True, eq=False)
class SeenCounts:
    """Weighted counts of the holdout that must reach a limit."""

    lines: tuple[LinearBound, ...]

    @property
    def by_sweep(self) -> bool:
        return False

    def gaps(self, matrices: Ints) -> Floats:
        stack = matrices.astype(np.float64)
        total = np.zeros(len(stack))
        for line in self.lines:
            total += line.rows_to_move(stack)
        return total

    def rows_to_move(self, matrix: Ints) -> float:
        return float(self.gaps(matrix[np.newaxis])[0])

    def surplus(self, matrix: Ints) -> float:
        return -self.rows_to_move(matrix)

    def target_lines(self, _bound: ClassBound, _row_sums: Floats) -> tuple[LinearBound, ...]:
        return self.lines


@dataclass(frozen=True)
class CalledShare:
    """Among the rows called `column`, at least `share` must be of that class."""

    column: int
    share: float
    risk: float

    @property
    def by_sweep(self) -> bool:
        return True

    def holds(self, matrices: Ints) -> NDArray[np.bool_]:
        """(settings,): the settings of a whole sweep at which the share is shown."""
        called = matrices[:, :, self.column].sum(axis=1)
        right = matrices[:, self.column, self.column]
        # Precision is not monotone in the cut-off, so each setting tested costs confidence. A few
        # numbers of calls are fixed without looking at labels, and only these are tested.
        steps = calls_to_test(int(matrices[0].sum()), self.share, self.risk, TESTS)
        order = np.argsort(called, kind="stable")
        # Equal scores may skip a number of calls: the next lower one takes its place, which the
        # scores alone decide, so the test stays valid.
        at = np.searchsorted(called[order], steps, side="right") - 1
        tested = np.flatnonzero(np.isin(called, called[order][at[at >= 0]]))
        holds = np.zeros(len(matrices), dtype=bool)
        # Bonferroni over the tests that were planned, however many of them were possible.
        limits = lowest_share(right[tested], called[tested], self.risk / TESTS)
        holds[tested] = limits >= self.share
        return holds

    def gaps(self, matrices: Ints) -> Floats:
        return np.where(self.holds(matrices), 0.0, 1.0)

    def rows_to_move(self, _matrix: Ints) -> float:
        return 0.0

    def surplus(self, matrix: Ints) -> float:
        """By how much the lower limit of the share exceeds what must be shown, at one setting."""
        right, called = matrix[self.column, self.column], matrix[:, self.column].sum()
        return float(lowest_share(right, called, self.risk / TESTS)) - self.share

    def target_lines(self, bound: ClassBound, row_sums: Floats) -> tuple[LinearBound, ...]:
        """The share as it is asked, since how many calls show it is another matter."""
        return tuple(bound.linear(row_sums, None))


@dataclass(frozen=True, eq=False)
class ShareInUse:
    """Among the rows called `column`, a share must be of that class where classes have other
    shares than here: shown by the misses and the false calls, each counted among its own rows."""

    column: int
    most_false_calls: Ints  # (rows of the class + 1,): by the number of misses; -1 where none do

    @classmethod
    def of(cls, column: int, odds: float, row_sums: Floats, risk: float) -> Self:
        """The evidence that false calls are at most `odds` times as frequent as right calls,
        each as a rate among its own rows."""
        rows = int(row_sums[column])
        others = int(row_sums.sum()) - rows
        # Numbers of misses are planned without a look at any label. A cut-off with at most so many
        # lies below an order statistic of the class, so its rate is bounded however it is chosen.
        planned = np.unique(np.arange(TESTS) * rows // TESTS)
        part = risk / (2 * TESTS)
        recalls = lowest_share(rows - planned, np.full(len(planned), rows), part)
        most = np.array([allowed_errors(others, odds * each, part) for each in recalls.tolist()])
        after = np.searchsorted(planned, np.arange(rows + 1))
        return cls(column, np.append(most, -1)[after].astype(np.int64))

    @property
    def by_sweep(self) -> bool:
        return False

    def gaps(self, matrices: Ints) -> Floats:
        right = matrices[:, self.column, self.column]
        misses = matrices[:, self.column].sum(axis=1) - right
        false_calls = matrices[:, :, self.column].sum(axis=1) - right
        too_many: Floats = np.maximum(false_calls - self.most_false_calls[misses], 0.0)
        return too_many

    def rows_to_move(self, matrix: Ints) -> float:
        return float(self.gaps(matrix[np.newaxis])[0])

    def surplus(self, matrix: Ints) -> float:
        return -self.rows_to_move(matrix)

    def target_lines(self, bound: ClassBound, row_sums: Floats) -> tuple[LinearBound, ...]:
        """The share as it is asked in use."""
        return tuple(bound.linear(row_sums, None))

"""Evidence on a holdout that one bound of a want holds on new data.

Each kind of promise has a type of evidence. All of them say, over the settings of a whole sweep,
how many rows must change until the bound is shown, and, at one setting, whether it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steersman.learn.promises.testing_plan import TestingPlan, settings_to_test
from steersman.learn.wants import ClassBound, LinearBound
from steersman.maths.confusion import MeanTest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


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


@dataclass(frozen=True, eq=False)
class TestedSettings:
    """Settings at which a test of the bound succeeds, in an order planned without the labels."""

    test: MeanTest
    plan: TestingPlan

    @property
    def by_sweep(self) -> bool:
        return True

    def holds(self, matrices: Ints) -> NDArray[np.bool_]:
        """(settings,): the settings of a whole sweep at which the bound is shown."""
        called: Ints = matrices.sum(axis=1)
        at = settings_to_test(called)
        holds = np.zeros(len(matrices), dtype=bool)
        holds[at] = self.plan.successes(self.test.p_values(matrices[at]), called[at])
        return holds

    def gaps(self, matrices: Ints) -> Floats:
        return np.where(self.holds(matrices), 0.0, 1.0)

    def rows_to_move(self, _matrix: Ints) -> float:
        return 0.0

    def surplus(self, matrix: Ints) -> float:
        """How far the chance of such a matrix is below the risk of most tests, at one setting."""
        return self.plan.run_risk - float(self.test.p_values(matrix[np.newaxis])[0])

    def target_lines(self, bound: ClassBound, row_sums: Floats) -> tuple[LinearBound, ...]:
        """The bound as it is asked, since how many rows show it is another matter."""
        return tuple(bound.linear(row_sums, None))

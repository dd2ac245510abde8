"""The final test of limits that single rows decide: of groups, and of costs of rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering import CostFigure, Groups, group_labels
from steersman.learn.wants import Bound, ClassBound, Unit
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.measured_shares import (
    CONFIDENCE,
    drawn_matrices,
    measured_share,
    share_interval,
)
from steersman.session.matrix.model_registry import ModelRegistry
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.matrix.verdicts import holds_at, verdict_values
from steersman.session.matrix.want_shapes import FinalBoundValues

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DecidedRows:
    """Some rows with their classes, what a model decides about them, and their columns."""

    corpus: Corpus
    problem: MatrixProblem
    part: Part
    predicted: Ints  # (rows,) places of classes

    @classmethod
    def of(
        cls, corpus: Corpus, problem: MatrixProblem, registry: ModelRegistry, model: object
    ) -> tuple[DecidedRows, DecidedRows]:
        """The tuning rows and the final test rows."""
        names = np.asarray(problem.classes)
        tuning, test = (
            cls(
                corpus,
                problem,
                part,
                np.searchsorted(names, registry.predicted_classes(model, part, problem.classes)),
            )
            for part in (problem.holdout, problem.test)
        )
        return tuning, test

    @property
    def codes(self) -> Ints:
        """(rows,): places of the true classes."""
        return np.searchsorted(self.problem.classes, self.part.y).astype(np.int64)

    def column(self, name: str) -> NDArray[np.generic]:
        """(rows,): a column of the data; final test rows may be of a file of their own."""
        apart = self.part is self.problem.test and self.corpus.test is not None
        holder = self.corpus.test if apart else self.corpus
        assert holder is not None  # noqa: S101
        return holder.dataset.column(name)[self.part.rows]

    def group_matrices(self, name: str, cuts: tuple[float, ...]) -> dict[object, Floats]:
        """The confusion matrix of each group, by its name."""
        labels = np.array([str(each) for each in group_labels(self.column(name), cuts)])
        size, found = len(self.problem.classes), {}
        for group in np.unique(labels).tolist():
            inside = labels == group
            matrix = np.zeros((size, size))
            np.add.at(matrix, (self.codes[inside], self.predicted[inside]), 1.0)
            found[group] = matrix
        return found

    def losses(self, column: str) -> Floats:
        """(rows,): what the decision about each row costs."""
        costs = np.asarray(self.column(column), dtype=np.float64)
        lost: Floats = costs * (self.codes != self.predicted)
        return lost


def final_row_bounds(
    bounds: Iterable[Bound], cost_column: str, tuning: DecidedRows, test: DecidedRows
) -> list[FinalBoundValues]:
    """Every bound on groups and on costs of rows, on the final test rows."""
    found = []
    for bound in bounds:
        if bound.each_group:
            found.append(final_group_bound(bound, tuning, test))
        elif bound.gap_over:
            found.append(final_gap(bound, tuning, test))
        elif bound.definition.is_cost and cost_column:
            found.append(final_cost(bound, cost_column, tuning, test))
    return found


def resolved_bound(bound: Bound, problem: MatrixProblem) -> ClassBound:
    """The bound, with the classes that it is about."""
    positive = problem.classes.index(problem.positive) if problem.positive else None
    return ClassBound.of(bound, problem.classes, positive)


def cuts_of(bound: Bound, tuning: DecidedRows) -> tuple[float, ...]:
    """Where a column of numbers was cut into groups when the model was steered."""
    values = tuning.column(bound.grouping)
    return Groups.of(values, len(values)).cuts


def final_group_bound(bound: Bound, tuning: DecidedRows, test: DecidedRows) -> FinalBoundValues:
    """A limit in each group: the group in which it is furthest away."""
    about, cuts = resolved_bound(bound, tuning.problem), cuts_of(bound, tuning)
    matrices = test.group_matrices(bound.grouping, cuts)
    shares = {name: measured_share(about, matrix, None) for name, matrix in matrices.items()}
    # A group without such rows breaks nothing.
    seen = {name: share for name, share in shares.items() if share.rows != 0} or shares
    worst = (min if bound.is_lower else max)(seen, key=lambda name: seen[name].value)
    before = tuning.group_matrices(bound.grouping, cuts)
    told = measured_share(about, before[worst], None).value if worst in before else float("nan")
    intervals = {name: share_interval(about, matrices[name], None) for name in seen}
    broken = [name for name in seen if not holds_at(bound, seen[name].value, bound.value)]
    values = verdict_values(bound, tuning.problem, seen[worst], bound.value, intervals[worst], told)
    # Of several groups that break it, one beyond the noise is enough.
    noise = all(intervals[name][0] <= bound.value <= intervals[name][1] for name in broken)
    return {**values, "group": str(worst), "within_noise": bool(broken) and noise}


def final_gap(bound: Bound, tuning: DecidedRows, test: DecidedRows) -> FinalBoundValues:
    """A limit on the difference between groups, with the percentile bootstrap of each group."""
    about, cuts = resolved_bound(bound, tuning.problem), cuts_of(bound, tuning)
    before, after = (
        list(each.group_matrices(bound.grouping, cuts).values()) for each in (tuning, test)
    )
    drawn = gaps_of(about, [drawn_matrices(each) for each in after])
    low, high = np.quantile(drawn, [(1.0 - CONFIDENCE) / 2.0, (1.0 + CONFIDENCE) / 2.0])
    was, value = (
        float(gaps_of(about, [matrix[np.newaxis] for matrix in each])[0])
        for each in (before, after)
    )
    ends = (float(low), float(high))
    return verdict_values(bound, tuning.problem, value, bound.value, ends, was)


def gaps_of(about: ClassBound, groups: list[NDArray[np.generic]]) -> Floats:
    """(draws,): the highest rate minus the lowest, of (draws, classes, classes) for each group.

    A group without such rows has no rate.
    """
    lowest, highest = np.inf, -np.inf
    for drawn in groups:
        stack = np.asarray(drawn, dtype=np.float64)
        part, whole = about.parts(stack[0].sum(axis=1), None).sums(stack)
        rates = np.divide(part, whole, out=np.full(len(stack), np.nan), where=whole > 0)
        lowest, highest = np.fmin(lowest, rates), np.fmax(highest, rates)
    spread: Floats = np.maximum(np.nan_to_num(highest - lowest), 0.0)
    return spread


def final_cost(
    bound: Bound, column: str, tuning: DecidedRows, test: DecidedRows
) -> FinalBoundValues:
    """A limit on costs of rows, as an average of a row."""
    before, after = (CostFigure.of(each.losses(column)) for each in (tuning, test))
    averaged = bound.definition.unit is Unit.COST_PER_ROW
    limit = bound.value if averaged else bound.value / max(1, len(tuning.part.y))
    ends = (after.low, after.high)
    return verdict_values(bound, tuning.problem, after.average, limit, ends, before.average)

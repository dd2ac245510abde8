"""Columns of a table that steering needs beside the features: groups, and costs of rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steersman.data.raw_tables import RawTable
from steersman.errors import SteersmanError
from steersman.learn.steering import MISSING, CostFigure, Groups
from steersman.learn.wants import (
    ClassBound,
    ResolvedWant,
    Unit,
    Want,
    class_list,
    count_text,
    limit_text,
    share_text,
    violation_text,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Values = NDArray[np.generic]


class AsksForColumns(Protocol):
    """A job that may name columns."""

    @property
    def want(self) -> str: ...

    @property
    def group(self) -> str | None: ...

    @property
    def cost_column(self) -> str | None: ...


@dataclass(frozen=True, eq=False)
class RowColumns:
    """The groups of rows, by what a want calls them, and what an error on each costs."""

    groups: Mapping[str, Values] | None = None
    costs: Floats | None = None

    @classmethod
    def of(cls, table: RawTable, job: AsksForColumns) -> RowColumns:
        """The columns that a job names, by itself or in its want."""
        want = Want(job.want)
        names = want.groupings or ((job.group,) if job.group else ())
        groups = {name: group_values(table, job.group or name) for name in names}
        column = job.cost_column or want.cost_column
        costs = cost_values(table, column) if column else None
        return cls(groups or None, costs)

    @property
    def is_empty(self) -> bool:
        """Whether there are neither groups nor costs."""
        return self.groups is None and self.costs is None

    def rows(self, places: NDArray[np.intp]) -> RowColumns:
        """Those of some rows."""
        groups = self.groups and {name: each[places] for name, each in self.groups.items()}
        return RowColumns(groups, None if self.costs is None else self.costs[places])


def checked_column(table: RawTable, column: str, what: str, code: str) -> None:
    """Raise an error unless the table has a column."""
    if column not in table.frame.columns:
        raise SteersmanError(
            f"there is no column {column!r} to take {what} from",
            todo=f"its columns are {class_list(table.frame.columns)}",
            code=code,
            column=column,
        )


def group_values(table: RawTable, column: str) -> Values:
    """(rows,): the group of each row, as it is written in a column of the table.

    Numbers that are too many to be groups stay numbers.
    """
    checked_column(table, column, "groups", "group-column-missing")
    written = table.frame[column]
    if written.dtype.is_numeric():
        numbers = np.array(written.to_list(), dtype=np.float64)
        if Groups.of(numbers, len(numbers)).cuts:
            return numbers
    return np.array([MISSING if each is None else str(each) for each in written.to_list()])


def cost_values(table: RawTable, column: str) -> Floats:
    """(rows,): the numbers of a column of the table."""
    checked_column(table, column, "costs", "cost-column-missing")
    try:
        costs = np.array(table.frame[column].to_list(), dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise SteersmanError(
            f"the column {column!r} has values that are no numbers",
            todo="choose a column of numbers",
            code="bad-row-costs",
            column=column,
        ) from problem
    return costs


def row_gaps(want: ResolvedWant, rows: RowColumns, codes: Ints, predicted: Ints) -> tuple[str, ...]:
    """A sentence on each limit on groups and costs that rows break under some decisions."""
    said = []
    for bound in want.bounds:
        if bound.written.each_group:
            said += broken_in_group(want, bound, rows, codes, predicted)
        elif bound.written.gap_over:
            said += broken_gap(want, bound, rows, codes, predicted)
        elif bound.by_row and rows.costs is not None:
            figure = CostFigure.of(rows.costs * (codes != predicted))
            averaged = bound.definition.unit is Unit.COST_PER_ROW
            # A total is one of the rows it was asked of.
            if averaged and figure.average > bound.written.value:
                within = f"95 % interval {count_text(figure.low)} to {count_text(figure.high)}"
                average = count_text(figure.average)
                said.append(f"a row costs {average} on average ({limit_text(bound)}; {within})")
    return tuple(said)


def group_matrices(
    want: ResolvedWant, bound: ClassBound, rows: RowColumns, codes: Ints, predicted: Ints
) -> tuple[list[object], Ints]:
    """The groups that a limit is about, and (groups, classes, classes) the matrix of each."""
    assert rows.groups is not None  # noqa: S101
    values = rows.groups[bound.written.grouping]
    groups = Groups.of(values, len(values))
    size = len(want.classes)
    found = np.zeros((len(groups.names), size, size), dtype=np.int64)
    np.add.at(found, (groups.codes, codes, predicted), 1)
    return list(groups.names), found


def broken_in_group(
    want: ResolvedWant, bound: ClassBound, rows: RowColumns, codes: Ints, predicted: Ints
) -> list[str]:
    """A sentence on the group that breaks a limit most, where some does."""
    names, matrices = group_matrices(want, bound, rows, codes, predicted)
    alone = replace(want, bounds=(bound,))
    broken = [at for at in range(len(names)) if not alone.is_met(matrices[at])]
    if not broken:
        return []
    worst = max(broken, key=lambda at: alone.gap(matrices[at]))
    (found,) = alone.violations(matrices[worst])
    text = violation_text(found, alone, matrices[worst])
    others = f", and in {len(broken) - 1} more" if len(broken) > 1 else ""
    return [f"{text} in {bound.written.each_group} {names[worst]}{others}"]


def broken_gap(
    want: ResolvedWant, bound: ClassBound, rows: RowColumns, codes: Ints, predicted: Ints
) -> list[str]:
    """A sentence on a gap between groups that is beyond its limit."""
    names, matrices = group_matrices(want, bound, rows, codes, predicted)
    rates = {}
    for name, matrix in zip(names, matrices.astype(np.float64)):
        part, whole = bound.parts(matrix.sum(axis=1), None)
        assert whole is not None  # noqa: S101
        if (whole * matrix).sum():
            rates[name] = float((part * matrix).sum() / (whole * matrix).sum())
    if not rates or max(rates.values()) - min(rates.values()) <= bound.written.value:
        return []
    gap = share_text(max(rates.values()) - min(rates.values()))
    low, high = min(rates, key=lambda name: rates[name]), max(rates, key=lambda name: rates[name])
    ends = f"{high} {share_text(rates[high])}, {low} {share_text(rates[low])}"
    over = f"{bound.written.measure} gap over {bound.written.gap_over}"
    return [f"{over} is {gap} ({limit_text(bound)}; {ends})"]

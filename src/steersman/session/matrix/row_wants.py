"""Wants that single rows decide, on the page: columns of groups and costs, and what was reached."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering import GroupOutcome, Steering
from steersman.learn.wants import Want
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.outcome import ReachedBound
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.shapes import GroupOutcomeValues
from steersman.session.matrix.want_values import finite


class SteerColumns(TypedDict, total=False):
    """Arguments of `steer`: the groups by name, and the cost of an error on each row."""

    groups: dict[str, NDArray[np.generic]]
    cutoff_per_group: bool
    cost_column: NDArray[np.generic]


def asks_of_rows(want: Want) -> bool:
    """Whether a want is about groups, or about costs that rows have of their own."""
    return bool(want.groupings or want.cost_column)


def row_columns(
    corpus: Corpus, problem: MatrixProblem, want: Want, cutoff_column: str = ""
) -> SteerColumns:
    """The columns that a want names, for the tuning rows, and the one whose groups each have a
    cut-off; nothing where there is none."""
    found: SteerColumns = {}
    if problem.holdout.whole is not None:
        # Steering refuses such a want of rows in partitions.
        return found
    names = named_groups(want, cutoff_column)
    if names:
        found["groups"] = {name: tuning_column(corpus, problem, name) for name in names}
    if cutoff_column:
        found["cutoff_per_group"] = True
    if want.cost_column:
        found["cost_column"] = tuning_column(corpus, problem, want.cost_column)
    return found


def named_groups(want: Want, cutoff_column: str) -> list[str]:
    """The columns of groups that steering needs."""
    return list(dict.fromkeys([*want.groupings, *([cutoff_column] if cutoff_column else [])]))


def tuning_column(corpus: Corpus, problem: MatrixProblem, name: str) -> NDArray[np.generic]:
    """(tuning rows,): a column of the data set, be it a feature or not."""
    return corpus.dataset.column(name)[problem.holdout.rows]


def column_lines(want: Want, cutoff_column: str = "") -> list[str]:
    """Those arguments of `steer` in the Python lines of a model."""
    lines = []
    names = named_groups(want, cutoff_column)
    if names:
        named = ", ".join(f"{name!r}: data.column({name!r})[holdout]" for name in names)
        lines.append(f"groups={{{named}}}")
    if cutoff_column:
        lines.append("cutoff_per_group=True")
    if want.cost_column:
        lines.append(f"cost_column=data.column({want.cost_column!r})[holdout]")
    return lines


def with_row_values(
    reached: tuple[ReachedBound, ...], steering: Steering
) -> tuple[ReachedBound, ...]:
    """The bounds, those on groups with the worst of them, gaps and costs with their value."""
    return tuple(row_reached(each, steering) for each in reached)


def row_reached(reached: ReachedBound, steering: Steering) -> ReachedBound:
    """What was reached for one bound that single rows decide; any other as it is."""
    bound = reached.bound
    if bound.each_group:
        worst = next((each for each in steering.groups if each.bound == bound), None)
        if worst is None or worst.value != worst.value:
            return reached
        low, high = worst.interval or (0.0, 1.0)
        part, rows = counted_rows(worst, steering)
        tight = low <= bound.value <= high
        return ReachedBound(bound, worst.value, part, rows, low, high, tight)
    for about, value in steering.row_values.items():
        if about.written == bound:
            after = steering.row_costs[1] if steering.row_costs and not bound.gap_over else None
            ends = (after.low, after.high) if after else (0.0, 1.0)
            return ReachedBound(bound, value, None, None, *ends, True)
    return reached


def row_objective(best: ReachedBound | None, steering: Steering) -> ReachedBound | None:
    """What the objective reached; where rows have costs, what they cost."""
    if best is None or steering.row_costs is None or not best.bound.definition.is_cost:
        return best
    after = steering.row_costs[1]
    value = after.total if best.bound.measure == "cost" else after.average
    return ReachedBound(best.bound, value, None, None, after.low, after.high, True)


def counted_rows(outcome: GroupOutcome, steering: Steering) -> tuple[int, int]:
    """The rows that a limit counts in a group, and out of how many."""
    about = next(each for each in steering.want.bounds if each.written == outcome.bound)
    cells = outcome.matrix.astype(np.float64)
    part, whole = about.parts(cells.sum(axis=1), None)
    assert whole is not None  # noqa: S101
    return round(float((part * cells).sum())), round(float((whole * cells).sum()))


def group_values(outcome: GroupOutcome) -> GroupOutcomeValues:
    """One limit in one group, as fields."""
    low, high = outcome.interval or (None, None)
    return {
        "limit": str(outcome.bound),
        "column": outcome.bound.grouping,
        "group": str(outcome.group),
        "rows": int(outcome.matrix.sum()),
        "value": finite(outcome.value),
        "low": low,
        "high": high,
        "met": outcome.is_met,
    }


def row_guarantees(steering: Steering) -> tuple[str, ...]:
    """What holds for new rows of groups and costs, a sentence for each limit."""
    if steering.promise is None or not steering.met:
        return ()
    own = len(steering.promise.promised_bounds)
    return steering.guarantees[own:]


def recipe_want(want: Want) -> str:
    """The want as far as other rows can be steered to it, which come without groups and costs."""
    return str(want.for_all_rows()) if asks_of_rows(want) else str(want)

"""Steering under limits that single rows decide: groups, and costs of rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.steering.classifier_types import Rows
from steersman.learn.steering.group_cutoffs import best_cutoffs
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.holdout import confusion_of
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.row_costs import row_costs_of
from steersman.learn.steering.row_offset_steering import offset_search
from steersman.learn.steering.row_offsets import OffsetRows
from steersman.learn.steering.row_sweep import RowChoice, TuningRows, best_cutoff
from steersman.learn.steering.steering_result import Steering, steering_result
from steersman.learn.steering.thresholded import (
    ThresholdedClassifier,
    class_scores,
    without_threshold,
)
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ResolvedWant, Want
from steersman.tasks import Task

Floats = NDArray[np.float64]


def given_row_costs(
    cost_column: ArrayLike | str | None,
    costs: ArrayLike | None,
    want: Want,
    X: ArrayLike,
    rows: int,
) -> Floats | None:
    """(rows,): what an error on each row costs, where that is given or named in the want."""
    given = cost_column if cost_column is not None else want.cost_column or None
    if given is None:
        return None
    if costs is not None:
        raise SteersmanError(
            "costs came for each kind of error and for each row",
            todo="give costs or cost_column",
            code="costs-twice",
        )
    return row_costs_of(given, X, rows)


def steered_by_rows(
    model: object,
    X: ArrayLike,
    rows: TuningRows,
    want: ResolvedWant,
    confidence: float | None,
    *,
    keep: bool,
    several: bool,
) -> Steering:
    """The model with the best cut-off under limits that single rows decide, or with several."""
    before = confusion_of(model, X, rows.codes, np.asarray(want.classes))
    start, reach = VisitedModel(model, before, 0.0, 0.0), SeenRanges(want)
    if several:
        groups = single_grouping(rows.groupings)
        common = best_cutoff(start, rows, SeenRanges(want), None, keep=False).chosen
        at = common.model.setting() if isinstance(common.model, ThresholdedClassifier) else None
        near = rows.start if at is None else float(at)
        choice = best_cutoffs(start, rows, reach, confidence, groups, near)
    else:
        choice = best_cutoff(start, rows, reach, confidence, keep=keep)
    # Only cut-offs were turned: a model with other settings may do better.
    reach.exact &= not (hasattr(model, "steer_toward") or hasattr(model, "search_settings"))
    return row_result(choice, reach)


def steered_by_row_offsets(
    model: object,
    X: ArrayLike,
    rows: OffsetRows,
    confidence: float | None,
    task: Task,
    *,
    keep: bool,
) -> Steering:
    """The model of several classes with the best offsets under limits that single rows decide."""
    reach = SeenRanges(rows.want)
    choice = offset_search(model, X, rows, reach, task).choice(X, confidence, keep=keep)
    return row_result(choice, reach)


def row_result(choice: RowChoice, reach: SeenRanges) -> Steering:
    """The result of a choice among cut-offs."""
    visited = [choice.start] if choice.chosen is choice.start else [choice.start, choice.chosen]
    ended = steering_result(Goal(reach.want), reach, visited, choice.chosen, choice.promise)
    return replace(
        ended,
        groups=choice.outcomes,
        violations=choice.violations,
        row_values=choice.values,
        row_costs=choice.costs,
    )


def single_grouping(groupings: Mapping[str, Groups]) -> Groups:
    """The groups that each get a cut-off of their own."""
    found = list({id(each): each for each in groupings.values()}.values())
    if len(found) == 1:
        return found[0]
    raise SteersmanError(
        "a cut-off for each group needs groups of one kind, "
        + (f"and there are {', '.join(groupings)}" if found else "and there are none"),
        todo="give groups=... (--group COLUMN)",
        code="one-grouping-needed",
        groupings=tuple(groupings),
    )


def own_cutoff(model: object, X: Rows) -> float:
    """The cut-off of a model of two classes by itself, where a threshold was put around it."""
    inner = without_threshold(model)
    few = X[:1] if not hasattr(X, "head") else X.head(1)
    return float(class_scores(inner, few).start)

"""Steering a likelihood-space classifier: the line itself is turned, nothing is wrapped."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.learn.likelihood.lines import best_line_under
from steersman.learn.steering import (
    Goal,
    Scores,
    SeenRanges,
    VisitedModel,
    steered_by_offsets,
    steered_by_scores,
)
from steersman.learn.wants import Scope
from steersman.maths.confusion import cutoff_sweep
from steersman.tasks import Task

if TYPE_CHECKING:
    from steersman.learn.likelihood.classifier import LikelihoodSpaceClassifier

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLOPES = np.tan(np.linspace(0.02, 0.98, 49) * np.pi / 2.0)
ROUNDS = 30


def steered_by_line(
    model: LikelihoodSpaceClassifier,
    X: ArrayLike,
    codes: Ints,
    goal: Goal,
    reach: SeenRanges,
    task: Task,
) -> list[VisitedModel]:
    """The classifiers on the way to the best line (or intercepts, of more than two classes)."""
    if model.curve != 1:
        # Of a curve only the cut-off is turned, not its coefficients.
        reach.exact = False
        return steered_by_scores(model, X, codes, goal, reach, task)
    if len(model.classes_) > 2:
        return steered_intercepts(model, X, codes, goal, reach, task)
    points = model.coordinates(X)
    slope = model.boundary().slope
    slopes = [slope]
    # Under a promise the slope stays: only the lines of one slope make nested decisions.
    if goal.judge is None:
        slopes += exact_slopes(points, codes == 1, goal, task)
        slopes += SLOPES.tolist()
    reach.exact &= goal.judge is None and solved_exactly(goal) and task.seconds_left > 0.0
    best: tuple[float, float, int] | None = None
    visited: list[VisitedModel] = []
    if goal.judge is not None:
        visited.append(current_line(model, points, codes, goal))
    for step, turned in enumerate(slopes):
        task.report("rotating the line", step / len(slopes))
        seen = at_slope(model, points, codes, goal, reach, turned)
        rank = (seen.gap, seen.objective, -int(np.trace(seen.matrix)))
        if best is None or rank < best:
            best = rank
            visited.append(task.see(seen))
        if task.seconds_left <= 0.0:
            break
    return visited


def at_slope(
    model: LikelihoodSpaceClassifier,
    points: Floats,
    codes: Ints,
    goal: Goal,
    reach: SeenRanges,
    slope: float,
) -> VisitedModel:
    """The best line of one slope, every intercept looked at."""
    heights = slope * points[:, 0] - points[:, 1]
    sweep = cutoff_sweep(heights, codes == 1)
    reach.add(sweep.matrices)
    start = model.boundary().intercept
    # A cut-off c of the heights is the intercept -c.
    at = goal.best(sweep.matrices, np.abs(-sweep.settings - start))
    intercept = -float(sweep.settings[at])
    turned = copy(model).set_params(slope=float(slope), intercept=intercept)
    matrix = sweep.matrices[at]
    gap, damage = float(goal.gaps(sweep.matrices)[at]), float(goal.damages(matrix[None])[0])
    return VisitedModel(
        turned, matrix, gap, damage, {"slope": float(slope), "intercept": intercept}
    )


def current_line(
    model: LikelihoodSpaceClassifier, points: Floats, codes: Ints, goal: Goal
) -> VisitedModel:
    """The line as it is, judged as one of all the lines of its slope."""
    line = model.boundary()
    heights = line.slope * points[:, 0] - points[:, 1]
    sweep = cutoff_sweep(heights, codes == 1)
    at = int(np.searchsorted(np.unique(heights), -line.intercept, side="right"))
    gap, damage = float(goal.gaps(sweep.matrices)[at]), float(goal.damages(sweep.matrices)[at])
    return VisitedModel(model, sweep.matrices[at], gap, damage, {"slope": line.slope})


def solved_exactly(goal: Goal) -> bool:
    """Whether the slopes of `exact_slopes` are proven: fewer errors never break the want, and the
    errors that it leaves open are all that is to be made few."""
    monotone = all(
        bound.written.relation != "="
        and (
            bound.places[0] == bound.places[1]
            if bound.definition.scope is Scope.CELL and bound.written.is_lower
            else bound.written.is_upper == bound.definition.rises_with_errors
        )
        for bound in goal.want.bounds
    )
    return monotone and goal.want.objective is None and goal.want.costs is None


def exact_slopes(
    points: Floats, positive: NDArray[np.bool_], goal: Goal, task: Task
) -> list[float]:
    """Slopes of lines solved exactly under limits that close in on what the want allows.

    For a want that fewer errors never break, each line with the fewest errors of one kind shows
    how many of the other kind could still be allowed; where that stops shrinking, the line is
    the best there is, and if no line meets the want the limits run empty.
    """
    positives = int(np.count_nonzero(positive))
    negatives = len(positive) - positives
    if not positives or not negatives:
        return []
    spoken = goal.want.bounded_errors()
    bound_fp = bool(spoken[0, 1]) or not spoken[1, 0]
    slopes: list[float] = []
    other = 0
    limit = negatives if bound_fp else positives
    for _ in range(ROUNDS):
        allowed = most_allowed(goal, (negatives, positives), other, bound_fp)
        if allowed < 0 or task.seconds_left <= 0.0 or (slopes and allowed >= limit):
            break
        limit = min(limit, allowed)
        most_fp, most_fn = (limit, None) if bound_fp else (None, limit)
        line = best_line_under(points[:, 0], points[:, 1], positive, max_fp=most_fp, max_fn=most_fn)
        slopes.append(line.slope)
        other = line.counts.fn if bound_fp else line.counts.fp
    return slopes


def most_allowed(goal: Goal, sizes: tuple[int, int], other: int, bound_fp: bool) -> int:
    """The most errors of the bounded kind that the want allows with `other` of the other kind.

    -1 when it allows none.
    """
    negatives, positives = sizes
    errors = np.arange((negatives if bound_fp else positives) + 1)
    others = np.full_like(errors, other)
    fp, fn = (errors, others) if bound_fp else (others, errors)
    rows = [np.column_stack([negatives - fp, fp]), np.column_stack([fn, positives - fn])]
    met = np.flatnonzero(goal.want.gaps(np.stack(rows, axis=1)) == 0.0)
    return int(met[-1]) if len(met) else -1


def steered_intercepts(
    model: LikelihoodSpaceClassifier,
    X: ArrayLike,
    codes: Ints,
    goal: Goal,
    reach: SeenRanges,
    task: Task,
) -> list[VisitedModel]:
    """One intercept for each category, its slope kept."""
    if goal.judge is not None:
        return steered_by_scores(model, X, codes, goal, reach, task)
    names = model.classes_.tolist()
    starts = np.array([model.boundary(name).intercept for name in names])

    def with_offsets(offsets: Floats) -> object:
        return copy(model).set_params(intercept=dict(zip(names, (starts + offsets).tolist())))

    scores = Scores(np.asarray(model.decision_function(X)), np.zeros(len(names)))
    return steered_by_offsets(with_offsets, scores, codes, goal, reach, task)

"""The models on the way to a want, by every means a kind of model has, and the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.steering.by_scores import steered_by_scores
from steersman.learn.steering.holdout import confusion_of
from steersman.learn.steering.pipelines import with_last_step
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.thresholded import ThresholdedClassifier
from steersman.learn.steering.visited_model import VisitedModel
from steersman.tasks import Task

Ints = NDArray[np.int64]

TUNING_SECONDS = 20.0
PENALTY_FACTORS = (3.0, 0.3, 10.0, 0.1, 30.0, 0.03)
SCORES_SHARE = 0.25  # of the time: what cut-offs and offsets get however long the tuning took


def candidate_models(
    model: object, X: ArrayLike, codes: Ints, goal: Goal, reach: SeenRanges, task: Task
) -> list[VisitedModel]:
    """The models visited on the way, by every means this kind of model has."""
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return through_pipeline(model, X, codes, goal, reach, task)
    # Such a model searches its own settings as a whole, so nothing is wrapped around it.
    if hasattr(model, "search_settings"):
        own: list[VisitedModel] = model.search_settings(X, codes, goal, reach, task)
        return own
    inner = model.estimator_ if isinstance(model, ThresholdedClassifier) else model
    # Nobody can try all penalties of a model: what was not found may exist.
    reach.exact &= not hasattr(inner, "steer_toward")
    if goal.judge is not None:
        return steered_by_scores(model, X, codes, goal, reach, task)
    # Cut-offs answer within seconds; tuning takes minutes, so it comes only if they do not suffice.
    if getattr(inner, "slow_to_tune", False):
        found = steered_by_scores(model, X, codes, goal, reach, task)
        met = any(seen.gap == 0.0 for seen in found)
        return found if met else found + by_tuning(inner, X, codes, goal, reach, task)
    visited = by_tuning(inner, X, codes, goal, reach, task)
    task = task.at_least(task.max_seconds * SCORES_SHARE)
    visited += steered_by_scores(model, X, codes, goal, reach, task)
    if not any(seen.gap == 0.0 for seen in visited):
        visited += by_shared_penalties(inner, X, codes, goal, reach, task)
    return visited


def by_tuning(
    model: object, X: ArrayLike, codes: Ints, goal: Goal, reach: SeenRanges, task: Task
) -> list[VisitedModel]:
    """The models on the way of one that can steer itself, then those around the best of them."""
    visited = self_steered_models(model, X, codes, goal, task)
    if not visited:
        return []
    ranks = goal.ranks(np.stack([seen.matrix for seen in visited]))
    best = visited[ranks.index(min(ranks))]
    task = task.at_least(task.max_seconds * SCORES_SHARE)
    return visited + steered_by_scores(best.model, X, codes, goal, reach, task)


def by_shared_penalties(
    model: object, X: ArrayLike, codes: Ints, goal: Goal, reach: SeenRanges, task: Task
) -> list[VisitedModel]:
    """The best cut-off of the model with all of its penalties larger, or smaller, alike.

    The gradient turns each penalty by itself and may miss what one factor on all of them does.
    """
    visited: list[VisitedModel] = []
    if not hasattr(model, "with_scaled_penalties"):
        return visited
    for step, factor in enumerate(PENALTY_FACTORS):
        task.report("trying other penalties", step / len(PENALTY_FACTORS))
        if task.seconds_left <= 0.0:
            break
        try:
            scaled = model.with_scaled_penalties(factor)
        # A model read from a file has no rows to be fitted on.
        except SteersmanError:
            break
        best = steered_by_scores(scaled, X, codes, goal, reach, task)[-1]
        visited.append(replace(best, knobs={**best.knobs, "penalties": scaled.penalties}))
    return visited


def self_steered_models(
    model: object, X: ArrayLike, codes: Ints, goal: Goal, task: Task
) -> list[VisitedModel]:
    """The models on the way of a classifier that can steer itself; none of any other."""
    if not hasattr(model, "steer_toward"):
        return []
    labels = np.asarray(goal.want.classes)[codes]
    try:
        visited: list[VisitedModel] = model.steer_toward(
            X,
            labels,
            goal.want,
            # Half of the time at most, as cut-offs are still to be searched.
            max_seconds=max(0.0, min(TUNING_SECONDS, task.seconds_left / 2.0)),
            task=task,
        )
    # Such as a model read from a file without its training rows: cut-offs are left to try.
    except SteersmanError:
        return []
    return visited


def through_pipeline(
    model: Pipeline, X: ArrayLike, codes: Ints, goal: Goal, reach: SeenRanges, task: Task
) -> list[VisitedModel]:
    """The last step steered on what the steps before make of the rows."""
    last = model.steps[-1][1]
    found = candidate_models(last, model[:-1].transform(X), codes, goal, reach, task)
    return [in_pipeline(model, seen) for seen in found]


def in_pipeline(model: Pipeline, seen: VisitedModel) -> VisitedModel:
    """A model visited, as the last step of a pipeline."""
    return replace(seen, model=with_last_step(model, seen.model))


def models_from_starts(
    starts: Sequence[object],
    found: Sequence[VisitedModel],
    X: ArrayLike,
    codes: Ints,
    goal: Goal,
    reach: SeenRanges,
    task: Task,
) -> list[VisitedModel]:
    """The models on the way from other starts: what can be reached must not depend on the way.

    Every start is looked at, and the cut-offs of each. Its other settings are turned only while
    nothing that was found meets the want.
    """
    classes = np.asarray(goal.want.classes)
    visited: list[VisitedModel] = []
    for model in starts:
        matrix = confusion_of(model, X, codes, classes)
        reach.add(matrix[np.newaxis])
        gap, damage, _ = goal.rank(matrix)
        visited.append(VisitedModel(model, matrix, gap, damage))
    for model in starts:
        if task.seconds_left <= 0.0:
            break
        if any(seen.gap == 0.0 for seen in (*found, *visited)):
            visited += cut_offs_of(model, X, codes, goal, reach, task)
        else:
            visited += candidate_models(model, X, codes, goal, reach, task)
    return visited


def cut_offs_of(
    model: object, X: ArrayLike, codes: Ints, goal: Goal, reach: SeenRanges, task: Task
) -> list[VisitedModel]:
    """The models on the way to a model's best cut-off, also inside a pipeline."""
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        inside = cut_offs_of(model.steps[-1][1], model[:-1].transform(X), codes, goal, reach, task)
        return [in_pipeline(model, seen) for seen in inside]
    return steered_by_scores(model, X, codes, goal, reach, task)


def best_verified(
    goal: Goal, visited: Sequence[VisitedModel], X: ArrayLike, codes: Ints
) -> VisitedModel:
    """The best model visited, as its own predictions show; the start unless one is better."""
    classes = np.asarray(goal.want.classes)
    ranks = goal.ranks(np.stack([seen.matrix for seen in visited]))
    for place in sorted(range(len(visited)), key=lambda place: (ranks[place], place)):
        seen = visited[place]
        # At a row just on the line `predict` may round differently from the search: no matrix is
        # reported that the model itself does not give.
        matrix = seen.matrix if place == 0 else confusion_of(seen.model, X, codes, classes)
        rank = goal.rank(matrix)
        if place == 0 or rank <= ranks[place]:
            return VisitedModel(seen.model, matrix, *rank[:2], seen.knobs)
    return visited[0]

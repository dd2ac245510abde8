"""Steering by the scores of a fitted classifier: one cut-off, or one offset for each class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman._cached import cached_property
from steersman.learn.steering.offset_search import best_offsets
from steersman.learn.steering.offset_turns import OffsetTurns, offset_turns, with_one
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.thresholded import Scores, ThresholdedClassifier, class_scores
from steersman.learn.steering.visited_model import VisitedModel
from steersman.maths.confusion import Sweep, cutoff_sweep, decided_classes, offset_path
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STEPS_SHOWN = 24  # cut-offs on the way from the start to the end that are kept as models
ROUNDS = 40
MOST_SHAKEN = 3  # offsets at a time
PATIENCE = 12  # shakes in a row without anything better
MOST_SHAKING = 6e7  # shakes, times rows, times classes squared: of few classes, more than patience
FEW_CUTS = 1000

WithOffsets = Callable[[Floats], object]


def steered_by_scores(
    model: object, X: ArrayLike, codes: Ints, goal: Goal, reach: SeenRanges, task: Task
) -> list[VisitedModel]:
    """The models on the way to the best cut-off or offsets, that one last."""
    scores = class_scores(model, X)
    if scores.values.ndim == 1:
        return steered_by_cutoff(model, scores, codes, goal, reach, task)

    def with_offsets(offsets: Floats) -> object:
        return ThresholdedClassifier.around(model, offsets)

    if goal.judge is not None:
        return steered_by_one_offset(with_offsets, scores, codes, goal, reach, task)
    return steered_by_offsets(with_offsets, scores, codes, goal, reach, task)


def steered_by_cutoff(
    model: object,
    scores: Scores,
    codes: Ints,
    goal: Goal,
    reach: SeenRanges,
    task: Task,
) -> list[VisitedModel]:
    """The models between the start and the best of all cut-offs."""
    sweep, start = cutoff_sweep(scores.values, codes == 1), float(scores.start)
    # Setting k of the sweep has k distinct scores at or below it: this one decides as the start
    # does.
    begin = int(np.searchsorted(np.unique(scores.values), start, side="right"))
    return steered_along(model, sweep, (start, begin), goal, reach, task)


def steered_along(
    model: object,
    sweep: Sweep,
    own: tuple[float, int],
    goal: Goal,
    reach: SeenRanges,
    task: Task,
) -> list[VisitedModel]:
    """The models between the start and the best cut-off of a sweep.

    `own` is the model's own cut-off, and the setting of the sweep that decides as it does.
    """
    start, begin = own
    reach.add(sweep.matrices)
    end = goal.best(sweep.matrices, np.abs(sweep.settings - start))
    steps = np.unique(np.linspace(begin, end, STEPS_SHOWN).astype(np.intp))
    steps = steps if begin <= end else steps[::-1]
    gaps, damages = goal.gaps(sweep.matrices), goal.damages(sweep.matrices)
    visited = []
    for step in steps:
        cutoff = float(sweep.settings[step])
        moved = ThresholdedClassifier.around(model, cutoff)
        matrix, gap, damage = sweep.matrices[step], float(gaps[step]), float(damages[step])
        visited.append(task.see(VisitedModel(moved, matrix, gap, damage, {"threshold": cutoff})))
    return visited


def best_setting(
    scores: Floats, codes: Ints, goal: Goal, task: Task, *, start: float | Floats = 0.0
) -> float | Floats:
    """The best cut-off on (rows,) scores, or the best offsets for (rows, classes).

    Among cut-offs that are equally good it is the one nearest to `start`.
    """
    if scores.ndim == 1:
        sweep = cutoff_sweep(scores, codes == 1)
        distances = np.abs(sweep.settings - float(start))
        return float(sweep.settings[goal.best(sweep.matrices, distances)])
    turning = OffsetDescent(lambda _: None, scores, codes, goal, None, task)
    descent = turning.descend(np.broadcast_to(np.float64(start), scores.shape[1:]).copy())
    start = np.array(descent[-1].knobs["offsets"], dtype=np.float64)
    return best_offsets(scores, codes, goal, start, task=task, most_cuts=FEW_CUTS).offsets


def steered_by_offsets(
    with_offsets: WithOffsets,
    scores: Scores,
    codes: Ints,
    goal: Goal,
    reach: SeenRanges,
    task: Task,
) -> list[VisitedModel]:
    """The models on the way to the best offsets: one class at a time, then all together.

    `reach.exact` says whether the last search proved that there are no better ones.
    """
    turning = OffsetDescent(with_offsets, scores.values, codes, goal, reach, task)
    visited = turning.descend(np.asarray(scores.start, dtype=np.float64))
    visited += turning.perturb(visited[-1])
    reach.exact &= turning.add_exact_best(visited)
    return visited


def typical_lead(scores: Floats) -> float:
    """The lead of a typical decision: shakes of this size change some decisions, but not all."""
    ordered = np.sort(scores, axis=1)
    return float(np.median(ordered[:, -1] - ordered[:, -2])) or 1.0


@dataclass(frozen=True, eq=False)
class OffsetDescent:
    """A search that turns one offset at a time."""

    with_offsets: WithOffsets
    scores: Floats  # (rows, classes)
    codes: Ints
    goal: Goal
    reach: SeenRanges | None
    task: Task

    @cached_property
    def turns(self) -> OffsetTurns:
        """The turns of each offset alone."""
        return offset_turns(self.scores, self.codes, self.goal, self.reach)

    def descend(self, offsets: Floats) -> list[VisitedModel]:
        """The models visited by turning one offset at a time, each to its best, from `offsets`."""
        n_classes = self.scores.shape[1]
        matrix = np.zeros((n_classes, n_classes), dtype=np.int64)
        np.add.at(matrix, (self.codes, decided_classes(self.scores, offsets)), 1)
        rank = self.goal.rank(matrix)
        visited = [self.visit(offsets, matrix, rank)]
        turn = unhelpful = 0
        # After a round in which no class helped, no single offset can.
        while turn < ROUNDS * n_classes and unhelpful < n_classes:
            tried, found = self.turns.better(offsets, rank, turn, n_classes - unhelpful)
            turn, unhelpful = turn + tried, unhelpful + tried
            if found is not None:
                offsets, matrix, rank = found
                unhelpful = 0
                visited.append(self.visit(offsets, matrix, rank))
            if self.task.seconds_left <= 0.0:
                break
            self.task.report("adjusting class offsets")
        return visited

    def perturb(self, last: VisitedModel) -> list[VisitedModel]:
        """The better models found by turning some offsets at random and descending again.

        Where a descent ends depends on where it begins; a few shakes find most of what is to gain.
        """
        # A fixed seed: the same rows and want give the same model.
        rng = np.random.default_rng(0)
        size = typical_lead(self.scores)
        better: list[VisitedModel] = []
        unhelpful = 0
        left = max(PATIENCE, int(MOST_SHAKING / (self.scores.size * self.scores.shape[1])))
        while left and unhelpful < PATIENCE and self.task.seconds_left > 0.0:
            left -= 1
            self.task.report("adjusting class offsets")
            offsets = np.array(last.knobs["offsets"], dtype=np.float64)
            turned = rng.choice(len(offsets), size=rng.integers(1, 1 + MOST_SHAKEN), replace=False)
            offsets[turned] += rng.normal(scale=size, size=len(turned))
            found = self.descend(offsets)[-1]
            unhelpful += 1
            if self.goal.rank(found.matrix) < self.goal.rank(last.matrix):
                better.append(found)
                last, unhelpful = found, 0
        return better

    def add_exact_best(self, visited: list[VisitedModel]) -> bool:
        """Add the best offsets of all unless they were visited; whether they are proven to be."""
        last = visited[-1]
        start = np.array(last.knobs["offsets"], dtype=np.float64)
        best = best_offsets(
            self.scores, self.codes, self.goal, start, reach=self.reach, task=self.task
        )
        rank = self.goal.rank(best.matrix)
        if rank < self.goal.rank(last.matrix):
            visited.append(self.visit(best.offsets, best.matrix, rank))
        return best.proven

    def visit(self, offsets: Floats, matrix: Ints, rank: tuple[float, float, int]) -> VisitedModel:
        """The model with these offsets."""
        knobs = {"offsets": tuple(offsets.tolist())}
        return self.task.see(
            VisitedModel(self.with_offsets(offsets), matrix, rank[0], rank[1], knobs)
        )


def steered_by_one_offset(
    with_offsets: WithOffsets,
    scores: Scores,
    codes: Ints,
    goal: Goal,
    reach: SeenRanges,
    task: Task,
) -> list[VisitedModel]:
    """The models on the way to the best offset of the class that the first bound is about.

    Decisions along one offset are nested, so that what is seen here can be promised of new rows.
    """
    offsets = np.asarray(scores.start, dtype=np.float64)
    objective = goal.want.objective
    measured = [*goal.want.bounds, *([objective.measured] if objective else [])]
    places = next((each.places for each in measured if each.places), (0,))
    moved = places[-1]
    path = offset_path(scores.values, codes, offsets, moved)
    reach.add(path)
    end = goal.best(path, np.abs(path.settings - offsets[moved]))
    begin = max(0, int(np.searchsorted(path.settings, offsets[moved])) - 1)
    gaps, damages = goal.gaps(path), goal.damages(path)
    visited = []
    # The start decides as one of the first two does, so that `steer` can find out that the model
    # need not change.
    for step in (begin, begin + 1, end):
        at = min(step, len(gaps) - 1)
        turned = with_one(offsets, moved, path.settings[at])
        knobs = {"offsets": tuple(turned.tolist())}
        gap, damage = float(gaps[at]), float(damages[at])
        seen = VisitedModel(with_offsets(turned), path.at([at])[0], gap, damage, knobs)
        visited.append(task.see(seen))
    return visited

"""Where a steering starts: the model as it is, and what it is judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.promises import Promise
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.steering_result import Steering, steering_result
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ResolvedWant

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SteeringStart:
    """A model before it is steered, the goal and the guarantee that it is judged by."""

    promise: Promise | None
    goal: Goal
    reach: SeenRanges
    visited: VisitedModel

    @classmethod
    def of(
        cls, model: object, before: Ints, want: ResolvedWant, promise: Promise | None
    ) -> SteeringStart:
        """Judge a model with the confusion matrix `before`."""
        judge = promise if promise is not None and promise.promised_bounds else None
        goal, reach = Goal(want, judge), SeenRanges(want)
        reach.add(before[np.newaxis])
        gap = float(goal.gaps(before[np.newaxis])[0])
        if judge is not None:
            # A share of calls is shown by a whole sweep only: the one matrix of the start leaves
            # it in doubt.
            gap = max(gap, float(judge.swept_bounds))
        damage = float(goal.damages(before[np.newaxis])[0])
        return cls(promise, goal, reach, VisitedModel(model, before, gap, damage))

    @property
    def is_judged(self) -> bool:
        """Whether the guarantee decides, not the counts alone."""
        return self.goal.judge is not None

    @property
    def is_enough(self) -> bool:
        """Whether the model as it is meets the want, and nothing is promised."""
        return not self.is_judged and self.visited.gap == 0.0

    def result(self, found: Sequence[VisitedModel], best: VisitedModel) -> Steering:
        """The steering that found these models and took one of them."""
        return steering_result(self.goal, self.reach, [self.visited, *found], best, self.promise)

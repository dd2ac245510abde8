"""The search for a looser want that can be kept, as a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from steersman.learn.steering import Steering, steer
from steersman.learn.wants import Want
from steersman.session.matrix.alternatives import looser_want
from steersman.session.matrix.model_jobs import attach_rows_behind, counted_steering
from steersman.session.matrix.problem import Part
from steersman.tasks import Task

# For finding out whether a looser want can be met before it is offered.
LONGEST_CHECK_S = 5.0


def find_looser_want(
    steering: Steering,
    rows: tuple[Any, Any] | None,
    holdout: Part,
    options: Mapping[str, Any],
    task: Task,
) -> Want | None:
    """A looser want that the model of a steering can keep; checked by steering to it."""
    every = holdout.whole
    if every is not None:
        return looser_want(
            steering, lambda less: counted_steering(steering.model, every, less, options)
        )
    attach_rows_behind(steering.model, rows)
    return looser_want(
        steering,
        lambda less: steer(
            steering.model,
            holdout.X,
            holdout.y,
            less,
            cancelled=task.cancelled,
            max_seconds=LONGEST_CHECK_S,
            # Who takes the best so far does not wait for offers either.
            hurried=task.hurried,
            **options,
        ),
    )


def without_way(steering: Steering) -> Steering:
    """The steering without the models that were visited, which a looser want does not need."""
    return replace(steering, trajectory=())

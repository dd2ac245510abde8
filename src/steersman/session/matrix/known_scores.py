"""Scores of rows that take long to find out: a worker does that before they are asked for."""

from __future__ import annotations

from collections.abc import Callable

from steersman.session.matrix.model_jobs import MOST_QUICK_SCORED, numbers_in
from steersman.session.matrix.model_registry import ModelRegistry
from steersman.session.matrix.problem import Part
from steersman.session.matrix.row_answers import scores_of_rows
from steersman.tasks import Task
from steersman.workers import WorkerJob

# Measured: rows of so many numbers are scored in 0.03 s.
MOST_SCORED_BY_NODES, MOST_SCORED_BY_ROWS = 100_000, 20_000
MOST_SCORED = {
    **dict.fromkeys(("neighbors", "svm"), MOST_SCORED_BY_ROWS),
    **dict.fromkeys(
        ("martingale", "adaptive", "adaboost", "forest", "boosting"), MOST_SCORED_BY_NODES
    ),
}
"""How many numbers the rows hold that models score in the session's process; by other models more
are."""


def know_scores(
    registry: ModelRegistry,
    model: object,
    name: str,
    part: Part,
    key: Callable[[], object],
    task: Task,
) -> None:
    """Let a worker score the rows of a part by a model of the catalog where that takes long.

    The `key` names the model and the part.
    """
    few = numbers_in(part) <= MOST_SCORED.get(name, MOST_QUICK_SCORED)
    if few or part.whole is not None or registry.knows(model, part):
        return
    found = task.result(
        "row scores",
        key,
        lambda: scores_of_rows(model, part, task),
        job=WorkerJob("row-scores", (model, part), "the scores of the rows"),
        stored=False,
    )
    registry.know_scores(model, part, found)

"""Programs judged on the tuning rows: of many rows a worker lets them pass the nodes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.learn.classic import BoostedLogisticClassifier, boosting_rounds
from steersman.learn.martingale import (
    adaptive_nodes,
    adaptive_of,
    program_in,
    program_of,
)
from steersman.learn.steering import scorer_of
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.model_jobs import (
    MOST_QUICK_NUMBERS,
    brief_mark,
    numbers_in,
    steered_part,
)
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.state import State
from steersman.tasks import Task
from steersman.workers import WorkerJob


def know_program(models: MatrixModels, corpus: Corpus, state: State, task: Task) -> None:
    """Let a worker judge the current program before the view shows it."""
    choice = state.choice(MatrixChoice)
    if choice is None or choice.shown is None:
        return
    problem, model = models.problem(corpus, state), models.current_model(state).model
    key = (*models.question(state), choice.shown)
    few = numbers_in(problem.holdout) <= MOST_QUICK_NUMBERS
    if few or problem.holdout.whole is not None or not has_nodes(model):
        return
    if is_known(models, state, key):
        return
    found: dict[str, Any] = task.result(
        "judged program",
        lambda: key,
        lambda: judged_nodes(model, problem, task),
        job=WorkerJob(
            "judge-program",
            (model, steered_part(problem)),
            "the program",
            brief_mark(models.question(state), choice.model, problem),
        ),
        stored=False,
    )
    if "matrices" in found:
        graph = program_in(model).graph_
        models.programs[key] = graph.with_node_matrices(found["matrices"])
    elif "cells" in found:
        models.cells[key] = found["cells"]
    else:
        models.boosted[key] = found["rounds"]


def is_known(models: MatrixModels, state: State, key: tuple[object, ...]) -> bool:
    """Whether the current program was judged before, perhaps at another cut-off, which its nodes
    do not know of."""
    question, scorer = models.question(state), scorer_of(models.current_model(state).model)
    for judged in (models.programs, models.cells, models.boosted):
        if key in judged:
            return True
        for each in reversed(models.registry(state).models):
            before = (*question, each.number)
            if before in judged and scorer_of(each.model) is scorer:
                judged[key] = judged[before]  # type: ignore[assignment]
                return True
    return False


def has_nodes(model: object) -> bool:
    """Whether a model has parts that are shown with what the tuning rows do there."""
    several = program_of(model) is not None or adaptive_of(model) is not None
    return several or isinstance(scorer_of(model), BoostedLogisticClassifier)


def judged_nodes(model: object, problem: MatrixProblem, task: Task) -> dict[str, Any]:
    """What the tuning rows do at the nodes of a program, in its cells or in the rounds."""
    task.report("judging the program")
    design, y = problem.holdout_design(model), problem.holdout.y
    adaptive = adaptive_of(model)
    if adaptive is not None:
        codes = np.searchsorted(adaptive.classes_, y)
        return {"cells": adaptive_nodes(adaptive, design, codes)}
    if program_of(model) is not None:
        judged = program_in(model).program_on(design, y)
        matrices: NDArray[np.int64] = np.stack([node.matrix for node in judged.nodes])
        return {"matrices": matrices}
    boosted: Any = scorer_of(model)
    return {
        "rounds": [
            {"weight": each.weight, "own_error": each.own_error, "error": each.error}
            for each in boosting_rounds(boosted, design, y)
        ]
    }

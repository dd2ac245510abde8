"""One node of a program turned by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from steersman.learn.martingale import program_in, with_program
from steersman.learn.wants import Want
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.actions import EditNode
from steersman.session.matrix.judged_programs import know_program
from steersman.session.matrix.model_jobs import brief_mark, steered_part
from steersman.session.matrix.model_registry import ModelOrigin
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.outcome import ReachedBound, node_outcome
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.requests import cell_bound
from steersman.session.matrix.row_answers import scores_of_rows
from steersman.session.state import State
from steersman.tasks import Task
from steersman.workers import WorkerJob


def apply_node_edit(
    models: MatrixModels, corpus: Corpus, state: State, asked: EditNode, task: Task
) -> State:
    """The state after one node of the program was turned by hand."""
    problem, shown = models.problem(corpus, state), models.current_model(state)
    bound = cell_bound(asked.true, asked.predicted, asked.count, problem)
    want = Want.of_bounds([bound])
    place = problem.classes.index(asked.true), problem.classes.index(asked.predicted)
    before = program_in(shown.model)
    given = (shown.model, asked.node, want, steered_part(problem))
    found: dict[str, Any] = task.result(
        "turned node",
        lambda: (*models.question(state), shown.number, asked.node, str(want)),
        lambda: turned_node(*given, task),
        job=WorkerJob(
            "turn-node",
            given,
            "the node",
            brief_mark(models.question(state), choice_of(state).model, problem),
        ),
        stored=False,
    )
    know_program(models, corpus, state, task)
    now = int(models.judged_program(corpus, state).nodes[asked.node].matrix[place])
    outcome = node_outcome(asked.node, ReachedBound(bound, now), shown, shown)
    if outcome.met:
        return models.with_outcome(state, outcome)
    turned = before.with_judged_shifts(found["shifts"], found["matrices"], found["matrix"])
    model = with_program(shown.model, turned)
    models.registry(state).know_scores(model, problem.holdout, found["scores"])
    added = models.registry(state).add(
        model,
        f"node {asked.node}: {want}",
        problem,
        tuned=(*shown.tuned, asked.node),
        recipe=replace(shown.recipe, granularity=choice_of(state).granularity),
        origin=ModelOrigin(shown.number, want, node=asked.node),
    )
    reached = int(turned.graph_.nodes[asked.node].matrix[place])
    outcome = node_outcome(asked.node, ReachedBound(bound, reached), shown, added)
    return models.with_outcome(state, outcome)


def turned_node(
    model: Any, node: int, want: Want, problem: MatrixProblem, task: Task
) -> dict[str, Any]:
    """The program of a model with one node turned, and what it says of the tuning rows."""
    task.report("turning the node")
    holdout = problem.holdout
    turned = program_in(model).tuned_node(node, problem.holdout_design(model), holdout.y, want)
    return {
        "shifts": turned.graph_.shifts,
        "matrices": np.stack([each.matrix for each in turned.graph_.nodes]),
        "matrix": turned.matrix_,
        "scores": scores_of_rows(with_program(model, turned), holdout, task),
    }

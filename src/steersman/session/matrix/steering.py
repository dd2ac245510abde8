"""Steering of the current model to a want, and of one node of its program by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from steersman.errors import SteersmanError
from steersman.learn.martingale import (
    program_in,
    with_program,
)
from steersman.learn.wants import Contradiction, Want
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.actions import AskWant, EditCell, EditNode, SteerToCost
from steersman.session.matrix.group_cutoffs import check_want_column, know_groups
from steersman.session.matrix.locks import with_locks_enforced
from steersman.session.matrix.model_registry import ModelOrigin
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.outcome import (
    ReachedBound,
    cheapest,
    contradiction_outcome,
    node_outcome,
    reached_bounds,
)
from steersman.session.matrix.requests import (
    asked_want,
    cell_bound,
    locked_places,
    lowest_cost,
    with_locks,
)
from steersman.session.matrix.row_wants import (
    row_columns,
)
from steersman.session.matrix.want_search import WantSearch
from steersman.session.state import State
from steersman.tasks import Task


def apply_want(
    models: MatrixModels,
    corpus: Corpus,
    state: State,
    asked: EditCell | AskWant | SteerToCost,
    task: Task,
) -> State:
    """The state after steering the current model towards a want."""
    choice, problem = choice_of(state), models.problem(corpus, state)
    shown = models.current_model(state)
    costs = np.array(choice.costs) if choice.costs else None
    locked = locked_places(asked, choice, problem)
    if isinstance(asked, SteerToCost):
        wanted = lowest_cost(models.attainable(corpus, state), costs)
    else:
        wanted = asked_want(asked, problem, shown.origin.want if shown.referred else None)
    want = with_locks(wanted, locked, problem, shown.holdout)
    typed = asked.want if isinstance(asked, AskWant) else ""
    if choice.cutoff_column:
        check_want_column(want, choice.cutoff_column)
        know_groups(models, corpus, state, choice.cutoff_column)
    search = WantSearch(models, state, problem, want, costs, task)
    search.columns = row_columns(corpus, problem, want, choice.cutoff_column)
    try:
        found = search.find()
    except Contradiction as clash:
        # Bounds that exclude each other are an answer, not an error: the model stays as it is.
        reached = reached_bounds(want, shown.counts_for(want), problem, costs, search.prior)
        outcome = contradiction_outcome(reached, shown, clash)
        return models.with_outcome(
            state,
            replace(outcome, asked=typed, confidence=choice.confidence, prior=choice.prior),
        )
    shelf = models.registry(state)
    kept = with_locks_enforced(
        found.steering, locked, lambda each: shelf.matrix(each, problem.holdout, problem.classes)
    )
    found = replace(found, steering=kept)
    outcome = replace(search.outcome(found), asked=typed)
    # Only a typed want can be loosened: an edited cell has one number, and its range is shown.
    if isinstance(asked, AskWant) and not outcome.met:
        looser = replace(outcome.alternatives, looser=search.looser(found))
        outcome = replace(outcome, alternatives=looser)
    if isinstance(asked, SteerToCost) and costs is not None:
        outcome = cheapest(outcome, float((costs * found.steering.after).sum()))
    return models.with_outcome(state, outcome, found.steering)


def apply_node_edit(models: MatrixModels, corpus: Corpus, state: State, asked: EditNode) -> State:
    """The state after one node of the program was turned by hand."""
    problem, shown = models.problem(corpus, state), models.current_model(state)
    bound = cell_bound(asked.true, asked.predicted, asked.count, problem)
    want = Want.of_bounds([bound])
    place = problem.classes.index(asked.true), problem.classes.index(asked.predicted)
    turned = program_in(shown.model).tuned_node(
        asked.node, problem.holdout_design(shown.model), problem.holdout.y, want
    )
    now = int(models.judged_program(corpus, state).nodes[asked.node].matrix[place])
    outcome = node_outcome(asked.node, ReachedBound(bound, now), shown, shown)
    if outcome.met:
        return models.with_outcome(state, outcome)
    added = models.registry(state).add(
        with_program(shown.model, turned),
        f"node {asked.node}: {want}",
        problem,
        tuned=(*shown.tuned, asked.node),
        recipe=replace(shown.recipe, granularity=choice_of(state).granularity),
        origin=ModelOrigin(shown.number, want, node=asked.node),
    )
    reached = int(turned.graph_.nodes[asked.node].matrix[place])
    outcome = node_outcome(asked.node, ReachedBound(bound, reached), shown, added)
    return models.with_outcome(state, outcome)


def apply_shared_risk(models: MatrixModels, corpus: Corpus, state: State, task: Task) -> State:
    """The state after the last want was asked again with the risk shared among the models."""
    choice = choice_of(state)
    asked = "" if choice.outcome is None else models.outcomes[choice.outcome].asked
    if not asked or choice.confidence is None:
        raise SteersmanError(
            "no guarantee was asked for in words",
            todo="ask for one first",
            code="nothing-guaranteed",
        )
    shared = state.with_choice(replace(choice, shared=True))
    return apply_want(models, corpus, shared, AskWant(asked), task)

"""Steering of the current model to a want."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from steersman.errors import SteersmanError
from steersman.learn.wants import Contradiction
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.actions import AskWant, EditCell, SteerToCost
from steersman.session.matrix.group_cutoffs import check_want_column, know_groups
from steersman.session.matrix.locks import with_locks_enforced
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.outcome import (
    cheapest,
    contradiction_outcome,
    reached_bounds,
)
from steersman.session.matrix.requests import (
    asked_want,
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

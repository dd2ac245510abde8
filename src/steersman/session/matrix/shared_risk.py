"""The last want asked again, so that its guarantee holds for the model that is chosen."""

from __future__ import annotations

from dataclasses import replace

from steersman.errors import SteersmanError
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.actions import AskWant
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.steering import apply_want
from steersman.session.state import State
from steersman.tasks import Task


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

"""The cut-off of the current model moved by hand."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from steersman.errors import SteersmanError
from steersman.learn.steering import with_cutoff
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.actions import MoveCutoff
from steersman.session.matrix.model_registry import ModelOrigin
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.problem import MatrixProblem, check_class
from steersman.session.state import State

MOVED_BY_HAND = "cut-off by hand"


def focused_class(problem: MatrixProblem, focus: str) -> str:
    """The class in focus: the one looked for, or the one named."""
    name = focus or problem.positive or problem.classes[0]
    check_class(name, problem.classes)
    return name


def apply_cutoff(models: MatrixModels, corpus: Corpus, state: State, asked: MoveCutoff) -> State:
    """The state with the current model deciding at another cut-off."""
    if not isfinite(asked.setting):
        raise SteersmanError(
            "the cut-off is not a finite number", todo="send a number", code="bad-cutoff"
        )
    problem, shown = models.problem(corpus, state), models.current_model(state)
    name = focused_class(problem, asked.focus)
    moved = models.registry(state).add(
        with_cutoff(shown.model, asked.setting, name),
        MOVED_BY_HAND,
        problem,
        tuned=shown.tuned,
        recipe=shown.recipe,
        origin=ModelOrigin(shown.number, cutoff=asked.setting, focus=name),
    )
    return state.with_choice(replace(choice_of(state), shown=moved.number, outcome=None))

"""The why room: what the current model uses, why a row is decided so, and what would change it."""

from __future__ import annotations

from steersman.session.actions import Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.model_jobs import is_quick
from steersman.session.matrix.models import choice_of
from steersman.session.matrix.room import MatrixRoom
from steersman.session.room import Room, RoomSet
from steersman.session.state import State
from steersman.session.views import View
from steersman.session.why import actions
from steersman.session.why.explained_model import ExplainedModel
from steersman.session.why.label_file import labels_file
from steersman.session.why.row_views import flips_view, row_view, tried_view
from steersman.session.why.views import dependence_view, importance_view, picked_view
from steersman.tasks import Task


class WhyRoom(Room):
    """Answers about the current model of the matrix room; nothing is chosen here."""

    name = "why"
    actions = actions_in(actions)

    def __init__(self, rooms: RoomSet) -> None:
        self.models = rooms[MatrixRoom].models
        # Of the last model only: its rows, weighed for neighbors, may be large.
        self.recent: tuple[object, ExplainedModel] | None = None

    def current_model(self, corpus: Corpus, state: State) -> ExplainedModel:
        """The current model, ready to be explained."""
        problem, shown = self.models.problem(corpus, state), self.models.current_model(state)
        key = (*self.models.question(state), shown.number)
        if self.recent is None or self.recent[0] != key or self.recent[1].corpus is not corpus:
            quick = is_quick(choice_of(state).model, problem)
            self.recent = key, ExplainedModel(key, corpus, problem, shown.model, quick=quick)
        return self.recent[1]

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Answer a query on the current model."""
        model = self.current_model(corpus, state)
        match query:
            case actions.AskImportance(search, focus):
                return importance_view(model, search, focus, task)
            case actions.AskDependence():
                return dependence_view(model, query)
            case actions.PickRows():
                decided = self.models.registry(state).predicted_classes(
                    model.model, model.problem.holdout, model.problem.classes
                )
                return picked_view(model, state, query, decided)
            case actions.WhyRow(row):
                return row_view(model, corpus, row, task)
            case actions.TryRow():
                return tried_view(model, query, task)
            case actions.FindFlips():
                return flips_view(model, query, task)
            case actions.ExportLabels():
                return labels_file(corpus, state, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the why room")

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
from steersman.session.why.explanation_jobs import explanation
from steersman.session.why.label_file import labels_file
from steersman.session.why.question_rows import QuestionRows
from steersman.session.why.views import importance_view, picked_view
from steersman.tasks import Task


class WhyRoom(Room):
    """Answers about the current model of the matrix room; nothing is chosen here."""

    name = "why"
    actions = actions_in(actions)

    def __init__(self, rooms: RoomSet) -> None:
        self.models = rooms[MatrixRoom].models
        # Of the last question only: its rows, weighed for neighbors, may be large.
        self.rows: QuestionRows | None = None
        self.recent: ExplainedModel | None = None

    def current_model(self, corpus: Corpus, state: State) -> ExplainedModel:
        """The current model, ready to be explained."""
        problem, shown = self.models.problem(corpus, state), self.models.current_model(state)
        if self.rows is None or self.rows.corpus is not corpus or self.rows.problem is not problem:
            self.rows, self.recent = QuestionRows(corpus, problem), None
        key = (*self.models.question(state), shown.number)
        if self.recent is None or self.recent.key != key:
            quick = is_quick(choice_of(state).model, problem)
            self.recent = ExplainedModel(key, self.rows, shown.model, quick=quick)
        return self.recent

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Answer a query on the current model."""
        model = self.current_model(corpus, state)
        match query:
            case actions.AskImportance(search, focus):
                return importance_view(model, search, focus, task)
            case actions.PickRows():
                registry, problem = self.models.registry(state), model.problem
                decided = registry.predicted_classes(model.model, problem.holdout, problem.classes)
                scored = registry.model_for(model.model, problem.holdout)
                known = registry.part_scores(scored, problem.holdout).values
                return picked_view(model, state, query, decided, known)
            case (
                actions.AskDependence() | actions.WhyRow() | actions.TryRow() | actions.FindFlips()
            ):
                return explanation(model, state, query, task)
            case actions.ExportLabels():
                return labels_file(corpus, state, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the why room")

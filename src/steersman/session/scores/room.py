"""The scores room: curves and figures of the scores that the current model decides by."""

from __future__ import annotations

from steersman.session.actions import Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.room import MatrixRoom
from steersman.session.room import Room, RoomSet
from steersman.session.scores import actions
from steersman.session.scores.actions import AskScores
from steersman.session.scores.views import ScoreViews
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task


class ScoresRoom(Room):
    """Answers about the current model of the matrix room; nothing is chosen here."""

    name = "scores"
    actions = actions_in(actions)

    def __init__(self, rooms: RoomSet) -> None:
        self.views = ScoreViews(rooms[MatrixRoom].models, rooms.ledger)

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        """Answer a query on the scores of the current model."""
        match query:
            case AskScores(focus):
                return self.views.scores_view(corpus, state, focus)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the scores room")

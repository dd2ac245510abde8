"""The slices room: where the current model fails, over columns, words and clusters."""

from __future__ import annotations

from steersman.session.actions import Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.room import MatrixRoom
from steersman.session.room import Room, RoomSet
from steersman.session.slices import actions
from steersman.session.slices.actions import AskSlices, SliceExamples
from steersman.session.slices.views import SliceViews
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task


class SlicesRoom(Room):
    """Answers about the current model of the matrix room."""

    name = "slices"
    actions = actions_in(actions)

    def __init__(self, rooms: RoomSet) -> None:
        self.views = SliceViews(rooms[MatrixRoom].models, rooms.ledger)

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Answer a query on the slices of the current model."""
        match query:
            case AskSlices(measure, column):
                task.report("looking for slices")
                return self.views.slices_view(corpus, state, measure, column, task)
            case SliceExamples():
                return self.views.examples_view(corpus, state, query, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the slices room")

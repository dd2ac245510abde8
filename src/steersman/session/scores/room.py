"""The scores room: curves and figures of the scores that the current model decides by."""

from __future__ import annotations

from steersman.session.actions import Change, Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.room import MatrixRoom
from steersman.session.room import Room, RoomSet
from steersman.session.scores import actions
from steersman.session.scores.actions import AskScores, CalibrateModel
from steersman.session.scores.calibrating import apply_calibration
from steersman.session.scores.views import ScoreViews
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task


class ScoresRoom(Room):
    """Answers about the current model of the matrix room, and calibrates it."""

    name = "scores"
    actions = actions_in(actions)

    def __init__(self, rooms: RoomSet) -> None:
        self.models = rooms[MatrixRoom].models
        self.views = ScoreViews(self.models, rooms.ledger)

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room."""
        match action:
            case CalibrateModel(method):
                return apply_calibration(self.models, corpus, state, method, task)
            case _:
                raise TypeError(f"{type(action).__name__} is not done in the scores room")

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action did."""
        match action:
            case CalibrateModel("none"):
                return "removed the calibration"
            case CalibrateModel(method):
                return f"calibrated ({method})"
            case _:
                return type(action).__name__

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Answer a query on the scores of the current model."""
        match query:
            case AskScores(focus):
                return self.views.scores_view(corpus, state, focus, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the scores room")

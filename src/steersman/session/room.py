"""What the session asks of a room besides the plane."""

from __future__ import annotations

from typing import Protocol

from steersman.session.actions import Change, Query
from steersman.session.datasets.corpus import Corpus
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task

__all__ = ["Room"]


class Room(Protocol):
    """A room keeps what it computed; what was chosen in it is part of the state.

    `changes` and `queries` are the actions that are performed and answered here. Long work tells
    its progress to the task and shows what it has so far with `task.show`.
    """

    name: str
    changes: tuple[type, ...]
    queries: tuple[type, ...]

    def performed(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room."""
        ...

    def continued(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        """The state after a change elsewhere led from `now` to it."""
        ...

    def answered(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """The answer to a question of this room."""
        ...

    def view(self, corpus: Corpus, state: State) -> View | None:
        """What there is to see in the room: values under its name, columns; None when closed."""
        ...

    def described(self, action: Change) -> str:
        """What a step in this room did, in a few words, for the history."""
        ...

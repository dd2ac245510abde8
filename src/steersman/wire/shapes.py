"""Everything that goes over the wire, by room: the one list that the page's types are made from.

`make wire-types` writes frontend/src/wire from it; the golden frames are checked against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, NotRequired, TypedDict

from steersman.session import history_actions, question
from steersman.session import shapes as shared
from steersman.session.actions import actions_in
from steersman.session.room import Room
from steersman.session.rooms import ROOMS as SESSION_ROOMS

Signal = Literal["cancel", "enough"]
"""Messages about a request, under way or waiting; they are not part of the work."""


class ProgressFrame(TypedDict):
    """How far a task is: 0 to 1, or null where nobody knows."""

    task: str
    done: float | None


class CancelledFrame(TypedDict):
    """The task was stopped; the state is as it was."""

    task: str


class ErrorNeeds(TypedDict):
    """The data file that a project looks for."""

    file: str
    project: str


class ErrorDetail(TypedDict):
    """An error: what went wrong, and what to do."""

    code: str
    """A fixed word for the kind of mistake, such as `unknown-row`; the sentences may change."""
    what: str
    todo: str
    position: NotRequired[int]
    """The character of a want, from 0, at which it could not be read."""
    needs: NotRequired[ErrorNeeds]


class ErrorFrame(TypedDict):
    error: ErrorDetail


class RoomShapes:
    """The messages that one room sends and receives, read off its class and its `shapes.py`.

    There, `VIEW` is its part of the view, `FRAMES` and `NEWS` are answers by their kind and news by
    what they are about, and `NAMED` are aliases that have a name in TypeScript, too.
    """

    def __init__(self, room: type[Room]) -> None:
        self.name = room.name
        self.title = room.name.capitalize()
        self.actions = room.actions
        self.choice = room.choice
        self.shapes: ModuleType = import_module(f"steersman.session.{room.name}.shapes")
        self.view: Any = getattr(self.shapes, "VIEW", None)
        self.frames: Mapping[str, Any] = getattr(self.shapes, "FRAMES", {})
        self.news: Mapping[str, Any] = getattr(self.shapes, "NEWS", {})
        self.named: Mapping[str, Any] = getattr(self.shapes, "NAMED", {})


ROOMS: Mapping[str, RoomShapes] = {room.name: RoomShapes(room) for room in SESSION_ROOMS}

SHARED_ACTIONS = (*actions_in(history_actions), *actions_in(question))
"""Actions that are of no room."""

SHARED_FRAMES: Mapping[str, Any] = {"file": shared.FileFrame}
"""Answers that several rooms give."""

CHANNEL_FRAMES: Mapping[str, Any] = {
    "progress": ProgressFrame,
    "cancelled": CancelledFrame,
    "error": ErrorFrame,
}
"""What the channel says itself."""

KINDS: Mapping[str, Any] = {
    kind: shape
    for frames in (*(room.frames for room in ROOMS.values()), SHARED_FRAMES, CHANNEL_FRAMES)
    for kind, shape in frames.items()
}
"""The shape of every kind of frame but `view`, put together of all rooms, and `news`."""

NEWS: Mapping[str, Any] = {
    about: shape for room in ROOMS.values() for about, shape in room.news.items()
}
"""What a task under way has so far, by what it is about."""

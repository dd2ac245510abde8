"""Base classes of actions: the kinds that the session and the channel tell apart.

Each room's own actions are frozen dataclasses in its module `actions.py`; what goes over the wire
and into a project is read off their fields.
"""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from types import ModuleType


class Action:
    """Anything that a person can do or ask."""


class NonCancelling(Action):
    """Waits for its turn and cancels nothing: a question, a note, a room that is entered."""


class Change(Action):
    """Leads to a new state, and to a step of the history."""


class NoUndoStep(Change):
    """A change without a step of its own: what was seen or found cannot be undone."""


class SwitchData(Change):
    """Leads to another data set; on a return to one, its rooms are as they were left."""


class EnterRoom(NonCancelling, Change):
    """A change that adds no step of its own: a room is entered, nothing is decided."""


class Query(NonCancelling):
    """Changes nothing."""


class LongQuery(Query):
    """A question whose long work is kept with the project."""


class HistoryMove(Action):
    """Goes along a history, or from one to another."""


class ShowProject(HistoryMove):
    """From the states of a room back to those of the project."""


class ShowRoom(HistoryMove):
    """Back to the states of a room, as they were left."""


class SwitchProject(Action):
    """Leads to the session of another project."""


def kind_name(kind: type[Action]) -> str:
    """The name of a kind of action on the wire: move-knob for MoveKnob."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def actions_in(module: ModuleType) -> tuple[type[Action], ...]:
    """The actions that a module defines, in the order in which they stand there."""
    return tuple(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
        if issubclass(kind, Action)
    )


def gesture_of(action: Action) -> tuple[str, int]:
    """The key that all actions of one hand movement share; gesture 0 is never continued."""
    # Two knobs moved at the same time are two gestures, even under one gesture number.
    moved = getattr(action, "knob", type(action).__name__)
    return str(moved), int(getattr(action, "gesture", 0))

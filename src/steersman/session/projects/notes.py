"""A project to read: every step with its time and what was noted about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from steersman.session.action_json import ACTIONS, action_of
from steersman.session.projects.room import ProjectRoom
from steersman.session.projects.store import Store

__all__ = ["NotedStep", "noted_steps"]


@dataclass(frozen=True)
class NotedStep:
    """One thing done: when, what it was called, and what was said about it."""

    at: float
    label: str
    note: str = ""


def noted_steps(store: Store) -> tuple[str, str, list[NotedStep]]:
    """The name, the note on the whole, and the steps in the order in which they were made."""
    room = ProjectRoom(str(store.facts["called"]))
    made = {0: NotedStep(store.facts["made"], "opened")}
    for entry in store.entries():
        kind = ACTIONS.get(entry.action["action"])
        if kind in room.changes:
            room.say(action_of(entry.action))
        elif entry.outcome["step"] not in made:
            made[entry.outcome["step"]] = NotedStep(entry.at, entry.outcome["label"])
    noted = [replace(step, note=room.words.get(str(n), "")) for n, step in made.items()]
    return room.title, room.words.get("note", ""), noted

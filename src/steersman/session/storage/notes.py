"""A project to read: every step with its time and what was noted about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from steersman.session.action_json import ACTIONS, action_of
from steersman.session.histories import PROJECT
from steersman.session.project.actions import NameProject, TakeBack, WriteNote
from steersman.session.project.words import ProjectWords
from steersman.session.storage.store import Store

WORDS = (NameProject, WriteNote, TakeBack)


@dataclass(frozen=True)
class NotedStep:
    """One thing done: when, what it was called, and what was said about it."""

    at: float
    label: str
    note: str = ""


def noted_steps(store: Store) -> tuple[str, str, list[NotedStep]]:
    """The name, the note on the whole, and the steps in the order in which they were made."""
    words = ProjectWords(str(store.facts["called"]))
    made = {0: NotedStep(store.facts["made"], "opened")}
    for entry in store.entries():
        kind = ACTIONS.get(entry.action["action"])
        if kind in WORDS:
            words.say(action_of(entry.action))
        elif entry.outcome["step"] not in made:
            made[entry.outcome["step"]] = NotedStep(entry.at, entry.outcome["label"])
    saved = store.checkpoint()
    if saved is not None:
        # Of steps whose entries were forgotten, the time is that of the checkpoint.
        for step in saved[2]["histories"][PROJECT]["steps"]:
            made.setdefault(int(step["number"]), NotedStep(saved[1], str(step["label"])))
    made = dict(sorted(made.items()))
    noted = [replace(step, note=words.note_on(number)) for number, step in made.items()]
    return words.title, words.note, noted

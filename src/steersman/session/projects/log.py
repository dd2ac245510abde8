"""The log of a project: what a session does is written down before anybody is told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import time
from typing import TYPE_CHECKING, Any

from steersman.errors import SteersmanError
from steersman.session.action_json import action_of, plain_action
from steersman.session.actions import Action, gesture_of
from steersman.session.project.actions import NameProject, TakeBack
from steersman.session.project.room import ProjectRoom
from steersman.session.projects.data_identity import data_facts
from steersman.session.projects.memory import EntryMemory
from steersman.session.projects.store import Entry, Store
from steersman.session.rules import RULES, SEALS_ONCE
from steersman.session.state import State
from steersman.session.views import View

if TYPE_CHECKING:
    from steersman.session.session import Session

__all__ = ["SEALING", "ProjectLog", "differing_parts", "outcome_of", "state_digest"]

UNCOUNTED = ("project", "datasets", "revision")
"""Parts of a view that say nothing about what was computed."""
SEALING = {"state", "matrix", "compare"}
"""What comes out otherwise where other rows are sealed."""


class ProjectLog:
    """Writes to a store; movements of one gesture are one entry."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.number, self.gesture = last_entry(store)
        self.known_data = set(store.data())
        self.memory = self.fresh_memory()

    def fresh_memory(self) -> EntryMemory:
        """The memory of an action about to be done for the first time."""
        self.memory = EntryMemory({}, self.store.piece)
        return self.memory

    def keep(self, action: Action, session: Session, view: View | None) -> None:
        """Write down an action that was done; an error means that nothing was written."""
        gesture = gesture_of(action)
        goes_on = gesture[1] > 0 and gesture == self.gesture
        number = self.number if goes_on else self.number + 1
        seen = None if gesture[1] else view  # in movement the state tells it all, and time is short
        row = (number, time(), text(plain_action(action)), text(outcome_of(session, seen)))
        data = {
            name: data_facts(corpus.dataset)
            for name, corpus in session.library.corpora.items()
            if name not in self.known_data
        }
        with self.store.writing(hurried=gesture[1] > 0) as connection:
            connection.execute("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)", row)
            if goes_on:
                connection.execute("DELETE FROM results WHERE entry = ?", (number,))
            for name, facts in data.items():
                connection.execute("INSERT INTO data VALUES (?, ?, NULL)", (name, text(facts)))
            if isinstance(action, NAMINGS):
                named = ("name", text(session.rooms[ProjectRoom].words.title))
                connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", named)
            write_results(connection, number, self.memory)
        self.number, self.gesture = number, gesture
        self.known_data |= set(data)

    def tell_anew(self, entries: Sequence[Entry]) -> None:
        """Write entries in the place of those with their numbers."""
        rows = [(text(each.action), text(each.outcome), each.number) for each in entries]
        with self.store.writing() as connection:
            connection.executemany(
                "UPDATE entries SET action = ?, outcome = ? WHERE number = ?", rows
            )

    def keep_results(self, number: int, memory: EntryMemory) -> None:
        """Write down what had to be found again."""
        if memory.fresh:
            with self.store.writing() as connection:
                write_results(connection, number, memory)


NAMINGS = (NameProject, TakeBack)


def last_entry(store: Store) -> tuple[int, tuple[str, int]]:
    """The number and the gesture of the newest entry."""
    rows = store.rows("SELECT number, action FROM entries ORDER BY number DESC LIMIT 1")
    if not rows:
        return 0, ("", 0)
    ((number, action),) = rows
    with suppress(SteersmanError):  # an action of another version, which opening tells of
        return number, gesture_of(action_of(json.loads(action)))
    return number, ("", 0)


def write_results(connection: Any, number: int, memory: EntryMemory) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO pieces VALUES (?, ?)", list(memory.pieces.items())
    )
    connection.executemany(
        "INSERT OR REPLACE INTO results VALUES (?, ?, ?)",
        [(number, place, text(value)) for place, value in memory.fresh.items()],
    )


def outcome_of(session: Session, view: View | None) -> dict[str, Any]:
    """What came of an action: where it led, its scores, and digests of all there is to see."""
    step = session.history.step
    return {
        "revision": session.revision,
        "rules": RULES,
        "step": step.number,
        "label": step.label,
        "state": state_digest(step.state),
        "f1": [step.f1_training, step.f1_validation],
        "digests": {} if view is None else digests(view),
        "shapes": {} if view is None else shapes(view),
    }


def state_digest(state: State) -> str:
    """What tells one state from another."""
    return state.digest


def digests(view: View) -> dict[str, str]:
    """A digest of each part of a view, its columns together."""
    parts = {
        key: digest(text(value).encode())
        for key, value in view.values.items()
        if key not in UNCOUNTED
    }
    columns = [column.values.tobytes() for column in view.columns]
    return parts | {"points": digest(b"".join(columns))}


def shapes(view: View) -> dict[str, str]:
    """A digest of the names in each part of a view: another version may show more of it."""
    return {
        key: digest(text(shape(value)).encode())
        for key, value in view.values.items()
        if key not in UNCOUNTED
    }


def shape(value: object) -> object:
    """The names in a value, without what they stand for; a list is shaped like its first."""
    if isinstance(value, Mapping):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [shape(each) for each in value[:1]]
    return None


def digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def text(values: object) -> str:
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False, default=dict)


def differing_parts(outcome: Mapping[str, Any], view: View) -> list[str]:
    """The parts of a view that are not what an outcome has them to be.

    Under other rules a part may have had other names; then it cannot be compared, while the state
    and its scores can, whatever was shown of them.
    """
    now, then = digests(view), outcome["digests"]
    rules, known = outcome.get("rules", 1), outcome.get("shapes", {})
    compared = now.keys() & then.keys()
    if rules != RULES:
        alike = {key for key, names in shapes(view).items() if known.get(key) == names}
        compared &= alike | {"points"} | (SEALING if rules < SEALS_ONCE else set())
    return sorted(key for key in compared if now[key] != then[key])

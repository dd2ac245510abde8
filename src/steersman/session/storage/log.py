"""The log of a project: every action is on disk before its answer is sent."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from time import time
from typing import TYPE_CHECKING, Any

from steersman.errors import SteersmanError
from steersman.session.action_json import action_of, plain_action
from steersman.session.actions import Action, HistoryMove, gesture_of
from steersman.session.data.actions import LoadFile
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.room import MatrixRoom
from steersman.session.project.actions import NameProject, TakeBack
from steersman.session.project.room import ProjectRoom
from steersman.session.results import ActionResults, DoneJob
from steersman.session.storage.checkpoint import current_steps, plain_histories
from steersman.session.storage.data_identity import data_facts
from steersman.session.storage.relocated_files import json_string
from steersman.session.storage.result_pieces import pieces_of, result_of_piece, stand_in
from steersman.session.storage.store import Entry, Store

if TYPE_CHECKING:
    from steersman.session.session import Session

NAMINGS = (NameProject, TakeBack, LoadFile)
"""Actions that may change the name; a project is named after the file that is loaded first."""
NO_GESTURE = ("", 0)


class ProjectLog:
    """Writes the actions of a session to a store, all movements of one gesture as one entry."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.number, self.gesture = last_entry(store)
        self.known_data = set(store.data())
        self.results = ActionResults()

    def new_results(self, done: Mapping[str, DoneJob] | None = None) -> ActionResults:
        """The results of an action about to be done, which are stored when it is kept."""
        self.results = ActionResults(done=done)
        return self.results

    def keep(self, action: Action, session: Session) -> None:
        """Write down an action that was done; an error means that nothing was written."""
        gesture = gesture_of(action)
        # A slider sends dozens of movements: only the last decides, so each replaces the one
        # before.
        goes_on = gesture[1] > 0 and gesture == self.gesture
        number = self.number if goes_on else self.number + 1
        row = (number, time(), text(plain_action(action)), text(outcome_of(session)))
        # Digests are computed before the transaction, which locks the file.
        data = {
            name: data_facts(corpus.dataset)
            for name, corpus in session.library.corpora.items()
            if name not in self.known_data
        }
        origin = None if leaves_only_a_state(action, session) else text(origin_of(session))
        with self.store.writing(hurried=gesture[1] > 0) as connection:
            connection.execute("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)", row)
            if origin is not None:
                # The first movement of a gesture says where it started.
                connection.execute("INSERT OR IGNORE INTO origins VALUES (?, ?)", (number, origin))
            for name, facts in data.items():
                connection.execute("INSERT INTO data VALUES (?, ?, NULL)", (name, text(facts)))
            if isinstance(action, NAMINGS):
                named = ("name", text(session.rooms[ProjectRoom].words.title))
                connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", named)
            write_results(connection, self.results)
            if session.forgot_steps:
                compact(connection, number, text(checkpoint_of(session)))
        if self.store.rescue:
            session.rooms[ProjectRoom].notice, self.store.rescue = self.store.rescue, ""
        # After the commit: a failed write must not use up a number. What is in a checkpoint is not
        # repeated when the project is opened, so a gesture that goes on is a new entry.
        self.number, self.gesture = number, NO_GESTURE if session.forgot_steps else gesture
        self.known_data |= set(data)

    def store_ahead(self, key: str, content: bytes, held: AbstractContextManager[object]) -> bytes:
        """What is to be stored for a result: of a large one the pieces are written here.

        Other windows wait for one piece, not for all: `held` is entered for each. An
        action that fails later leaves pieces behind, which go with other unused results.
        """
        pieces = pieces_of(key, content)
        for each in pieces:
            with held, self.store.writing(hurried=True) as connection:
                connection.execute("INSERT OR REPLACE INTO results VALUES (?, 'piece', ?)", each)
        return stand_in(len(pieces)) if pieces else content

    def rewrite(self, entries: Sequence[Entry], moved: Mapping[str, str]) -> None:
        """Replace the entries that have the same numbers, and names of files that moved."""
        rows = [(text(each.action), text(each.outcome), each.number) for each in entries]
        with self.store.writing() as connection:
            for table in ("origins", "checkpoints"):
                for old, new in moved.items():
                    change = f"UPDATE {table} SET histories = replace(histories, ?, ?)"  # noqa: S608
                    connection.execute(change, (json_string(old), json_string(new)))
            connection.executemany(
                "UPDATE entries SET action = ?, outcome = ? WHERE number = ?", rows
            )

    def add_results(self, results: ActionResults) -> None:
        """Store what had to be computed again."""
        if results.new:
            with self.store.writing() as connection:
                write_results(connection, results)

    def drop_results(self, used: Collection[str]) -> None:
        """Delete the results that no entry needs: of other versions, or of replaced movements."""
        kept, stored = set(used), self.store.result_row_keys()
        unused = [(key,) for key in stored if result_of_piece(key) not in kept]
        if unused:
            with self.store.writing() as connection:
                connection.executemany("DELETE FROM results WHERE key = ?", unused)


def leaves_only_a_state(action: Action, session: Session) -> bool:
    """Whether the action under way added nothing to the session but a state."""
    if isinstance(action, HistoryMove):
        # What it adds was there before, and was forgotten since to save memory.
        return True
    times = session.rooms[ProjectRoom].times
    return all(each is times for each in session.ledger.open)


def origin_of(session: Session) -> dict[str, Any]:
    """Where the action under way started from."""
    return plain_histories(current_steps(session.started_from))


def checkpoint_of(session: Session) -> dict[str, Any]:
    """The histories of a session, and its revision."""
    return {**plain_histories(session.histories), "revision": session.revision}


def compact(connection: Any, number: int, histories: str) -> None:
    """Save the histories, and forget the entries up to a number that left only a state."""
    connection.execute("DELETE FROM checkpoints")
    connection.execute("INSERT INTO checkpoints VALUES (?, ?, ?)", (number, time(), histories))
    connection.execute(
        "DELETE FROM entries WHERE number <= ? AND number NOT IN (SELECT number FROM origins)",
        (number,),
    )


def last_entry(store: Store) -> tuple[int, tuple[str, int]]:
    """The number and the gesture of the newest entry."""
    rows = store.rows("SELECT number, action FROM entries ORDER BY number DESC LIMIT 1")
    saved = store.rows("SELECT max(number) FROM checkpoints")[0][0] or 0
    if not rows or saved >= rows[0][0]:
        # The newest entry is in the checkpoint: its gesture is over.
        return saved, NO_GESTURE
    ((number, action),) = rows
    # An action that this version does not know is reported when the project is replayed.
    with suppress(SteersmanError):
        return number, gesture_of(action_of(json.loads(action)))
    return number, NO_GESTURE


def write_results(connection: Any, results: ActionResults) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO results VALUES (?, ?, ?)",
        [(key, kind, value) for key, (kind, value) in results.new.items()],
    )


def outcome_of(session: Session) -> dict[str, Any]:
    """The outcome of an action: its state, its F1 scores, and the current model's matrix."""
    step, state = session.histories.step, session.state
    choice = state.choice(MatrixChoice)
    fitted = choice is not None and choice.shown is not None
    shown = session.rooms[MatrixRoom].models.current_model(state) if fitted else None
    return {
        "revision": session.revision,
        "step": session.history.step.number,
        "label": step.label,
        "state": state.digest,
        "scored": step.state.digest,
        "f1": [step.f1_training, step.f1_validation],
        "matrix": None if shown is None else shown.counts.tolist(),
    }


def text(values: object) -> str:
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False, default=dict)

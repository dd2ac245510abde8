"""The session behind the page, the notebook and a replay: it performs actions and returns views."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock
from time import time
from typing import Any, Protocol

from steersman.data import Dataset
from steersman.session.actions import Action, LongQuery, Query, gesture_of
from steersman.session.compile_progress import report_compiling
from steersman.session.history import history_values
from steersman.session.history_actions import Open
from steersman.session.project.room import ProjectRoom
from steersman.session.question import question_values
from steersman.session.results import ActionResults, DoneJob, run_with_workers
from steersman.session.room import Room
from steersman.session.shapes import EntryValues
from steersman.session.thinning import thin_histories
from steersman.session.views import Column, View
from steersman.session.workspace import Workspace
from steersman.tasks import Results, Task


class LogStore(Protocol):
    """The file behind a log."""

    @property
    def path(self) -> Path: ...

    def close(self) -> None: ...


class SessionLog(Protocol):
    """Where a session writes down what it does."""

    @property
    def store(self) -> LogStore: ...

    def new_results(self, done: Mapping[str, DoneJob] | None) -> Results: ...

    def keep(self, action: Action, session: Session) -> None:
        """Write down an action that was done; an error means that nothing was written."""
        ...

    def store_ahead(self, key: str, content: bytes, held: AbstractContextManager[object]) -> bytes:
        """Write a large result in pieces, and say what is stored for it with its action."""
        ...


class Session(Workspace):
    """One person's work: a data set, the history of states, and what has been computed for them.

    Only this shell changes; states, planes and histories are values. `state` is what is shown: the
    project's current state, or that of a game, with the choices of rooms that lie beside it.
    """

    def __init__(self, dataset: Dataset, datasets: Sequence[EntryValues] = ()) -> None:
        super().__init__(dataset, datasets)
        self.revision = 0
        # Where the last action started from, and whether old steps were forgotten after it.
        self.started_from = self.histories
        self.forgot_steps = False
        self.lock = RLock()
        self.watchers: list[Callable[[], None]] = []
        # None for a session that is not saved: nothing is written down.
        self.log: SessionLog | None = None

    def perform(
        self,
        action: Action,
        task: Task | None = None,
        asked_by: Callable[[], None] | None = None,
    ) -> View:
        """Perform an action and return the view after it; an error leaves the session unchanged.

        In a project the action is written to disk first. All watchers but `asked_by` are called
        when the state changed. While a hand is moving, some of the view is left out: `Open` brings
        it when the hand rests. Where there are workers they do the long work, and other windows go
        on meanwhile: the action is undone, and done again when the result is there.
        """
        asked = task or Task()
        view = run_with_workers(lambda done: self.attempt(action, asked, done), self.store_ahead)
        if isinstance(action, Query):
            return view
        # Outside the lock, so that a slow window cannot hold up the next action; over a copy,
        # because a channel that closes meanwhile removes itself from the list.
        for tell in list(self.watchers):
            if tell != asked_by:
                tell()
        return view

    def store_ahead(self, key: str, archive: bytes) -> bytes:
        """What is stored for an archive: a large one is written before its action is done."""
        return archive if self.log is None else self.log.store_ahead(key, archive, self.lock)

    def attempt(self, action: Action, task: Task, done: Mapping[str, DoneJob] | None) -> View:
        """Perform an action with the jobs that are done."""
        with self.lock, report_compiling(task):
            results = (
                self.log.new_results(done)
                if self.log is not None
                else ActionResults(done=done, kept=False)
            )
            task = replace(task, results=results)
            # Views have no task of their own.
            with task.as_current():
                if isinstance(action, Query):
                    return self.run_query(action, task)
                with self.whole_or_nothing():
                    return self.run_change(action, task)

    @contextmanager
    def whole_or_nothing(self) -> Iterator[None]:
        """Commit what the rooms added when the block succeeds; roll back when it fails."""
        # Queries add to the registries outside any block. Commit that first, so that a failing
        # action does not throw away what an earlier query computed, even a query that was
        # cancelled.
        self.ledger.commit()
        before = self.histories, self.state, self.revision
        try:
            yield
        except BaseException:
            # BaseException, because Cancelled and KeyboardInterrupt must roll back as well.
            self.ledger.drop()
            self.histories, self.state, self.revision = before
            raise
        self.ledger.commit()

    def run_query(self, query: Query, task: Task) -> View:
        """Answer a query; in a project, results of long work are saved."""
        if self.log is None or not isinstance(query, LongQuery):
            return self.answer(query, task)
        self.started_from, self.forgot_steps = self.histories, False
        answer = self.answer(query, task)
        self.log.keep(query, self)
        return answer

    def run_change(self, action: Action, task: Task) -> View:
        """Apply an action and return the view after it; in a project, save the action."""
        before, self.started_from = self.histories.counts(), self.histories
        here = self.rooms.room_of(action)
        if here is not None:
            # Choices remembered outside the project are put into the action, so that the log holds
            # them and a replay does not depend on what was remembered since.
            action = here.with_outside_values(action, self.history.step.state, task)
        if self.log is not None:
            # Set before the view is built, because the view shows it.
            self.rooms[ProjectRoom].kept_at = int(time())
        self.apply_action(action, task)
        noted = self.rooms[ProjectRoom].words.noted_steps()
        whole, self.histories = self.histories, thin_histories(self.histories, noted)
        self.forgot_steps = self.histories is not whole
        self.revision += 1
        moving_in = here if gesture_of(action)[1] else None
        # The view is built before the log is written: if it fails, nothing must be on disk.
        same_steps = self.histories.counts() == before
        view = self.view(moving_in, steps=moving_in is None or not same_steps)
        if self.log is not None:
            self.log.keep(action, self)
        return view

    def apply_action(
        self, action: Action, task: Task, known: Mapping[str, Any] | None = None
    ) -> None:
        """Apply an action to the states, or answer a question of a log once more."""
        if isinstance(action, Query):
            self.answer(action, task)
        else:
            super().apply_action(action, task, known)

    def view(self, moving_in: Room | None = None, *, steps: bool = True) -> View:
        """The view of the current step.

        While a hand moves in a room, only that room is looked at, and a history whose last step is
        being replaced has no new `steps`: drawing them takes time. The rest follows when it rests.
        """
        state, moving = self.state, moving_in is not None
        corpus = self.corpus_of(state)
        values: dict[str, object] = {
            "revision": self.revision,
            "state": dict(state.plain),
            **question_values(self.library, corpus),
        }
        if steps:
            values["history"] = history_values(self.history)
            values["own_histories"] = self.histories.own_values()
        columns: tuple[Column, ...] = ()
        for room in (moving_in,) if moving_in is not None else self.rooms:
            shown = room.view_at(corpus, state, self.histories.current, moving=moving)
            if shown is not None:
                values |= {room.name: shown.values} if room.own_part else shown.values
                columns += shown.columns
        return View("view", values, columns, moving=moving)

    def answer(self, query: Query, task: Task) -> View:
        """Answer a query."""
        if isinstance(query, Open):
            return self.view()
        state, room = self.state, self.rooms.room_of(query)
        if room is None:
            raise TypeError(f"{type(query).__name__} is asked in no room")
        return room.answer(self.corpus_of(state), state, query, task)

"""The session behind the page, the notebook and a replay: it performs actions and returns views."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock
from time import time
from typing import Any, Protocol

from steersman.data import Dataset
from steersman.errors import SteersmanError
from steersman.session.actions import (
    Action,
    Change,
    HistoryMove,
    LongQuery,
    NoUndoStep,
    Query,
    SwitchProject,
    gesture_of,
)
from steersman.session.compile_progress import report_compiling
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import Library
from steersman.session.history import History, Split, Step, history_values, run_values
from steersman.session.history_actions import GoBest, GoTo, Open, Redo, Undo
from steersman.session.ledger import Ledger
from steersman.session.project.room import ProjectRoom
from steersman.session.question import (
    SetState,
    describe_question,
    next_question,
    question_values,
)
from steersman.session.room import Room, RoomSet
from steersman.session.rooms import ROOMS
from steersman.session.shapes import EntryValues
from steersman.session.state import State
from steersman.session.views import Column, View
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

    def new_results(self) -> Results: ...

    def keep(self, action: Action, session: Session) -> None:
        """Write down an action that was done; an error means that nothing was written."""
        ...


class Session:
    """One person's work: a data set, the history of states, and what has been computed for them.

    Only this shell changes; states, planes and histories are values.
    """

    def __init__(self, dataset: Dataset, datasets: Sequence[EntryValues] = ()) -> None:
        self.revision = 0
        self.lock = RLock()
        self.watchers: list[Callable[[], None]] = []
        # None for a session that is not saved: nothing is written down.
        self.log: SessionLog | None = None
        self.other_project: Callable[[SwitchProject, Session, Task], Session | None] | None = None
        self.openings = 0
        self.ledger = Ledger()
        self.library = Library(self.ledger, dataset, datasets)
        self.rooms = RoomSet(self.library, self.ledger)
        # In the order of ROOMS: a room may look up those before it while it is constructed.
        for kind in ROOMS:
            self.rooms.add(kind)
        first = State(dataset.name, self.library.corpora[dataset.name].first_category())
        state = self.state_after_rooms_follow(None, first, first, Task())
        self.history = History((self.scored_step(state, "opened", ("", 0)),))
        self.ledger.commit()

    def perform(
        self,
        action: Action,
        task: Task | None = None,
        asked_by: Callable[[], None] | None = None,
    ) -> View:
        """Perform an action and return the view after it; an error leaves the session unchanged.

        In a project the action is written to disk first. All watchers but `asked_by` are called
        when the state changed. While a hand is moving, some of the view is left out: `Open` brings
        it when the hand rests.
        """
        task = task or Task()
        with self.lock, report_compiling(task):
            if isinstance(action, Query):
                return self.run_query(action, task)
            with self.whole_or_nothing():
                if isinstance(action, SwitchProject):
                    self.replace_with(self.other_session(action, task))
                    view = self.view()
                else:
                    view = self.run_change(action, task)
        # Outside the lock, so that a slow window cannot hold up the next action; over a copy,
        # because a channel that closes meanwhile removes itself from the list.
        for tell in list(self.watchers):
            if tell != asked_by:
                tell()
        return view

    @contextmanager
    def whole_or_nothing(self) -> Iterator[None]:
        """Commit what the rooms added when the block succeeds; roll back when it fails."""
        # Queries add to the registries outside any block. Commit that first, so that a failing
        # action does not throw away what an earlier query computed, even a query that was
        # cancelled.
        self.ledger.commit()
        before = self.history, self.revision
        try:
            yield
        except BaseException:
            # BaseException, because Cancelled and KeyboardInterrupt must roll back as well.
            self.ledger.drop()
            self.history, self.revision = before
            raise
        self.ledger.commit()

    def run_query(self, query: Query, task: Task) -> View:
        """Answer a query; in a project, results of long work are saved."""
        if self.log is None or not isinstance(query, LongQuery):
            return self.answer(query, task)
        answer = self.answer(query, replace(task, results=self.log.new_results()))
        self.log.keep(query, self)
        return answer

    def run_change(self, action: Action, task: Task) -> View:
        """Apply an action and return the view after it; in a project, save the action."""
        before = self.history
        here = self.rooms.room_of(action)
        if here is not None:
            # Choices remembered outside the project are put into the action, so that the log holds
            # them and a replay does not depend on what was remembered since.
            action = here.with_outside_values(action, before.step.state, task)
        if self.log is not None:
            task = replace(task, results=self.log.new_results())
            # Set before the view is built, because the view shows it.
            self.rooms[ProjectRoom].kept_at = int(time())
        self.apply_action(action, task)
        self.revision += 1
        moving_in = here if gesture_of(action)[1] else None
        # The view is built before the log is written: if it fails, nothing must be on disk.
        view = self.view(moving_in, steps=moving_in is None or not self.same_steps(before))
        if self.log is not None:
            self.log.keep(action, self)
        return view

    def apply_action(
        self, action: Action, task: Task, known: Mapping[str, Any] | None = None
    ) -> None:
        """Apply one action to the history; `known` scores from a log are not computed again."""
        if isinstance(action, HistoryMove):
            self.history = self.history_after(action)
        elif isinstance(action, Query):
            self.answer(action, task)
        elif isinstance(action, Change):
            now = self.history.step.state
            state = self.next_state(now, action, task)
            if self.enters_without_step(action, now, state):
                self.history = self.history.with_state(state)
            elif not isinstance(action, NoUndoStep):
                label, gesture = self.label(action, state), gesture_of(action)
                step = self.scored_step(state, label, gesture, known)
                self.history = self.history.with_step(step)
        else:
            raise TypeError(f"{type(action).__name__} leads to another session")

    def next_state(self, now: State, action: Change, task: Task) -> State:
        """The state that a change leads to, after every room has followed."""
        here = self.rooms.room_of(action)
        if here is not None:
            state = here.apply(self.corpus_of(now), now, action, task)
        else:
            if isinstance(action, SetState):
                # A link may name models that were never made in this session: rooms fetch them
                # before the state is checked.
                for room in self.rooms:
                    room.restore(action.state, task)
            state = next_question(now, action, self.library, task)
        return self.state_after_rooms_follow(here, now, state, task)

    def state_after_rooms_follow(
        self, here: Room | None, now: State, state: State, task: Task
    ) -> State:
        """The state after every room has followed it, except `here`, which led to it."""
        for room in self.rooms:
            if room is not here:
                state = room.follow(self.corpus_of(state), now, state, task)
        return state

    def enters_without_step(self, action: Change, now: State, state: State) -> bool:
        """Whether an action only enters a room, so that it is no step of the history."""
        room = self.rooms.room_of(action)
        return room is not None and room.only_enters(action, now, state)

    def skip_action(self, action: Action) -> None:
        """Record a step for an action that cannot be repeated, so that step numbers still match."""
        state = self.history.step.state
        if not isinstance(action, Change) or isinstance(action, NoUndoStep):
            return
        if not self.enters_without_step(action, state, state):
            label = self.label(action, state)
            step = replace(self.history.step, label=label, gesture=gesture_of(action))
            self.history = self.history.with_step(step)

    def other_session(self, action: SwitchProject, task: Task) -> Session | None:
        """The session of another project, fully opened."""
        if self.other_project is None:
            raise SteersmanError(
                "this session is not kept in a project",
                todo="start it with --project FILE, or Workbench(..., project=FILE)",
                code="no-project",
            )
        return self.other_project(action, self, task)

    def replace_with(self, other: Session | None) -> None:
        """Turn this session into another one, for every window that is open on it."""
        if other is None:
            return
        # Windows hold this object and its lock, so the object stays and only its contents change.
        # The revision must grow past both, or a window would take the new view for an old one.
        kept = {name: getattr(self, name) for name in ("lock", "watchers", "openings")}
        revision = max(self.revision, other.revision) + 1
        vars(self).update(vars(other) | kept | {"revision": revision})
        self.openings += 1

    def view(self, moving_in: Room | None = None, *, steps: bool = True) -> View:
        """The view of the current step.

        While a hand moves in a room, only that room is looked at, and a history whose last step is
        being replaced has no new `steps`: drawing them takes time. The rest follows when it rests.
        """
        history, moving = self.history, moving_in is not None
        state = history.step.state
        corpus = self.corpus_of(state)
        values: dict[str, object] = {
            "revision": self.revision,
            "state": dict(state.plain),
            **question_values(self.library, corpus),
            "runs": run_values(history),
        }
        if steps:
            values["history"] = history_values(history)
        columns: tuple[Column, ...] = ()
        for room in (moving_in,) if moving_in is not None else self.rooms:
            shown = room.view_at(corpus, history, moving=moving)
            if shown is not None:
                values |= {room.name: shown.values} if room.own_part else shown.values
                columns += shown.columns
        return View("view", values, columns, moving=moving)

    def same_steps(self, before: History) -> bool:
        """Whether the history has as many steps as `before`; the last may have been replaced."""
        now = self.history
        return (before.now, len(before.steps)) == (now.now, len(now.steps))

    def answer(self, query: Query, task: Task) -> View:
        """Answer a query."""
        if isinstance(query, Open):
            return self.view()
        state, room = self.history.step.state, self.rooms.room_of(query)
        if room is None:
            raise TypeError(f"{type(query).__name__} is asked in no room")
        return room.answer(self.corpus_of(state), state, query, task)

    def history_after(self, action: HistoryMove) -> History:
        match action:
            case Undo():
                return self.history.after_undo()
            case Redo():
                return self.history.after_redo()
            case GoTo(step):
                return self.history.at(step)
            case GoBest(split):
                best = self.history.best(split)
                return self.history if best is None else self.history.at(best)
            case _:
                raise TypeError(f"{type(action).__name__} is no move along the history")

    def corpus_of(self, state: State) -> Corpus:
        return self.library.corpora[state.dataset]

    def label(self, action: Change, state: State) -> str:
        """A few words for the history on what an action did."""
        room = self.rooms.room_of(action)
        return describe_question(action) if room is None else room.step_label(action, state)

    def scored_step(
        self,
        state: State,
        label: str,
        gesture: tuple[str, int],
        known: Mapping[str, Any] | None = None,
    ) -> Step:
        """A step of the history with its scores."""
        # Scores from the log hold only if the replay led to the same state.
        if known is not None and known["state"] == state.digest:
            training, validation = known["f1"]
            return Step(state, label, training, validation, gesture)
        f1: dict[Split, float] = {}
        for room in self.rooms:
            f1 |= room.scores(self.corpus_of(state), state)
        return Step(state, label, f1.get("training", 0.0), f1.get("validation", 0.0), gesture)

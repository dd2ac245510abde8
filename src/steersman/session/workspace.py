"""The states of a session: how actions lead from one to the next, and the histories of them.

The project has one history. A room may keep its steps apart: one that lies beside the project, as
the lab, adds its choice to whatever is shown; a game has whole states, which take the place of the
project's while it is played. Neither ever enters the project's history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from steersman.data import Dataset
from steersman.session.actions import (
    Action,
    Change,
    HistoryMove,
    NoUndoStep,
    SwitchData,
    gesture_of,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import Library
from steersman.session.histories import PROJECT, Histories, histories_after
from steersman.session.history import History, Split, Step
from steersman.session.ledger import Ledger
from steersman.session.question import SetState, describe_question, next_question
from steersman.session.room import Room, RoomSet
from steersman.session.rooms import ROOMS
from steersman.session.shapes import EntryValues
from steersman.session.state import State, back_on_data
from steersman.tasks import Task


class Workspace:
    """The rooms, the histories, and the `state` that is shown."""

    def __init__(self, dataset: Dataset, datasets: Sequence[EntryValues] = ()) -> None:
        self.ledger = Ledger()
        self.library = Library(self.ledger, dataset, datasets)
        self.rooms = RoomSet(self.library, self.ledger)
        # In the order of ROOMS: a room may look up those before it while it is constructed.
        for kind in ROOMS:
            self.rooms.add(kind)
        own = {room.name for room in self.rooms if room.own_history}
        self.beside = {name for name in own if not self.rooms.by_name[name].plays_in}
        first = State(dataset.name, self.library.corpora[dataset.name].first_category())
        self.state = self.state_after_rooms_follow(None, first, first, Task())
        self.histories = Histories(History((self.with_scores(Step(self.state, "opened")),)))
        self.ledger.commit()

    @property
    def history(self) -> History:
        """The history of the project."""
        return self.histories.project

    def apply_action(
        self, action: Action, task: Task, known: Mapping[str, Any] | None = None
    ) -> None:
        """Apply one action to the histories; `known` scores from a log are not computed again."""
        if isinstance(action, HistoryMove):
            self.move(action)
        elif isinstance(action, SetState):
            self.set_state(action, task, known)
        elif isinstance(action, Change):
            self.change(action, task, known)
        else:
            raise TypeError(f"{type(action).__name__} leads to another session")
        self.state = self.state_with_rooms_beside(task)

    def move(self, action: HistoryMove) -> None:
        """Move along a history; what is moved along is shown."""
        room = self.rooms.room_of(action)
        self.histories = histories_after(self.histories, action, room.name if room else PROJECT)
        self.show(self.histories.latest)

    def change(self, action: Change, task: Task, known: Mapping[str, Any] | None) -> None:
        """Lead the history that an action belongs to one step on, if it is a step."""
        name = self.history_name(action)
        now = self.state_in(name)
        state = self.next_state(now, action, task)
        if isinstance(action, NoUndoStep):
            return
        if self.enters_without_step(action, now, state):
            entered = Step(state, self.label(action, state))
            self.histories = self.histories.with_entry(name, entered)
        else:
            step = Step(state, self.label(action, state), gesture=gesture_of(action))
            if name not in self.beside:
                step = self.with_scores(step, known)
            self.histories = self.histories.with_step(name, step)
        self.show(name)

    def set_state(self, action: SetState, task: Task, known: Mapping[str, Any] | None) -> None:
        """Set the state of a link: each history gets a step with what is its own."""
        state = self.next_state(self.state, action, task)
        linked = Step(state, self.label(action, state))
        for name in self.beside & state.rooms.keys():
            if state.rooms[name] != self.state.rooms.get(name):
                self.histories = self.histories.with_step(name, linked)
        games = (room.name for room in self.rooms if room.plays_in and room.name in state.rooms)
        name = next(games, PROJECT)
        step = replace(linked, state=self.state_for(name, state))
        self.histories = self.histories.with_step(name, self.with_scores(step, known))
        self.show(name)

    def history_name(self, action: Change) -> str:
        """The history that an action belongs to: that of its room or game, or the project's."""
        room, inside = self.rooms.room_of(action), self.histories.inside
        if room is not None and room.own_history:
            return room.name
        # Another data set is chosen for the project; another category may be for a game.
        played_in = self.rooms.by_name[inside].plays_in if inside else ()
        played = room.name in played_in if room else not isinstance(action, SwitchData)
        return inside if played else PROJECT

    def state_in(self, name: str) -> State:
        """The state that an action of a history starts from."""
        if name == PROJECT:
            return self.history.step.state
        # A game starts on the project's data, and a room beside it looks at what is shown.
        return self.state_for(name, self.state)

    def state_for(self, name: str, state: State) -> State:
        """The parts of a state that are kept in a history."""
        if name == PROJECT:
            own = {room.name for room in self.rooms if room.own_history}
            return state.with_rooms(state.rooms.keys() - own)
        room = self.rooms.by_name[name]
        return state.with_rooms((name, *room.plays_in)) if room.plays_in else state

    def show(self, name: str) -> None:
        """Show the states of a history; those of a room beside are always shown."""
        if name == PROJECT or self.rooms.by_name[name].plays_in:
            self.histories = replace(self.histories, inside=name)

    def state_with_rooms_beside(self, task: Task) -> State:
        """The state to show: the current one, with the choices of the rooms that lie beside it."""
        state = self.histories.current.step.state
        for name in sorted(self.beside & self.histories.own.keys()):
            step = self.histories.own[name].step
            beside = state.with_choice(step.state.rooms[name])
            # From the state in which it was chosen, so that the same steps always show the same,
            # whatever was done in between.
            room = self.rooms.by_name[name]
            state = room.follow(self.corpus_of(state), step.state, beside, task)
        return state

    def next_state(self, now: State, action: Change, task: Task) -> State:
        """The state that a change leads to, after every room has followed."""
        here = self.rooms.room_of(action)
        if here is not None:
            state = here.apply(self.corpus_of(now), now, action, task)
            if here.name in self.beside:
                return state
        else:
            if isinstance(action, SetState):
                # A link may name models that were never made in this session: rooms fetch them
                # before the state is checked.
                for room in self.rooms:
                    room.restore(action.state, task)
            state = next_question(now, action, self.library, task)
        left = self.history.last_on(state.dataset) if isinstance(action, SwitchData) else None
        if left is not None:
            now, state = left.state, back_on_data(left.state, state)
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
        if not isinstance(action, Change) or isinstance(action, NoUndoStep):
            return
        name, state = self.history_name(action), self.state
        if name not in (PROJECT, *self.histories.own):
            return
        if not self.enters_without_step(action, state, state):
            label = self.label(action, state)
            last = self.histories.history_of(name).step
            step = replace(last, label=label, gesture=gesture_of(action))
            self.histories = self.histories.with_step(name, step)
            self.show(name)
            self.state = self.state_with_rooms_beside(Task())

    def corpus_of(self, state: State) -> Corpus:
        return self.library.corpus_at(state.data_key, state.dataset, state.corrections)

    def label(self, action: Change, state: State) -> str:
        """A few words for the history on what an action did."""
        room = self.rooms.room_of(action)
        return describe_question(action) if room is None else room.step_label(action, state)

    def with_scores(self, step: Step, known: Mapping[str, Any] | None = None) -> Step:
        """The step with the scores of its state."""
        state = step.state
        # Scores from the log hold only if the replay led to the same state.
        if known is not None and known["scored"] == state.digest:
            training, validation = known["f1"]
            return replace(step, f1_training=training, f1_validation=validation)
        f1: dict[Split, float] = {}
        for room in self.rooms:
            f1 |= room.scores(self.corpus_of(state), state)
        training, validation = f1.get("training", 0.0), f1.get("validation", 0.0)
        return replace(step, f1_training=training, f1_validation=validation)

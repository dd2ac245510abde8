"""The interface between a room and the session, and the set of rooms of one session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, TypeVar, cast

from steersman.session.actions import Action, Change, EnterRoom, Query
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import Library
from steersman.session.history import History, Split
from steersman.session.ledger import Ledger
from steersman.session.state import RoomChoice, State
from steersman.session.views import View
from steersman.tasks import Task

OneRoom = TypeVar("OneRoom", bound="Room")


class Room:
    """A room keeps what it computed; what was chosen in it is a part of the state, its `choice`.

    A subclass is all that the session knows of a room: its name, its actions, its choice, and the
    methods that it overrides. Long work tells its progress to the task and shows what it has so
    far with `task.show`.
    """

    name: ClassVar[str]
    actions: ClassVar[tuple[type[Action], ...]] = ()
    choice: ClassVar[type[RoomChoice] | None] = None
    own_part: ClassVar[bool] = True
    """Whether its view is one part, under its name; otherwise its values are parts themselves, so
    that a movement sends only those that changed."""
    own_history: ClassVar[bool] = False
    """Whether its steps are kept apart from the project's, with an undo of their own."""
    plays_in: ClassVar[tuple[str, ...]] = ()
    """The rooms that it plays in, if it has states of its own: while they take the place of the
    project's, what is done in those rooms is done to them."""

    def __init__(self, rooms: RoomSet) -> None:
        """Make the room; those listed before it are in `rooms` already."""

    def with_outside_values(self, action: Action, state: State, task: Task) -> Action:  # noqa: ARG002
        """The action with what it depends on outside the project, so that a log replays it."""
        return action

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:  # noqa: ARG002
        """The state after an action of this room."""
        raise TypeError(f"{type(action).__name__} is not done in the room {self.name}")

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:  # noqa: ARG002
        """The state after a change elsewhere led from `now` to it."""
        return state

    def restore(self, wanted: State, task: Task) -> None:
        """Fetch what a state needs that somebody else wrote down, before it is looked at."""

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        """The answer to a question of this room."""
        raise TypeError(f"{type(query).__name__} is not asked in the room {self.name}")

    def view(self, corpus: Corpus, state: State) -> View | None:  # noqa: ARG002
        """The view of the room; None while it is closed."""
        return None

    def view_at(
        self,
        corpus: Corpus,
        state: State,
        history: History,  # noqa: ARG002
        *,
        moving: bool,  # noqa: ARG002
    ) -> View | None:
        """The view at the current step; slow parts are left out while a hand moves."""
        return self.view(corpus, state)

    def scores(self, corpus: Corpus, state: State) -> Mapping[Split, float]:  # noqa: ARG002
        """How well a state does on each split, for the history; nothing where no score is kept."""
        return {}

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action does."""
        return type(action).__name__

    def step_label(self, action: Change, state: State) -> str:  # noqa: ARG002
        """A few words for the history, which may depend on the state that was reached."""
        return self.describe(action)

    def only_enters(self, action: Change, now: State, state: State) -> bool:  # noqa: ARG002
        """Whether an action enters the room and decides nothing: then it is no step."""
        return isinstance(action, EnterRoom)


class RoomSet:
    """The rooms of one session by their class, with the library and the ledger they share."""

    def __init__(self, library: Library, ledger: Ledger) -> None:
        self.library, self.ledger = library, ledger
        self.by_class: dict[type[Room], Room] = {}
        self.by_action: dict[type[Action], Room] = {}
        self.by_name: dict[str, Room] = {}

    def add(self, kind: type[Room]) -> None:
        # Constructed before it is registered: a room finds only those listed before it.
        room = self.by_class[kind] = kind(self)
        self.by_action |= dict.fromkeys(kind.actions, room)
        self.by_name[kind.name] = room

    def __getitem__(self, kind: type[OneRoom]) -> OneRoom:
        return cast(OneRoom, self.by_class[kind])

    def __iter__(self) -> Iterator[Room]:
        return iter(self.by_class.values())

    def room_of(self, action: Action) -> Room | None:
        """The room in which an action is done or asked; None where it concerns all of them."""
        return self.by_action.get(type(action))

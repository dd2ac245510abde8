"""The state of a session: one frozen value that every view is a function of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from steersman._cached import cached_property
from steersman.errors import SteersmanError

NOTHING_OPEN: Mapping[str, RoomChoice] = MappingProxyType({})
SCALARS = {bool, int, float, str, type(None)}
Choice = TypeVar("Choice", bound="RoomChoice")


class RoomChoice:
    """The choice of one room: a frozen dataclass, in the state under the name of its `room`.

    A choice that goes along stays when another data set is chosen. One that is bound to its data
    comes back when that data set is chosen again.
    """

    room: ClassVar[str]
    goes_along: ClassVar[bool] = False
    bound_to_data: ClassVar[bool] = True

    @property
    def problem(self) -> Hashable:
        """The parts of a choice that must be equal for two scores to be comparable."""
        return None


@dataclass(frozen=True)
class State:
    """The choices of one session: what holds in every room, and the choice of each open room.

    `seed` draws the folds of the plane and the rows that the other rooms hold out. `corrections`
    are labels that a person corrected, by the number of the row.
    """

    dataset: str
    category: str
    seed: int = 0
    corrections: Mapping[str, str] = field(default_factory=dict)
    rooms: Mapping[str, RoomChoice] = field(default_factory=lambda: NOTHING_OPEN)

    def choice(self, kind: type[Choice]) -> Choice | None:
        """The choice of the room with this kind of choice; None while it is closed."""
        chosen = self.rooms.get(kind.room)
        assert chosen is None or isinstance(chosen, kind)  # noqa: S101
        return chosen

    def open_choice(self, kind: type[Choice], name: str) -> Choice:
        """The choice of a room that people know by this name; an error while it is closed."""
        choice = self.choice(kind)
        if choice is None:
            raise SteersmanError(
                f"{name} has not been opened",
                todo=f"open {name} first",
                code="room-closed",
                room=kind.room,
            )
        return choice

    def with_choice(self, choice: RoomChoice) -> State:
        """The state with another choice in one room."""
        return replace(self, rooms={**self.rooms, choice.room: choice})

    def without(self, kind: type[RoomChoice]) -> State:
        """The state with a room closed."""
        return self.with_rooms(name for name in self.rooms if name != kind.room)

    def with_rooms(self, names: Iterable[str]) -> State:
        """The state with these rooms open at most."""
        kept = set(names)
        rooms = {name: choice for name, choice in self.rooms.items() if name in kept}
        return replace(self, rooms=rooms)

    @cached_property
    def problem(self) -> Hashable:
        """The parts of a state that must be equal for two scores to be comparable."""
        parts = {name: choice.problem for name, choice in self.rooms.items()}
        rooms = sorted(name for name, part in parts.items() if part is not None)
        return (self.data_key, self.category, self.seed, *((name, parts[name]) for name in rooms))

    @cached_property
    def data_key(self) -> str:
        """The key of the rows with their labels: the data set, and a digest of the corrections."""
        if not self.corrections:
            return self.dataset
        corrected = json.dumps(self.corrections, sort_keys=True, ensure_ascii=False)
        digest = hashlib.blake2b(corrected.encode(), digest_size=8).hexdigest()
        return f"{self.dataset}\n{digest}"

    @cached_property
    def plain(self) -> Mapping[str, Any]:
        """The state as plain values for JSON, with the choice of each open room under its name.

        It is cached and shared: copy it before changing it.
        """
        shared: dict[str, Any] = {
            "dataset": self.dataset,
            "category": self.category,
            "seed": self.seed,
            # Sorted, so that the digest does not depend on the order of the corrections.
            "corrections": dict(sorted(self.corrections.items())),
        }
        # Sorted, so that the digest does not depend on the order in which rooms were opened.
        return shared | {name: plain_choice(self.rooms[name]) for name in sorted(self.rooms)}

    @cached_property
    def digest(self) -> str:
        """A hash that tells one state from another."""
        text = json.dumps(self.plain, separators=(",", ":"), ensure_ascii=False, default=dict)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def plain_choice(choice: RoomChoice) -> dict[str, Any]:
    """A choice as plain values. Most actions change one room: the others are known as they were."""
    known = vars(choice)
    if "plain" not in known:
        known["plain"] = plain_value(choice)
    plain: dict[str, Any] = known["plain"]
    return plain


def plain_value(value: Any) -> Any:
    """What `asdict` makes of a value; a painting has thousands of tuples, which are not copied."""
    if is_dataclass(value):
        return {each.name: plain_value(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        if all(type(each) in SCALARS for each in value):
            return value
        return tuple(map(plain_value, value))
    if isinstance(value, list):
        return list(map(plain_value, value))
    if type(value) is dict:
        return {name: plain_value(each) for name, each in value.items()}
    return value if type(value) in SCALARS else deepcopy(value)


def on_other_data(now: State, dataset: str, category: str) -> State:
    """The first state on another data set; open rooms stay open where their choice goes along."""
    rooms = {name: choice for name, choice in now.rooms.items() if choice.goes_along}
    return State(dataset, category, rooms=rooms)


def back_on_data(before: State, state: State) -> State:
    """The state on a data set that was left `before`: its rooms as they were then.

    Rooms that were closed there are as in `state`, and so is what is not bound to data.
    """
    bound = {name: choice for name, choice in before.rooms.items() if choice.bound_to_data}
    return replace(before, rooms={**state.rooms, **bound})

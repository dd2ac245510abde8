"""The choice of the room of a model in use: which model, and all that happened since."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from steersman.session.state import RoomChoice


@dataclass(frozen=True)
class FedFile:
    """A file of new rows, and its columns of labels, identifiers and times; empty for none."""

    path: str
    digest: str
    label: str = ""
    id: str = ""
    time: str = ""


@dataclass(frozen=True)
class GivenLabel:
    """A label that was given later, for a row by its identifier."""

    row: str
    label: str


@dataclass(frozen=True)
class RepairedAt:
    """A repair: of which version, on the rows labeled since which row."""

    version: int
    first_row: int


@dataclass(frozen=True)
class DrawnRows:
    """A draw of rows to label, from those without a label after so many events."""

    events: int
    count: int | None
    even: bool
    seed: int


@dataclass(frozen=True)
class UseEvent:
    """One thing that happened, in order: a file came, a label was given, or a repair was made.

    A label is `fair` where its row was drawn evenly, or not drawn at all: then it counts for the
    limits as a row that came with its label does.
    """

    kind: Literal["file", "label", "repair"]
    file: FedFile | None = None
    label: GivenLabel | None = None
    fair: bool = True
    repair: RepairedAt | None = None


@dataclass(frozen=True)
class UseChoice(RoomChoice):
    """The choice of the room.

    The model is one of Steer, by its number and the question it answers, or a saved file. `want`
    has the limits that it was steered to by then. `version` counts the model itself as 0 and its
    repairs from 1.
    """

    room = "use"

    number: int | None = None
    category: str = ""
    seed: int = 0
    all_classes: bool = False
    path: str = ""
    want: str = ""
    events: tuple[UseEvent, ...] = ()
    drawn: DrawnRows | None = None
    version: int = 0

    def with_event(self, event: UseEvent) -> UseChoice:
        """The choice after one more thing happened."""
        return replace(self, events=(*self.events, event))

    @property
    def repairs(self) -> int:
        """How many repairs were made."""
        return sum(event.kind == "repair" for event in self.events)

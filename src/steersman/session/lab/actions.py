"""Actions and queries of the lab."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import Change, EnterRoom, Query

Point = tuple[float, float, float]
"""x, y, class 0 or 1"""


@dataclass(frozen=True)
class OpenLab(EnterRoom):
    """Go to the lab: points and a first model are there."""


@dataclass(frozen=True)
class ChooseLabSource(Change):
    """Where the points come from: a world whose truth is known, the data set, or a hand."""

    source: str


@dataclass(frozen=True)
class MoveLabSource(Change):
    """A knob of the points; None puts it back."""

    knob: str
    value: float | None
    gesture: int = 0


@dataclass(frozen=True)
class ChooseLabColumns(Change):
    """Two columns of the data set."""

    first: str
    second: str


@dataclass(frozen=True)
class DrawLab(Change):
    """Draw the points again, with the next seed."""


@dataclass(frozen=True)
class PaintLab(Change):
    """All points painted by hand, (x, y, class) each."""

    points: tuple[Point, ...]
    gesture: int = 0


@dataclass(frozen=True)
class ChooseLabModel(Change):
    """Another model at a place, 0 or 1."""

    place: int
    model: str


@dataclass(frozen=True)
class AddLabModel(Change):
    """A second model on the same points."""

    model: str


@dataclass(frozen=True)
class RemoveLabModel(Change):
    """One model less."""

    place: int


@dataclass(frozen=True)
class MoveLabModel(Change):
    """A knob of a model; None puts it back."""

    place: int
    knob: str
    value: float | None
    gesture: int = 0


@dataclass(frozen=True)
class ChooseLabOption(Change):
    """An option of a model, such as its kernel."""

    place: int
    option: str
    value: str


@dataclass(frozen=True)
class PlayLab(Change):
    """How far a model's training is played; None all the way."""

    place: int
    step: int | None
    gesture: int = 0


@dataclass(frozen=True)
class AskNeighborCurve(Query):
    """The cross-validated error for every k."""


@dataclass(frozen=True)
class AskLabPython(Query):
    """The few lines of Python that give the same figures."""

    place: int

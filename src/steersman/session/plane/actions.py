"""What a person does in the plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.session.state import State

__all__ = [
    "Autotune",
    "BestLine",
    "ChooseCategory",
    "ChooseData",
    "ChooseFold",
    "Inspect",
    "ListDocuments",
    "MoveKnob",
    "MoveLine",
    "PlaneChange",
    "PlaneQuery",
    "Resample",
    "ResetKnobs",
    "Search",
    "SetCurve",
    "SetFeatures",
    "SetFolds",
    "SetState",
    "Split",
    "TuneFolds",
]

Split = Literal["training", "validation"]


@dataclass(frozen=True)
class ChooseData:
    name: str


@dataclass(frozen=True)
class ChooseCategory:
    category: str


@dataclass(frozen=True)
class SetFolds:
    folds: int


@dataclass(frozen=True)
class ChooseFold:
    fold: int


@dataclass(frozen=True)
class Resample:
    """Draw the folds anew."""


@dataclass(frozen=True)
class SetFeatures:
    features: int | None
    gesture: int = 0


@dataclass(frozen=True)
class MoveKnob:
    """Set one knob; None lets the model decide. Moves of one gesture are one step back."""

    knob: str
    value: float | None
    gesture: int = 0


@dataclass(frozen=True)
class MoveLine:
    slope: float
    intercept: float
    gesture: int = 0


@dataclass(frozen=True)
class ResetKnobs:
    """Every knob back to its default."""


@dataclass(frozen=True)
class BestLine:
    """The line that is best of all lines for one split at the present smoothing."""

    split: Split
    metric: str = "f1"


@dataclass(frozen=True)
class Autotune:
    """Let the machine turn the knobs from where they stand, by cross-validation in training."""

    per_feature: bool = False


@dataclass(frozen=True)
class TuneFolds:
    """Tune words in every other fold as well, so that all folds can be looked at."""


@dataclass(frozen=True)
class SetState:
    """A whole state at once: a link that somebody opened."""

    state: State


@dataclass(frozen=True)
class SetCurve:
    """Decide by a fitted curve of this degree; 1 is the line."""

    degree: int


@dataclass(frozen=True)
class Inspect:
    row: int


@dataclass(frozen=True)
class Search:
    word: str


@dataclass(frozen=True)
class ListDocuments:
    """A line about each of some rows, as when they were lassoed."""

    rows: tuple[int, ...]


PlaneChange = (
    ChooseData
    | ChooseCategory
    | SetFolds
    | ChooseFold
    | Resample
    | SetFeatures
    | MoveKnob
    | MoveLine
    | ResetKnobs
    | BestLine
    | Autotune
    | SetState
    | SetCurve
    | TuneFolds
)
"""Leads to a new state."""


PlaneQuery = Inspect | Search | ListDocuments
"""Changes nothing."""

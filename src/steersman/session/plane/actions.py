"""Actions and queries of the plane."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import Change, NoUndoStep, Query
from steersman.session.history import Split
from steersman.session.plane.shapes import WordOrder


@dataclass(frozen=True)
class SetFolds(Change):
    folds: int


@dataclass(frozen=True)
class ChooseFold(Change):
    fold: int


@dataclass(frozen=True)
class SetFeatures(Change):
    features: int | None
    gesture: int = 0


@dataclass(frozen=True)
class MoveKnob(Change):
    """Set one knob; None lets the model decide. Moves of one gesture are one step back."""

    knob: str
    value: float | None
    gesture: int = 0


@dataclass(frozen=True)
class MoveLine(Change):
    slope: float
    intercept: float
    gesture: int = 0


@dataclass(frozen=True)
class ResetKnobs(Change):
    """Put every knob back to its default."""


@dataclass(frozen=True)
class BestLine(Change):
    """Find the best of all lines for one split at the present smoothing."""

    split: Split
    metric: str = "f1"


@dataclass(frozen=True)
class Autotune(Change):
    """Tune the knobs from their present values, by cross-validation in training."""

    per_feature: bool = False


@dataclass(frozen=True)
class TuneFolds(NoUndoStep):
    """Tune words in every other fold as well, so that all folds can be compared."""


@dataclass(frozen=True)
class SetCurve(Change):
    """Decide by a fitted curve of this degree; 1 is the line."""

    degree: int


@dataclass(frozen=True)
class SetWord(Change):
    """Give one word an alpha and a beta of its own, for the present category."""

    word: str
    alpha: float
    beta: float
    gesture: int = 0


@dataclass(frozen=True)
class WeighWord(Change):
    """Give one word the prior under which it adds `weight` to the margin; 0 silences it."""

    word: str
    weight: float
    gesture: int = 0


@dataclass(frozen=True)
class ResetWord(Change):
    """Take back what was set for a word, or for all words of the present category."""

    word: str = ""


@dataclass(frozen=True)
class Inspect(Query):
    row: int


@dataclass(frozen=True)
class Search(Query):
    word: str


@dataclass(frozen=True)
class ListWords(Query):
    """Words with their counts, priors and weights; `search` is a part of a word."""

    search: str = ""
    order: WordOrder = "weight"


@dataclass(frozen=True)
class AskWord(Query):
    """The prior of one word, and what the counts of each class make of it."""

    word: str


@dataclass(frozen=True)
class AskPlanePython(Query):
    """The Python lines that make the present model again."""


@dataclass(frozen=True)
class ListDocuments(Query):
    """A line about each of some rows, as when they were lassoed."""

    rows: tuple[int, ...]

"""Everything a person can do, one frozen value each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.session.state import State

__all__ = [
    "Action",
    "AskFrontier",
    "AskLevels",
    "AskNode",
    "AskRanges",
    "AskTraining",
    "AskWant",
    "Autotune",
    "BayesDemo",
    "BayesPlane",
    "BestLine",
    "Buy",
    "CellExamples",
    "Change",
    "ChooseCategory",
    "ChooseData",
    "ChooseFold",
    "ChooseModel",
    "EditCell",
    "EditNode",
    "ExportModel",
    "FollowRow",
    "GoBest",
    "GoTo",
    "Inspect",
    "LeaveChallenge",
    "ListDocuments",
    "LockCell",
    "MatrixChange",
    "MoveKnob",
    "MoveLine",
    "Open",
    "OpenMatrix",
    "OpenTest",
    "PinModel",
    "Query",
    "Redo",
    "Resample",
    "ResetKnobs",
    "Reveal",
    "Search",
    "SetConfidence",
    "SetCosts",
    "SetCurve",
    "SetFeatures",
    "SetFolds",
    "SetState",
    "ShowModel",
    "Split",
    "StartChallenge",
    "SteerToCost",
    "Travel",
    "Undo",
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
class SetCurve:
    """Decide by a fitted curve of this degree; 1 is the line."""

    degree: int


@dataclass(frozen=True)
class StartChallenge:
    """A new game on the present data and category."""


@dataclass(frozen=True)
class Buy:
    """Spend credits on labelled documents."""

    split: Split
    documents: int


@dataclass(frozen=True)
class Reveal:
    """Open the sealed test score of a game: once."""


@dataclass(frozen=True)
class LeaveChallenge:
    """Back to all the data."""


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
class SetState:
    """A whole state at once: a link that somebody opened."""

    state: State


@dataclass(frozen=True)
class GoBest:
    """Back to the best setting visited so far for one split."""

    split: Split


@dataclass(frozen=True)
class Undo:
    """One step back."""


@dataclass(frozen=True)
class Redo:
    """One step forward again."""


@dataclass(frozen=True)
class GoTo:
    step: int


@dataclass(frozen=True)
class Open:
    """Ask for everything: the first message of a window."""


@dataclass(frozen=True)
class Inspect:
    row: int


@dataclass(frozen=True)
class Search:
    word: str


@dataclass(frozen=True)
class BayesPlane:
    """One object in the four spaces of Bayes' rule (the paper's Figures 1 to 4)."""

    positive_likelihood: float
    negative_likelihood: float
    prior: float
    cost_ratio: float = 1.0


@dataclass(frozen=True)
class BayesDemo:
    """The eight objects of three binary features (Figure 5).

    `rates` are P(f1|c), P(f1|not c), P(f2|c) and so on; `space` is how they are drawn.
    """

    rates: tuple[float, ...]
    prior: float
    normalised: bool = False
    logarithmic: bool = False


@dataclass(frozen=True)
class OpenMatrix:
    """Go to the matrix room: the chosen model is fitted there."""

    all_classes: bool = False


@dataclass(frozen=True)
class ChooseModel:
    """Another model of the catalogue; the rest matters to a martingale program."""

    model: str
    levels: int = 15
    freeze: float = 0.1
    granularity: str = "root"
    learner: str = "auto"


@dataclass(frozen=True)
class EditCell:
    """At most (on the diagonal: at least) this many rows of one class called another."""

    true: str
    predicted: str
    count: int


@dataclass(frozen=True)
class EditNode:
    """The same for one node of the program and the rows that pass it."""

    node: int
    true: str
    predicted: str
    count: int


@dataclass(frozen=True)
class AskWant:
    """The same in words."""

    want: str


@dataclass(frozen=True)
class LockCell:
    """A cell that steering must not make worse."""

    true: str
    predicted: str
    locked: bool = True


@dataclass(frozen=True)
class SetCosts:
    """What each cell costs, rows true; none when empty."""

    costs: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class SteerToCost:
    """Make the cost as low as it gets."""


@dataclass(frozen=True)
class SetConfidence:
    """Ask that rates hold on new data with this probability; None asks for the holdout only."""

    confidence: float | None


@dataclass(frozen=True)
class ShowModel:
    """Back to a model visited earlier."""

    number: int


@dataclass(frozen=True)
class PinModel:
    """Keep a model under a name; an empty name lets it go."""

    number: int
    name: str


@dataclass(frozen=True)
class OpenTest:
    """Look at the sealed test rows; the look is counted."""


@dataclass(frozen=True)
class CellExamples:
    """The holdout rows of one cell, the surest first."""

    true: str
    predicted: str
    search: str = ""


@dataclass(frozen=True)
class FollowRow:
    """The way of one holdout row through the program."""

    row: int


@dataclass(frozen=True)
class AskFrontier:
    """What is attainable: errors of one kind against errors of the other."""


@dataclass(frozen=True)
class AskTraining:
    """How every model visited does on the rows it learnt from."""


@dataclass(frozen=True)
class AskRanges:
    """What each cell can be with the best of all models; they are fitted for it."""


@dataclass(frozen=True)
class AskNode:
    """What one node of the program looks at."""

    node: int


@dataclass(frozen=True)
class AskLevels:
    """Accuracy against the number of levels of the program."""


@dataclass(frozen=True)
class ExportModel:
    """A model visited, as a file."""

    number: int


@dataclass(frozen=True)
class ListDocuments:
    """A line about each of some rows, as when they were lassoed."""

    rows: tuple[int, ...]


MatrixChange = (
    OpenMatrix
    | ChooseModel
    | EditCell
    | EditNode
    | AskWant
    | LockCell
    | SetCosts
    | SteerToCost
    | SetConfidence
    | ShowModel
    | PinModel
)
"""Done in the matrix room."""

Change = (
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
    | StartChallenge
    | Buy
    | Reveal
    | LeaveChallenge
    | MatrixChange
    | OpenTest
)
"""Leads to a new state and a new step of the history."""

Travel = GoBest | Undo | Redo | GoTo
"""Moves along the history."""

Query = (
    Open
    | Inspect
    | Search
    | ListDocuments
    | BayesPlane
    | BayesDemo
    | CellExamples
    | FollowRow
    | AskFrontier
    | AskTraining
    | AskRanges
    | AskNode
    | AskLevels
    | ExportModel
)
"""Changes nothing."""

Action = Change | Travel | Query

"""Actions and queries of the matrix room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.compare.recipes import Learner
from steersman.learn.martingale.steering import Granularity
from steersman.session.actions import Change, EnterRoom, NoUndoStep, Query


@dataclass(frozen=True)
class OpenMatrix(EnterRoom):
    """Go to the matrix room: the chosen model is fitted there."""

    all_classes: bool = False


@dataclass(frozen=True)
class ChooseModel(Change):
    """Another model of the catalog; the rest matters to a martingale program."""

    model: str
    levels: int = 15
    freeze: float = 0.1
    granularity: Granularity = "root"
    learner: Learner = "auto"


@dataclass(frozen=True)
class MarkWeak(Change):
    """Call the nodes of a program weak whose advantage is under this for some class."""

    threshold: float


@dataclass(frozen=True)
class EditCell(Change):
    """At most (on the diagonal: at least) this many rows of one class called another."""

    true: str
    predicted: str
    count: int


@dataclass(frozen=True)
class EditNode(Change):
    """The same for one node of the program and the rows that pass it."""

    node: int
    true: str
    predicted: str
    count: int


@dataclass(frozen=True)
class AskWant(Change):
    """The same in words."""

    want: str


@dataclass(frozen=True)
class LockCell(Change):
    """A cell that steering must not make worse."""

    true: str
    predicted: str
    locked: bool = True


@dataclass(frozen=True)
class SetCosts(Change):
    """What each cell costs, rows true; none when empty."""

    costs: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class SteerToCost(Change):
    """Make the cost as low as it gets."""


@dataclass(frozen=True)
class SetConfidence(Change):
    """Ask that rates hold on new data with this probability; None asks for the holdout only."""

    confidence: float | None


@dataclass(frozen=True)
class ShowModel(Change):
    """Back to a model visited earlier."""

    number: int


@dataclass(frozen=True)
class PinModel(Change):
    """Keep a model under a name; an empty name lets it go."""

    number: int
    name: str


@dataclass(frozen=True)
class OpenTest(NoUndoStep):
    """Look at the sealed test rows; the look is counted."""


@dataclass(frozen=True)
class CellExamples(Query):
    """The holdout rows of one cell, the surest first (or last).

    `search` is a part of their text or name, or a condition on a feature: "length > 2".
    """

    true: str
    predicted: str
    search: str = ""
    doubtful_first: bool = False


@dataclass(frozen=True)
class ExportExamples(Query):
    """All of them that a search finds, as a file."""

    true: str
    predicted: str
    search: str = ""


@dataclass(frozen=True)
class AskPython(Query):
    """The Python lines that make a model again."""

    number: int


@dataclass(frozen=True)
class ExportCard(Query):
    """The story of a model as a file."""

    number: int
    kind: Literal["md", "html"] = "md"


@dataclass(frozen=True)
class ExplainRow(Query):
    """Why the model on show decided one held out row as it did, feature by feature."""

    row: int


@dataclass(frozen=True)
class FollowRow(Query):
    """The way of one holdout row through the program."""

    row: int


@dataclass(frozen=True)
class AskFrontier(Query):
    """What is attainable: errors of one kind against errors of the other.

    With all classes asked about, `focus` is the class whose errors they are.
    """

    focus: str = ""


@dataclass(frozen=True)
class AskTraining(Query):
    """How every model visited does on the rows it learned from."""


@dataclass(frozen=True)
class AskRanges(Query):
    """What each cell can be with the best of all models; they are fitted for it.

    `beside` they are fitted while nobody waits: the answer says at once how many are missing.
    """

    beside: bool = False


@dataclass(frozen=True)
class AskNode(Query):
    """What one node of the program looks at."""

    node: int


@dataclass(frozen=True)
class AskLevels(Query):
    """Accuracy against the number of levels of the program."""


@dataclass(frozen=True)
class ExportModel(Query):
    """A model visited, as a file."""

    number: int

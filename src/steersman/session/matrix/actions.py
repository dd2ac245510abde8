"""Actions and queries of the matrix room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.compare.recipes import Learner
from steersman.learn.martingale import Granularity
from steersman.session.actions import Change, EnterRoom, NoUndoStep, Query


@dataclass(frozen=True)
class OpenMatrix(EnterRoom):
    """Go to the matrix room: the chosen model is fitted there."""

    all_classes: bool = False


@dataclass(frozen=True)
class ChooseModel(Change):
    """Choose another model of the catalog; the other fields are for martingale programs."""

    model: str
    levels: int = 15
    freeze: float = 0.1
    granularity: Granularity = "root"
    learner: Learner = "auto"
    published: bool = False


@dataclass(frozen=True)
class MarkWeak(Change):
    """Call the nodes of a program weak whose advantage is under this for some class."""

    threshold: float


@dataclass(frozen=True)
class EditCell(Change):
    """Ask for at most (on the diagonal: at least) this many rows in one cell."""

    true: str
    predicted: str
    count: int


@dataclass(frozen=True)
class EditNode(Change):
    """Ask for a count in one cell of one node of the program, for the rows that pass it."""

    node: int
    true: str
    predicted: str
    count: int


@dataclass(frozen=True)
class AskWant(Change):
    """Steer to a want that is written as text."""

    want: str


@dataclass(frozen=True)
class LockCell(Change):
    """Lock a cell, so that steering must not make it worse, or unlock it."""

    true: str
    predicted: str
    locked: bool = True


@dataclass(frozen=True)
class SetCosts(Change):
    """Set the cost of each cell, one row per actual class; empty for no costs."""

    costs: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class SteerToCost(Change):
    """Steer to the lowest cost that can be reached."""


@dataclass(frozen=True)
class SetConfidence(Change):
    """Ask that rates hold on new data with this probability; None asks for the holdout only."""

    confidence: float | None


@dataclass(frozen=True)
class ShareRisk(Change):
    """Steer again, so that the guarantee holds for the model that is chosen of all that were
    guaranteed on the tuning rows; they share the risk from now on."""


@dataclass(frozen=True)
class SetPrior(Change):
    """Say which share of the rows in use will be of the class to catch; None: as many as here."""

    prior: float | None


@dataclass(frozen=True)
class SetGroupCutoffs(Change):
    """Let steering give each group of a column a cut-off of its own; empty: one for all rows."""

    column: str = ""


@dataclass(frozen=True)
class ShowModel(Change):
    """Return to a model visited earlier."""

    number: int


@dataclass(frozen=True)
class MoveCutoff(Change):
    """Let the current model decide at another cut-off, or with another offset of one class.

    Of two classes `setting` is the score above which a row is of the second one; of more it is
    added to the score of the class in `focus`.
    """

    setting: float
    focus: str = ""


@dataclass(frozen=True)
class PinModel(Change):
    """Keep a model under a name; an empty name unpins it."""

    number: int
    name: str


@dataclass(frozen=True)
class OpenTest(NoUndoStep):
    """Run the final test on the current model; every run is counted."""


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
    """Export all rows of a cell that a search finds, as a file."""

    true: str
    predicted: str
    search: str = ""


@dataclass(frozen=True)
class CompleteWant(Query):
    """Ask for ways to go on with a want that is being written."""

    text: str


@dataclass(frozen=True)
class AskPython(Query):
    """Ask for the Python lines that make a model again."""

    number: int


@dataclass(frozen=True)
class ExportCard(Query):
    """Export the report of a model as a file."""

    number: int
    kind: Literal["md", "html"] = "md"


@dataclass(frozen=True)
class ExplainRow(Query):
    """Explain the decision of the current model on one tuning row, feature by feature."""

    row: int


@dataclass(frozen=True)
class FollowRow(Query):
    """Follow one tuning row through the program."""

    row: int


@dataclass(frozen=True)
class AskFrontier(Query):
    """Ask for the attainable errors of one kind against those of the other.

    With all classes asked about, `focus` is the class whose errors they are.
    """

    focus: str = ""


@dataclass(frozen=True)
class AskTraining(Query):
    """Ask for the figures of every visited model on its training rows."""


@dataclass(frozen=True)
class AskRanges(Query):
    """Ask for the range of each cell over all models, which are fitted for it.

    `beside` they are fitted while nobody waits: the answer says at once how many are missing.
    """

    beside: bool = False


@dataclass(frozen=True)
class AskNode(Query):
    """Ask for the strongest weights of one node of the program."""

    node: int


@dataclass(frozen=True)
class AskLevels(Query):
    """Ask for the accuracy against the number of levels of the program."""


@dataclass(frozen=True)
class ExportModel(Query):
    """Export a visited model as a file."""

    number: int

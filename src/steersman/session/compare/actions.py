"""Actions and queries of the compare room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.compare.model_figures import Interval
from steersman.evaluate.mcnemar_test import Method
from steersman.session.actions import Change, EnterRoom, LongQuery, Query

Side = Literal["only-first", "only-second", "both-wrong", "both-right"]
"""A cell of McNemar's table."""


@dataclass(frozen=True)
class OpenCompare(EnterRoom):
    """Go to the room; the models pinned in the matrix room are there already."""


@dataclass(frozen=True)
class SuggestModels(Change):
    """Add two models that suit the data."""


@dataclass(frozen=True)
class AddModel(Change):
    """One more model of the catalog, steered to a want if there is one."""

    model: str
    want: str = ""


@dataclass(frozen=True)
class LeaveModelOut(Change):
    """Take a model out of the comparison."""

    name: str


@dataclass(frozen=True)
class SetCuts(Change):
    """How the rows are cut into folds."""

    folds: int
    repeats: int = 1
    seed: int = 0


@dataclass(frozen=True)
class SetComparedQuestion(Change):
    """All classes at once, or one category against the rest."""

    all_classes: bool


@dataclass(frozen=True)
class SetComparedView(Change):
    """Which measure, with which interval, and how McNemar's p-value is computed."""

    measure: str
    interval: Interval = "rows"
    method: Method = "auto"


@dataclass(frozen=True)
class ChoosePair(Change):
    """Two models to look at together."""

    first: str
    second: str


@dataclass(frozen=True)
class AskComparison(Query):
    """The figures of the models that have been fitted; nothing is fitted for it."""


@dataclass(frozen=True)
class AskScoreCurves(Query):
    """Ask for the ROC, precision-recall, gain and calibration curves of the models fitted so far.

    With all classes asked about, `focus` is the class that the curves are about.
    """

    focus: str = ""


@dataclass(frozen=True)
class RunComparison(LongQuery):
    """Fit what is missing, then the figures."""


@dataclass(frozen=True)
class AskPair(Query):
    """The tests of the chosen pair."""


@dataclass(frozen=True)
class AskPairs(Query):
    """All pairs of fitted models by the chosen measure, corrected by Holm."""


@dataclass(frozen=True)
class PairExamples(Query):
    """Rows in one cell of McNemar's table of the chosen pair."""

    side: Side
    search: str = ""


@dataclass(frozen=True)
class ReadRow(Query):
    """One row in full, with what every model says of it."""

    row: int


@dataclass(frozen=True)
class RunCurves(LongQuery):
    """Learning curves of all models: fits them on fewer rows."""


@dataclass(frozen=True)
class ExportComparison(Query):
    """The report as a file: one HTML page, or Markdown and its pictures."""

    kind: Literal["html", "markdown"] = "html"

"""Shapes of what the page shows of the plane, and of the answers about its documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from steersman.session.history import Split

Bounds = tuple[float, float, float, float]
"""x low, x high, y low, y high"""

Metric = Literal["recall", "precision", "f1"]
Scale = Literal["linear", "log"]


class KnobValues(TypedDict):
    """A number that a person may turn, with its value at the best steps visited."""

    name: str
    label: str
    low: float
    high: float
    default: float | None
    scale: Scale
    help: str
    whole: bool
    best_training: float | None
    best_validation: float | None


class MeasuresValues(TypedDict):
    """The four cells and the three measures."""

    tp: int
    fp: int
    fn: int
    tn: int
    recall: float
    precision: float
    f1: float
    intervals: Mapping[Metric, tuple[float, float]]
    """Low, high."""


class SplitValues(TypedDict):
    """The training or the validation rows."""

    documents: int
    positives: int
    fold: int | None
    line: MeasuresValues
    priors: MeasuresValues
    """The same for the prior alone: slope 1, Bayes' intercept."""
    bounds: Bounds
    main_bounds: Bounds
    """Without the few points that lie far out."""


class LineValues(TypedDict):
    slope: float
    intercept: float
    curve: int
    """The degree of the decision curve; 1 is the line."""
    default: bool
    bayes_intercept: float


class SharedPriorValues(TypedDict):
    alpha: float
    beta: float


class TuningValues(TypedDict):
    """The folds in which words have priors of their own, and the one prior that was better here."""

    folds: list[int]
    together: SharedPriorValues | None


class SpreadValues(TypedDict):
    """A measure over the folds."""

    mean: float
    spread: float
    each: list[float]


class PlaneView(TypedDict):
    """Everything that the plane shows; `folds` may follow when the hand rests."""

    knobs: list[KnobValues]
    tuning: TuningValues | None
    line: LineValues
    training: SplitValues
    validation: SplitValues
    folds: NotRequired[dict[Metric, SpreadValues]]
    """Empty where there are no folds to compare."""


class WordRestValues(TypedDict):
    x: float
    y: float
    margin: float


class WordShareValues(WordRestValues):
    """How one word moves a document."""

    word: str


class DocumentDetailValues(TypedDict):
    """One document, and how its words move it."""

    row: int
    id: str
    labels: list[str]
    positive: bool
    decided: bool
    x: float
    y: float
    margin: float
    text: str
    words: list[WordShareValues]
    rest: WordRestValues
    """All other words together."""


class DocumentFrame(TypedDict):
    document: DocumentDetailValues


class DocumentLineValues(TypedDict):
    """One document in a line."""

    row: int
    id: str
    labels: list[str]
    positive: bool
    margin: float
    text: str


class DocumentsFrame(TypedDict):
    documents: list[DocumentLineValues]


class HitsFrame(TypedDict):
    """The word found; the column `rows` holds the rows that contain it."""

    word: str
    count: int


FRAMES = {"document": DocumentFrame, "documents": DocumentsFrame, "hits": HitsFrame}
NAMED = {"SplitName": Split, "MetricName": Metric, "Scale": Scale, "Bounds": Bounds}

"""Shapes of what the page shows of the plane, and of the answers about its documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from steersman.session.history import Split

Bounds = tuple[float, float, float, float]
"""x low, x high, y low, y high"""

WordOrder = Literal["weight", "for", "against", "frequency", "set"]
PriorSource = Literal["shared", "tuned", "hand"]
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


class DensityValues(TypedDict):
    """Between which x and y all rows are counted in a grid of so many cells along each side.

    The column `density` of the split has the counts of the rows outside the category, line by line
    from below, then those of the rows inside.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    cells: int


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
    density: DensityValues | None
    """None where every row is a point."""


class BestLineValues(TypedDict):
    """What the search for the present line proved."""

    split: Split
    metric: str
    score: float
    bound: float
    """A score that no line exceeds."""


class LineValues(TypedDict):
    slope: float
    intercept: float
    curve: int
    """The degree of the decision curve; 1 is the line."""
    default: bool
    bayes_intercept: float
    fixed: tuple[float, float]
    """The part of x and y that is the same for every row (Eq. 40)."""
    intercept_without_fixed: float
    """The intercept that decides the same without that part (Eq. 43)."""
    flagged_without_fixed: int
    """Validation rows that the present line would flag without it."""
    best: NotRequired[BestLineValues]
    """Where the present line is one that *Best line* found."""


class SharedPriorValues(TypedDict):
    alpha: float
    beta: float


class PriorShapeValues(TypedDict):
    """The beta prior of alpha and beta, and how frequent words are in the training rows.

    Both are shares of equal intervals from 0 to `top`.
    """

    alpha: float
    beta: float
    mean: float
    interval: tuple[float, float]
    """Between which nine of ten values lie."""
    top: float
    prior: list[float]
    words: list[float]
    impossible: int
    """Validation rows that have likelihood 0 in both classes without a prior (Eq. 44)."""


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
    prior: PriorShapeValues | None
    """None where each word has its own."""
    words_set: int
    """How many words of this category have a prior set by hand."""
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
    """How one word moves a document; `name` is the word as the counter writes it."""

    word: str
    name: str
    source: PriorSource


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
    """All other words that it contains, together."""
    fixed: WordRestValues
    """What every document gets for the words of the model, with the intercept (Eq. 40)."""


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


class WordRowValues(TypedDict):
    """One word: in how many rows of each class, its prior, and what it adds where it occurs."""

    word: str
    label: str
    positive: int
    negative: int
    alpha: float
    beta: float
    x: float
    y: float
    weight: float
    source: PriorSource


class WordsFrame(TypedDict):
    """The first words of those found."""

    words: list[WordRowValues]
    found: int
    of: int
    set: int
    positives: int
    negatives: int
    slope: float


class WordFrame(TypedDict):
    """One word's prior and the posteriors of both classes, as shares of intervals up to `top`."""

    word: WordRowValues
    positives: int
    negatives: int
    slope: float
    top: float
    prior: list[float]
    positive: list[float]
    negative: list[float]
    theta: tuple[float, float]
    """The estimates of both classes, the means of their posteriors (Eq. 47)."""


class PlanePythonFrame(TypedDict):
    """Python lines that make the present model again."""

    text: str


FRAMES = {
    "plane-python": PlanePythonFrame,
    "document": DocumentFrame,
    "documents": DocumentsFrame,
    "hits": HitsFrame,
    "words": WordsFrame,
    "word": WordFrame,
}
NAMED = {
    "WordOrder": WordOrder,
    "PriorSource": PriorSource,
    "SplitName": Split,
    "MetricName": Metric,
    "Scale": Scale,
    "Bounds": Bounds,
}

"""Shapes of what the page shows of the room that compares models, and of its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from steersman.compare.model_figures import Interval, Score
from steersman.evaluate.mcnemar_test import Method
from steersman.session.compare.actions import Side
from steersman.session.shapes import CatalogEntryValues, PictureValues

PairTable = tuple[tuple[int, int], tuple[int, int]]
"""[[both wrong, only first right], [only second right, both right]]"""


class CompareView(TypedDict):
    """The settings of the compare room; its figures are a separate query."""

    catalog: list[CatalogEntryValues]
    classes: list[str]
    positive: str | None
    why_one_at_a_time: str
    """Why all classes cannot be asked about together; empty where they can."""
    rows: int
    sealed: int
    measures: list[str]
    measure: str
    """The measure that is shown: the chosen one, as far as it can be had."""
    intervals: Mapping[Interval, str]
    methods: Mapping[Method, str]
    procedure: str
    summaries: dict[str, str]
    pair: list[str]


class FigureValues(TypedDict):
    """A figure with its interval."""

    value: float
    low: float
    high: float
    method: str
    scores: list[float]
    """Of each fold."""


class StandingValues(TypedDict):
    """One model in figures."""

    matrix: list[list[int]]
    overall: dict[str, FigureValues]
    classes: list[Mapping[Score, FigureValues]]
    met: list[bool]
    """By fold: whether steering reached the want, and whether it held on the new rows."""
    held: list[bool]
    broken: list[str]


class ComparedModelValues(TypedDict):
    """How far a model is fitted, and its figures once it is."""

    name: str
    done: int
    of: int
    standing: StandingValues | None


class PairFigures(TypedDict):
    """Two models by the rows that only one of them gets right."""

    first: str
    second: str
    table: PairTable
    p_value: float
    adjusted: float
    method: str


class MeasuredPairValues(TypedDict):
    """Two models by the chosen measure, the first's minus the second's."""

    first: str
    second: str
    difference: float
    p_value: float
    adjusted: float


class CurvePointValues(TypedDict):
    """The errors of all folds at one number of training rows."""

    share: float
    rows: int
    errors: list[float]


class ComparisonFrame(TypedDict):
    """The figures of the models that are fitted, and how far the others are."""

    models: list[ComparedModelValues]
    pairs: list[PairFigures]
    cautions: list[str]
    curves_left: list[str]
    """Models whose curve is not whole yet."""
    curves: dict[str, list[CurvePointValues]]


class ScoreBandValues(TypedDict):
    """A curve at the places of the grid: the mean over folds, the lowest and the highest fold."""

    mean: list[float]
    low: list[float]
    high: list[float]


class ScoreStandingValues(TypedDict):
    """The scores of one model for one class."""

    name: str
    roc: ScoreBandValues
    pr: ScoreBandValues
    gain: ScoreBandValues
    predicted: list[float]
    """Probabilities by bins of rows, and below the share of the class; none without
    probabilities."""
    observed: list[float]
    figures: dict[str, DifferenceValues]
    """AUC, average precision, Brier score and log loss: means over folds with intervals."""


class ScoreCurvesFrame(TypedDict):
    """How good the scores of the models fitted so far are, for one class."""

    focus: str
    grid: list[float]
    models: list[ScoreStandingValues]


class PairTestValues(TypedDict):
    """One test of a pair and what its p-value means."""

    name: str
    way: str
    p_value: float
    meaning: str


class TailValues(TypedDict):
    """The distribution behind McNemar's test around its middle: the extreme part sums to p."""

    first: int
    """The count of rows that `chances` begins with."""
    observed: int
    chances: list[float]
    extreme: list[bool]


class DifferenceValues(TypedDict):
    value: float
    low: float
    high: float


class PairFrame(TypedDict):
    """The tests of the chosen pair."""

    first: str
    second: str
    table: PairTable
    tests: list[PairTestValues]
    tails: TailValues
    measure: str
    difference: DifferenceValues
    independence: str


class PairsFrame(TypedDict):
    """All pairs by the chosen measure."""

    measure: str
    test: Literal["McNemar", "permutation"]
    pairs: list[MeasuredPairValues]


class PairExampleValues(TypedDict):
    """One row in a line, with what both models say of it."""

    row: int
    id: str
    text: str
    true: str
    first: str
    second: str


class PairExamplesFrame(TypedDict):
    """Rows in one cell of McNemar's table."""

    side: Side
    search: str
    first: str
    second: str
    count: int
    examples: list[PairExampleValues]


SaidValues = TypedDict("SaidValues", {"name": str, "class": str})
"""What one model says of a row."""


class ComparedRowFrame(TypedDict):
    """One row in full, and what each model says of it."""

    row: int
    id: str
    labels: list[str]
    true: str
    text: str
    prose: bool
    """Whether the text is the row's own words and not its values."""
    picture: PictureValues | None
    said: list[SaidValues]


class FoldNews(TypedDict):
    """A fold that has just been fitted."""

    name: str
    done: int
    of: int
    fold: int
    accuracy: float


class CurveNews(TypedDict):
    """The points of a model's curve so far."""

    name: str
    points: list[CurvePointValues]


FRAMES = {
    "comparison": ComparisonFrame,
    "score-curves": ScoreCurvesFrame,
    "pair": PairFrame,
    "pairs": PairsFrame,
    "pair-examples": PairExamplesFrame,
    "compared-row": ComparedRowFrame,
}
NEWS = {"comparison": FoldNews, "curves": CurveNews}
VIEW = CompareView
NAMED = {
    "Interval": Interval,
    "Method": Method,
    "PairTable": PairTable,
    "Score": Score,
    "Side": Side,
}

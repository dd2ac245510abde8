"""Shapes of what the why room sends."""

from __future__ import annotations

from typing import Literal, TypedDict

from steersman.learn.explain import Kind, Measure, Scale
from steersman.session.datasets.row_fields import FieldKind
from steersman.session.shapes import PictureValues
from steersman.session.why.actions import Which

PartName = Literal["training", "tuning", "new"]
"""The part of the data that a row belongs to."""


class UsedFeatureValues(TypedDict):
    """One feature by importance; a column of categories is one feature."""

    group: int
    name: str
    kind: Kind
    drop: float
    low: float
    high: float
    """A 95 % interval of the drop."""
    direction: float
    """Change of the class's score from a low to a high value; 0 for categories."""
    weight: float | None
    """The coefficient, where there is one."""


class ImportanceFrame(TypedDict):
    """What the model uses, the most important first."""

    search: str
    focus: str
    category: str
    """The class that directions are for."""
    against: str
    measure: Measure
    baseline: float
    """The measure with every feature as it is."""
    rows: int
    of: int
    """All features; the likeliest of many are measured."""
    features: list[UsedFeatureValues]


class DependencePointValues(TypedDict):
    """The mean score when every row has this value, and the share of rows that have it."""

    label: str
    value: float
    score: float
    share: float


class DependenceFrame(TypedDict):
    """The curve of one feature."""

    group: int
    name: str
    feature_kind: Kind
    category: str
    scale: Scale
    cutoff: float
    points: list[DependencePointValues]


class PushValues(TypedDict):
    """What one feature adds to the score; `shown` is its value in the row."""

    name: str
    kind: Kind
    text_column: str
    """The column of a word, where texts are counted apart."""
    shown: str
    push: float


class ShareValues(TypedDict):
    """Features that are summed up, and what they add together."""

    count: int
    push: float


class ExplanationValues(TypedDict):
    """Contributions that add up: base + pushes + rest + absent = score."""

    category: str
    """The class that the score speaks for."""
    against: str
    predicted: str
    scale: Scale
    base: float
    score: float
    cutoff: float
    exact: bool
    pushes: list[PushValues] | None
    """None where they were not asked for."""
    rest: ShareValues
    absent: ShareValues
    """Words that the row does not contain."""
    absent_words: list[PushValues]


class FieldValues(TypedDict):
    """One column of a row, to be edited."""

    name: str
    kind: FieldKind
    value: str
    options: list[str]
    low: float
    high: float
    """The range seen in the data."""


class LikeRowValues(TypedDict):
    """A row that is like another."""

    row: int
    id: str
    label: str
    predicted: str
    text: str
    picture: PictureValues | None
    distance: float


class WhyRowFrame(TypedDict):
    """One row: why it is decided as it is, its values, and the rows most like it."""

    row: int
    id: str
    part: PartName
    actual: str
    loaded: str
    """The label that it came with."""
    other_labels: list[str]
    """What a person may call it instead."""
    text: str
    picture: PictureValues | None
    explanation: ExplanationValues
    fields: list[FieldValues]
    same: list[LikeRowValues]
    """The nearest rows with the same label."""
    other: list[LikeRowValues]
    identical: list[LikeRowValues]
    """Rows with the very same values and another label."""
    identical_count: int


class TriedRowFrame(TypedDict):
    """The score of a row with other values."""

    row: int | None
    tried: dict[str, str]
    explanation: ExplanationValues
    fields: list[FieldValues]
    unknown: list[str]
    """Words of the text that the model does not know."""


class FlipChangeValues(TypedDict):
    """A value that changes: `value` is what to write in its column.

    A word counts in all `fields`: it is removed from each, or added to the first.
    """

    name: str
    kind: Kind
    fields: list[str]
    before: str
    value: str


class FlipValues(TypedDict):
    changes: list[FlipChangeValues]
    score: float


class FlipsFrame(TypedDict):
    """The smallest changes that turn the decision; none where one or two features cannot."""

    row: int | None
    tried: dict[str, str]
    decided: str
    flips: list[FlipValues]


class PickedRowValues(TypedDict):
    row: int
    id: str
    text: str
    actual: str
    predicted: str
    score: float
    corrected: bool


class PickedRowsFrame(TypedDict):
    """Rows to choose from; `found` counts all of them."""

    which: Which
    search: str
    found: int
    rows: list[PickedRowValues]
    cutoff: float
    category: str


FRAMES = {
    "importance": ImportanceFrame,
    "dependence": DependenceFrame,
    "picked-rows": PickedRowsFrame,
    "row-why": WhyRowFrame,
    "tried-row": TriedRowFrame,
    "flips": FlipsFrame,
}
NAMED = {"PartName": PartName, "FieldKind": FieldKind, "Scale": Scale, "Which": Which}

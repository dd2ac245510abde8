"""Shapes of the answers of the slices room."""

from __future__ import annotations

from typing import Literal, TypedDict

from steersman.evaluate.slice_candidates import SliceKind

SliceDirection = Literal["higher", "lower"]


class SliceMeasure(TypedDict):
    """A rate that slices can be compared by, as a want writes it."""

    text: str
    measure: str
    """Its name without a class."""
    label: str
    """The class that it is about; empty where it is about all."""


class SliceValues(TypedDict):
    """One slice, and the measure of its rows."""

    kind: SliceKind
    column: str
    name: str
    rows: int
    value: float
    low: float
    high: float
    rest: float | None
    """The measure on all other rows; null where there are none."""
    adjusted: float
    """The p-value after correction for all slices that were looked at."""


class SliceTableFrame(TypedDict):
    """The worst slices of the current model."""

    model: int
    measure: str
    column: str
    value: float
    """The measure on all tuning rows."""
    rows: int
    worse: SliceDirection
    tried: int
    measures: list[SliceMeasure]
    groupings: list[str]
    """Those whose groups can be compared."""
    slices: list[SliceValues]
    limit: float | None
    """A limit to ask of each group: the measure on all rows, rounded; null where none can be."""


class SliceExampleValues(TypedDict):
    """One row of a slice."""

    row: int
    id: str
    text: str
    true: str
    predicted: str


class SliceExamplesFrame(TypedDict):
    """Rows of one slice, the wrong ones first."""

    measure: str
    column: str
    name: str
    count: int
    wrong: int
    examples: list[SliceExampleValues]


FRAMES = {"slice-table": SliceTableFrame, "slice-examples": SliceExamplesFrame}
NAMED = {"SliceKind": SliceKind, "SliceDirection": SliceDirection}

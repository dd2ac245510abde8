"""Shapes of values that several rooms send to the page.

The TypeScript types in frontend/src/wire are generated from these and from each room's `shapes`
(`make wire-types`); `FooValues` is called `Foo` there.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class EntryValues(TypedDict):
    """Something to choose: the name to send, and what a person reads."""

    name: str
    title: str
    summary: str


class PictureValues(TypedDict):
    """A row that is a picture: its pixels line by line, from 0 to 100."""

    width: int
    height: int
    pixels: list[int]


class CatalogEntryValues(EntryValues):
    """A model of the catalog."""

    why_not: str
    """Why it cannot learn from these rows; empty where it can."""


class CategoryValues(TypedDict):
    name: str
    documents: int


class FileFrame(TypedDict):
    """A file to download; the column `bytes` holds its content."""

    name: str


class StepValues(TypedDict):
    """One step of the history."""

    number: int
    """Counts all steps ever made: notes are written to it."""
    label: str
    dataset: str
    """Empty before any data was chosen."""
    parent: int | None
    """The place of the step before."""
    f1_training: float
    f1_validation: float


class HistoryValues(TypedDict):
    """All steps ever made, a tree; `line` has the places of the current branch."""

    steps: list[StepValues]
    now: int
    line: list[int]
    best_training: int | None
    best_validation: int | None


class SampleValues(TypedDict):
    """The rows in memory, where all rows are in partitions."""

    rows: int
    of: int
    partitions: int
    engine: str
    """Where all rows are counted."""
    lost_workers: int
    """Workers of a cluster that were lost; their work was done again."""


class QuestionValues(TypedDict):
    """The data sets and categories that can be chosen."""

    datasets: list[EntryValues]
    categories: list[CategoryValues]
    documents: int
    row_word: str
    """What a row and what it holds are called: documents have words, rows of a table values."""
    term_word: str
    all_features: int
    sample: SampleValues | None
    """None where all rows are in memory."""


class SessionView(QuestionValues):
    """The part of a view that all rooms share; `history` may follow when the hand rests."""

    history: NotRequired[HistoryValues]
    own_histories: NotRequired[dict[str, HistoryValues]]
    """By name, those of rooms whose steps are not the project's."""

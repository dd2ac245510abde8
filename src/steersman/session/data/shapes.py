"""Shapes of what the page shows of the data room, and of its answers."""

from __future__ import annotations

from typing import Literal, TypedDict

from steersman.data.read_options import Role
from steersman.data.sketch import Kind, Remedy, Severity


class BarValues(TypedDict):
    """A bar of a small distribution: a value or an interval, and its rows."""

    name: str
    rows: int


class ColumnView(TypedDict):
    """One column of a file."""

    name: str
    kind: Kind
    role: Role
    chosen: bool
    """Whether the role was chosen by hand."""
    missing: int
    distinct: int
    examples: list[str]
    bars: list[BarValues]


class FindingView(TypedDict):
    """One sentence about the data, and what can be done."""

    severity: Severity
    what: str
    column: str | None
    todo: str
    remedy: Remedy | None
    """What one click does about it."""
    rows: int
    """How many rows it is about; 0 where it is not about rows."""


class ClassValues(TypedDict):
    """A class: its label in the file, its name for display, and its rows."""

    label: str
    name: str
    rows: int


class LabelColumnValues(TypedDict):
    """The classes of a label column, the largest first."""

    column: str
    classes: int
    rows: int
    """How many rows have a label."""
    balance: list[ClassValues]


class PositiveValues(TypedDict):
    """The class to catch, by its label in the file, and why it is that one."""

    label: str
    reason: Literal["chosen", "name", "rarer", "second", "largest"]


class MissingRoleValues(TypedDict):
    what: str
    todo: str


class LanguageValues(TypedDict):
    name: str
    title: str


class FileView(TypedDict):
    """A file: how it is read, its columns, its first rows, what may hurt."""

    name: str
    kind: str
    format: str
    """What people call its kind."""
    encoding: str | None
    delimiter: str | None
    header: bool
    rows: int
    rows_exact: bool
    rows_seen: int
    columns: list[ColumnView]
    columns_in_all: int
    has_choices: bool
    """Whether anything was chosen by hand."""
    fixed_roles: bool
    """Whether the file itself says what its columns are for."""
    other_columns: list[str]
    """The names of columns that are not listed, where there are very many."""
    roles: dict[Role, int]
    """How many columns have each role."""
    labels: list[LabelColumnValues]
    positive: PositiveValues | None
    """The class to catch; null where the file has no single label column."""
    rows_kept: int
    """How many rows will be loaded, without duplicates and rows that have no label."""
    preview: list[list[str]]
    sheets: list[str]
    sheet: str | None
    separator: str | None
    findings: list[FindingView]
    missing_role: MissingRoleValues | None
    """Why the file cannot be loaded as it stands."""
    languages: list[LanguageValues]
    files: int
    """How many files it stands for: those of a pattern or of a folder of tables."""


class CollectionValues(TypedDict):
    """A data set with a name of its own."""

    name: str
    source: str
    rows: int | None
    """Null where they have not been counted yet."""
    features: int | None
    classes: int | None
    present: bool
    bytes: int
    built_in: bool
    can_fetch: bool


class MadeDataValues(TypedDict):
    """A data set read or made in this session."""

    name: str
    summary: str
    rows: int
    features: int
    classes: int


class RecentFileValues(TypedDict):
    """A file opened earlier; a folder has no size."""

    path: str
    name: str
    bytes: int


class AtHandFrame(TypedDict):
    """The data sets that can be opened at once, those to download, and the files opened last."""

    collections: list[CollectionValues]
    made: list[MadeDataValues]
    recent: list[RecentFileValues]


class TokenValues(TypedDict):
    """A word of a document."""

    word: str
    term: str
    why: str
    """Why the word is left out; empty when it is counted."""


class TermCountValues(TypedDict):
    term: str
    count: int
    documents: int
    """How many of the first documents hold the term."""


class LookFrame(TypedDict):
    """A preview of how a document, or typed text, is counted."""

    row: int
    typed: bool
    document: str
    tokens: list[TokenValues]
    tokens_in_all: int
    counts: list[TermCountValues]
    documents: int
    terms_in_all: int


class StopWordsFrame(TypedDict):
    """The stop words of a language, in alphabetical order."""

    language: str
    words: list[str]


FRAMES = {"at-hand": AtHandFrame, "look": LookFrame, "stop-words": StopWordsFrame}
VIEW = FileView
NAMED = {"Remedy": Remedy, "Role": Role}

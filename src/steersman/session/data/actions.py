"""Actions and queries of the data room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from steersman.data.read_options import Role
from steersman.session.actions import Change, Query, SwitchData
from steersman.session.data.choice import DataChoice, TextChoice


@dataclass(frozen=True)
class OpenFile(Change):
    """Look at a file or a folder: its columns, its first rows, what may hurt.

    `format` is that of a file whose name does not tell it; `choice` how it is read, None as it was
    the last time. A project's log always has the choice.
    """

    path: str
    format: str | None = None
    choice: DataChoice | None = None


@dataclass(frozen=True)
class CloseFile(Change):
    """Close the file and return to the list of data sets."""


@dataclass(frozen=True)
class SetReading(Change):
    """Change how the file is read: fields of `ReadOptions` by name, None as it was sniffed."""

    options: Mapping[str, str | bool | None]


@dataclass(frozen=True)
class ReadZeros(Change):
    """Take the zeros of a column for missing values, or for numbers."""

    column: str
    missing: bool = True


@dataclass(frozen=True)
class JoinColumns(Change):
    """Read the columns that are numbered under a name as one vector, or each by itself."""

    name: str
    joined: bool = True


@dataclass(frozen=True)
class SetRole(Change):
    """Set the role of a column; a label replaces the former one unless it is `beside` it."""

    column: str
    role: Role
    beside: bool = False


@dataclass(frozen=True)
class ChoosePositive(Change):
    """Choose the class to catch, by its label in the file; a loaded file changes with it."""

    label: str


@dataclass(frozen=True)
class RenameClass(Change):
    """Give a class of the file another name for display; its own label takes the name away."""

    label: str
    name: str


@dataclass(frozen=True)
class SetText(Change):
    """Choose how documents are counted."""

    text: TextChoice
    gesture: int = 0


@dataclass(frozen=True)
class KeepDistinct(Change):
    """Keep one of several equal rows, or all of them."""

    distinct: bool


@dataclass(frozen=True)
class SetEngine(Change):
    """Choose where all rows are counted: "local" or the address of a Dask scheduler; empty reads
    them into memory."""

    engine: str


@dataclass(frozen=True)
class GuessAgain(Change):
    """Detect everything again and forget what was chosen for the file."""


@dataclass(frozen=True)
class LoadFile(SwitchData):
    """Make the file the session's data set; without a choice as the room shows it."""

    choice: DataChoice | None = None


@dataclass(frozen=True)
class ListData(Query):
    """Ask for the list of data sets and recent files."""


@dataclass(frozen=True)
class LookAtDocument(Query):
    """Preview how one of the first documents, or typed text, is counted."""

    row: int = 0
    document: str | None = None


@dataclass(frozen=True)
class ListStopWords(Query):
    """Ask for the stop words of a language, before any are added or kept."""

    language: str


@dataclass(frozen=True)
class FetchData(Query):
    """Download a collection from its public home."""

    name: str

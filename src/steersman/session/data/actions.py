"""What a person does and asks in the data room."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.data.choice import DataChoice, TextChoice

__all__ = [
    "CloseFile",
    "DataChange",
    "DataQuery",
    "FetchData",
    "GuessAgain",
    "KeepDistinct",
    "ListData",
    "LoadFile",
    "LookAtDocument",
    "OpenFile",
    "SetLabels",
    "SetReading",
    "SetRole",
    "SetText",
]


@dataclass(frozen=True)
class OpenFile:
    """Look at a file or a folder: its columns, its first rows, what may hurt.

    `format` is that of a file whose name does not tell it; `choice` how it is read, None as it was
    the last time. A project's log always has the choice.
    """

    path: str
    format: str | None = None
    choice: DataChoice | None = None


@dataclass(frozen=True)
class CloseFile:
    """Back to what is at hand."""


@dataclass(frozen=True)
class SetReading:
    """How the file is read, None as it was sniffed; `separator` parts several labels of a row.

    `decimal` is the mark before a fraction, where numbers do not show it.
    """

    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    sheet: str | None = None
    separator: str | None = None
    decimal: str | None = None


@dataclass(frozen=True)
class SetLabels:
    """What becomes of rows without a label, and of labels that differ by spaces and capitals.

    `missing` is to drop such rows or to refuse the file; `merge` makes such labels one class.
    """

    missing: str = "drop"
    merge: bool = False


@dataclass(frozen=True)
class SetRole:
    """What a column is for. A label takes the place of the former one unless it comes beside it."""

    column: str
    role: str
    beside: bool = False


@dataclass(frozen=True)
class SetText:
    """How documents become counts."""

    text: TextChoice
    gesture: int = 0


@dataclass(frozen=True)
class KeepDistinct:
    """Keep one of several equal rows, or all of them."""

    distinct: bool


@dataclass(frozen=True)
class GuessAgain:
    """Forget what was chosen for the file: everything as it was sniffed."""


@dataclass(frozen=True)
class LoadFile:
    """Make the file the session's data set; without a choice as the room shows it."""

    choice: DataChoice | None = None


@dataclass(frozen=True)
class ListData:
    """What is at hand."""


@dataclass(frozen=True)
class LookAtDocument:
    """What becomes of one of the first documents, or of words that were typed."""

    row: int = 0
    document: str | None = None


@dataclass(frozen=True)
class FetchData:
    """Download a collection from its public home."""

    name: str


DataChange = (
    OpenFile
    | CloseFile
    | SetReading
    | SetLabels
    | SetRole
    | SetText
    | KeepDistinct
    | GuessAgain
    | LoadFile
)
"""Leads to a new state."""


DataQuery = ListData | LookAtDocument | FetchData
"""Changes nothing."""

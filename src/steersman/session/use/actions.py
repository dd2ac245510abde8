"""Actions and queries of the room of a model in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.session.actions import Change, EnterRoom, Query
from steersman.session.use.choice import FedFile


@dataclass(frozen=True)
class OpenUse(EnterRoom):
    """Go to the room; the current model is the one in use if none is yet."""


@dataclass(frozen=True)
class PutInUse(Change):
    """Watch another model, from its first row on: one of Steer by its number, or a saved file."""

    number: int | None = None
    path: str = ""


@dataclass(frozen=True)
class FeedFile(Change):
    """Give the rows of a file to the model; `file` says how it is read, None as detected.

    A project's log always has it.
    """

    path: str
    file: FedFile | None = None


@dataclass(frozen=True)
class SetFedColumns(Change):
    """Change which columns of a file hold labels, identifiers and times; empty for none."""

    place: int
    label: str = ""
    identifier: str = ""
    time: str = ""


@dataclass(frozen=True)
class DrawRows(Change):
    """Draw rows to label: to check the limits, or evenly, to repair the model with them."""

    count: int | None = None
    even: bool = False


@dataclass(frozen=True)
class LabelRow(Change):
    """Label one of the rows that were drawn."""

    row: str
    label: str


@dataclass(frozen=True)
class ImportLabels(Change):
    """Take labels from a file by identifiers; `labels` are what it holds: row and label.

    A project's log always has them.
    """

    path: str
    labels: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RepairModel(Change):
    """Steer the model in use again, on the rows labeled since a row, and use the new version."""

    first_row: int = 0


@dataclass(frozen=True)
class UseVersion(Change):
    """Use another version of the model again."""

    version: int


@dataclass(frozen=True)
class ExportDrawnRows(Query):
    """The rows to label as a CSV file for another labeling tool."""


@dataclass(frozen=True)
class AskReasons(Query):
    """Why the model decides a row that is to be labeled as it does."""

    row: str


@dataclass(frozen=True)
class ExportVersion(Query):
    """A version of the model as a file, or its report."""

    version: int
    kind: Literal["model", "html", "markdown"] = "model"

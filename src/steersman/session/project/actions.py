"""Actions of the project room."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import NonCancelling, NoUndoStep, Query, SwitchProject


@dataclass(frozen=True)
class NameProject(NonCancelling, NoUndoStep):
    """Call the project something else."""

    name: str


@dataclass(frozen=True)
class WriteNote(NonCancelling, NoUndoStep):
    """What there is to say about a step (by its number), or about the whole; empty wipes it."""

    text: str
    step: int | None = None


@dataclass(frozen=True)
class TakeBack(NonCancelling, NoUndoStep):
    """The last name or note as it was before."""


@dataclass(frozen=True)
class NewProject(SwitchProject):
    """Start afresh on the data at hand, or without any; the present project stays as it is."""

    name: str = ""
    with_data: bool = True


@dataclass(frozen=True)
class OpenProject(SwitchProject):
    """Go on with another project in this window; `file` is where its data file is now."""

    path: str
    file: str = ""


@dataclass(frozen=True)
class ImportProject(SwitchProject):
    """A project file from elsewhere: its bytes in base64, in parts when it is long."""

    file: str
    content: str
    more: bool = False


@dataclass(frozen=True)
class ListProjects(Query):
    """The projects in the user's folder."""


@dataclass(frozen=True)
class ExportProject(Query):
    """The project as one file; with its data and models if so wished."""

    data: bool = False

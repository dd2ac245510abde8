"""Open the workbench on a data set, or on the preview of a file."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.console import Console
from rich.status import Status

from steersman.data import available, load
from steersman.data.collections import COLLECTIONS
from steersman.learn.trajectory import Watch
from steersman.server.serve import serve
from steersman.session import Session
from steersman.session.actions.data import LoadFile, OpenFile, SetRole

__all__ = ["open_workbench", "previewing_session"]

FIRST_DATA = "docstrings"
DATA_MEANWHILE = "breast-cancer"
"""What the other rooms show until a file that is looked at has been loaded."""


def open_workbench(
    source: str | None, label: str | None, text: str | None, port: int, open_browser: bool
) -> None:
    """Read the data with a progress line, then serve the page until interrupted."""
    console = Console(stderr=True)
    with console.status(f"Reading {source or FIRST_DATA}") as status:

        def tell(done: float, what: str) -> None:
            status.update(f"{what} {done:.0%}")

        if source is not None and label is None and is_file(source):
            session = previewing_session(source, text, status)
        else:
            dataset = load(source or FIRST_DATA, label=label, text=text, progress=tell)
            status.update("Getting the workbench ready")
            session = Session(dataset, data_menu())
    serve(session, port, open_browser, typer.echo)


def is_file(source: str) -> bool:
    """Whether `source` is a file or folder rather than the name of a collection."""
    return source not in COLLECTIONS and Path(source).expanduser().exists()


def previewing_session(source: str, text: str | None, status: Status | None = None) -> Session:
    """A session in which a file is open in the data room; one that needs no label is loaded."""
    watch = Watch(progress=lambda what, _done: status.update(what) if status else None)
    session = Session(load(DATA_MEANWHILE), data_menu())
    session.perform(OpenFile(source), watch)
    if text is not None:
        session.perform(SetRole(text, "text"), watch)
    if session.data.labels_itself(session.history.step.state):
        session.perform(LoadFile(), watch)
    return session


def data_menu() -> list[dict[str, object]]:
    """The data sets that can be chosen on the page."""
    return [
        {"name": entry.name, "title": entry.name.replace("-", " "), "summary": entry.source}
        for entry in available()
        if entry.present
    ]

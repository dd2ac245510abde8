"""Open the workbench on a data set, or on the preview of a file."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.console import Console

from steersman.data import available, load
from steersman.data.collections import COLLECTIONS
from steersman.learn.trajectory import Watch
from steersman.server.serve import serve
from steersman.session import Session
from steersman.session.actions.data import LoadFile, OpenFile, SetRole
from steersman.session.data_sketches import Sketches
from steersman.session.project import Origin, kept_session, opened_project
from steersman.session.project_choice import last_project_or_new
from steersman.session.stand_in import stand_in

__all__ = ["open_workbench", "previewing_session"]

FIRST_DATA = "docstrings"


def open_workbench(
    source: str | None,
    label: str | None,
    text: str | None,
    port: int,
    open_browser: bool,
    project: Path | None = None,
    written: tuple[str | None, str | None] = (None, None),
) -> None:
    """Read the data with a progress line, then serve the page until interrupted.

    `written` is the encoding and the delimiter of a file whose label is named.
    """
    console = Console(stderr=True)
    with console.status(f"Reading {source or project or FIRST_DATA}") as status:

        def tell(done: float, what: str) -> None:
            status.update(f"{what} {done:.0%}")

        def watched(what: str, done: float | None) -> None:
            status.update(what if done is None else f"{what} {done:.0%}")

        watch, menu = Watch(progress=watched), data_menu()
        previewed = source is not None and label is None and is_file(source)
        if project is not None and project.exists() and source is None:
            session = opened_project(project, menu, watch)
        else:
            if source is not None and previewed:
                check_shown(source, watch)
                origin = Origin.without_data(str(Path(source).expanduser().absolute()))
            else:
                said = {"label": label, "text": text}
                said |= dict(zip(("encoding", "delimiter"), written))
                dataset = load(source or FIRST_DATA, **said, progress=tell)  # type: ignore[arg-type]
                origin = Origin(dataset, source or FIRST_DATA, said)
            status.update("Getting the workbench ready")
            if project is not None:
                session = kept_session(project, origin, menu, watch)
            else:
                session = last_project_or_new(origin, menu, watch, typer.echo)
        if previewed and session.history.made == 1:
            preview(session, origin.about, text, watch)
    if session.project.notice:
        typer.echo(session.project.notice)
    try:
        serve(session, port, open_browser, typer.echo)
    finally:
        if session.log is not None:
            session.log.store.close()


def check_shown(source: str, watch: Watch) -> None:
    """An error when a file cannot be looked at, before a project is begun for it."""
    sketches = Sketches()
    sketches.sketch(sketches.opened(source, watch), watch)


def is_file(source: str) -> bool:
    """Whether `source` is a file or folder rather than the name of a collection."""
    return source not in COLLECTIONS and Path(source).expanduser().exists()


def previewing_session(source: str, text: str | None) -> Session:
    """A session that is not kept, in which a file is open in the data room."""
    session = Session(stand_in(), data_menu())
    preview(session, source, text, Watch())
    return session


def preview(session: Session, source: str, text: str | None, watch: Watch) -> None:
    """Open a file in the data room; one that needs no label is loaded."""
    session.perform(OpenFile(source), watch)
    if text is not None:
        session.perform(SetRole(text, "text"), watch)
    state = session.history.step.state
    if session.data.labels_itself(state):
        session.perform(LoadFile(state.data), watch)


def data_menu() -> list[dict[str, object]]:
    """The data sets that can be chosen on the page."""
    return [
        {"name": entry.name, "title": entry.name.replace("-", " "), "summary": entry.source}
        for entry in available()
        if entry.present
    ]

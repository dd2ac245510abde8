"""The sessions of guests: each goes on with their last project, or starts on the same data."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from steersman.errors import SteersmanError
from steersman.session.session import Session
from steersman.session.storage.files import free_path, imported_file, listed_projects
from steersman.session.storage.open_projects import home_of, path_of
from steersman.session.storage.project import Menu, Origin, opened_project, started_project
from steersman.session.storage.relocated_files import named_files
from steersman.session.storage.store import Store
from steersman.tasks import Task


def guest_session(origin: Origin, menu: Menu, project: Path | None = None) -> Session:
    """The last project in the folder of the person that is served, or a new one.

    A new one is a copy of `project` if there is one, else it starts on the data of `origin`, which
    all guests share.
    """
    digest = origin.facts()["sha256"]
    for each in listed_projects():
        same = (each.first, each.sha256) == (origin.dataset.name, digest)
        # A project that cannot be opened must keep nobody out: the next one is tried.
        with suppress(SteersmanError):
            return opened_project(Path(each.path), menu, Task(), origin if same else None)
    if project is not None:
        return opened_project(imported_file(project), menu, Task(), origin)
    return started_project(free_path(origin.title), origin, menu)


def shared_files(session: Session) -> tuple[Path, ...]:
    """The files that guests need to work on a copy of a session's project."""
    path = path_of(session)
    if path is None:
        return ()
    origin, store = home_of(session).origin, session.log.store if session.log else None
    named = list(named_files(store).values()) if isinstance(store, Store) else []
    data = origin.dataset.provenance.path
    paths = [path, *([] if data is None else [data]), *map(Path, named)]
    return tuple(dict.fromkeys(each.absolute() for each in paths))

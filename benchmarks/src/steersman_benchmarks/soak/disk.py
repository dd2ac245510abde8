"""A disk that is full, read-only or taken away while somebody works."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from steersman.data import load
from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.plane.actions import MoveKnob
from steersman.session.project.room import ProjectRoom
from steersman.session.storage import log as log_module
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.store import Store
from steersman_benchmarks.soak.registry import SoakRow

DATA = "wine"
Trouble = Callable[[Session, Path], None]


def store_of(session: Session) -> Store:
    assert session.log is not None  # noqa: S101
    assert isinstance(session.log.store, Store)  # noqa: S101
    return session.log.store


def refused_code(session: Session, value: float) -> str:
    """The code of the error that a move ends in; empty when it is done."""
    try:
        session.perform(MoveKnob("alpha", value))
    except SteersmanError as error:
        return error.code
    return ""


def expect(what: str, found: object, wanted: object) -> None:
    """Raise an error when something is not what it should be."""
    if found != wanted:
        raise ValueError(f"{what} is {found!r}, not {wanted!r}")


def full_disk(session: Session, _path: Path) -> None:
    """Nothing more fits: the move is undone, and works again when there is room."""
    connection = store_of(session).connection
    ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    codes = [refused_code(session, 0.1 + place / 1000) for place in range(400)]
    code = next(filter(None, codes), "")
    expect("the code", code, "disk-full")
    before = session.state
    expect("the state", session.state, before)
    connection.execute("PRAGMA max_page_count = 1000000")
    expect("a move afterwards", refused_code(session, 0.9), "")


def read_only(session: Session, _path: Path) -> None:
    """The file cannot be written: the move is undone, and work goes on when it can."""
    before = session.state
    store_of(session).connection.execute("PRAGMA query_only = ON")
    expect("the code", refused_code(session, 0.2), "project-read-only")
    expect("the state", session.state, before)
    store_of(session).connection.execute("PRAGMA query_only = OFF")
    expect("a move afterwards", refused_code(session, 0.3), "")


def locked(session: Session, path: Path) -> None:
    """Another program writes to the file: the move is undone, and works when it is done."""
    store_of(session).connection.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        expect("the code", refused_code(session, 0.2), "project-busy")
        other.execute("ROLLBACK")
    expect("a move afterwards", refused_code(session, 0.3), "")
    try:
        Store.open(path)
    except SteersmanError as error:
        expect("the code of a second program", error.code, "project-busy")
    else:
        raise ValueError("a second program opened the project")


def deleted(session: Session, path: Path) -> None:
    """The file is deleted: the next move saves everything again."""
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    expect("a move", refused_code(session, 0.4), "")
    expect("the file", path.exists(), True)
    expect("a notice", session.rooms[ProjectRoom].notice != "", True)


def replaced(session: Session, path: Path) -> None:
    """Another file takes its place: it stays as it is, and the work is saved beside it."""
    path.unlink()
    path.write_bytes(b"something else")
    expect("a move", refused_code(session, 0.4), "")
    expect("the other file", path.read_bytes(), b"something else")
    expect("the name", store_of(session).path.name, f"{path.stem}-2{path.suffix}")


def folder_deleted(session: Session, path: Path) -> None:
    """The whole folder is deleted: the next move makes it again."""
    for each in path.parent.iterdir():
        each.unlink()
    path.parent.rmdir()
    expect("a move", refused_code(session, 0.4), "")
    expect("the file", path.exists(), True)


def clock_going_back(session: Session, _path: Path) -> None:
    """The clock is set back by years while somebody works."""
    for seconds in (2e9, 1e9, 0.0, 1.5e9):
        with patch.object(log_module, "time", return_value=seconds):
            expect("a move", refused_code(session, 0.1 + seconds / 1e10), "")


TROUBLES: dict[str, Trouble] = {
    "disk full": full_disk,
    "read-only": read_only,
    "locked by another program": locked,
    "project deleted while open": deleted,
    "project replaced while open": replaced,
    "folder deleted while open": folder_deleted,
    "clock going back": clock_going_back,
}


def disk(long: bool) -> list[SoakRow]:
    """Each trouble 5 times; the short form once."""
    tries = 5 if long else 1
    return [
        SoakRow(name, tries, tuple(fault for _ in range(tries) for fault in faults_of(trouble)))
        for name, trouble in TROUBLES.items()
    ]


def faults_of(trouble: Trouble) -> list[str]:
    """What goes wrong in a trouble, and whether the project is whole afterwards."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "projects" / "work.steer"
        path.parent.mkdir()
        session = project_session(path, Origin(load(DATA), DATA))
        try:
            session.perform(MoveKnob("alpha", 0.5))
            trouble(session, path)
            session.perform(MoveKnob("beta", 2.0))
            state, saved = session.state, store_of(session).path
            store_of(session).close()
            again = opened_project(saved)
            expect("the state after reopening", again.state, state)
            expect("the notice after reopening", again.rooms[ProjectRoom].notice, "")
            store_of(again).close()
        except Exception as error:  # noqa: BLE001  (this is what is looked for)
            return [f"{type(error).__name__}: {error}"]
        finally:
            with suppress(Exception):
                store_of(session).close()
    return []

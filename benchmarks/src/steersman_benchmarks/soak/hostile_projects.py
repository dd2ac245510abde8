"""Projects from somewhere else that are damaged or forged."""

from __future__ import annotations

import base64
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np

from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.matrix.actions import AskWant, ChooseModel, OpenMatrix
from steersman.session.plane.actions import MoveKnob
from steersman.session.precompile import small_table
from steersman.session.project.actions import ImportProject
from steersman.session.storage.files import listed_projects
from steersman.session.storage.open_projects import OpenProjects
from steersman.session.storage.project import Origin, project_session
from steersman.tasks import Task
from steersman_benchmarks.soak.registry import SoakRow

DEEP = "[" * 60_000
FORGERIES = (
    "UPDATE entries SET action = '{}'",
    "UPDATE entries SET action = 'DEEP'",
    "UPDATE entries SET outcome = '[]'",
    "UPDATE entries SET at = 'noon'",
    "UPDATE entries SET number = number - 100",
    "UPDATE facts SET value = '\"\\ud800\"' WHERE name = 'name'",
    "UPDATE facts SET value = '1e999' WHERE name = 'made'",
    "DELETE FROM facts",
    "DELETE FROM data",
    "UPDATE data SET facts = 'DEEP'",
    'UPDATE data SET facts = \'{"source": "/dev/zero"}\'',
    "UPDATE data SET content = randomblob(1000)",
    "UPDATE results SET value = randomblob(1000)",
    "UPDATE results SET value = zeroblob(0)",
    "INSERT INTO results VALUES ('x', 'model', randomblob(5000))",
    "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM facts; END",
    "ALTER TABLE entries RENAME TO old; CREATE VIEW entries AS WITH RECURSIVE r(number) AS "
    "(SELECT 1 UNION ALL SELECT number + 1 FROM r) SELECT number, 0.0 AS at, '{}' AS action, "
    "'{}' AS outcome FROM r",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 1",
    "CREATE VIRTUAL TABLE v USING fts5(a)",
)


def hostile_projects(folder: Path, count: int, rng: np.random.Generator) -> SoakRow:
    """Import each project from a page: a sentence or a session, and the list of projects works."""
    dataset = small_table()
    good, work = folder / "good.steer", project_session(folder / "here.steer", Origin(dataset))
    write_good_project(good)
    projects, faults, codes = OpenProjects(work), list[str](), dict[str, int]()
    content = good.read_bytes()
    try:
        for number in range(count):
            name = f"project{number}.steer"
            bad = base64.b64encode(forged_project(folder / name, content, number, rng)).decode()
            try:
                opened = projects.switch(ImportProject(name, bad), work, None, Task())
                code = "opened"
                close(opened, work)
            except SteersmanError as error:
                code = error.code
            except Exception as error:  # noqa: BLE001  (this is what is looked for)
                code = "bug"
                faults.append(f"forgery {number}: {type(error).__name__} {str(error)[:200]}")
            codes[code] = codes.get(code, 0) + 1
        listed_projects()
        work.perform(MoveKnob("alpha", 0.5))
    finally:
        close(work, None)
    common = ", ".join(f"{code} {n}" for code, n in sorted(codes.items(), key=lambda x: -x[1])[:6])
    return SoakRow("projects", count, tuple(faults), common)


def close(session: Session, but: Session | None) -> None:
    if session is not but and session.log is not None:
        session.log.store.close()


def write_good_project(path: Path) -> None:
    """A project with a few actions and a stored model."""
    session = project_session(path, Origin(small_table()))
    for action in (MoveKnob("alpha", 0.3), OpenMatrix(), ChooseModel("forest"), AskWant("fn <= 1")):
        session.perform(action)
    close(session, None)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def forged_project(path: Path, content: bytes, number: int, rng: np.random.Generator) -> bytes:
    """A project that was forged with SQL, or of which some bytes are others."""
    if number % 2:
        spoilt = bytearray(content)
        for _ in range(int(rng.integers(1, 200))):
            spoilt[rng.integers(len(spoilt))] = int(rng.integers(256))
        if rng.random() < 0.2:
            del spoilt[int(rng.integers(len(spoilt))) :]
        return bytes(spoilt)
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FORGERIES[number // 2 % len(FORGERIES)].replace("DEEP", DEEP))
        connection.commit()
    forged = path.read_bytes()
    path.unlink()
    return forged

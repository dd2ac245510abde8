"""What can go wrong with a project file: one sentence each, and nothing is lost."""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.errors import raises
from tests.session.project_switching import switch_project

from steersman.data import Dataset, load
from steersman.errors import Cancelled, SteersmanError
from steersman.session import Session
from steersman.session.history_actions import Undo
from steersman.session.plane.actions import MoveKnob
from steersman.session.plane.choice import plane_choice
from steersman.session.project.actions import (
    ExportProject,
    ImportProject,
    ListProjects,
    NewProject,
    OpenProject,
)
from steersman.session.project.room import ProjectRoom
from steersman.session.question import ChooseCategory
from steersman.session.storage.files import exported_file, free_path, imported_file, listed_projects
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.startup import last_project_or_new
from steersman.session.storage.store import FORMAT, Store
from steersman.tasks import Task


@pytest.fixture
def kept(mail: Dataset, tmp_path: Path):
    """A project with two steps, open."""
    session = project_session(tmp_path / "work.steer", Origin(mail))
    session.perform(MoveKnob("alpha", 0.3))
    session.perform(ChooseCategory("maths"))
    yield session
    session.log.store.close()


def path_of(session: Session) -> Path:
    return session.log.store.path


def closed(session: Session) -> Path:
    session.log.store.close()
    return path_of(session)


def test_two_servers_on_one_project_the_second_is_told(kept, mail) -> None:
    with raises("project-busy", file="work.steer"):
        project_session(path_of(kept), Origin(mail))
    kept.perform(MoveKnob("alpha", 0.4))


def test_readers_may_look_while_it_is_open(kept) -> None:
    assert len(Store.read_only(path_of(kept)).entries()) == 2


@pytest.mark.parametrize("content", [b"", b"label,text\nspam,hello\n" * 20])
def test_a_foreign_file_is_refused_and_left_alone(mail, tmp_path, content) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    with raises("project-invalid", file="mine.csv"):
        project_session(path, Origin(mail))
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_somebody_elses_database_is_refused_and_left_alone(mail, tmp_path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (x)")
    before = path.read_bytes()
    with raises("project-invalid", file="other.db"):
        project_session(path, Origin(mail))
    assert path.read_bytes() == before


@pytest.mark.parametrize("other", [FORMAT - 1, FORMAT + 1])
def test_another_format_is_refused_and_left_alone(kept, mail, other: int) -> None:
    path = closed(kept)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {other}")
    connection.close()
    before = path.read_bytes()
    with raises("project-format", format=other, expected=FORMAT):
        project_session(path, Origin(mail))
    assert path.read_bytes() == before


def test_an_action_of_another_version_is_told(kept, mail) -> None:
    path = closed(kept)
    with sqlite3.connect(path) as connection:
        connection.execute('UPDATE entries SET action = \'{"action": "fly"}\' WHERE number = 2')
    connection.close()
    with raises("step-unknown", step=2):
        project_session(path, Origin(mail))


def test_a_damaged_file_is_told_and_left_alone(kept, mail) -> None:
    path = closed(kept)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with raises("project-damaged", file="work.steer"):
        project_session(path, Origin(mail))
    assert path.read_bytes() == bytes(content)


def test_a_file_without_its_facts_is_damaged_and_listed_as_such(kept) -> None:
    path = free_path("facts")
    exported_file(kept.log.store, path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM facts")
    connection.close()
    with raises("project-damaged"):
        opened_project(path)
    listed = {each["path"]: each for each in kept.perform(ListProjects()).values["projects"]}
    assert listed[str(path)]["fault"]
    assert not listed[str(path_of(kept))]["fault"]
    assert listed[str(path_of(kept))]["here"]


def test_a_full_disk_takes_the_change_back_and_keeps_the_rest(kept, mail) -> None:
    connection = kept.log.store.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    before = kept.view().values, kept.history, kept.log.number
    code = ""
    for value in range(1, 200):
        try:
            kept.perform(MoveKnob("beta", float(value)))
        except SteersmanError as error:
            code = error.code
            break
        before = kept.view().values, kept.history, kept.log.number
    assert code == "disk-full"
    assert (kept.view().values, kept.history, kept.log.number) == before
    connection.execute("PRAGMA max_page_count = 100000")
    kept.perform(MoveKnob("beta", 7.0))
    steps = kept.history
    again = project_session(closed(kept), Origin(mail))
    assert again.history == steps
    again.log.store.close()


def test_another_process_is_told_that_it_is_open_or_read_only(kept, tmp_path) -> None:
    """As a user for whom a folder is read-only: nothing is for the superuser."""
    exported_file(kept.log.store, tmp_path / "copy.steer")
    content = (tmp_path / "copy.steer").read_bytes()
    program = (
        "import os, sys; from pathlib import Path\n"
        "from steersman.session.storage.store import Store\n"
        "try: Store.open(Path(sys.argv[2]))\n"
        "except ValueError as error: print(error.code)\n"
        "if os.geteuid() == 0: os.setuid(65534)\n"
        "for make in (Store.open, lambda path: Store.create(path.with_name('new'), {})):\n"
        "    try: make(Path(sys.argv[1]))\n"
        "    except ValueError as error: print(error.code)\n"
        "print(len(Store.read_only(Path(sys.argv[1])).entries()))"
    )
    with TemporaryDirectory(dir="/tmp") as folder:
        path = Path(folder) / "work.steer"
        path.write_bytes(content)
        path.chmod(0o444)
        Path(folder).chmod(0o555)
        run = subprocess.run(
            [sys.executable, "-c", program, path, path_of(kept)], capture_output=True, text=True
        )
        Path(folder).chmod(0o700)
    codes = ["project-busy", "project-read-only", "project-read-only"]
    assert run.stdout.splitlines() == [*codes, "2"]


def test_a_folder_that_cannot_be_keeps_nobody_from_working(mail, tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "file"))
    said: list[str] = []
    session = last_project_or_new(Origin(mail, "mail"), (), Task(), said.append)
    assert session.log is None
    assert session.rooms[ProjectRoom].notice
    session.perform(MoveKnob("alpha", 0.2))
    with raises("no-project"):
        switch_project(session, NewProject())


def table(path: Path, rows: int = 60) -> Path:
    lines = [f"{row % 7},{row % 5},{'yes' if row % 7 > 2 else 'no'}" for row in range(rows)]
    path.write_text("\n".join(["a,b,label", *lines]) + "\n")
    return path


@pytest.fixture
def on_file(tmp_path: Path):
    """The path of a closed project on a file, and that file."""
    for folder in ("here", "p"):
        (tmp_path / folder).mkdir()
    file = table(tmp_path / "here" / "t.csv")
    origin = Origin(load(file, label="label"), str(file), {"label": "label"})
    session = project_session(tmp_path / "p" / "work.steer", origin)
    session.perform(MoveKnob("alpha", 0.3))
    return closed(session), file


def test_data_that_moved_is_found_beside_the_project(on_file) -> None:
    project, file = on_file
    file.rename(project.parent / "t.csv")
    session = opened_project(project)
    assert {"t.csv", f"{project.parent}."} <= {*session.rooms[ProjectRoom].notice.split()}
    assert session.history.now == 1
    closed(session)
    again = opened_project(project)
    assert again.rooms[ProjectRoom].notice == ""
    closed(again)


def test_data_that_is_gone_is_asked_for_and_can_be_given(on_file, tmp_path) -> None:
    project, file = on_file
    elsewhere = file.rename(tmp_path / "renamed.csv")
    with raises("file-missing", file="t.csv", other=None):
        opened_project(project)
    origin = Origin(load(elsewhere, label="label"), str(elsewhere), {"label": "label"})
    session = project_session(project, origin)
    assert session.history.now == 1
    closed(session)


def test_data_that_changed_is_told_with_what_differs(on_file) -> None:
    project, file = on_file
    table(file, rows=61)
    with raises("data-changed", data="t") as changed:
        opened_project(project)
    assert changed.value.fields["before"]["rows"] == 60
    assert changed.value.fields["now"]["rows"] == 61
    text = file.read_text().replace("6,", "5,", 1).rsplit("\n", 2)[0] + "\n"
    file.write_text(text)
    with raises("data-changed", data="t") as changed:
        opened_project(project)
    assert changed.value.fields["before"] == changed.value.fields["now"]


def test_a_project_on_other_data_is_told(kept, tmp_path) -> None:
    path = closed(kept)
    with raises("project-other-data", data="small-mail", given="wine"):
        project_session(path, Origin(load("wine"), "wine"))


def test_an_export_carries_neither_rows_nor_folders_unless_asked(on_file, tmp_path) -> None:
    project, file = on_file
    session = opened_project(project)
    out = tmp_path / "out.steer"
    exported_file(session.log.store, out)
    assert str(tmp_path).encode() not in out.read_bytes()
    with_data = tmp_path / "whole.steer"
    exported_file(session.log.store, with_data, data=True)
    assert file.read_bytes() in with_data.read_bytes()
    closed(session)
    file.unlink()
    with raises("file-missing", file="t.csv"):
        opened_project(imported_file(out))
    moved = opened_project(imported_file(with_data))
    assert moved.history == session.history
    closed(moved)


def test_projects_are_listed_switched_and_imported_from_the_page(tmp_path, monkeypatch) -> None:
    wine = Origin(load("wine"), "wine")
    session = project_session(free_path("first"), wine)
    session.perform(MoveKnob("alpha", 0.3))
    first = path_of(session)
    exported = session.perform(ExportProject()).columns[0].values.tobytes()
    session = switch_project(session, NewProject("Second try"))
    assert (session.history.now, session.rooms[ProjectRoom].words.title) == (0, "Second try")
    session.perform(MoveKnob("beta", 9.0))
    listed = session.perform(ListProjects()).values["projects"]
    assert {each["name"]: each["here"] for each in listed if each["path"] == str(path_of(session))}
    session = switch_project(session, OpenProject(str(first)))
    assert plane_choice(session.history.step.state).knobs["alpha"] == 0.3
    assert switch_project(session, OpenProject(str(first))) is session
    text = base64.b64encode(exported).decode()
    half = len(text) // 8 * 4
    session = switch_project(session, ImportProject("there.steer", text[:half], more=True))
    session = switch_project(session, ImportProject("there.steer", text[half:]))
    assert path_of(session) != first
    assert plane_choice(session.history.step.state).knobs["alpha"] == 0.3
    now = session.history
    with raises("project-invalid", file="junk.steer"):
        switch_project(
            session, ImportProject("junk.steer", base64.b64encode(b"junk" * 99).decode())
        )
    with raises("upload-damaged", file="torn.steer"):
        switch_project(session, ImportProject("torn.steer", text[:half] + "#" * 4))
    kept = sorted(first.parent.rglob("*"))
    task = Task(cancelled=lambda: True)  # a copy that nobody waits for any more
    with monkeypatch.context() as patch:
        again = "steersman.session.storage.project.replay"
        patch.setattr(again, lambda *_, **__: task.report("again"))
        with pytest.raises(Cancelled):
            switch_project(session, ImportProject("there.steer", text))
    assert sorted(first.parent.rglob("*")) == kept
    with raises("project-missing", file="nowhere.steer"):
        switch_project(session, OpenProject(str(tmp_path / "nowhere.steer")))
    assert session.history == now
    session.perform(Undo())
    closed(session)


def test_the_workbench_goes_on_with_the_last_project_on_the_same_data(mail) -> None:
    said: list[str] = []
    origin = Origin(load("wine"), "wine", {"label": None})
    first = last_project_or_new(origin, (), Task(), said.append)
    first.perform(MoveKnob("alpha", 0.123))
    second = last_project_or_new(origin, (), Task(), said.append)
    assert path_of(second) != path_of(first)
    assert path_of(first).name in second.rooms[ProjectRoom].notice
    closed(second)
    path = closed(first)
    again = last_project_or_new(origin, (), Task(), said.append)
    assert path_of(again) == path
    assert str(path) in said[-1]
    closed(again)


def test_a_door_leads_to_the_project_that_was_last_open_behind_it(mail) -> None:
    wine = Origin(load("wine"), "wine")
    session = last_project_or_new(wine, (), Task(), print, "wine")
    session = switch_project(session, NewProject("Another", with_data=False))
    path = closed(session)
    again = last_project_or_new(wine, (), Task(), print, "wine")
    assert path_of(again) == path
    steps = again.view().values["history"]["steps"]
    assert [step["dataset"] for step in steps] == [""]
    closed(again)
    other = last_project_or_new(Origin(load("breast-cancer"), "breast-cancer"), (), Task(), print)
    assert path_of(other) != path
    closed(other)
    path.write_bytes(b"junk")
    fresh = last_project_or_new(wine, (), Task(), print, "wine")
    assert path_of(fresh) != path
    assert path.name in fresh.rooms[ProjectRoom].notice
    closed(fresh)


def test_the_log_holds_one_entry_a_gesture(kept) -> None:
    for value in (0.2, 0.3, 0.4):
        kept.perform(MoveKnob("alpha", value, gesture=9))
    entries = kept.log.store.entries()
    assert len(entries) == 3
    assert entries[-1].action["value"] == 0.4
    assert json.loads(json.dumps(entries[-1].outcome)) == entries[-1].outcome


HOSTILE = {
    "endless view": (
        "ALTER TABLE entries RENAME TO old; CREATE VIEW entries AS WITH RECURSIVE r(number) AS "
        "(SELECT 1 UNION ALL SELECT number + 1 FROM r) "
        "SELECT number, 0.0 AS at, '{}' AS action, '{}' AS outcome FROM r"
    ),
    "trigger": "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM facts; END",
    "words for a time": "UPDATE facts SET value = '\"yesterday\"' WHERE name = 'made'",
    "half a character": "UPDATE facts SET value = '\"\\ud800\"' WHERE name = 'name'",
    "deep facts": "UPDATE facts SET value = 'DEEP' WHERE name = 'name'".replace(
        "DEEP", "[" * 50_000
    ),
    "no object": "UPDATE data SET facts = '3'",
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_project_is_damaged_and_listed(
    kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    path = closed(kept)
    with sqlite3.connect(path) as connection:
        connection.executescript(change)
    connection.close()
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path))
    (summary,) = listed_projects()
    assert summary.fault
    with raises("project-damaged", file="work.steer"):
        opened_project(path, Task())


def test_words_for_the_time_of_an_action_are_no_reason_not_to_start(
    kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = closed(kept)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET at = 'noon'")
    connection.close()
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path))
    (summary,) = listed_projects()
    assert summary.fault


def test_a_pipe_is_no_project(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.steer")
    with raises("project-invalid", file="pipe.steer"):
        opened_project(tmp_path / "pipe.steer", Task())


def test_a_project_that_is_deleted_while_open_is_saved_again(kept, mail) -> None:
    path = path_of(kept)
    path.unlink()
    kept.perform(MoveKnob("beta", 3.0))
    assert path_of(kept) == path
    assert str(path) in kept.rooms[ProjectRoom].notice
    state, path = kept.state, closed(kept)
    again = opened_project(path, origin=Origin(mail))
    assert again.state == state
    again.log.store.close()


def test_a_file_that_takes_the_place_of_a_project_stays_as_it_is(kept, mail) -> None:
    path = path_of(kept)
    path.unlink()
    path.write_text("somebody else's")
    kept.perform(MoveKnob("beta", 3.0))
    assert path.read_text() == "somebody else's"
    assert path_of(kept).name == "work-2.steer"
    # The new file is locked as the old one was.
    with raises("project-busy", file="work-2.steer"):
        project_session(path_of(kept), Origin(mail))

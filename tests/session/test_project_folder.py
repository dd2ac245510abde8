"""The folder of projects: names, lists, copies that go out and come in, and what is left behind."""

from __future__ import annotations

import base64
import errno
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from skops.io import dumps
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.data.files.person_folders import PersonFolders, serving
from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.plane.actions import MoveKnob
from steersman.session.project.room import ProjectRoom
from steersman.session.storage import files as files_module
from steersman.session.storage import project as project_module
from steersman.session.storage import startup as startup_module
from steersman.session.storage.files import (
    ProjectSummary,
    data_files,
    discard_copy,
    exported_file,
    free_path,
    imported_file,
    listed_projects,
    portable,
    project_summary,
    projects_folder,
)
from steersman.session.storage.project import Origin, project_session
from steersman.session.storage.project_check import check_project
from steersman.session.storage.relocated_files import carried_folder
from steersman.session.storage.startup import (
    doors,
    doors_file,
    is_rival,
    last_project_or_new,
    project_behind,
    remember_behind_door,
    with_notice,
)
from steersman.session.storage.store import Store
from steersman.tasks import Task
from steersman.workers import Workers

FACTS = {"name": "Mail", "called": "Mail", "made": 5.0}
DATA = {"source": "/a/mail.csv", "file": "mail.csv", "options": {"label": "kind"}, "sha256": "d1"}
ENTRY = 'INSERT INTO entries VALUES (?, ?, \'{"action": "undo"}\', \'{"label": "y"}\')'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "projects"))
    (tmp_path / "projects").mkdir()
    return tmp_path / "projects"


def small_project(
    path: Path, data: Mapping[str, Mapping[str, object]] = {"mail": DATA}, entries: int = 0
) -> Path:
    """A project file without a session; its entries were made at 10, 20, ... seconds."""
    with closing(Store.create(path, FACTS)) as store:
        for name, facts in data.items():
            store.add_data(name, facts)
        with store.writing() as connection:
            for number in range(1, entries + 1):
                connection.execute(ENTRY, (number, 10 * number))
    return path


@pytest.fixture
def opened(folder: Path) -> Iterator[Store]:
    with closing(Store.open(small_project(folder / "mail.steer", entries=2))) as store:
        yield store


def test_projects_are_where_the_environment_the_person_or_the_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "chosen"))
    assert projects_folder() == tmp_path / "chosen"
    with serving(PersonFolders(tmp_path / "ann")):
        assert projects_folder() == tmp_path / "ann" / "projects"
    monkeypatch.delenv("STEERSMAN_PROJECTS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert projects_folder() == tmp_path / "data" / "steersman" / "projects"


def test_names_in_use_are_counted_on(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        path = free_path("Mail / spam?", tmp_path)
        names.append(path.name)
        path.touch()
    assert names == ["mail-spam.steer", "mail-spam-2.steer", "mail-spam-3.steer"]
    # Only the folder of projects is made, not any that is named.
    free_path("mail", tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_list_has_what_is_known_of_each_project_newest_first(
    folder: Path, tmp_path: Path
) -> None:
    two = small_project(folder / "two.steer", entries=2)
    none = small_project(folder / "none.steer", {PLACEHOLDER: {"about": "/b/t.csv"}})
    several = small_project(tmp_path / "several.steer", {"mail": DATA, "b": {}}, entries=1)
    (folder / "junk.steer").write_bytes(b"junk")
    (folder / "other.txt").write_text("no project")
    expected = [
        ProjectSummary(
            str(two), "Mail", "mail", "mail", "/a/mail.csv", "", {"label": "kind"}, "d1", 2, 20.0
        ),
        ProjectSummary(
            str(several), "Mail", "mail", "mail, b", "/a/mail.csv", "", {"label": "kind"}, "d1", 1,
            10.0,
        ),
        ProjectSummary(
            str(none), "Mail", PLACEHOLDER, "t.csv", "", "/b/t.csv", None, "", 0, 5.0
        ),
    ]  # fmt: skip
    found = listed_projects(several)
    assert found[:3] == expected
    (junk,) = found[3:]
    assert (junk.path, junk.name, junk.entries) == (str(folder / "junk.steer"), "junk", 0)
    assert junk.fault


def test_a_project_without_data_and_file_says_that_it_has_none(folder: Path) -> None:
    path = small_project(folder / "u.steer", {PLACEHOLDER: {}})
    assert project_summary(path).data == PLACEHOLDER


def test_facts_go_out_without_the_folders_of_this_machine() -> None:
    facts = {**DATA, "path": "/a/b/mail.csv", "about": "/c/d.csv", "rows": 3}
    assert portable(facts) == {
        "source": "mail.csv", "file": "mail.csv", "options": {"label": "kind"}, "sha256": "d1",
        "path": "mail.csv", "rows": 3,
    }  # fmt: skip
    assert portable({"source": "wine", "rows": 3}) == {"source": "wine", "rows": 3}


def test_an_export_is_one_file_without_what_was_deleted(opened: Store, tmp_path: Path) -> None:
    marker = b"found by long work" * 300
    with opened.writing() as connection:
        connection.execute("INSERT INTO results VALUES ('key', 'kind', ?)", (marker,))
    out = tmp_path / "out.steer"
    out.write_text("an earlier export")
    exported_file(opened, out)
    content = out.read_bytes()
    # Bytes 18 and 19 of the header: written without a log beside it.
    assert content[18:20] == b"\1\1"
    assert marker[:18] not in content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.steer", "projects"]
    with closing(Store.read_only(out)) as copy:
        assert (copy.entries(), copy.result_keys()) == (opened.entries(), set())
        assert copy.data() == {"mail": portable(DATA)}


@pytest.mark.parametrize(
    ("fault", "code"),
    [(OSError(errno.ENOSPC, "full"), "disk-full"), (sqlite3.DatabaseError("x"), "project-damaged")],
)
def test_an_export_that_fails_leaves_no_file(
    opened: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    def fail(_facts: object) -> None:
        raise fault

    monkeypatch.setattr(files_module, "portable", fail)
    with raises(code, file="out.steer"):
        exported_file(opened, tmp_path / "out.steer")
    assert not (tmp_path / "out.steer").exists()


def test_an_export_needs_a_folder_to_go_to(opened: Store, tmp_path: Path) -> None:
    with raises("folder-missing", file="out.steer"):
        exported_file(opened, tmp_path / "none" / "out.steer")
    with raises("not-a-file"):
        exported_file(opened, tmp_path)


def test_files_up_to_a_size_go_along(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mail.csv"
    data = {"mail": {**DATA, "source": str(file)}, "wine": {"source": "wine"}}
    monkeypatch.setattr(files_module, "LARGEST_CARRIED_BYTES", 10)
    with closing(Store.open(small_project(folder / "mail.steer", data))) as store:
        with raises("data-not-portable", file="mail.csv"):
            data_files(store)
        file.mkdir()
        with raises("data-not-portable", file="mail.csv"):
            data_files(store)
        file.rmdir()
        for size in (0, 10):
            file.write_bytes(b"x" * size)
            assert data_files(store) == {"mail": b"x" * size}
        file.write_bytes(b"x" * 11)
        with raises("data-not-portable", file="mail.csv"):
            data_files(store)
        # What the project carries already goes along, whatever is on the disk.
        with store.writing() as connection:
            connection.execute("UPDATE data SET content = ? WHERE name = 'mail'", (b"y" * 12,))
        assert data_files(store) == {"mail": b"y" * 12}
        exported_file(store, tmp_path / "out.steer", data=True)
        exported_file(store, tmp_path / "bare.steer")
    for name, content in (("out.steer", b"y" * 12), ("bare.steer", None)):
        with closing(Store.read_only(tmp_path / name)) as copy:
            assert (copy.data_content("mail"), copy.data_content("wine")) == (content, None)


def test_an_import_is_a_copy_with_the_newest_changes_under_a_name_of_its_own(
    opened: Store, folder: Path
) -> None:
    with opened.writing() as connection:
        connection.execute(ENTRY, (3, 30))
    for name, stem in (("", "mail-2"), ("from Ann", "from-ann"), ("", "mail-3")):
        copy = imported_file(opened.path, name)
        assert copy == folder / f"{stem}.steer"
        with closing(Store.open(copy)) as found:
            assert found.entries() == opened.entries()
            assert len(found.entries()) == 3


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (OSError(errno.ENOSPC, "full"), SteersmanError),
        (sqlite3.DatabaseError("x"), SteersmanError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_an_import_that_fails_leaves_no_copy(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: BaseException,
    expected: type[BaseException],
) -> None:
    path = small_project(tmp_path / "mail.steer")

    class Connection(sqlite3.Connection):
        def close(self) -> None:
            super().close()
            raise fault

    connect = sqlite3.connect

    def connect_to(place: object, **options: object) -> sqlite3.Connection:
        copying = str(place).startswith(str(folder))
        return connect(place, factory=Connection if copying else sqlite3.Connection, **options)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect_to)
        with pytest.raises(expected) as caught:
            imported_file(path)
    assert list(folder.iterdir()) == []
    if expected is SteersmanError:
        assert caught.value.fields["file"] == "mail.steer"


def test_an_import_with_an_entry_that_cannot_be_read_leaves_no_copy(
    folder: Path, tmp_path: Path
) -> None:
    path = small_project(tmp_path / "mail.steer")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO entries VALUES (1, 0, 'no JSON', '{}')")
        connection.commit()
    with raises("project-damaged", file="mail.steer"):
        imported_file(path)
    assert list(folder.iterdir()) == []


def test_a_copy_of_no_use_goes_with_all_that_belongs_to_it(folder: Path) -> None:
    path = folder / "mail.steer"
    for only in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + only).touch()
        discard_copy(path)
        assert list(folder.iterdir()) == []
    carried_folder(path).mkdir()
    (carried_folder(path) / "mail.csv").touch()
    (folder / "mail-2.steer").touch()
    discard_copy(path)
    assert list(folder.iterdir()) == [folder / "mail-2.steer"]


def test_a_project_from_elsewhere_is_checked_to_its_last_result(tmp_path: Path) -> None:
    heard: list[tuple[str, float | None]] = []
    task = Task(progress=lambda what, done: heard.append((what, done)))
    path = small_project(tmp_path / "mail.steer", entries=1)

    def change(sql: str, *values: object) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(sql, values)
            connection.commit()

    for key in "abcd":
        change("INSERT INTO results VALUES (?, 'kind', ?)", key, dumps({"a": 1}))
    check_project(path, task)
    assert [done for _, done in heard] == [0.0, 0.25, 0.5, 0.75]
    change("UPDATE results SET value = x'00' WHERE key = 'd'")
    with raises("project-damaged", path=str(path)):
        check_project(path, task)
    change("DELETE FROM results")
    change("INSERT INTO entries VALUES (2, 0, '{\"action\": \"fly\"}', '{}')")
    with raises("step-unknown", step=2):
        check_project(path, task)
    change("DELETE FROM entries")
    check_project(path, task)
    change("UPDATE data SET facts = '3'")
    with raises("project-damaged", file="mail.steer"):
        check_project(path, task)


def rival(**changes: object) -> ProjectSummary:
    known = {"first": "mail", "source": "/a", "about": "", "options": {"label": "kind"}}
    return ProjectSummary("p", "Mail", **{**known, **changes})


@pytest.mark.parametrize(
    ("project", "is_one"),
    [
        (rival(), True),
        (rival(first="another name"), True),
        (rival(first=PLACEHOLDER), False),
        (rival(source="/b"), False),
        (rival(about="/t.csv"), False),
        (rival(options=None), False),
    ],
)
def test_a_project_on_the_same_source_read_alike_is_a_rival(
    mail: Dataset, project: ProjectSummary, is_one: bool
) -> None:
    facts = {"source": "/a", "options": {"label": "kind"}}
    assert is_rival(project, Origin(mail), facts) is is_one


def test_one_without_options_is_a_rival_of_one_without_options(mail: Dataset) -> None:
    assert is_rival(rival(options=None), Origin(mail), {"source": "/a", "options": {}})
    placeholder = Origin.without_data()
    known = {"source": placeholder.facts()["source"], "options": {}}
    found = rival(first=PLACEHOLDER, options=None, source=known["source"])
    assert is_rival(found, placeholder, known)
    assert not is_rival(rival(options=None, source=known["source"]), placeholder, known)


def closed(session: Session) -> Path:
    path = session.log.store.path
    session.log.store.close()
    return path


def test_a_project_in_which_something_was_done_comes_before_newer_empty_ones(folder: Path) -> None:
    wine = Origin(load("wine"), "wine")
    said: list[str] = []
    worked = project_session(free_path("worked"), wine)
    worked.perform(MoveKnob("alpha", 0.3))
    path = closed(worked)
    closed(project_session(free_path("empty"), wine))
    again = last_project_or_new(wine, (), Task(), said.append)
    assert (closed(again), again.rooms[ProjectRoom].notice) == (path, "")
    assert len(said) == 1
    assert str(path) in said[0]


def test_other_data_of_the_same_source_begins_a_project_of_its_own_and_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wine = Origin(load("wine"), "wine")
    first = closed(project_session(free_path("wine"), wine))
    with closing(sqlite3.connect(first)) as connection:
        facts = json.loads(connection.execute("SELECT facts FROM data").fetchone()[0])
        connection.execute("UPDATE data SET facts = ?", (json.dumps({**facts, "sha256": "x"}),))
        connection.commit()
    said: list[str] = []
    session = last_project_or_new(wine, (), Task(), said.append)
    assert closed(session) == first.with_name("wine-2.steer")
    assert session.rooms[ProjectRoom].notice
    assert said == []
    # The next time there is one on this very data, and nothing to say.
    again = last_project_or_new(wine, (), Task(), said.append)
    assert closed(again) == first.with_name("wine-2.steer")
    assert (again.rooms[ProjectRoom].notice, len(said)) == ("", 1)
    # Other data has no rivals and no notice.
    other = Origin(load("breast-cancer"), "breast-cancer")
    session = last_project_or_new(other, (), Task(), said.append)
    assert (closed(session).name, session.rooms[ProjectRoom].notice) == ("breast-cancer.steer", "")


def test_each_project_that_cannot_be_opened_is_passed_over_and_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wine = Origin(load("wine"), "wine")
    paths = [closed(project_session(free_path(name), wine)) for name in ("a", "b", "c")]
    tried: list[Path] = []

    def refuse(path: Path, *_given: object) -> Session:
        tried.append(path)
        raise SteersmanError("it is in use", todo="close it", code="project-busy")

    monkeypatch.setattr(startup_module, "opened_project", refuse)
    session = last_project_or_new(wine, (), Task(), print)
    assert sorted(tried) == paths
    assert closed(session) == folder / "wine.steer"


@pytest.mark.parametrize(
    ("sentences", "before", "after"),
    [
        ([], "", ""),
        ([], "Found.", "Found."),
        (["One."], "", "One."),
        (["One."], "Found.", "One. Found."),
        (["One.", "Two.", "Three."], "Found.", "One. 2 more like this. Found."),
    ],
)
def test_a_notice_has_the_first_reason_and_how_many_there_are(
    mail: Dataset, sentences: list[str], before: str, after: str
) -> None:
    session = Session(mail)
    session.rooms[ProjectRoom].notice = before
    assert with_notice(session, sentences).rooms[ProjectRoom].notice == after


def test_doors_lead_to_projects_that_are_still_there(folder: Path) -> None:
    assert (doors(), project_behind("wine")) == ({}, None)
    session = project_session(folder / "w.steer", Origin(load("wine"), "wine"))
    remember_behind_door(session, "")
    assert not doors_file().exists()
    remember_behind_door(session, "wine")
    remember_behind_door(session, "again")
    path = closed(session)
    assert doors() == {"wine": str(path), "again": str(path)}
    assert project_behind("wine") == path
    doors_file().write_text(json.dumps({"wine": 3, "again": str(folder / "gone.steer")}))
    assert doors() == {"again": str(folder / "gone.steer")}
    assert project_behind("again") is None
    doors_file().write_text("[]")
    assert doors() == {}


def test_a_session_that_keeps_nothing_has_no_door(folder: Path, mail: Dataset) -> None:
    remember_behind_door(Session(mail), "wine")
    assert doors() == {}


def test_the_door_comes_before_other_projects_and_is_tried_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wine = Origin(load("wine"), "wine")
    first = project_session(free_path("first"), wine)
    remember_behind_door(first, "wine")
    path = closed(first)
    newer = project_session(free_path("newer"), wine)
    newer.perform(MoveKnob("alpha", 0.3))
    closed(newer)
    again = last_project_or_new(wine, (), Task(), print, "wine")
    assert closed(again) == path
    tried: list[tuple[str, bool]] = []

    def refuse(path: Path, _menu: object, _task: object, known: Origin | None) -> Session:
        tried.append((path.stem, known is wine))
        raise SteersmanError("it is in use", code="project-busy")

    other = project_session(free_path("other"), Origin(load("breast-cancer"), "breast-cancer"))
    remember_behind_door(other, "other")
    closed(other)
    monkeypatch.setattr(startup_module, "opened_project", refuse)
    closed(last_project_or_new(wine, (), Task(), print, "wine"))
    assert tried == [("first", True), ("newer", True)]
    tried.clear()
    closed(last_project_or_new(wine, (), Task(), print, "other"))
    # Its data is not that of the request, so it is read anew.
    assert tried[0] == ("other", False)
    assert [name for name, _ in tried[1:]] == ["newer", "wine", "first"]


def test_a_copy_whose_data_can_still_be_pointed_at_stays(
    folder: Path, mail: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = project_session(folder / "here.steer", Origin(mail))
    home = session.rooms[ProjectRoom].home

    def opening(fault: BaseException) -> bool:
        """Whether a copy is still there after its opening failed so."""
        copy = small_project(folder / "copy.steer")

        def fail(*_given: object) -> None:
            raise fault

        monkeypatch.setattr(project_module, "opened_project", fail)
        with pytest.raises(type(fault)):
            home.opened_copy(copy, Task())
        there = copy.exists()
        copy.unlink(missing_ok=True)
        return there

    assert opening(SteersmanError("gone", code="file-missing", needs={"file": "t.csv"}))
    assert not opening(SteersmanError("damaged", code="project-damaged"))
    assert not opening(KeyboardInterrupt())
    closed(session)


def test_a_forged_result_is_found_before_a_project_is_taken_in(
    folder: Path, mail: Dataset, workers: Workers
) -> None:
    session = project_session(folder / "here.steer", Origin(mail))
    home = session.rooms[ProjectRoom].home
    path = small_project(folder.parent / "sent.steer", entries=1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO results VALUES ('key', 'kind', x'00')")
        connection.commit()
    home.incoming.append(base64.b64encode(path.read_bytes()).decode())
    before = sorted(folder.iterdir())
    with raises("project-damaged"):
        home.import_bytes("sent.steer", Task())
    assert (sorted(folder.iterdir()), home.incoming) == (before, [])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM results")
        connection.commit()
    content = base64.b64encode(path.read_bytes()).decode()
    home.incoming += [content[:400], content[400:]]
    with closing(Store.read_only(home.import_bytes("../sent.steer", Task()))) as copy:
        assert copy.path == folder / "mail.steer"
        assert len(copy.entries()) == 1
    assert home.incoming == []
    closed(session)

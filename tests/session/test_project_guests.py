"""Which project a person goes on with, what others need for it, and when it is closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.data.files.person_folders import PersonFolders, serving
from steersman.errors import Cancelled, SteersmanError
from steersman.session import Session
from steersman.session.data.actions import LoadFile, OpenFile, SetRole
from steersman.session.plane.actions import MoveKnob
from steersman.session.project.actions import NewProject, OpenProject
from steersman.session.question import ChooseData
from steersman.session.storage.files import free_path
from steersman.session.storage.guests import guest_session, shared_files
from steersman.session.storage.open_projects import OpenProjects, home_of, path_of
from steersman.session.storage.project import Origin, project_session
from steersman.session.storage.store import Store
from steersman.tasks import Task

WINE = load("wine")


def table(path: Path, rows: int = 60) -> Path:
    lines = [f"{row % 7},{row % 5},{'yes' if row % 7 > 2 else 'no'}" for row in range(rows)]
    path.write_text("\n".join(["a,b,kind", *lines]) + "\n")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of projects of a guest, who is served."""
    with serving(PersonFolders(tmp_path / "ann", (tmp_path / "shared",))):
        yield tmp_path / "ann" / "projects"


def left(session: Session) -> Path:
    path = session.log.store.path
    session.log.store.close()
    return path


def test_a_guest_without_projects_begins_on_the_shared_data(folder: Path, mail: Dataset) -> None:
    session = guest_session(Origin(mail), ())
    assert session.history.step.state.dataset == mail.name
    assert left(session) == folder / "small-mail.steer"


def test_a_guest_begins_with_a_copy_of_the_project(
    folder: Path, mail: Dataset, tmp_path: Path
) -> None:
    (tmp_path / "shared").mkdir()
    owners = project_session(tmp_path / "shared" / "class.steer", Origin(mail))
    owners.perform(MoveKnob("alpha", 0.3))
    session = guest_session(Origin(mail), (), left(owners))
    assert session.history == owners.history
    assert left(session).parent == folder


def test_a_guest_goes_on_with_the_last_project_on_the_shared_data(
    folder: Path, mail: Dataset
) -> None:
    """That data is in no file, so the project can be opened only with it."""
    first = guest_session(Origin(mail), ())
    first.perform(MoveKnob("alpha", 0.3))
    path = left(first)
    again = guest_session(Origin(mail), ())
    assert (left(again), again.history) == (path, first.history)


def test_a_guest_goes_on_with_a_project_on_other_data(folder: Path, mail: Dataset) -> None:
    own = project_session(free_path("own"), Origin(WINE, "wine"))
    path = left(own)
    again = guest_session(Origin(mail), ())
    assert (left(again), again.history) == (path, own.history)


def test_a_damaged_project_keeps_no_guest_out(folder: Path, mail: Dataset) -> None:
    path = left(guest_session(Origin(mail), ()))
    path.write_bytes(b"junk")
    assert left(guest_session(Origin(mail), ())) == path.with_name("small-mail-2.steer")


def test_guests_need_the_project_and_every_file_of_its_data(tmp_path: Path, mail: Dataset) -> None:
    assert shared_files(Session(mail)) == ()
    path = tmp_path / "work.steer"
    on_memory = project_session(path, Origin(mail))
    assert shared_files(on_memory) == (path,)
    left(on_memory)
    first, second = table(tmp_path / "first.csv"), table(tmp_path / "second.csv", 70)
    origin = Origin(load(first, label="kind"), str(first), {"label": "kind"})
    session = project_session(tmp_path / "file.steer", origin)
    for action in (OpenFile(str(second)), SetRole("kind", "label"), LoadFile()):
        session.perform(action)
    assert shared_files(session) == (tmp_path / "file.steer", first, second)
    left(session)


def watcher() -> None:
    pass


def opened(*names: str) -> tuple[OpenProjects, list[Session]]:
    """Projects that were opened one after the other, the first of them with a window on it."""
    first = project_session(free_path(names[0]), Origin(WINE, "wine"))
    projects = OpenProjects(first)
    projects.join(watcher)
    others = [projects.switch(NewProject(name), first, None, Task()) for name in names[1:]]
    return projects, [first, *others]


def is_closed(session: Session) -> bool:
    with suppress(SteersmanError):
        session.log.store.entries()
        return False
    return True


def test_only_the_newest_project_is_open_without_a_window() -> None:
    projects, (first, second, third) = opened("one", "two", "three")
    assert (projects.first, projects.newest) == (first, third)
    assert projects.sessions == [first, third]
    assert [is_closed(each) for each in (first, second, third)] == [False, True, False]
    projects.close_all()


def test_projects_are_closed_with_or_without_the_one_that_was_given() -> None:
    projects, (first, second) = opened("one", "two")
    projects.close_opened()
    assert projects.sessions == [first]
    assert [is_closed(first), is_closed(second)] == [False, True]
    projects.close_all()
    assert projects.sessions == []
    assert is_closed(first)


def test_a_window_that_comes_back_watches_its_own_project_again() -> None:
    projects, (first, second) = opened("one", "two")
    assert projects.join(watcher) is second
    place = str(first.log.store.path)
    assert projects.rejoin(place, second, watcher, Task()) is first
    assert (first.watchers, second.watchers) == ([watcher, watcher], [])
    # It is no project that was opened now: a new window shows the newest.
    assert projects.newest is second
    projects.close_all()


def test_projects_are_found_by_their_files_while_they_are_open(tmp_path: Path) -> None:
    projects, (first, second) = opened("one", "two")
    for session in (first, second):
        assert path_of(session) == session.log.store.path.absolute()
        assert projects.session_at(str(session.log.store.path)) is session
    assert projects.session_at("") is projects.session_at(str(tmp_path / "none")) is None
    projects.close_all()


def test_a_switch_tells_the_home_and_one_that_fails_changes_nothing(tmp_path: Path) -> None:
    projects, (first,) = opened("one")
    heard: list[Session] = []
    home_of(first).on_open = heard.append
    with raises("project-missing"):
        projects.switch(OpenProject(str(tmp_path / "none.steer")), first, watcher, Task())
    assert (heard, projects.newest, first.watchers) == ([], first, [watcher])
    place = OpenProject(str(first.log.store.path))
    assert projects.switch(place, first, watcher, Task()) is first
    assert (heard, first.watchers) == ([], [watcher])
    second = projects.switch(NewProject("two"), first, watcher, Task())
    assert (heard, projects.newest, first.watchers) == ([second], second, [])
    assert second.watchers == [watcher]
    assert is_closed(first)
    projects.close_all()


def test_a_session_without_a_project_has_no_place(mail: Dataset) -> None:
    session = Session(mail)
    assert path_of(session) is None
    with raises("no-project"):
        home_of(session)
    projects = OpenProjects(session)
    projects.close_all()
    assert projects.sessions == []


def test_the_project_of_a_guest_can_be_opened_by_nobody_else_meanwhile(
    folder: Path, mail: Dataset
) -> None:
    session = guest_session(Origin(mail), ())
    with raises("project-busy"):
        Store.open(session.log.store.path)
    with closing(Store.read_only(session.log.store.path)) as reader:
        assert reader.entries() == []
    left(session)


def test_a_new_project_begins_with_the_collection_at_hand(folder: Path, mail: Dataset) -> None:
    menu = [{"name": "wine", "title": "Wine", "summary": ""}]
    session = project_session(free_path("mail"), Origin(mail), menu)
    session.perform(ChooseData("wine"))
    other = OpenProjects(session).switch(NewProject("grapes"), session, None, Task())
    assert other.history.step.state.dataset == "wine"
    assert [step.label for step in other.history.steps] == ["opened"]
    other.perform(MoveKnob("alpha", 0.3))
    path = left(other)
    again = project_session(path, Origin(WINE, "wine"))
    assert again.history == other.history
    left(again)


def test_a_new_project_that_is_cancelled_leaves_nothing(tmp_path: Path) -> None:
    with serving(PersonFolders(tmp_path)):
        session = project_session(free_path("first"), Origin(WINE, "wine"))
        file = table(tmp_path / "t.csv")
        for action in (OpenFile(str(file)), SetRole("kind", "label"), LoadFile()):
            session.perform(action)
        before = sorted((tmp_path / "projects").iterdir())
        stopped = Task(cancelled=lambda: True)
        with pytest.raises(Cancelled):
            home_of(session).other(NewProject("second"), session, stopped)
        assert sorted((tmp_path / "projects").iterdir()) == before
        left(session)


def test_projects_are_listed_with_the_one_at_hand_first_known(folder: Path, mail: Dataset) -> None:
    left(project_session(free_path("other"), Origin(WINE, "wine")))
    session = project_session(free_path("here"), Origin(mail))
    session.perform(MoveKnob("alpha", 0.3))
    found = {each["name"]: each for each in home_of(session).project_list()}
    here, other = found["small-mail"], found["wine"]
    assert (here["here"], here["entries"], here["data"], here["fault"]) == (True, 1, mail.name, "")
    assert (other["here"], other["entries"], other["data"], other["fault"]) == (
        False,
        0,
        "wine",
        "",
    )
    assert here["path"] == home_of(session).place == str(session.log.store.path)
    assert here["kept_at"] == session.log.store.entries()[0].at
    left(session)

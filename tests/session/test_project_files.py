"""Projects on files that were opened in the data room: they move, change, go away, go along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.errors import raises
from tests.session.project_switching import switch_project

from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session.data.actions import ListData, LoadFile, OpenFile, SetRole
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.plane.actions import MoveKnob
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.actions import NameProject, NewProject, OpenProject
from steersman.session.project.room import ProjectRoom
from steersman.session.storage.data_identity import data_facts, origin_facts
from steersman.session.storage.files import (
    exported_file,
    free_path,
    imported_file,
    listed_projects,
    projects_folder,
)
from steersman.session.storage.headless import begins_with_a_file, replayed_project
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.relocated_files import find_moved_file
from steersman.session.storage.startup import last_project_or_new, project_behind
from steersman.tasks import Task


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is chosen for a file is remembered in the user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user"))


def table(path: Path, rows: int = 90) -> Path:
    path.parent.mkdir(exist_ok=True)
    lines = [f"{row % 7},{row % 5},{'yes' if row % 7 > 2 else 'no'}" for row in range(rows)]
    path.write_text("\n".join(["a,b,kind", *lines]) + "\n")
    return path


def on_file(project: Path, file: Path) -> Session:
    """A session in which a file was looked at, loaded and steered on; then it is let go of."""
    session = project_session(project, Origin(load("wine"), "wine"))
    for action in (
        OpenFile(str(file)),
        SetRole("b", "leave"),
        SetRole("kind", "label"),
        LoadFile(),
        MoveKnob("alpha", 0.3),
        OpenMatrix(),
        AskWant("errors <= 2"),
        Undo(),
    ):
        session.perform(action)
    session.log.store.close()
    return session


def reopened_on_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Session, Path]:
    """A session on a file that was left and opened again, and the file; new projects go beside."""
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(folder / "projects"))
    file = table(folder / "here" / "t.csv")
    on_file(folder / "work.steer", file)
    return opened_project(folder / "work.steer"), file


def scores(session: Session) -> list[tuple[str, float, float]]:
    return [(step.label, step.f1_training, step.f1_validation) for step in session.history.steps]


def test_a_file_of_the_data_room_is_there_again(tmp_path: Path) -> None:
    file = table(tmp_path / "here" / "t.csv")
    first = on_file(tmp_path / "work.steer", file)
    again = opened_project(tmp_path / "work.steer")
    assert again.rooms[ProjectRoom].notice == ""
    assert again.history == first.history
    assert again.view().values["data"] == first.view().values["data"]
    again.log.store.close()
    assert replayed_project(tmp_path / "work.steer", Task()).replayed.differences == ()


def test_a_project_on_a_file_that_is_only_looked_at_has_no_data_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path))
    file, project = table(tmp_path / "here" / "t.csv"), tmp_path / "t.steer"
    session = project_session(project, Origin.without_data(str(file)))
    session.perform(OpenFile(str(file)))
    assert [step.label for step in session.history.steps] == ["opened t.csv"]
    (listed,) = listed_projects()
    assert (listed.name, listed.data) == ("t", "t.csv")
    values = session.perform(SetRole("kind", "label")).values
    assert [each["dataset"] for each in values["history"]["steps"]] == ["", ""]
    values = session.perform(LoadFile()).values
    assert [each["dataset"] for each in values["history"]["steps"]] == ["", "", "t"]
    assert session.perform(ListData()).values["made"][0]["name"] == "t"
    (listed,) = listed_projects()
    assert listed.data == "t"
    session.log.store.close()
    again = opened_project(project)
    assert again.rooms[ProjectRoom].notice == ""
    assert again.history == session.history
    again.log.store.close()


def test_a_new_project_begins_with_the_data_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = reopened_on_file(tmp_path, monkeypatch)
    before = session.rooms[PlaneRoom].plane(session.history.step.state).counts.corpus.dataset
    with monkeypatch.context() as still:
        still.setattr("steersman.session.data.loading.load", None)  # it is not read again
        session = switch_project(session, NewProject("Afresh"))
    assert [step.label for step in session.history.steps] == ["opened t.csv", "loaded t.csv"]
    assert session.history.step.state.dataset == "t"
    assert (
        session.rooms[PlaneRoom].plane(session.history.step.state).counts.corpus.dataset.X
        == before.X
    ).all()
    first = session.history
    session.log.store.close()
    again = opened_project(tmp_path / "projects" / "afresh.steer")
    assert (again.history, again.rooms[ProjectRoom].notice) == (first, "")
    again = switch_project(again, NewProject(with_data=False))
    assert again.rooms[ProjectRoom].words.title == "new project"
    assert again.view().values["history"]["steps"][0]["dataset"] == ""
    again.log.store.close()


def test_a_new_project_on_a_file_that_changed_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, file = reopened_on_file(tmp_path, monkeypatch)
    file.write_text("other\n")
    with raises("file-changed", file="t.csv"):
        switch_project(session, NewProject())
    assert list((tmp_path / "projects").glob("*.steer")) == []
    session.perform(Undo())
    session.log.store.close()


def test_one_that_cannot_be_found_can_be_pointed_at(tmp_path: Path) -> None:
    file, project = table(tmp_path / "here" / "t.csv"), tmp_path / "p" / "work.steer"
    project.parent.mkdir()
    first = on_file(project, file)
    now = file.rename(tmp_path / "here" / "renamed.csv")
    session = project_session(tmp_path / "now.steer", Origin(load("wine"), "wine"))
    with raises("file-missing", file="t.csv") as told:
        switch_project(session, OpenProject(str(project)))
    assert told.value.needs == {"file": "t.csv", "project": str(project)}
    table(file, rows=91)
    with raises("file-changed", file="t.csv") as told:
        switch_project(session, OpenProject(str(project)))
    assert told.value.needs == {"file": "t.csv", "project": str(project)}
    session = switch_project(session, OpenProject(str(project), f"'{now}'"))
    assert scores(session) == [
        (label.replace("t.csv", now.name), *f1) for label, *f1 in scores(first)
    ]
    assert session.rooms[ProjectRoom].notice == ""
    assert session.history.step.state.dataset == first.history.step.state.dataset == "t"
    session.log.store.close()
    again = opened_project(project)
    assert (again.history, again.rooms[ProjectRoom].notice) == (session.history, "")
    again.log.store.close()
    now.rename(project.parent / "renamed.csv")
    third = opened_project(project)
    assert {"renamed.csv", f"{project.parent}."} <= {*third.rooms[ProjectRoom].notice.split()}
    third.log.store.close()


def test_the_same_is_done_with_another_file(tmp_path: Path) -> None:
    file, project = table(tmp_path / "here" / "t.csv"), tmp_path / "t.steer"
    session = project_session(project, Origin.without_data(str(file)))
    actions = (OpenFile(str(file)), SetRole("kind", "label"), LoadFile(), MoveKnob("alpha", 0.3))
    for action in actions:
        session.perform(action)
    session.log.store.close()
    assert begins_with_a_file(project)
    other = table(tmp_path / "there" / "newer.csv", rows=120)
    again = replayed_project(project, Task(), file=other).session
    assert again.history.step.state.dataset == "t"
    assert again.rooms[PlaneRoom].plane(again.history.step.state).counts.corpus.rows == 120
    assert plane_choice(again.history.step.state).knobs["alpha"] == 0.3
    with raises("file-missing"):
        replayed_project(project, Task(), file=tmp_path / "none.csv")


def test_a_replay_on_other_data_finds_files_that_moved(tmp_path: Path) -> None:
    file = table(tmp_path / "here" / "t.csv")
    first = on_file(tmp_path / "work.steer", file)
    file.rename(tmp_path / "t.csv")
    other = replayed_project(tmp_path / "work.steer", Task(), dataset=load("wine")).session
    assert other.history.step.state.dataset == "t"
    assert scores(other)[-1] == scores(first)[-1]


def test_one_that_moved_is_found_and_called_so_from_then_on(tmp_path: Path) -> None:
    file = table(tmp_path / "here" / "t.csv")
    (tmp_path / "p").mkdir()
    first = on_file(tmp_path / "p" / "work.steer", file)
    file.rename(tmp_path / "p" / "t.csv")
    again = opened_project(tmp_path / "p" / "work.steer")
    assert {"t.csv", f"{tmp_path / 'p'}."} <= {*again.rooms[ProjectRoom].notice.split()}
    assert scores(again) == scores(first)
    again.log.store.close()
    third = opened_project(tmp_path / "p" / "work.steer")
    assert third.rooms[ProjectRoom].notice == ""
    assert third.history == again.history
    third.log.store.close()


def test_one_that_changed_is_told(tmp_path: Path) -> None:
    file = table(tmp_path / "here" / "t.csv")
    on_file(tmp_path / "work.steer", file)
    table(file, rows=91)
    with raises("file-changed", file="t.csv"):
        opened_project(tmp_path / "work.steer")
    file.unlink()
    with raises("file-missing", file="t.csv", other=None):
        opened_project(tmp_path / "work.steer")


def test_one_that_was_only_looked_at_may_go_away(tmp_path: Path) -> None:
    file = table(tmp_path / "t.csv")
    session = project_session(tmp_path / "work.steer", Origin(load("wine"), "wine"))
    session.perform(OpenFile(str(file)))
    session.perform(MoveKnob("alpha", 0.3))
    session.log.store.close()
    file.unlink()
    again = opened_project(tmp_path / "work.steer")
    assert "t.csv" in again.rooms[ProjectRoom].notice
    assert scores(again) == scores(session)
    assert plane_choice(again.history.step.state).knobs["alpha"] == 0.3
    again.log.store.close()
    table(file)
    third = opened_project(tmp_path / "work.steer")
    assert (third.rooms[ProjectRoom].notice, third.history) == ("", session.history)
    third.log.store.close()


def test_one_goes_along_when_asked_and_no_folder_is_told(tmp_path: Path) -> None:
    file = table(tmp_path / "here" / "t.csv")
    first = on_file(tmp_path / "work.steer", file)
    session = opened_project(tmp_path / "work.steer")
    exported_file(session.log.store, tmp_path / "bare.steer")
    exported_file(session.log.store, tmp_path / "whole.steer", data=True)
    session.log.store.close()
    assert str(tmp_path).encode() not in (tmp_path / "bare.steer").read_bytes()
    file.unlink()
    with raises("file-missing", file="t.csv", other=None):
        opened_project(imported_file(tmp_path / "bare.steer"))
    other = table(tmp_path / "t.csv", rows=91)
    with raises("file-missing", file="t.csv", other=str(other)):
        opened_project(tmp_path / "bare.steer")
    path = imported_file(tmp_path / "whole.steer")
    again = opened_project(path)
    assert again.rooms[ProjectRoom].notice == ""
    assert scores(again) == scores(first)
    again.log.store.close()


def test_the_folder_of_projects_is_made_with_those_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path / "mine" / "projects"))
    path = free_path("mail")
    assert path.parent == projects_folder()
    assert path.parent.is_dir()
    path.touch()
    assert free_path("mail") != path


def test_a_file_that_a_project_carries_is_unpacked_every_time(tmp_path: Path) -> None:
    project = tmp_path / "mail.steer"
    for content in (b"a,b", b"c,d"):
        found = find_moved_file(tmp_path / "gone" / "mail.csv", {}, project, content)
        assert found.read_bytes() == content


def test_a_new_project_is_the_one_behind_its_door() -> None:
    session = last_project_or_new(Origin(load("wine"), "wine"), (), Task(), print, "wine")
    assert project_behind("wine") == session.log.store.path.absolute()
    session.log.store.close()


def test_a_project_is_named_after_the_first_file_unless_a_person_named_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEERSMAN_PROJECTS", str(tmp_path))
    files = [table(tmp_path / "here" / name) for name in ("first.csv", "second.csv")]

    def opened_file(session: Session, file: Path) -> str:
        session.perform(OpenFile(str(file)))
        session.perform(SetRole("kind", "label"))
        return session.perform(LoadFile()).values["project"]["name"]

    session = project_session(tmp_path / "a.steer", Origin.without_data())
    assert opened_file(session, files[0]) == "first"
    assert [project.name for project in listed_projects()] == ["first"]
    assert opened_file(session, files[1]) == "first"
    session.log.store.close()
    again = opened_project(tmp_path / "a.steer")
    assert again.view().values["project"]["name"] == "first"
    again.log.store.close()
    named = project_session(tmp_path / "b.steer", Origin.without_data())
    named.perform(NameProject("clinic"))
    assert opened_file(named, files[0]) == "clinic"
    named.log.store.close()


def test_data_is_identified_by_the_digest_of_its_file_or_else_of_its_values(mail: Dataset) -> None:
    read = replace(mail, provenance=replace(mail.provenance, sha256="digest of the file"))
    assert data_facts(read)["sha256"] == "digest of the file"
    other = replace(mail, y=mail.y[::-1])
    assert len({data_facts(each)["sha256"] for each in (mail, mail, other)} - {""}) == 2


def test_only_a_hand_in_movement_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    store = project_session(tmp_path / "waits.steer", Origin(load("wine"), "wine")).log.store
    for hurried, level in ((False, 2), (True, 1), (False, 2)):
        with store.writing(hurried) as connection:
            assert connection.execute("PRAGMA synchronous").fetchone() == (level,)
    store.close()


def test_options_that_no_file_can_hold_or_nobody_gave_are_not_kept() -> None:
    options = {"label": "kind", "encoding": None, "counter": object()}
    assert origin_facts("wine", options)["options"] == {"label": "kind"}

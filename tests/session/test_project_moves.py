"""Files that a project names: which they are, where they are found, and when they are others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.errors import raises
from tests.session.test_project_guests import table

from steersman.data import Dataset, load
from steersman.data.files.person_folders import PersonFolders, serving
from steersman.data.read_options import ReadOptions
from steersman.learn.files import read_model
from steersman.scale.sample_opening import open_sample
from steersman.session import Session
from steersman.session.data.remembered_choices import fingerprint
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.plane.actions import MoveKnob
from steersman.session.storage import relocated_files
from steersman.session.storage.data_identity import (
    check_unchanged,
    data_facts,
    is_plain,
    origin_facts,
    reload_data,
)
from steersman.session.storage.headless import (
    begins_with_a_file,
    log_with_other_file,
    replayed_project,
    save_shown_model,
)
from steersman.session.storage.project import Origin, first_data, project_session
from steersman.session.storage.relocated_files import (
    carried_folder,
    find_moved_file,
    moved_files,
    named_files,
    names_by_path,
    same_contents,
    with_files,
)
from steersman.session.storage.store import Entry, Store
from steersman.tasks import Task

FACTS = {"name": "Mail", "called": "Mail", "made": 5.0}


class Files:
    """Files in a folder, and a project whose log names some of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "p").mkdir()
        self.store = Store.create(folder / "p" / "work.steer", FACTS)
        self.number = 0

    def file(self, name: str, content: str = "a,b\n1,2\n") -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
        return path

    def facts(self, path: Path) -> dict[str, object]:
        size = path.stat().st_size
        return {"path": str(path), "fingerprint": fingerprint(path), "bytes": size, "rows": 1}

    def name(self, name: str, path: Path) -> None:
        """Data of the project, loaded from a file by an action of the log."""
        self.store.add_data(name, self.facts(path))
        self.log(str(path))

    def log(self, path: str) -> None:
        self.number += 1
        action = {"action": "load-file", "choice": {"path": path}}
        row = (self.number, json.dumps(action, ensure_ascii=False))
        with self.store.writing() as connection:
            connection.execute("INSERT INTO entries VALUES (?, 0, ?, '{}')", row)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Files]:
    found = Files(tmp_path)
    with closing(found.store):
        yield found


def test_files_that_actions_name_are_those_of_the_project(files: Files) -> None:
    loaded, quoted = files.file("a.csv"), files.file('ä "b".csv')
    files.name("a", loaded)
    files.name("b", quoted)
    # Data from the command line, data of a collection, and data that was in no file.
    files.store.add_data("c", files.facts(files.file("c.csv")))
    files.name("wine", files.file("wine.csv"))
    files.store.add_data("d", {"rows": 3})
    assert named_files(files.store) == {"a": str(loaded), "b": str(quoted)}


def test_files_that_are_where_they_were_did_not_move(files: Files) -> None:
    files.name("a", files.file("a.csv"))
    assert moved_files(files.store) == {}
    assert moved_files(files.store, str(files.file("other.csv"))) == {}


def test_a_file_that_changed_is_taken_from_where_somebody_points(files: Files) -> None:
    path = files.file("a.csv")
    files.name("a", path)
    good, bad = files.file("good.csv"), files.file("bad.csv", "a,b\n3,4\n")
    path.write_text("a,b\n5,6\n7,8\n")
    assert moved_files(files.store, str(good)) == {str(path): str(good)}
    for hint in ("", str(bad), str(files.folder / "none.csv")):
        with raises("file-changed", file="a.csv") as caught:
            moved_files(files.store, hint)
        assert caught.value.needs == {"file": "a.csv", "project": str(files.store.path)}


def test_every_file_is_looked_for_and_the_others_stay(files: Files) -> None:
    first, second, third = (files.file(f"{name}.csv", name) for name in "abc")
    for name, path in (("a", first), ("b", second), ("c", third)):
        files.name(name, path)
    moved = {str(each): str(each.rename(files.folder / "p" / each.name)) for each in (first, third)}
    assert moved_files(files.store) == moved
    names = {moved[str(first)]: "a", str(second): "b", moved[str(third)]: "c"}
    assert names_by_path(files.store, moved) == names


def test_a_path_that_is_not_whole_is_looked_for(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a project that was exported: it must not be taken from where the person is."""
    path = files.file("a.csv")
    files.store.add_data("a", {**files.facts(path), "path": "a.csv"})
    files.log("a.csv")
    monkeypatch.chdir(files.folder)
    assert moved_files(files.store) == {"a.csv": str(files.folder / "a.csv")}


def test_data_of_one_file_goes_by_its_first_name(files: Files) -> None:
    path = files.file("a.csv")
    for name in ("first", "second"):
        files.name(name, path)
    assert names_by_path(files.store, {}) == {str(path): "first"}
    assert names_by_path(files.store, {str(path): "/new"}) == {"/new": "first"}


def test_a_file_is_found_by_its_contents_in_the_nearest_folder(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = files.facts(files.file("here/a.csv"))
    gone, project = files.folder / "gone" / "a.csv", files.store.path
    monkeypatch.setenv("STEERSMAN_DATA", str(files.folder / "data"))
    (files.folder / "now").mkdir()
    monkeypatch.chdir(files.folder / "now")
    hint = str(files.file("pointed at.csv"))
    places = [files.file(name) for name in ("p/a.csv", "now/a.csv", "data/a.csv")]
    assert find_moved_file(gone, facts, project, None, hint) == Path(hint)
    for place in places:
        assert find_moved_file(gone, facts, project, None) == place
        place.write_text("other contents")
    Path(hint).write_text("other contents")
    for given, other in ((hint, hint), ("", str(places[0]))):
        with raises("file-missing", file="a.csv", other=other) as caught:
            find_moved_file(gone, facts, project, None, given)
        assert caught.value.needs == {"file": "a.csv", "project": str(project)}
    for place in places:
        place.unlink()
    # A folder of that name is no other file.
    places[0].mkdir()
    with raises("file-missing", file="a.csv", other=None):
        find_moved_file(gone, facts, project, None)


def test_a_carried_file_is_taken_whatever_lies_elsewhere(files: Files) -> None:
    facts = files.facts(files.file("p/a.csv"))
    found = find_moved_file(files.folder / "a.csv", facts, files.store.path, b"carried")
    assert found == carried_folder(files.store.path) / "a.csv" == files.folder / "p/work.data/a.csv"
    assert found.read_bytes() == b"carried"


def test_a_file_that_cannot_or_may_not_be_read_has_no_contents(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = files.file("a.csv")
    facts = files.facts(path)
    assert same_contents(path, facts)
    assert not same_contents(path, {**facts, "fingerprint": "other"})
    assert not same_contents(path.with_name("none.csv"), facts)
    with serving(PersonFolders(files.folder / "ann")):
        assert not same_contents(path, facts)

    def fail(_path: Path) -> str:
        raise PermissionError

    monkeypatch.setattr(relocated_files, "fingerprint", fail)
    assert not same_contents(path, facts)


def test_a_path_is_replaced_where_it_is_whole(files: Files) -> None:
    action = {"path": "/ä/a.csv", "deep": [{"file": "/ä/a.csv"}], "longer": "/ä/a.csv.gz"}
    entry = Entry(3, 5.0, action, {"label": "/ä/a.csv"})
    found = with_files(entry, {"/ä/a.csv": '/b "c".csv'})
    assert found == replace(
        entry,
        action={"path": '/b "c".csv', "deep": [{"file": '/b "c".csv'}], "longer": "/ä/a.csv.gz"},
    )


def test_data_of_a_file_is_known_by_it_unless_others_may_not_read_it(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv")
    dataset = load(path, label="kind")
    figures = {"rows": 60, "features": 2, "classes": 2, "sha256": dataset.provenance.sha256}
    file = {"path": str(path), "bytes": path.stat().st_size, "fingerprint": fingerprint(path)}
    assert data_facts(dataset) == figures | file
    with serving(PersonFolders(tmp_path / "ann")):
        assert data_facts(dataset) == figures
    path.unlink()
    assert data_facts(dataset) == figures


def test_a_source_is_a_collection_a_file_or_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("wine", "t.csv"):
        (tmp_path / name).touch()
    options = {"label": "kind"}
    file = {"source": str(tmp_path / "t.csv"), "options": options, "file": "t.csv"}
    for source in ("t.csv", Path("t.csv"), "~/t.csv", str(tmp_path / "t.csv")):
        assert origin_facts(source, options) == file
    assert origin_facts("wine", {}) == {"source": "wine", "options": {}}
    assert origin_facts("gone.csv", options) == {"source": "gone.csv", "options": options}
    for source in (None, object(), [1]):
        assert origin_facts(source, options) == {"source": None, "options": {}}


def test_what_json_can_hold_is_plain() -> None:
    loop: list[object] = []
    loop.append(loop)
    plain = {value: is_plain(value) for value in ("a", 1, None, (1, "b"))}
    assert set(plain.values()) == {True}
    assert not any(map(is_plain, (object(), {1, 2}, loop)))


@pytest.mark.parametrize(
    ("changed", "dataset_name", "file", "code"),
    [
        ({}, "mail", "", ""),
        ({}, "another name", "", ""),
        ({"sha256": "x"}, "mail", "", "data-changed"),
        ({"rows": 1}, "mail", "", "data-changed"),
        ({"features": 1}, "mail", "", "data-changed"),
        ({"classes": 1}, "mail", "", "data-changed"),
        ({"sha256": "x"}, "renamed", "", "project-other-data"),
        ({"sha256": "x"}, "renamed", "renamed.csv", "data-changed"),
        ({"sha256": "x"}, "mail", "renamed.csv", "data-changed"),
    ],
)
def test_other_data_and_changed_data_are_told_apart(
    mail: Dataset, changed: Mapping[str, object], dataset_name: str, file: str, code: str
) -> None:
    dataset = replace(mail, name=dataset_name)
    facts = {**data_facts(dataset), "file": file, **changed}
    if not code:
        check_unchanged("mail", dataset, facts)
        return
    with raises(code, data="mail") as caught:
        check_unchanged("mail", dataset, facts)
    if code == "data-changed":
        names = ("rows", "features", "classes")
        now = data_facts(dataset)
        assert caught.value.fields["before"] == {name: facts[name] for name in names}
        assert caught.value.fields["now"] == {name: now[name] for name in names}


def test_data_is_read_again_from_its_source_or_where_it_is_now(tmp_path: Path) -> None:
    project = tmp_path / "p" / "work.steer"
    project.parent.mkdir()
    path = table(tmp_path / "t.csv")
    known = {"source": str(path), "file": "t.csv", "options": {"label": "kind"}}
    facts = {**data_facts(load(path, label="kind")), **known}
    heard: list[str] = []
    task = Task(progress=lambda what, _done: heard.append(what))
    dataset, source, moved = reload_data("mine", facts, project, None, task)
    assert (dataset.name, dataset.n_rows, source, moved) == ("mine", 60, str(path), False)
    assert len(heard) >= 1
    now = path.rename(project.parent / "t.csv")
    _, source, moved = reload_data("mine", facts, project, None, task)
    assert (source, moved) == (str(now), True)
    dataset, source, moved = reload_data("wine", {"source": "wine"}, project, None, task)
    assert (dataset.name, source, moved) == ("wine", "wine", False)
    with raises("data-in-memory", data="mine"):
        reload_data("mine", {"source": None}, project, None, task)


def test_a_project_without_any_data_is_damaged(files: Files) -> None:
    with raises("project-damaged", file="work.steer"):
        first_data(files.store)
    files.name("a", files.file("a.csv"))
    files.name("b", files.file("b.csv"))
    assert first_data(files.store)[0] == "a"


def test_another_file_takes_the_place_of_the_only_one_or_of_its_namesake(files: Files) -> None:
    with raises("file-ambiguous", file="c.csv"):
        log_with_other_file(files.store, files.file("new/c.csv"))
    a, b = files.file("a.csv"), files.file("b.csv", "a,b\n9,9\n")
    files.name("first", a)
    other = files.file("new/c.csv", "a,b\n3,4\n")
    changed = {str(a): str(other), fingerprint(a): fingerprint(other)}
    assert log_with_other_file(files.store, other) == changed
    files.name("second", b)
    with raises("file-ambiguous", file="c.csv"):
        log_with_other_file(files.store, other)
    other = files.file("new/b.csv", "a,b\n3,4\n")
    changed = {str(b): str(other), fingerprint(b): fingerprint(other)}
    assert log_with_other_file(files.store, other) == changed
    with raises("file-missing", file="b.csv"):
        log_with_other_file(files.store, files.folder / "none" / "b.csv")
    # Of two namesakes nobody knows which one is meant.
    files.name("third", files.file("old/b.csv", "a,b\n7,7\n"))
    with raises("file-ambiguous", file="b.csv"):
        log_with_other_file(files.store, other)


def test_a_project_begins_with_a_file_when_nothing_else_was_given(
    files: Files, tmp_path: Path
) -> None:
    assert not begins_with_a_file(files.store.path)
    session = project_session(tmp_path / "t.steer", Origin.without_data())
    session.log.store.close()
    assert begins_with_a_file(tmp_path / "t.steer")
    session = project_session(tmp_path / "w.steer", Origin(load("wine"), "wine"))
    session.log.store.close()
    assert not begins_with_a_file(tmp_path / "w.steer")


def test_the_model_at_hand_is_that_of_steer_where_there_is_one(tmp_path: Path) -> None:
    session = Session(load("wine"))
    with raises("no-model-shown", room="matrix"):
        save_shown_model(session, tmp_path / "none.skops", "matrix")
    save_shown_model(session, tmp_path / "plane.skops")
    story = read_model(tmp_path / "plane.skops").story
    assert {name: story[name] for name in ("source", "model", "category")} == {
        "source": "wine", "model": "plane", "category": session.state.category
    }  # fmt: skip
    corpus = session.corpus_of(session.history.step.state)
    assert story["features"] == list(corpus.feature_names)
    session.perform(OpenMatrix())
    session.perform(AskWant("fp <= 9"))
    save_shown_model(session, tmp_path / "matrix.skops")
    assert read_model(tmp_path / "matrix.skops").story["model"] != "plane"
    save_shown_model(session, tmp_path / "again.skops", "plane")
    assert read_model(tmp_path / "again.skops").story["model"] == "plane"


@pytest.mark.parametrize("quick", [False, True])
def test_the_figures_of_a_replay_are_those_of_the_session(tmp_path: Path, quick: bool) -> None:
    path = tmp_path / "work.steer"
    session = project_session(path, Origin(load("wine"), "wine"))
    session.perform(MoveKnob("alpha", 0.3))
    found = replayed_project(path, Task(), quick=quick).figures()
    view = session.view().values
    for split in ("training", "validation"):
        line = view[split]["line"]
        assert found[split] == {name: line[name] for name in found[split]}
        assert set(found[split]) == {"recall", "precision", "f1", "tp", "fp", "fn", "tn"}
    assert (found["entries"], found["differences"]) == (1, [])
    assert (found["project"], found["state"]) == ("wine", view["state"])
    assert "matrix" not in found
    session.perform(OpenMatrix())
    matrix = session.perform(AskWant("errors <= 5")).values["matrix"]["shown"]
    found = replayed_project(path, Task(), quick=quick).figures()
    names = ("label", "matrix", "errors", "accuracy", "fp", "fn")
    assert found["matrix"] == {name: matrix[name] for name in names}
    session.log.store.close()


def test_a_sample_is_known_by_the_rows_of_all_its_partitions(tmp_path: Path) -> None:
    for part in range(2):
        kinds = [f"{place},{place % 7},{'ham' if place % 3 else 'spam'}" for place in range(40)]
        (tmp_path / f"mail-{part}.csv").write_text("\n".join(["id,size,kind", *kinds]))
    options = ReadOptions.of(label="kind", id="id")
    sample = open_sample(str(tmp_path / "*.csv"), options, name="mail", rows=30)
    assert sample.n_rows < 80
    assert data_facts(sample)["rows"] == 80
    assert data_facts(sample.in_memory())["rows"] == sample.n_rows

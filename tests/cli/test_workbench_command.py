"""What the workbench opens with: the start page, a data set, or a file that is shown first."""

from __future__ import annotations

import gc
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from steersman.data import load
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.data.choice import DataChoice
from steersman.session.data.room import DataRoom
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.room import ProjectRoom
from steersman.session.question import ChooseData
from steersman.session.storage.files import free_path
from steersman.session.storage.project import Origin, started_project

workbench = import_module("steersman.cli.workbench")  # the package has a command of that name


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    sessions: list[Session] = []
    monkeypatch.setattr(workbench, "serve", lambda session, *_rest: sessions.append(session))
    return sessions


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    rows = [
        f"{size:.3f},{'ab'[int(size > 0)]},{'xy'[row % 2]}"
        for row, size in enumerate(rng.normal(size=60))
    ]
    path = tmp_path / "boats.csv"
    path.write_text("size,kind,port\n" + "\n".join(rows))
    return path


def test_without_a_label_the_file_is_open_in_the_data_room(
    table: Path, served: list[Session]
) -> None:
    workbench.open_workbench(str(table), ReadOptions(), 0, False)
    state = served[0].history.step.state
    assert state.choice(DataChoice).path == str(table)
    assert state.choice(DataChoice).loaded == ""
    assert state.dataset == PLACEHOLDER


def test_collections_of_garbage_skip_what_the_workbench_loaded(
    table: Path, served: list[Session]
) -> None:
    gc.unfreeze()
    workbench.open_workbench(str(table), ReadOptions(label="kind"), 0, False)
    before = gc.get_freeze_count()
    gc.unfreeze()
    looked_at = {id(each) for each in gc.get_objects()}
    assert before > 100_000
    # The data came after it, and is freed with its session.
    assert id(served[0]) in looked_at
    assert len(looked_at) > before


def test_with_a_label_it_is_the_data_set(table: Path, served: list[Session]) -> None:
    workbench.open_workbench(str(table), ReadOptions(label="kind"), 0, False)
    state = served[0].history.step.state
    assert (state.dataset, state.choice(DataChoice)) == ("boats", None)


def test_several_files_are_loaded_in_partitions_where_an_engine_is_named(
    table: Path, served: list[Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEERSMAN_CACHE", str(tmp_path / "cache"))
    (tmp_path / "boats").mkdir()
    for place in range(6):
        (tmp_path / "boats" / f"{place}.csv").write_bytes(table.read_bytes())
    pattern = str(tmp_path / "boats" / "*.csv")
    workbench.open_workbench(pattern, ReadOptions(label="kind"), 0, False, engine="local")
    session = served[0]
    state = session.history.step.state
    whole = session.corpus_of(state).whole
    assert (state.dataset, state.choice(DataChoice).engine) == ("boats", "local")
    assert whole.class_sizes() == {
        label: 6 * size for label, size in load(table, label="kind").category_sizes().items()
    }
    # Numbers are cut into intervals as in memory.
    plane = session.rooms[PlaneRoom].plane(state)
    alone = Session(replace(session.corpus_of(state).dataset, whole=None))
    assert plane.every_fold() == alone.rooms[PlaneRoom].plane(alone.state).every_fold()


def test_a_western_file_with_semicolons_is_served(table: Path, served: list[Session]) -> None:
    western = table.read_text().replace(",", ";").replace("y", "é")
    table.write_bytes(western.encode("latin-1"))
    reading = ReadOptions(encoding="latin-1", delimiter=";", label="kind")
    workbench.open_workbench(str(table), reading, 0, False)
    assert "port=é" in served[0].library.corpora["boats"].feature_names


def test_a_folder_of_texts_says_its_labels_itself(tmp_path: Path, served: list[Session]) -> None:
    for kind in ("sea", "land"):
        (tmp_path / "letters" / kind).mkdir(parents=True)
        for number in range(12):
            (tmp_path / "letters" / kind / f"{number}.txt").write_text(f"all about the {kind}")
    workbench.open_workbench(str(tmp_path / "letters"), ReadOptions(), 0, False)
    state = served[0].history.step.state
    assert (state.dataset, state.choice(DataChoice).loaded) == ("letters", "letters")


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, served: list[Session]) -> None:
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"not at all")
    for source in (str(broken), str(tmp_path / "nothing.csv")):
        with pytest.raises(SteersmanError):
            workbench.open_workbench(source, ReadOptions(), 0, False)
    assert served == []


def test_a_file_is_served_as_was_said_and_goes_on_so(
    tmp_path: Path, served: list[Session], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [f"{row % 9},{('ham ', 'Ham', 'spam', 'ham')[row % 4]}" for row in range(60)]
    (tmp_path / "mail.dat").write_text("\n".join(rows))
    reading = ReadOptions(
        header=False, format="csv", label="column 2", merge_labels=True, decimal=","
    )
    for _ in range(2):
        workbench.open_workbench(str(tmp_path / "mail.dat"), reading, 0, False)
        dataset = served[-1].library.corpora["mail"].dataset
        assert dataset.category_sizes() == {"ham": 45, "spam": 15}
    again = tmp_path / "again.steer"
    workbench.open_workbench(str(tmp_path / "mail.dat"), reading, 0, False, project=again)
    workbench.open_workbench(None, ReadOptions(), 0, False, project=again)
    assert served[-1].library.corpora["mail"].dataset.n_rows == 60


def test_what_was_said_of_a_file_is_chosen_in_the_data_room(
    tmp_path: Path, served: list[Session]
) -> None:
    rows = [f"{row}|{1 + row % 3},125|{('a', 'A')[row % 2]}|text of row {row}" for row in range(30)]
    (tmp_path / "mail.dat").write_bytes("\n".join(["n|size|kind|said", *rows]).encode("utf-16"))
    reading = ReadOptions(
        format="csv",
        decimal=",",
        roles={"kind": "label", "n": "leave"},
        text="said",
        merge_labels=True,
        missing_labels="refuse",
    )
    workbench.open_workbench(str(tmp_path / "mail.dat"), reading, 0, False)
    choice = served[0].history.step.state.choice(DataChoice)
    reading = choice.reading
    assert (reading.format, reading.decimal, reading.merge_labels) == ("csv", ",", True)
    assert reading.missing_labels == "refuse"
    sketch = served[0].rooms[DataRoom].sketches.sketch(choice)
    assert sketch.roles == {"n": "leave", "size": "number", "kind": "label", "said": "text"}


def test_without_data_or_project_it_has_no_data_and_later_resumes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[str, str]] = []

    def serve(session: Session, *_rest: object) -> None:
        seen.append((session.history.step.state.dataset, session.rooms[ProjectRoom].home.place))
        # the second time, data is chosen on the start page
        if len(seen) == 2:
            session.perform(ChooseData("wine"))

    # the placeholder is a copy of this one: a project on it is another one
    started_project(
        free_path("b"), Origin(load("breast-cancer"), "breast-cancer")
    ).log.store.close()
    monkeypatch.setattr(workbench, "serve", serve)
    for _ in range(3):
        workbench.open_workbench(None, ReadOptions(), 0, False)
    assert [dataset for dataset, _ in seen] == [PLACEHOLDER, PLACEHOLDER, "wine"]
    # nothing was done the first time: no second empty project is made
    assert len({place for _, place in seen}) == 1

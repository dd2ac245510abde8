"""Files on their way to become the session's data, in the data room."""

from __future__ import annotations

import json
import runpy
from dataclasses import asdict, replace
from pathlib import Path
from typing import get_args

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import raises

from steersman import load_model
from steersman.cli import main
from steersman.cli.workbench import previewing_session
from steersman.data import load
from steersman.data.read_options import Role
from steersman.errors import Cancelled, SteersmanError
from steersman.learn.files import confusion_on, read_model
from steersman.session import Session
from steersman.session.action_json import action_of, plain_action
from steersman.session.data.actions import (
    ChoosePositive,
    CloseFile,
    FetchData,
    GuessAgain,
    KeepDistinct,
    ListData,
    ListStopWords,
    LoadFile,
    LookAtDocument,
    OpenFile,
    RenameClass,
    SetReading,
    SetRole,
    SetText,
)
from steersman.session.data.choice import DataChoice, TextChoice
from steersman.session.data.loading import distinct_rows
from steersman.session.data.remembered_choices import fingerprint, remembered_choice
from steersman.session.datasets.python_source import source_lines
from steersman.session.history_actions import Open, Undo
from steersman.session.matrix.actions import AskPython, ExportModel, OpenMatrix
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.choice import PlaneChoice
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.actions import NameProject
from steersman.session.question import ChooseCategory, ChooseData, SetState
from steersman.tasks import Task
from steersman.text.languages import LANGUAGES


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder, empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "steersman"


@pytest.fixture
def session() -> Session:
    return Session(load("wine"), [{"name": "wine", "title": "wine", "summary": ""}])


def shown(session: Session) -> dict:
    return session.perform(Open()).values["data"]


def column(session: Session, name: str) -> dict:
    return next(each for each in shown(session)["columns"] if each["name"] == name)


def test_a_file_is_shown_before_it_is_loaded(session: Session, clinic: Path) -> None:
    session.perform(OpenFile(str(clinic)))
    view = shown(session)
    assert (view["name"], view["rows"], view["delimiter"]) == ("clinic.csv", 260, ",")
    assert view["missing_role"] is not None
    assert view["preview"][0][0] == "p0"
    ages = column(session, "age")
    assert (ages["kind"], ages["role"], ages["missing"]) == ("number", "number", 0)
    values = pd.read_csv(clinic)["age"]
    expected, _ = np.histogram(values, bins=12)
    assert [bar["rows"] for bar in ages["bars"]] == expected.tolist()
    assert column(session, "port")["bars"] == [
        {"name": name, "rows": int(rows)}
        for name, rows in pd.read_csv(clinic)["port"].value_counts().items()
    ]
    assert session.history.step.state.dataset == "wine"


def test_a_leak_and_equal_rows_are_told_and_go_with_one_click_each(
    session: Session, clinic: Path
) -> None:
    session.perform(OpenFile(str(clinic)))
    session.perform(SetRole("state", "label"))
    unlike = next(each for each in shown(session)["findings"] if each["column"] == "patient")
    assert column(session, "patient")["distinct"] == 240
    assert unlike["severity"] == "note"
    session.perform(SetRole("patient", "id"))
    told = {each["remedy"]: each for each in shown(session)["findings"] if each["remedy"]}
    assert told["leave"]["column"] == "discharged"
    assert (told["distinct"]["rows"], shown(session)["rows_kept"]) == (20, 260)
    session.perform(SetRole("discharged", "leave"))
    assert [each["remedy"] for each in shown(session)["findings"]] == ["distinct"]
    session.perform(KeepDistinct(True))
    assert shown(session)["rows_kept"] == 240
    state = session.perform(LoadFile()).values["state"]
    dataset = session.library.corpora[state["dataset"]].dataset
    assert (state["dataset"], state["category"], dataset.n_rows) == ("clinic", "ill", 240)
    assert set(dataset.feature_names) == {"age", "port=Oslo", "port=Rome"}
    assert dataset.ids[:2] == ("p0", "p1")


def test_the_label_takes_the_place_of_the_former_one(session: Session, clinic: Path) -> None:
    session.perform(OpenFile(str(clinic)))
    session.perform(SetRole("state", "label"))
    session.perform(SetRole("port", "label"))
    assert column(session, "state")["role"] == "leave"
    assert [each["column"] for each in shown(session)["labels"]] == ["port"]
    balance = {each["name"]: each["rows"] for each in shown(session)["labels"][0]["balance"]}
    assert balance == pd.read_csv(clinic)["port"].value_counts().to_dict()
    session.perform(Undo())
    assert column(session, "state")["role"] == "label"


def test_loading_is_one_step_that_can_be_undone_and_replayed_to_the_bit(
    session: Session, clinic: Path
) -> None:
    session.perform(OpenFile(str(clinic)))
    session.perform(SetRole("state", "label"))
    asked = LoadFile(session.history.step.state.choice(DataChoice))
    again = action_of(json.loads(json.dumps(plain_action(asked))))
    assert again == asked
    session.perform(asked)
    first = session.library.corpora["clinic"].dataset
    session.perform(Undo())
    assert session.history.step.state.dataset == "wine"
    other = Session(load("wine"))
    other.perform(again)
    second = other.library.corpora["clinic"].dataset
    np.testing.assert_array_equal(first.X.toarray(), second.X.toarray())
    np.testing.assert_array_equal(first.y, second.y)
    assert first.provenance.sha256 == second.provenance.sha256
    assert (
        other.rooms[PlaneRoom].plane(other.history.step.state).coordinates.tobytes()
        == _loaded_again(session, asked).tobytes()
    )


def _loaded_again(session: Session, asked: LoadFile) -> np.ndarray:
    session.perform(asked)
    return session.rooms[PlaneRoom].plane(session.history.step.state).coordinates


def test_other_choices_for_the_same_file_make_another_data_set(
    session: Session, clinic: Path
) -> None:
    session.perform(OpenFile(str(clinic)))
    session.perform(SetRole("state", "label"))
    session.perform(LoadFile())
    session.perform(SetRole("port", "label"))
    assert session.history.step.state.choice(DataChoice).loaded == ""
    session.perform(LoadFile())
    assert session.history.step.state.dataset == "clinic 2"
    session.perform(SetRole("state", "label"))
    session.perform(SetRole("port", "category"))
    assert session.history.step.state.choice(DataChoice).loaded == "clinic"
    made = session.perform(ListData()).values["made"]
    assert [each["name"] for each in made] == ["clinic", "clinic 2"]


def test_choices_are_remembered_for_the_contents_and_not_for_the_name(
    session: Session, clinic: Path, tmp_path: Path
) -> None:
    session.perform(OpenFile(str(clinic)))
    session.perform(SetRole("state", "label"))
    session.perform(SetText(TextChoice("finnish", ngrams=2)))
    moved = clinic.rename(tmp_path / "moved.csv")
    fresh = Session(load("wine"))
    fresh.perform(OpenFile(str(moved)))
    choice = fresh.history.step.state.choice(DataChoice)
    assert choice.reading.roles == {"state": "label"}
    assert choice.text == TextChoice("finnish", ngrams=2)
    fresh.perform(GuessAgain())
    assert fresh.history.step.state.choice(DataChoice) == DataChoice(str(moved), choice.fingerprint)
    assert remembered_choice(moved, choice.fingerprint).reading.roles == {}
    fresh.perform(Undo())
    moved.write_text(moved.read_text() + "p999,50,Rome,no,ill\n")
    fresh.perform(OpenFile(str(moved)))
    assert fresh.history.step.state.choice(DataChoice).reading.roles == {}
    assert fresh.perform(ListData()).values["recent"][0]["name"] == "moved.csv"


def test_a_spoilt_memory_is_as_none(own_folder: Path, clinic: Path) -> None:
    contents = fingerprint(clinic)
    file = own_folder / "choices" / f"{contents}.json"
    file.parent.mkdir(parents=True)
    for spoilt in ("{", "[]", '{"text": {}}', '{"text": {"language": "klingon"}, "roles": {}}'):
        file.write_text(spoilt)
        assert remembered_choice(clinic, contents) == DataChoice(str(clinic), contents)


def test_encoding_delimiter_and_header_can_be_changed(session: Session, letters: Path) -> None:
    session.perform(OpenFile(str(letters)))
    view = shown(session)
    assert (view["encoding"], view["delimiter"]) == ("latin-1", ";")
    assert any("Äcker" in row[1] for row in view["preview"])
    session.perform(SetReading({"encoding": "cp1251", "delimiter": ";", "header": True}))
    assert not any("Äcker" in row[1] for row in shown(session)["preview"])
    session.perform(SetReading({"encoding": "latin-1", "delimiter": ";", "header": False}))
    assert shown(session)["rows"] == 121
    assert shown(session)["preview"][0][0] == "art"
    for wrong in (
        SetReading({"encoding": "no-such-letters"}),
        SetReading({"encoding": "utf-8"}),
        SetReading({"encoding": "latin-1", "delimiter": ";;"}),
    ):
        with pytest.raises(SteersmanError):
            session.perform(wrong)
    assert shown(session)["rows"] == 121


def test_a_document_is_shown_as_it_is_counted_and_the_data_set_is_counted_so(
    session: Session, letters: Path
) -> None:
    session.perform(OpenFile(str(letters)))
    session.perform(SetText(TextChoice("german", ngrams=2, min_documents=2, binary=True)))
    look = session.perform(LookAtDocument(row=0)).values
    struck = [token["word"] for token in look["tokens"] if token["why"]]
    assert struck[:3] == ["der", "und", "die"]
    typed = session.perform(LookAtDocument(document="Die Schiffe segeln")).values
    assert [each["term"] for each in typed["counts"]] == ["schiff", "segel", "schiff segel"]
    first = [row[1] for row in shown(session)["preview"]]
    held = sum("Schiffe" in document for document in first)
    assert typed["counts"][0]["documents"] == held
    session.perform(LoadFile())
    dataset = session.library.corpora["letters"].dataset
    assert "schiff" in dataset.feature_names
    assert any(" " in name for name in dataset.feature_names)
    assert dataset.X.max() == 1
    assert dataset.X.getnnz(axis=0).min() >= 2
    assert dataset.provenance.options["counter"] == asdict(
        TextChoice("german", ngrams=2, min_documents=2, binary=True)
    )


def test_a_model_made_in_the_matrix_room_reads_raw_rows(session: Session, letters: Path) -> None:
    session.perform(OpenFile(str(letters)))
    session.perform(SetText(TextChoice("german")))
    session.perform(LoadFile())
    session.perform(OpenMatrix())
    (content,) = session.perform(ExportModel(0)).columns
    file = letters.with_name("model.skops")
    file.write_bytes(content.values.tobytes())
    model = load_model(file)
    rows = pd.DataFrame({"brief": ["Das Schiff segelt", "Der Bauer pflügt den Acker"]})
    assert model.predict(rows).tolist() == ["See", "Land"]
    corpus = session.library.corpora["letters"]
    frame = pd.DataFrame({"brief": corpus.dataset.text})
    direct = (
        session.rooms[MatrixRoom]
        .models.current_model(session.history.step.state)
        .model.predict(corpus.dataset.X)
    )
    assert model.predict(frame).tolist() == direct.tolist()


def test_the_python_lines_read_a_file_with_everything_that_was_chosen(
    session: Session, tmp_path: Path
) -> None:
    rng = np.random.default_rng(3)
    lines = []
    for row in range(160):
        kind = ("yes", "no ", "No", "yes", "no")[row % 5] if row % 13 else ""
        size = f"{rng.normal(3 if kind.startswith('y') else 1):.2f}".replace(".", ",")
        words = "Schiffe segeln weit" if kind.startswith("y") else "Bauern pflügen Äcker"
        lines.append(f"{row};{size};{rng.integers(1000, 1009):,};{words} {row % 7};{kind}\n")
    lines += lines[-20:]
    path = tmp_path / "möwe.txt"
    path.write_bytes("".join(lines).encode("latin-1"))
    session.perform(OpenFile(str(path)))
    assert not shown(session)["header"]
    for action in (
        SetRole("column 5", "label"),
        SetRole("column 4", "text"),
        SetRole("column 1", "leave"),
        SetReading({"encoding": "latin-1", "delimiter": ";", "header": False, "decimal": "."}),
        SetReading({"missing_labels": "drop", "merge_labels": True}),
        SetText(TextChoice("german", ngrams=2, min_documents=2)),
        KeepDistinct(True),
        LoadFile(),
        OpenMatrix(),
    ):
        session.perform(action)
    dataset = session.library.corpora["möwe"].dataset
    assert dataset.classes == ("no", "yes")
    state = session.history.step.state
    space: dict = {}
    exec(session.perform(AskPython(0)).values["text"], space)  # noqa: S102
    again = space["data"]
    assert again.feature_names == dataset.feature_names
    assert again.y.tolist() == dataset.y.tolist()
    assert (again.X != dataset.X).nnz == 0
    shelved = session.rooms[MatrixRoom].models.current_model(state)
    assert space["model"].predict(again.X).tolist() == shelved.model.predict(dataset.X).tolist()


def test_a_saved_model_reads_files_like_the_one_it_was_made_of(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng(5)
    sizes = [f"{rng.normal(3 if row % 2 else 1):.3f}" for row in range(80)]
    rows = [
        f"{size};{('Köln', 'Rome')[row % 3 % 2]};{('a', 'B ')[row % 2]}"
        for row, size in enumerate(sizes)
    ]
    path, out = tmp_path / "ports.txt", tmp_path / "m.skops"
    path.write_bytes("\n".join(rows).replace(".", ",").encode("latin-1"))
    for action in (
        OpenFile(str(path)),
        SetRole("column 3", "label"),
        SetReading({"merge_labels": True}),
        LoadFile(),
        OpenMatrix(),
    ):
        session.perform(action)
    (content,) = session.perform(ExportModel(0)).columns
    out.write_bytes(content.values.tobytes())
    with pytest.raises(SystemExit) as stop:
        main(["evaluate", str(out), str(path)])
    assert stop.value.code == 0
    assert "80 rows" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stop:
        main(["predict", str(out), str(path)])
    assert stop.value.code == 0
    said = capsys.readouterr()
    assert said.out.count("\n") == 81
    assert all("shift shown" in line.lower() for line in said.err.splitlines())
    model = session.rooms[MatrixRoom].models.current_model(session.history.step.state).model
    X = session.library.corpora["ports"].dataset.X
    assert [line.split(",")[1] for line in said.out.splitlines()[1:]] == model.predict(X).tolist()


@pytest.mark.parametrize("mark", ["", ";"])
def test_a_model_of_one_category_knows_the_columns_that_it_is_measured_by(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str], mark: str
) -> None:
    rng = np.random.default_rng(8)
    kinds = ["corn", "oil", f"corn{mark}oil" if mark else "gold"]
    path, out = tmp_path / "news.csv", tmp_path / "m.skops"
    rows = [f"n{row},{rng.normal(row % 3):.3f},{kinds[row % 3]}" for row in range(90)]
    path.write_text("\n".join(["code,size,kind", *rows]))
    for action in (
        OpenFile(str(path)),
        SetRole("kind", "label"),
        SetRole("code", "id"),
        SetReading({"separator": mark or None}),
        LoadFile(),
        ChooseCategory("corn"),
        OpenMatrix(),
    ):
        session.perform(action)
    (content,) = session.perform(ExportModel(0)).columns
    out.write_bytes(content.values.tobytes())
    for command, told in (("evaluate", "90 rows"), ("predict", "code,predicted,")):
        with pytest.raises(SystemExit) as stop:
            main([command, str(out), str(path)])
        assert stop.value.code == 0
        assert told in capsys.readouterr().out


def test_python_lines_of_the_lab_read_a_file_as_it_was_read(session: Session, clinic: Path) -> None:
    session.perform(OpenFile(str(clinic)))
    session.perform(SetRole("state", "label"))
    session.perform(LoadFile())
    imports, line = source_lines(session.library.corpora["clinic"].dataset)
    space: dict = {}
    exec("\n".join([*imports, line]), space)  # noqa: S102
    dataset = session.library.corpora["clinic"].dataset
    assert space["data"].feature_names == dataset.feature_names
    assert str(clinic) in line


def test_labels_that_are_missing_or_alike_are_told_and_go_with_one_click(
    session: Session, tmp_path: Path
) -> None:
    rows = [f"{row % 9},{('ham', 'ham ', 'spam', '')[row % 4]}\n" for row in range(60)]
    path = tmp_path / "mail.csv"
    path.write_text("size,kind\n" + "".join(rows))
    session.perform(OpenFile(str(path)))
    session.perform(SetRole("kind", "label"))
    found = {each["remedy"]: each for each in shown(session)["findings"]}
    assert (found["unlabeled"]["column"], found["unlabeled"]["rows"]) == ("kind", 15)
    assert (found["merge"]["column"], found["merge"]["rows"]) == ("kind", 30)
    (label,) = shown(session)["labels"]
    assert [bar["name"] for bar in label["balance"]] == ["ham", "ham␣", "spam"]
    session.perform(SetReading({"missing_labels": "refuse", "merge_labels": True}))
    found = {each["remedy"]: each for each in shown(session)["findings"]}
    (label,) = shown(session)["labels"]
    assert [bar["name"] for bar in label["balance"]] == ["ham", "spam"]
    assert found["merge"]["severity"] == "note"
    assert found["unlabeled"]["rows"] == 15
    with raises("label-missing", row=4):
        session.perform(LoadFile())
    session.perform(SetReading({"missing_labels": "drop", "merge_labels": True}))
    session.perform(LoadFile())
    assert session.library.corpora["mail"].dataset.category_sizes() == {"ham": 30, "spam": 15}
    again = Session(load("wine"))
    again.perform(OpenFile(str(path)))
    assert again.history.step.state.choice(DataChoice).reading.merge_labels
    with raises("option-unknown"):
        session.perform(SetReading({"missing_labels": "guess"}))


def test_a_comma_that_may_be_either_is_read_the_other_way_with_one_click(
    session: Session, tmp_path: Path
) -> None:
    rows = "".join(f'"{1 + row % 7},{row:03}",{"xy"[row % 2]}\n' for row in range(40))
    path = tmp_path / "sums.csv"
    path.write_text("sum,kind\n" + rows)
    session.perform(OpenFile(str(path)))
    session.perform(SetRole("kind", "label"))
    assert [each["remedy"] for each in shown(session)["findings"]] == ["decimal-comma"]
    session.perform(SetReading({"decimal": ","}))
    assert [each["remedy"] for each in shown(session)["findings"]] == ["decimal-point"]
    session.perform(LoadFile())
    assert session.library.corpora["sums"].dataset.X[1, 0] == 2.001
    session.perform(SetReading({"decimal": "."}))
    session.perform(LoadFile())
    assert session.library.corpora["sums 2"].dataset.X[1, 0] == 2001


def test_a_mistake_or_a_cancelled_load_keeps_everything_as_it_was(
    session: Session, clinic: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 and nothing else")
    for wrong in (
        OpenFile(str(tmp_path / "nothing.csv")),
        OpenFile(""),
        OpenFile(str(broken)),
        SetRole("state", "label"),
        LoadFile(),
        LookAtDocument(),
    ):
        with pytest.raises(SteersmanError):
            session.perform(wrong)
    assert len(session.history.steps) == 1
    session.perform(OpenFile(str(clinic)))
    for wrong_text in ({"language": "klingon"}, {"ngrams": 9}, {"min_documents": 0}):
        with pytest.raises(SteersmanError):
            TextChoice(**wrong_text)
    for wrong in (
        SetRole("no such column", "label"),
        SetRole("state", "king"),
        SetReading({"roles": "king"}),
        SetReading({"header": "yes"}),
        LoadFile(),
    ):
        with pytest.raises(SteersmanError):
            session.perform(wrong)
    session.perform(SetRole("state", "label"))
    steps = len(session.history.steps)
    told: list[str] = []
    task = Task(progress=lambda what, _done: told.append(what), cancelled=lambda: len(told) > 2)
    with pytest.raises(Cancelled):
        session.perform(LoadFile(), task)
    assert (session.history.step.state.dataset, len(session.history.steps)) == ("wine", steps)
    assert "clinic" not in session.library.corpora
    clinic.write_text(clinic.read_text() + "p999,50,Rome,no,ill\n")
    with raises("file-changed"):
        session.perform(LoadFile())


def test_getting_ready_is_told_in_parts_and_stops_at_any_of_them(
    session: Session, letters: Path
) -> None:
    session.perform(OpenFile(str(letters)))
    before = session.perform(Open())
    told: list[tuple[str, float | None]] = []
    for enough in (2, 5, 9):
        task = stopped_while_getting_ready(enough)
        with pytest.raises(Cancelled):
            session.perform(LoadFile(), task)
        assert session.perform(Open()).values == before.values
        assert list(session.library.corpora) == ["wine"]
    session.perform(LoadFile(), Task(progress=lambda *each: told.append(each)))
    parts = [done for _, done in told if done is not None]
    assert parts == sorted(parts)
    assert len({*parts}) > 10


def stopped_while_getting_ready(after: int) -> Task:
    """A task that nobody waits for any more after so many words about getting ready."""
    ready: list[str] = []
    return Task(
        progress=lambda what, _: ready.append(what) if "preparing" in what else None,
        cancelled=lambda: len(ready) >= after,
    )


ROOM_ACTIONS = st.one_of(
    st.builds(SetRole, st.sampled_from(["age", "port", "state"]), st.sampled_from(get_args(Role))),
    st.builds(
        SetReading,
        st.fixed_dictionaries(
            {"delimiter": st.sampled_from([None, ",", ";"]), "header": st.booleans()}
        ),
    ),
    st.builds(KeepDistinct, st.booleans()),
    st.builds(SetText, st.builds(TextChoice, st.sampled_from(LANGUAGES), ngrams=st.integers(1, 5))),
    st.just(CloseFile()),
    st.just(LoadFile()),
)


@given(st.lists(ROOM_ACTIONS, max_size=8))
@settings(max_examples=12)
def test_whatever_is_done_can_be_undone_step_by_step(
    small: Path, actions: list[SetRole | LoadFile]
) -> None:
    session = Session(load("wine"))
    session.perform(OpenFile(str(small)))
    states = [session.history.step.state]
    for action in actions:
        try:
            session.perform(action)
        except SteersmanError:  # said in a sentence, and nothing has changed
            assert session.history.step.state == states[-1]
        else:
            states.append(session.history.step.state)
            session.perform(Open())
    for state in states[-2::-1]:
        session.perform(Undo())
        assert session.history.step.state == state


@pytest.fixture
def small(clinic: Path) -> Path:
    path = clinic.with_name("small.csv")
    pd.read_csv(clinic).head(40)[["age", "port", "state"]].to_csv(path, index=False)
    return path


def test_a_link_with_choices_that_make_no_sense_opens_nothing(
    session: Session, clinic: Path
) -> None:
    session.perform(OpenFile(str(clinic)))
    state = session.history.step.state
    fresh = Session(load("wine"))
    gone = replace(state.choice(DataChoice), path="/no/such")
    fresh.perform(SetState(state.with_choice(gone)))
    assert fresh.history.step.state.choice(DataChoice) is None
    link = plain_action(SetState(state))
    for wrong in ({"roles": {"age": "king"}}, {"encoding": "klingon"}, {"sheet": 3}):
        written = json.loads(json.dumps(link))
        written["state"]["data"]["reading"] |= wrong
        with pytest.raises(SteersmanError):
            action_of(written)


def test_a_link_reads_the_file_again_where_it_is_not_loaded(session: Session, clinic: Path) -> None:
    session.perform(OpenFile(str(clinic)))
    session.perform(SetRole("state", "label"))
    session.perform(LoadFile())
    state = session.history.step.state.with_choice(PlaneChoice(fold=2))
    fresh = Session(load("wine"))
    fresh.perform(SetState(state))
    assert fresh.history.step.state == state
    assert fresh.perform(Open()).values["data"] == shown(session)
    clinic.unlink()
    fresh.perform(ChooseData("clinic"))
    assert Session(load("wine")).perform(
        SetState(replace(state, dataset="wine", category="class_1"))
    )


def test_a_closed_file_leaves_the_room_to_what_is_at_hand(session: Session, clinic: Path) -> None:
    session.perform(OpenFile(f"'{clinic}'"))
    session.perform(CloseFile())
    assert "data" not in session.perform(Open()).values
    listed = session.perform(ListData()).values
    names = {each["name"]: each for each in listed["collections"]}
    assert names["wine"]["built_in"]
    assert not names["spambase"]["built_in"]
    json.dumps(listed)


def test_several_columns_of_yes_and_no_are_several_labels(session: Session, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.integers(0, 2, (80, 2)), columns=["corn", "wheat"])
    frame["price"] = rng.normal(size=80) + frame["corn"]
    path = tmp_path / "grain.csv"
    frame.to_csv(path, index=False)
    session.perform(OpenFile(str(path)))
    session.perform(SetRole("corn", "label"))
    session.perform(SetRole("wheat", "label", beside=True))
    session.perform(LoadFile())
    dataset = session.library.corpora["grain"].dataset
    assert dataset.is_multilabel
    np.testing.assert_array_equal(dataset.y, frame[["corn", "wheat"]].to_numpy().astype(bool))


def test_several_labels_in_one_cell_are_parted(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "topics.csv"
    rows = ["price,topic"]
    rows += [f"{row % 7}.5,{'corn; wheat' if row % 3 else 'corn'}" for row in range(60)]
    path.write_text("\n".join(rows))
    session.perform(OpenFile(str(path)))
    (found,) = [each for each in shown(session)["findings"] if "several" in each["what"]]
    assert (found["remedy"], found["column"]) == ("separator-semicolon", "topic")
    session.perform(SetReading({"separator": ";"}))
    remedies = [each["remedy"] for each in shown(session)["findings"]]
    assert "separator-semicolon" not in remedies
    (label,) = shown(session)["labels"]
    assert [(each["label"], each["rows"]) for each in label["balance"]] == [
        ("corn", 60),
        ("wheat", 40),
    ]
    session.perform(LoadFile())
    assert session.library.corpora["topics"].categories == ("corn", "wheat")


def test_another_sheet_of_an_excel_file_is_read(session: Session, tmp_path: Path) -> None:
    sheets = {
        "clinic": [["age", "state"], *([age, "ab"[age % 2]] for age in range(30))],
        "boats": [["size", "kind"], *([size, "ab"[size % 2]] for size in range(20))],
    }
    writing = runpy.run_path(
        str(Path(__file__).parents[1] / "data/formats/test_sheets_and_saved_sets.py")
    )
    path = writing["write_workbook"](tmp_path / "boats.xlsx", sheets)
    session.perform(OpenFile(str(path)))
    assert shown(session)["sheets"] == ["clinic", "boats"]
    session.perform(SetRole("state", "label"))
    session.perform(SetReading({"sheet": "boats"}))
    assert session.history.step.state.choice(DataChoice).reading.roles == {}
    assert [each["name"] for each in shown(session)["columns"]] == ["size", "kind"]
    session.perform(LoadFile())
    assert session.library.corpora["boats"].rows == 20


def test_of_very_many_columns_those_that_matter_are_listed(
    session: Session, tmp_path: Path
) -> None:
    names = [f"c{place}" for place in range(400)] + ["label"]
    lines = [",".join(names)]
    lines += [",".join([str(row % 5)] * 400 + ["ab"[row % 2]]) for row in range(20)]
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(lines))
    session.perform(OpenFile(str(path)))
    view = shown(session)
    assert (view["columns_in_all"], len(view["columns"])) == (401, 120)
    assert view["columns"][-1]["name"] == "label"
    assert len(view["preview"][0]) == 120
    assert len(view["other_columns"]) == 401 - 120
    session.perform(SetRole("c399", "leave"))
    assert column(session, "c399")["role"] == "leave"


def test_the_label_is_listed_among_very_many_columns_that_are_remarked_on(
    session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "wide.csv"
    constant = pd.DataFrame(0, index=range(30), columns=[f"c{i}" for i in range(300)])
    constant.assign(kind=["x", "y", "y"] * 10).to_csv(path, index=False)
    session.perform(OpenFile(str(path)))
    assert column(session, "kind")["role"] == "label"


def test_a_folder_of_several_encodings_is_loaded_as_it_is_shown(
    session: Session, tmp_path: Path
) -> None:
    for kind in ("ham", "spam"):
        (tmp_path / "mail" / kind).mkdir(parents=True)
        (tmp_path / "mail" / kind / "a.txt").write_bytes(b"caf\xe9 au lait")
        for name in "bcdef":
            (tmp_path / "mail" / kind / f"{name}.txt").write_text("naïve words")
    session.perform(OpenFile(str(tmp_path / "mail")))
    assert [row[2] for row in shown(session)["preview"]][:2] == ["café au lait", "naïve words"]
    session.perform(LoadFile())
    assert list(session.library.corpora["mail"].dataset.text)[:2] == ["café au lait", "naïve words"]


def test_a_session_that_is_not_kept_is_called_like_the_data_it_is_on(clinic: Path) -> None:
    session = previewing_session(str(clinic), None)
    session.perform(SetRole("state", "label"))
    session.perform(LoadFile(session.history.step.state.choice(DataChoice)))
    assert session.perform(Open()).values["project"]["name"] == "clinic"
    session.perform(NameProject("Ward 3"))
    assert session.perform(Open()).values["project"]["name"] == "Ward 3"


def test_a_device_or_a_whole_disk_is_refused(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with raises("not-a-file", file="zero"):
        session.perform(OpenFile("/dev/zero"))
    monkeypatch.setattr("steersman.session.data.remembered_choices.MOST_FILES", 3)
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text("some words")
    with raises("too-many-files", most=3):
        session.perform(OpenFile(str(tmp_path)))


def test_a_collection_that_was_fetched_is_on_the_menu(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, float | None]] = []
    task = Task(progress=lambda what, done: told.append((what, done)))
    monkeypatch.setattr(
        "steersman.session.data.room.fetch", lambda _name, progress: progress("downloading", 0.5)
    )
    session.perform(FetchData("digits"), task)
    assert told == [("digits: downloading", 0.5)]
    assert session.perform(ChooseData("digits")).values["state"]["dataset"] == "digits"
    with pytest.raises(SteersmanError):
        Session(load("wine")).perform(ChooseData("digits"))


def test_distinct_rows_are_those_that_pandas_keeps() -> None:
    wine = load("wine")
    twice = wine.rows([0, 1, 0, 2, 1, 3])
    assert distinct_rows(twice).ids == tuple(wine.ids[row] for row in (0, 1, 2, 3))
    frame = pd.DataFrame(np.vstack([wine.X, wine.X[:7]]))
    kept = distinct_rows(wine.rows([*range(wine.n_rows), *range(7)]))
    assert kept.n_rows == len(frame.drop_duplicates())


def test_an_svmlight_file_says_itself_what_its_columns_are(
    session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "few.svmlight"
    path.write_text("".join(f"{row % 2} 0:{row} 3:{row * 0.5}\n" for row in range(40)))
    session.perform(OpenFile(str(path)))
    view = shown(session)
    assert view["fixed_roles"]
    assert {each["name"]: each["role"] for each in view["columns"]} == {
        "label": "label",
        "pairs": "number",
    }
    assert not any("left out" in each["what"] for each in view["findings"])
    session.perform(LoadFile())
    assert session.library.corpora["few"].dataset.n_features == 4


def test_a_folder_opened_last_has_no_size(session: Session, tmp_path: Path) -> None:
    for name in ("ham", "spam"):
        (tmp_path / "mail" / name).mkdir(parents=True)
        (tmp_path / "mail" / name / "1.txt").write_text("some words")
    session.perform(OpenFile(str(tmp_path / "mail")))
    (recent,) = session.perform(ListData()).values["recent"]
    assert recent["bytes"] == 0


def test_a_file_called_like_a_collection_is_not_taken_for_it(
    session: Session, clinic: Path, tmp_path: Path
) -> None:
    path = clinic.rename(tmp_path / "sonar.csv")
    session.perform(OpenFile(str(path)))
    session.perform(SetRole("state", "label"))
    session.perform(LoadFile())
    assert session.history.step.state.dataset == "sonar 2"
    (made,) = session.perform(ListData()).values["made"]
    assert made["name"] == "sonar 2"


@pytest.fixture
def credit(tmp_path: Path) -> Path:
    path = tmp_path / "credit.csv"
    rows = "".join(f"{n % 17},{n % 5},{1 + (n % 10 < 3)}\n" for n in range(200))
    path.write_text(f"amount,months,class\n{rows}")
    return path


def test_the_class_to_catch_is_suggested_and_changed_at_any_time(
    session: Session, credit: Path
) -> None:
    session.perform(OpenFile(str(credit)))
    assert shown(session)["positive"] == {"label": "2", "reason": "rarer"}
    session.perform(LoadFile())
    assert session.history.step.state.category == "2"
    assert session.library.corpora["credit"].dataset.positive == 2
    state = session.perform(ChoosePositive("1")).values["state"]
    # No other data set: the same rows are asked about another class.
    assert (state["dataset"], state["category"], state["data"]["loaded"]) == (
        "credit",
        "1",
        "credit",
    )
    assert shown(session)["positive"] == {"label": "1", "reason": "chosen"}
    session.perform(ChooseCategory("2"))
    assert shown(session)["positive"]["label"] == "2"
    with raises("class-missing", came="3"):
        session.perform(ChoosePositive("3"))


def test_classes_are_renamed_for_display_and_in_the_saved_model(
    session: Session, credit: Path, tmp_path: Path
) -> None:
    session.perform(OpenFile(str(credit)))
    session.perform(ChoosePositive("1"))
    session.perform(RenameClass("2", "bad credit"))
    session.perform(RenameClass("1", " good credit "))
    view = shown(session)
    assert [each["name"] for each in view["labels"][0]["balance"]] == ["good credit", "bad credit"]
    assert view["positive"]["label"] == "1"
    with raises("class-names-equal", came="bad credit"):
        session.perform(RenameClass("1", "bad credit"))
    session.perform(LoadFile())
    dataset = session.library.corpora["credit"].dataset
    assert dataset.classes == ("bad credit", "good credit")
    assert (session.history.step.state.category, dataset.positive) == ("good credit",) * 2
    arguments = dataset.provenance.load_arguments
    assert arguments["rename_classes"] == {"2": "bad credit", "1": "good credit"}
    session.perform(OpenMatrix())
    (content,) = session.perform(ExportModel(0)).columns
    out = tmp_path / "credit.skops"
    out.write_bytes(content.values.tobytes())
    matrix, missing = confusion_on(read_model(out), str(credit))
    assert (matrix.sum(axis=1).tolist(), missing) == ([60, 140], 0)
    session.perform(RenameClass("1", ""))
    assert [each["name"] for each in shown(session)["labels"][0]["balance"]] == ["1", "bad credit"]


def test_another_label_column_forgets_classes_it_does_not_have(
    session: Session, credit: Path
) -> None:
    session.perform(OpenFile(str(credit)))
    session.perform(ChoosePositive("1"))
    session.perform(RenameClass("2", "bad credit"))
    session.perform(SetRole("months", "label"))
    reading = session.history.step.state.choice(DataChoice).reading
    assert (reading.positive, dict(reading.rename_classes)) == ("1", {"2": "bad credit"})
    session.perform(SetRole("amount", "label"))
    session.perform(RenameClass("16", "most"))
    session.perform(SetRole("months", "label"))
    reading = session.history.step.state.choice(DataChoice).reading
    assert dict(reading.rename_classes) == {"2": "bad credit"}


def test_stop_words_are_listed_edited_and_remembered(session: Session, letters: Path) -> None:
    session.perform(OpenFile(str(letters)))
    listed = session.perform(ListStopWords("german")).values
    assert {"der", "nicht"} <= set(listed["words"])
    with raises("language-unknown"):
        session.perform(ListStopWords("klingon"))
    asked = TextChoice("german", extra_stop_words=("schiffe",), keep_words=("nicht",))
    session.perform(SetText(asked))
    session.perform(LoadFile())
    dataset = session.library.corpora["letters"].dataset
    assert "schiff" not in dataset.feature_names
    assert "keep_words=('nicht',)" in dataset.provenance.counter
    other = Session(load("wine"))
    other.perform(OpenFile(str(letters)))
    assert other.history.step.state.choice(DataChoice).text == asked


def test_two_text_columns_are_used_together_from_the_offer_to_the_saved_model(
    session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "news.csv"
    lines = [
        f"The {word} report of the week number {n},Prices of {word} rose by {n} cents on the "
        f"market again today said a dealer,{topic}\n"
        for n in range(40)
        for word, topic in (("corn", "grain"), ("tanker", "ship"))
    ]
    path.write_text("title,body,topic\n" + "".join(lines))
    session.perform(OpenFile(str(path)))
    offer = next(each for each in shown(session)["findings"] if each["remedy"] == "text")
    assert offer["column"] == "title"
    session.perform(SetRole("title", "text"))
    assert not any(each["remedy"] == "text" for each in shown(session)["findings"])
    session.perform(LoadFile())
    dataset = session.library.corpora["news"].dataset
    assert {"week", "dealer"} <= set(dataset.feature_names)
    assert dataset.provenance.options["text"] == ("title", "body")
    session.perform(OpenMatrix())
    (content,) = session.perform(ExportModel(0)).columns
    out = tmp_path / "news.skops"
    out.write_bytes(content.values.tobytes())
    saved = read_model(out)
    assert saved.model[0].columns == ["title", "body"]
    matrix, _ = confusion_on(saved, str(path))
    assert np.trace(matrix) == 80
    named = load(path, text=("title", "body"), label="topic")
    assert set(named.feature_names) == set(dataset.feature_names)

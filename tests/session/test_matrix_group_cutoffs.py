"""One cut-off for each group on the page: decided, shown, undone, stored, downloaded, explained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from starlette.testclient import TestClient
from tests.errors import raises

from steersman import Dataset, load, load_model
from steersman.learn.files import read_model
from steersman.server.model_api import model_application
from steersman.session import Session
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    CellExamples,
    ChooseModel,
    ExplainRow,
    ExportCard,
    ExportModel,
    MoveCutoff,
    OpenMatrix,
    OpenTest,
    SetConfidence,
    SetGroupCutoffs,
    ShowModel,
)
from steersman.session.matrix.room import MatrixRoom
from steersman.session.slices.actions import AskSlices
from steersman.session.storage.headless import replayed_project
from steersman.session.storage.project import Origin, project_session
from steersman.session.why.actions import FindFlips, TryRow, WhyRow
from steersman.tasks import Task

WANT = "recall(ill) >= 75% for each clinic"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Patients of two clinics, one of which measures lower values."""
    rng = np.random.default_rng(5)
    ill, clinic = rng.random(900) < 0.4, rng.choice(["north", "south"], 900)
    frame = pd.DataFrame(
        {
            "heart": (rng.normal(1.2 * ill) - 0.9 * (clinic == "south")).round(3),
            "age": rng.integers(20, 80, 900) + 5 * ill,
            "clinic": clinic,
            "kind": np.where(ill, "ill", "well"),
        }
    )
    path = tmp_path_factory.mktemp("table") / "clinic.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def patients(table: Path) -> Dataset:
    return load(str(table), label="kind", positive="ill", roles={"clinic": "leave"})


def opened(data: Dataset, *actions: Any, confidence: float | None = None) -> Session:
    session = Session(data)
    for action in (OpenMatrix(), SetConfidence(confidence), *actions):
        session.perform(action)
    return session


def parts_of(session: Session) -> Any:
    state = session.history.step.state
    return session.rooms[MatrixRoom].models.problem(session.corpus_of(state), state)


def matrix_of(decided: Any, truth: Any) -> list[list[int]]:
    names = ("ill", "well")
    return [[int(((truth == a) & (decided == b)).sum()) for b in names] for a in names]


def test_each_group_has_its_cutoff_and_the_table_counts_its_rows(patients: Dataset) -> None:
    session = opened(patients, AskWant(WANT))
    one = session.view().values["matrix"]["shown"]
    assert one["group_cutoffs"] is None
    session.perform(SetGroupCutoffs("clinic"))
    values = session.perform(AskWant(WANT)).values["matrix"]
    table, held = values["shown"]["group_cutoffs"], parts_of(session).holdout
    clinic = patients.column("clinic")[held.rows]
    assert table["column"] == "clinic"
    assert table["rate"]["measure"] == "recall"
    assert [each["group"] for each in table["groups"]] == ["north", "south"]
    assert [each["rows"] for each in table["groups"]] == [
        int((clinic == name).sum()) for name in ("north", "south")
    ]
    assert table["groups"][0]["cutoff"] != table["groups"][1]["cutoff"]
    recalls = {each["group"]: each["value"] for each in values["outcome"]["groups"]}
    assert {each["group"]: each["value"] for each in table["groups"]} == recalls
    assert all(each["low"] <= each["value"] <= each["high"] for each in table["groups"])
    # Two cut-offs leave at most as many errors as one.
    errors = lambda matrix: matrix[0][1] + matrix[1][0]  # noqa: E731
    assert min(recalls.values()) >= 0.75
    assert errors(values["shown"]["matrix"]) <= errors(one["matrix"])


def test_undo_another_model_and_a_cutoff_by_hand(patients: Dataset) -> None:
    session = opened(patients, SetGroupCutoffs("clinic"), AskWant(WANT))
    shown = session.view().values["matrix"]["shown"]
    before = session.perform(Undo()).values["matrix"]["shown"]
    assert before["group_cutoffs"] is None
    again = session.perform(ShowModel(shown["number"])).values["matrix"]["shown"]
    assert again["group_cutoffs"] == shown["group_cutoffs"]
    by_hand = session.perform(MoveCutoff(0.0, "ill")).values["matrix"]["shown"]
    assert by_hand["group_cutoffs"] is None
    session.perform(ShowModel(shown["number"]))
    session.perform(SetGroupCutoffs(""))
    one = session.perform(AskWant("recall(ill) >= 75%")).values["matrix"]
    assert one["outcome"]["met"]
    assert one["shown"]["group_cutoffs"] is None


def test_the_rows_are_explained_at_the_cutoff_of_their_group(patients: Dataset) -> None:
    session = opened(patients, SetGroupCutoffs("clinic"), AskWant(WANT))
    shown = session.view().values["matrix"]["shown"]
    cutoffs = {each["group"]: each["cutoff"] for each in shown["group_cutoffs"]["groups"]}
    examples = session.perform(CellExamples("ill", "ill")).values["examples"]
    assert len(examples) > 2
    assert all(each["sureness"] > 0 for each in examples)
    for row in [each["row"] for each in examples[:6]]:
        told = session.perform(WhyRow(row)).values
        clinic = str(patients.column("clinic")[row])
        assert told["explanation"]["predicted"] == "ill"
        # The score of "ill", the first class, is turned around.
        assert told["explanation"]["cutoff"] == pytest.approx(-cutoffs[clinic])
        session.perform(ExplainRow(row))
        assert session.perform(FindFlips({}, row)).values["decided"] == "ill"
        tried = session.perform(TryRow({"heart": "-9"}, row)).values
        assert tried["explanation"]["predicted"] == "well"
    assert session.perform(AskSlices("error rate", "clinic")).values["slices"]


@pytest.mark.parametrize("model", ["logistic", "svm", "forest"])
def test_python_file_and_final_test_decide_alike(
    patients: Dataset, table: Path, tmp_path: Path, model: str
) -> None:
    session = opened(patients, ChooseModel(model), SetGroupCutoffs("clinic"), AskWant(WANT))
    values = session.perform(OpenTest()).values["matrix"]
    number, problem = values["shown"]["number"], parts_of(session)
    made: dict[str, Any] = {}
    exec(session.perform(AskPython(number)).values["text"], made)  # noqa: S102
    for part, matrix in (
        (problem.holdout, values["shown"]["matrix"]),
        (problem.test, values["test"]["matrix"]),
    ):
        groups = patients.column("clinic")[part.rows]
        assert matrix_of(made["model"].predict(part.X, groups=groups), part.y) == matrix
    path = tmp_path / "model.skops"
    path.write_bytes(session.perform(ExportModel(number)).columns[0].values.tobytes())
    frame, read = pd.read_csv(table), load_model(path)
    rows = problem.test.rows
    assert matrix_of(read.predict(frame.iloc[rows]), problem.test.y) == values["test"]["matrix"]
    with raises("groups-needed", column="clinic"):
        read.predict(frame.drop(columns="clinic").iloc[rows])
    client = TestClient(model_application(read_model(path)))
    told = client.post("/predict", json={"rows": frame.iloc[rows].to_dict("records")}).json()
    decided = np.array([each["predicted"] for each in told["rows"]])
    assert matrix_of(decided, problem.test.y) == values["test"]["matrix"]
    card = session.perform(ExportCard(number)).columns[0].values.tobytes().decode()
    assert "cutoff_per_group=True" in card


def test_a_guarantee_holds_for_each_group(patients: Dataset) -> None:
    session = opened(
        patients,
        SetGroupCutoffs("clinic"),
        AskWant("recall(ill) >= 60% for each clinic"),
        confidence=0.9,
    )
    outcome = session.view().values["matrix"]["outcome"]
    assert outcome["met"]
    assert len(outcome["row_guarantees"]) == 1
    with raises("unpromisable"):
        session.perform(AskWant("fpr <= 20%"))


def test_what_cannot_be_is_refused(patients: Dataset) -> None:
    session = opened(patients)
    assert session.view().values["matrix"]["group_columns"] == ["clinic"]
    with raises("column-missing", column="town"):
        session.perform(SetGroupCutoffs("town"))
    session.perform(SetGroupCutoffs("age"))
    with raises("other-groups", column="age", groups="clinic"):
        session.perform(AskWant(WANT))
    # Cut-offs for each interval of a number, and a want about all rows.
    values = session.perform(AskWant("fpr(ill) <= 20%")).values["matrix"]
    assert values["outcome"]["met"]
    assert len(values["shown"]["group_cutoffs"]["groups"]) == 4
    assert values["shown"]["group_cutoffs"]["rate"]["measure"] == "fpr"


def test_a_group_without_tuning_rows_is_refused(table: Path, tmp_path: Path) -> None:
    frame = pd.read_csv(table)
    frame.loc[0, "clinic"] = "west"
    frame.to_csv(tmp_path / "rare.csv", index=False)
    data = load(str(tmp_path / "rare.csv"), label="kind", positive="ill", roles={"clinic": "leave"})
    session = opened(data)
    if 0 in parts_of(session).holdout.rows:
        session.perform(SetGroupCutoffs("clinic"))
    else:
        with raises("group-without-tuning-rows", group="west"):
            session.perform(SetGroupCutoffs("clinic"))


@pytest.mark.parametrize("model", ["logistic", "svm"])
def test_a_project_is_opened_again_and_replayed(
    patients: Dataset, table: Path, tmp_path: Path, model: str
) -> None:
    read = {"label": "kind", "positive": "ill", "roles": {"clinic": "leave"}}
    origin = Origin(patients, str(table), read)
    path = tmp_path / "work.steer"
    session = project_session(path, origin)
    actions = (OpenMatrix(), SetConfidence(None), ChooseModel(model), AskWant(WANT))
    for action in (*actions, SetGroupCutoffs("clinic"), AskWant(WANT)):
        session.perform(action)
    shown = session.view().values["matrix"]["shown"]
    session.log.store.close()
    again = project_session(path, origin)
    assert again.view().values["matrix"]["shown"] == shown
    state, rooms = again.history.step.state, again.rooms[MatrixRoom].models
    held, kept = parts_of(again).holdout, rooms.current_model(state).model
    clinic = patients.column("clinic")[held.rows]
    assert matrix_of(kept.predict(held.X, groups=clinic), held.y) == shown["matrix"]  # type: ignore[attr-defined]
    again.log.store.close()
    assert replayed_project(path, Task()).replayed.differences == ()

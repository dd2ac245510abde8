from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from steersman.data import Dataset
from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.actions import (
    AskFrontier,
    AskWant,
    CellExamples,
    ChooseModel,
    EditCell,
    FollowRow,
    LockCell,
    Open,
    OpenMatrix,
    OpenTest,
    PinModel,
    SetConfidence,
    SetCosts,
    ShowModel,
    SteerToCost,
    Undo,
)


@pytest.fixture
def table(mail: Dataset) -> Dataset:
    """Two overlapping clouds: 480 rows of numbers, a third of them ill."""
    rng = np.random.default_rng(5)
    ill = np.arange(480) % 3 == 0
    X = rng.normal(size=(480, 4)) + 0.9 * ill[:, np.newaxis]
    return replace(
        mail,
        name="clinic",
        X=X,
        y=np.where(ill, "ill", "well"),
        classes=("ill", "well"),
        feature_names=("heart", "age", "salt", "sleep"),
        text=None,
    )


def room_of(session: Session, *actions):
    view = session.perform(OpenMatrix())
    for action in actions:
        view = session.perform(action)
    return view.values["matrix"]


def test_the_matrix_is_that_of_the_held_out_rows(table: Dataset) -> None:
    session = Session(table)
    shown = room_of(session)
    state = session.history.step.state
    problem = session.matrix.problem(session.corpora["clinic"], state)
    model = session.matrix.shown(state).model
    expected = confusion_matrix(problem.holdout.y, model.predict(problem.holdout.X))
    assert shown["shown"]["matrix"] == expected.tolist()
    rows = np.concatenate([part.rows for part in (problem.training, problem.holdout, problem.test)])
    assert sorted(rows) == list(range(480))


@pytest.mark.parametrize("model", ["logistic", "martingale", "forest", "svm", "neighbours"])
def test_an_edited_cell_is_met_and_the_matrix_is_the_models_own(table: Dataset, model) -> None:
    session = Session(table)
    before = room_of(session, ChooseModel(model, levels=5))["shown"]["matrix"]
    wanted = before[0][1] * 2 // 3
    after = session.perform(EditCell("ill", "well", wanted)).values["matrix"]
    assert after["outcome"]["met"]
    assert after["outcome"]["before"] == before
    assert after["outcome"]["after"] == after["shown"]["matrix"]
    assert after["shown"]["matrix"][0][1] <= wanted
    assert np.sum(after["shown"]["matrix"], axis=1).tolist() == np.sum(before, axis=1).tolist()
    json.dumps(after, allow_nan=False)


def test_the_shown_matrix_of_a_moved_threshold_is_what_it_predicts(table: Dataset) -> None:
    session = Session(table)
    room_of(session, ChooseModel("forest"), EditCell("ill", "well", 5))
    state = session.history.step.state
    problem = session.matrix.problem(session.corpora["clinic"], state)
    for shelved in session.matrix.shelf(state).models:
        predicted = shelved.model.predict(problem.holdout.X)
        assert shelved.holdout.tolist() == confusion_matrix(problem.holdout.y, predicted).tolist()


def test_the_impossible_is_an_answer(table: Dataset) -> None:
    session = Session(table)
    values = room_of(session, AskWant("recall(ill) >= 0.999 and precision(ill) >= 0.999"))
    outcome = values["outcome"]
    assert not outcome["met"]
    assert outcome["gap"] > 0
    assert outcome["reason"]
    assert outcome["in_the_way"]


def test_a_locked_cell_does_not_get_worse(table: Dataset) -> None:
    session = Session(table)
    before = room_of(session, LockCell("well", "ill"))["shown"]["matrix"]
    after = session.perform(EditCell("ill", "well", 0)).values["matrix"]
    assert after["shown"]["matrix"][1][0] <= before[1][0] or not after["outcome"]["met"]


def test_undo_returns_to_the_model_before_and_models_stay_within_reach(table: Dataset) -> None:
    session = Session(table)
    before = room_of(session)
    after = session.perform(EditCell("ill", "well", 5)).values["matrix"]
    back = session.perform(Undo()).values["matrix"]
    assert back["shown"] == before["shown"]
    number = after["shown"]["number"]
    again = session.perform(ShowModel(number)).values["matrix"]
    assert again["shown"]["matrix"] == after["shown"]["matrix"]


def test_costs_are_steered_to_their_lowest(table: Dataset) -> None:
    session = Session(table)
    before = room_of(session, SetCosts(((0.0, 10.0), (1.0, 0.0))))
    after = session.perform(SteerToCost()).values["matrix"]
    assert after["expected_cost"] <= before["expected_cost"]


def test_confidence_says_how_many_rows_it_needs(table: Dataset) -> None:
    session = Session(table)
    values = room_of(session, SetConfidence(0.95), AskWant("fnr(ill) <= 1%"))
    assert not values["outcome"]["met"]
    assert "299" in values["outcome"]["reason"]


def test_test_rows_are_sealed_and_looks_are_counted(table: Dataset) -> None:
    session = Session(table)
    assert room_of(session)["test"] == {"looks": 0, "matrix": None}
    seen = session.perform(OpenTest()).values["matrix"]["test"]
    assert seen["looks"] == 1
    assert np.sum(seen["matrix"]) == 96
    moved = session.perform(EditCell("ill", "well", 5)).values["matrix"]["test"]
    assert moved == {"looks": 1, "matrix": None}


def test_a_cells_examples_are_its_rows_the_surest_first(table: Dataset) -> None:
    session = Session(table)
    matrix = room_of(session)["shown"]["matrix"]
    values = session.perform(CellExamples("ill", "well")).values
    assert values["count"] == matrix[0][1] == len(values["examples"])
    sure = [example["sureness"] for example in values["examples"]]
    assert sure == sorted(sure, reverse=True)
    assert min(sure) >= 0
    assert {each["name"] for each in values["examples"][0]["reasons"]} <= {
        "heart", "age", "salt", "sleep"
    }  # fmt: skip
    assert all(table.y[example["row"]] == "ill" for example in values["examples"])
    some = session.perform(CellExamples("ill", "well", search=values["examples"][0]["id"]))
    assert len(some.values["examples"]) >= 1


def test_a_row_can_be_followed_through_the_program(table: Dataset) -> None:
    session = Session(table)
    program = room_of(session, ChooseModel("martingale", levels=5))["program"]
    assert program["levels"] == 5
    row = session.perform(CellExamples("well", "well")).values["examples"][0]["row"]
    path = session.perform(FollowRow(row)).values
    assert path["true"] == "well"
    assert path["steps"][0]["node"] == 0
    assert path["steps"][-1]["label"] == "well"


def test_the_frontier_falls_as_false_positives_grow(table: Dataset) -> None:
    session = Session(table)
    number = room_of(session)["shown"]["number"]
    session.perform(PinModel(number, "mine"))
    curves = session.perform(AskFrontier()).values["curves"]
    assert [curve["name"] for curve in curves] == ["shown", "mine"]
    fn = [point[1] for point in curves[0]["points"]]
    assert fn == sorted(fn, reverse=True)


def test_three_classes_are_steered(mail: Dataset) -> None:
    session = Session(mail)
    before = session.perform(OpenMatrix(all_classes=True)).values["matrix"]
    assert before["classes"] == ["maths", "pictures", "web"]
    wanted = max(0, before["shown"]["matrix"][0][1] - 2)
    after = session.perform(EditCell("maths", "pictures", wanted)).values["matrix"]
    assert after["outcome"]["met"]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (EditCell("ill", "wel", 3), "no class 'wel'"),
        (EditCell("ill", "well", -1), "cannot be -1"),
        (AskWant("fp <== 3"), "fp"),
        (ChooseModel("oracle"), "no model 'oracle'"),
        (ChooseModel("martingale", levels=0), "0 levels"),
        (SetCosts(((1.0,),)), "2 rows of 2"),
        (SetConfidence(1.5), "confidence of 1.5"),
        (SteerToCost(), "no costs"),
        (ShowModel(99), "no model 99"),
        (FollowRow(0), "no program"),
    ],
)
def test_a_mistake_in_the_room_changes_nothing(table: Dataset, action, sentence) -> None:
    session = Session(table)
    before = room_of(session)
    with pytest.raises(SteersmanError, match=sentence):
        session.perform(action)
    assert session.perform(Open()).values["matrix"] == before


def test_the_room_must_be_open(table: Dataset) -> None:
    with pytest.raises(SteersmanError, match="has not been opened"):
        Session(table).perform(EditCell("ill", "well", 3))

"""The room that compares models, driven as the page drives it."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import numpy as np
import pytest
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.errors import Cancelled
from steersman.session import Session
from steersman.session.action_json import action_of, plain_action
from steersman.session.compare.actions import (
    AddModel,
    AskComparison,
    AskPair,
    AskPairs,
    AskScoreCurves,
    ChoosePair,
    ExportComparison,
    LeaveModelOut,
    OpenCompare,
    PairExamples,
    ReadRow,
    RunComparison,
    RunCurves,
    SetComparedQuestion,
    SetComparedView,
    SetCuts,
    SuggestModels,
)
from steersman.session.compare.choice import CompareChoice
from steersman.session.compare.room import STEERED_TO_THE_END, TURNED_BY_HAND, CompareRoom
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import (
    AskWant,
    ChooseModel,
    EditNode,
    OpenMatrix,
    PinModel,
    SetCosts,
)
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.room import MatrixRoom
from steersman.session.question import ChooseCategory, ChooseData, SetState
from steersman.tasks import Task

MENU = [{"name": "wine", "title": "wine", "summary": ""}]


def opened(name: str = "breast-cancer", *models: str) -> Session:
    session = Session(load(name), MENU)
    session.perform(OpenCompare())
    for model in models:
        session.perform(AddModel(model))
    return session


def choice(session: Session):
    return session.history.step.state.choice(CompareChoice)


def names(session: Session) -> list[str]:
    return [recipe.name for recipe in choice(session).models]


def fitted(session: Session) -> list[str]:
    """The folds that a run fits, in order."""
    told: list[str] = []
    news = lambda _about, values: told.append(f"{values['name']} {values['fold']}")  # noqa: E731
    session.perform(RunComparison(), Task(news=news))
    return told


def test_pinned_models_come_and_go_with_their_pins() -> None:
    session = Session(load("breast-cancer"))
    session.perform(OpenMatrix())
    session.perform(PinModel(0, "plain"))
    session.perform(OpenCompare())
    assert names(session) == ["plain"]
    session.perform(AskWant("fn <= 2"))
    shown = session.history.step.state.choice(MatrixChoice).shown
    session.perform(PinModel(shown, "gentle"))
    assert names(session) == ["plain", "gentle"]
    gentle = choice(session).models[1]
    problem = session.rooms[MatrixRoom].models.problem(*corpus_and_state(session))
    assert (gentle.model, gentle.want, gentle.rows) == (
        "logistic",
        "fn <= 2",
        len(problem.holdout.y),
    )
    session.perform(PinModel(shown, ""))
    assert names(session) == ["plain"]
    session.perform(Undo())
    assert names(session) == ["plain", "gentle"]


def test_pins_of_a_question_stay_compared_on_it_while_another_is_asked() -> None:
    session = Session(load("wine"))
    session.perform(OpenMatrix(all_classes=True))
    session.perform(PinModel(0, "all kinds"))
    session.perform(OpenCompare())
    session.perform(OpenMatrix(all_classes=False))
    assert names(session) == ["all kinds"]
    session.perform(ChooseModel("neighbors"))
    session.perform(PinModel(session.history.step.state.choice(MatrixChoice).shown, "one kind"))
    assert names(session) == ["all kinds"]
    session.perform(SetComparedQuestion(all_classes=False))
    assert "one kind" in names(session)
    session.perform(OpenMatrix(all_classes=True))
    assert "one kind" in names(session)
    session.perform(SetComparedQuestion(all_classes=True))
    session.perform(PinModel(0, ""))
    assert "all kinds" not in names(session)


def corpus_and_state(session: Session):
    state = session.history.step.state
    return session.corpus_of(state), state


def test_a_node_turned_by_hand_is_said_to_be_lost() -> None:
    session = Session(load("breast-cancer"))
    session.perform(OpenMatrix())
    session.perform(ChooseModel("martingale", levels=3, granularity="all"))
    session.perform(EditNode(0, "malignant", "malignant", 70))
    session.perform(PinModel(session.history.step.state.choice(MatrixChoice).shown, "turned"))
    session.perform(OpenCompare())
    (recipe,) = choice(session).models
    assert recipe.lost == TURNED_BY_HAND
    assert (recipe.levels, recipe.granularity) == (3, "all")


def test_a_model_met_on_the_way_is_said_to_be_steered_all_the_way() -> None:
    session = Session(load("breast-cancer"))
    session.perform(OpenMatrix())
    session.perform(AskWant("fn <= 1"))
    outcome = session.rooms[MatrixRoom].models.outcomes[-1]
    met = next(each for each in outcome.visited[1:] if each != outcome.after)
    session.perform(PinModel(met, "on the way"))
    session.perform(OpenCompare())
    assert choice(session).models[0].lost == STEERED_TO_THE_END
    session.perform(PinModel(met, ""))
    session.perform(PinModel(outcome.after, "there"))
    assert choice(session).models[0].lost == ""


def test_sealed_rows_are_never_touched() -> None:
    session = opened("breast-cancer", "neighbors")
    session.perform(OpenMatrix())
    corpus, state = corpus_and_state(session)
    sealed = session.rooms[MatrixRoom].models.problem(corpus, state).test.rows
    _, rows = session.rooms[CompareRoom].models.question_and_rows(corpus, state)
    assert not set(rows.tolist()) & set(sealed.tolist())
    assert len(rows) + len(sealed) == corpus.rows
    fitted(session)
    with raises("row-not-compared", row=int(sealed[0])):
        session.perform(ReadRow(int(sealed[0])))


def test_adding_a_model_fits_only_that_one_and_undo_costs_nothing() -> None:
    session = opened("breast-cancer", "neighbors")
    session.perform(SetCuts(3))
    assert fitted(session) == [f"Nearest neighbors {fold}" for fold in range(3)]
    session.perform(AddModel("logistic"))
    assert fitted(session) == [f"Logistic regression {fold}" for fold in range(3)]
    session.perform(SetCuts(3, 1, seed=1))
    assert len(fitted(session)) == 6
    session.perform(Undo())
    assert fitted(session) == []
    session.perform(SetCuts(3, 2))
    assert len(fitted(session)) == 6
    session.perform(LeaveModelOut("Logistic regression"))
    view = session.perform(AskComparison()).values
    assert [(model["done"], model["of"]) for model in view["models"]] == [(6, 6)]


def test_a_cancelled_run_shows_what_it_has_and_goes_on() -> None:
    session = opened("breast-cancer", "neighbors", "logistic")
    seen: list[object] = []
    task = Task(news=lambda *each: seen.append(each), cancelled=lambda: len(seen) == 7)
    with pytest.raises(Cancelled):
        session.perform(RunComparison(), task)
    models = session.perform(AskComparison()).values["models"]
    assert [model["done"] for model in models] == [5, 2]
    assert [model["standing"] is None for model in models] == [False, True]
    assert len(fitted(session)) == 3


def test_the_view_has_the_figures_of_all_models_and_their_pairs() -> None:
    session = opened("breast-cancer", "neighbors", "logistic")
    session.perform(AddModel("logistic", "fp <= 1"))
    view = session.perform(RunComparison()).values
    json.dumps(view)
    rows = session.view().values["compare"]["rows"]
    for model in view["models"]:
        matrix = np.array(model["standing"]["matrix"])
        assert matrix.sum() == rows
        accuracy = model["standing"]["overall"]["accuracy"]
        assert accuracy["value"] == pytest.approx(np.trace(matrix) / rows)
        assert accuracy["method"] == "Wilson"
        assert len(accuracy["scores"]) == 5
    assert len(view["pairs"]) == 3
    steered = view["models"][2]
    assert steered["name"] == "Logistic regression: fp <= 1"
    assert len(steered["standing"]["held"]) == 5
    session.perform(SetComparedView("f1_macro", "folds", "mid-p"))
    view = session.perform(AskComparison()).values
    assert view["models"][0]["standing"]["overall"]["f1_macro"]["method"] == "corrected resampled t"
    assert view["pairs"][0]["method"] == "mid-p"


def test_all_pairs_are_shown_by_the_measure_that_is_chosen() -> None:
    session = opened("wine", "neighbors", "logistic", "basic")
    session.perform(SetComparedQuestion(True))
    fitted(session)
    by_accuracy = session.perform(AskPairs()).values
    assert (by_accuracy["measure"], by_accuracy["test"]) == ("accuracy", "McNemar")
    compared = session.perform(AskComparison()).values
    expected = [pair["adjusted"] for pair in compared["pairs"]]
    assert [pair["adjusted"] for pair in by_accuracy["pairs"]] == expected
    session.perform(SetComparedView("f1_macro", "rows", "auto"))
    told: list[str] = []
    by_f1 = session.perform(AskPairs(), Task(progress=lambda what, _: told.append(what))).values
    assert (by_f1["measure"], by_f1["test"], len(told)) == ("f1_macro", "permutation", 3)
    figures = {
        model["name"]: model["standing"]["overall"]["f1_macro"]["value"]
        for model in compared["models"]
    }
    for pair in by_f1["pairs"]:
        by = figures[pair["first"]] - figures[pair["second"]]
        assert pair["difference"] == pytest.approx(by)
        assert pair["adjusted"] >= pair["p_value"]
    again = session.perform(AskPairs(), Task(progress=lambda what, _: told.append(what)))
    assert again.values == by_f1
    assert len(told) == 3  # nothing is tested twice


def test_the_examples_of_a_pair_are_those_that_only_one_gets_right() -> None:
    session = opened("breast-cancer", "neighbors", "logistic")
    fitted(session)
    session.perform(ChoosePair("Logistic regression", "Nearest neighbors"))
    pair = session.perform(AskPair()).values
    table = np.array(pair["table"])
    assert [test["name"].split(",")[0] for test in pair["tests"]] == [
        "McNemar", "Permutation", "Paired bootstrap",
    ]  # fmt: skip
    assert len({test["meaning"] for test in pair["tests"]}) == 3
    assert pair["difference"]["value"] == pytest.approx((table[0, 1] - table[1, 0]) / table.sum())
    for side, count in zip(("both-wrong", "only-first", "only-second"), table.ravel()):
        found = session.perform(PairExamples(side)).values
        assert found["count"] == len(found["examples"]) == count
        for line in found["examples"]:
            assert (line["first"] == line["true"]) == (side == "only-first")
            assert (line["second"] == line["true"]) == (side == "only-second")
    row = session.perform(PairExamples("only-first")).values["examples"][0]["row"]
    read = session.perform(ReadRow(row)).values
    assert {said["class"] for said in read["said"]} == {"benign", "malignant"}
    assert "mean radius" in read["text"]
    none = session.perform(PairExamples("only-first", "no such words")).values
    assert none["examples"] == []


def test_reports_are_files_and_curves_are_in_them_once_drawn() -> None:
    session = opened("breast-cancer", "neighbors", "logistic")
    session.perform(SetCuts(3))
    fitted(session)
    page = session.perform(ExportComparison("html"))
    assert page.values["name"] == "breast-cancer-comparison.html"
    assert b"Learning curves" not in page.columns[0].values.tobytes()
    seen: list[str] = []
    curves = session.perform(RunCurves(), Task(news=lambda about, _: seen.append(about)))
    assert set(seen) == {"curves"}
    assert set(curves.values["curves"]) == set(names(session))
    assert (
        b"Learning curves" in session.perform(ExportComparison("html")).columns[0].values.tobytes()
    )
    zipped = session.perform(ExportComparison("markdown")).columns[0].values.tobytes()
    with ZipFile(BytesIO(zipped)) as archive:
        assert "pictures/curves.svg" in archive.namelist()


def test_a_link_carries_the_recipes_to_another_session() -> None:
    session = opened("breast-cancer", "neighbors")
    session.perform(AddModel("logistic", "fp <= 1"))
    session.perform(SetCuts(4, 2, 7))
    asked = SetState(session.history.step.state)
    asked = action_of(json.loads(json.dumps(plain_action(asked))))
    other = Session(load("breast-cancer"))
    other.perform(asked)
    assert choice(other) == choice(session)
    assert other.perform(AskComparison()).values["models"][0]["done"] == 0
    wrong = asked.state.with_choice(replace(asked.state.choice(CompareChoice), folds=99))
    other.perform(SetState(wrong))
    assert choice(other) is None


def test_another_question_keeps_models_and_drops_wants() -> None:
    session = opened("wine", "neighbors")
    session.perform(AddModel("logistic", "fp <= 1"))
    session.perform(ChoosePair("Nearest neighbors", "Logistic regression: fp <= 1"))
    session.perform(ChooseCategory("class_0"))
    assert names(session) == ["Nearest neighbors"]
    assert choice(session).pair == ()
    session.perform(SetComparedQuestion(True))
    assert session.view().values["compare"]["classes"] == ["class_0", "class_1", "class_2"]
    view = session.perform(RunComparison()).values
    assert len(view["models"][0]["standing"]["classes"]) == 3
    session.perform(ChooseCategory("class_2"))
    assert fitted(session) == []
    other = opened("breast-cancer", "neighbors")
    other.perform(ChooseData("wine"))
    assert names(other) == ["Nearest neighbors"]
    assert not choice(other).all_classes


def test_two_sensible_models_are_suggested_for_tables_and_for_text() -> None:
    table = opened("breast-cancer")
    assert names(table) == []
    table.perform(SuggestModels())
    assert [recipe.model for recipe in choice(table).models] == ["logistic", "forest"]
    text = opened("docstrings")
    text.perform(SuggestModels())
    assert [recipe.model for recipe in choice(text).models] == ["logistic", "plane"]


@pytest.mark.parametrize(
    ("action", "code", "fields"),
    [
        (AddModel("oracle"), "unknown-model", {"model": "oracle"}),
        (AddModel("logistic"), "model-compared-already", {}),
        (AddModel("svm", "fp << 3"), "number-expected", {"position": 4}),
        (AddModel("svm", "recall(eggs) >= 1"), "unknown-class", {"name": "eggs"}),
        (LeaveModelOut("nobody"), "model-not-compared", {"model": "nobody"}),
        (SetCuts(1), "out-of-range", {"name": "folds", "value": 1}),
        (SetCuts(5, 100), "out-of-range", {"name": "repeats", "value": 100}),
        (SetComparedView("charm"), "value-not-allowed", {"where": "measure", "value": "charm"}),
        (ChoosePair("Logistic regression", "nobody"), "model-not-compared", {"model": "nobody"}),
        (ChoosePair("Logistic regression", "Logistic regression"), "paired-with-itself", {}),
        (AskPair(), "models-not-fitted", {}),
        (ExportComparison(), "models-not-fitted", {}),
    ],
)
def test_mistakes_are_named_and_change_nothing(action, code: str, fields: dict) -> None:
    session = opened("breast-cancer", "logistic")
    before = choice(session)
    with raises(code, **fields):
        session.perform(action)
    assert choice(session) == before


def test_nothing_is_asked_of_a_room_that_is_closed() -> None:
    session = Session(load("wine"))
    assert "compare" not in session.view().values
    with raises("room-closed", room="compare"):
        session.perform(RunComparison())


def test_a_want_on_cost_uses_the_costs_of_the_matrix_room() -> None:
    session = Session(load("breast-cancer"))
    session.perform(OpenMatrix())
    session.perform(OpenCompare())
    with raises("costs-missing"):
        session.perform(AddModel("logistic", "cost <= 20"))
    session.perform(SetCosts(((0.0, 1.0), (10.0, 0.0))))
    session.perform(AddModel("logistic", "cost <= 20"))
    session.perform(AddModel("neighbors"))
    steered, plain = choice(session).models
    assert steered.costs == ((0.0, 1.0), (10.0, 0.0))
    assert plain.costs == ()


def test_score_curves_are_of_every_fitted_model_and_cost_needs_costs(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    session.perform(OpenCompare())
    session.perform(SetCuts(2))
    session.perform(AddModel("gaussian"))
    session.perform(AddModel("linear-svm"))
    assert session.perform(AskScoreCurves()).values["models"] == []
    session.perform(RunComparison())
    answer = session.perform(AskScoreCurves("ill")).values
    assert answer["focus"] == "ill"
    bayes, svm = answer["models"]
    assert 0.5 < bayes["figures"]["auc"]["value"] <= 1.0
    assert len(bayes["roc"]["mean"]) == len(answer["grid"])
    assert bayes["predicted"]
    assert svm["predicted"] == []
    session.perform(SetComparedView("cost", "rows", "auto"))
    view = session.perform(OpenCompare()).values["compare"]
    assert view["measure"] == "accuracy"
    session.perform(SetCosts(((0.0, 5.0), (1.0, 0.0))))
    view = session.perform(OpenCompare()).values["compare"]
    assert (view["measure"], view["measures"][-1]) == ("cost", "cost")
    standing = session.perform(AskComparison()).values["models"][0]["standing"]
    matrix = np.array(standing["matrix"])
    expected = (5.0 * matrix[0, 1] + matrix[1, 0]) / matrix.sum()
    assert standing["overall"]["cost"]["value"] == pytest.approx(expected)
    pairs = session.perform(AskPairs()).values
    assert pairs["measure"] == "cost"

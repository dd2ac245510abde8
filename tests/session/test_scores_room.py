"""The scores room: curves of the current model, and its cut-off moved on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from tests.errors import raises

from steersman.data import Dataset
from steersman.learn.steering import Attainable, class_scores, cutoff_path, with_cutoff
from steersman.session import Session
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    ChooseModel,
    MoveCutoff,
    OpenMatrix,
    OpenTest,
)
from steersman.session.matrix.room import MatrixRoom
from steersman.session.scores.actions import AskScores, CalibrateModel


def three_kinds(patients: Dataset) -> Dataset:
    kinds = np.array(["a", "b", "c"])[np.arange(480) % 3]
    X = patients.X + 0.8 * (np.arange(480) % 3)[:, np.newaxis] * np.array([1.0, 0.0, -1.0, 0.0])
    return replace(patients, name="kinds", X=X, y=kinds, classes=("a", "b", "c"))


def shown_matrix(values) -> np.ndarray:
    return np.array(values["matrix"]["shown"]["matrix"])


@pytest.mark.parametrize("category", ["ill", "well"])
@pytest.mark.parametrize("model", ["logistic", "forest", "martingale"])
def test_a_moved_cut_off_gives_the_counts_of_its_point(
    patients: Dataset, category: str, model: str
) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    session.perform(ChooseModel(model, levels=3))
    answer = session.perform(AskScores(category)).values
    tuning, place = answer["tuning"], ["ill", "well"].index(category)
    assert answer["focus"] == category
    before = shown_matrix(session.perform(OpenMatrix()).values)
    for point in (0, len(tuning["settings"]) // 3, len(tuning["settings"]) - 1):
        moved = session.perform(MoveCutoff(tuning["settings"][point], category)).values
        matrix = shown_matrix(moved)
        assert matrix[place, place] == tuning["tp"][point]
        assert matrix[1 - place, place] == tuning["fp"][point]
        again = session.perform(AskScores(category)).values["tuning"]
        assert (again["tp"][again["now"]], again["fp"][again["now"]]) == (
            tuning["tp"][point],
            tuning["fp"][point],
        )
        undone = session.perform(Undo()).values
        assert np.array_equal(shown_matrix(undone), before)


def test_of_several_classes_one_offset_is_moved(patients: Dataset) -> None:
    session = Session(three_kinds(patients))
    session.perform(OpenMatrix(all_classes=True))
    tuning = session.perform(AskScores("b")).values["tuning"]
    for point in range(0, len(tuning["settings"]), 25):
        matrix = shown_matrix(session.perform(MoveCutoff(tuning["settings"][point], "b")).values)
        assert matrix[1, 1] == tuning["tp"][point]
        assert matrix[[0, 2], 1].sum() == tuning["fp"][point]


def test_the_figures_are_those_of_the_scores(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    answer = session.perform(AskScores()).values
    models = session.rooms[MatrixRoom].models
    state = session.state
    part = models.problem(session.corpus_of(state), state).holdout
    model = models.current_model(state).model
    truth = part.y == answer["focus"]
    sign = 1 if answer["focus"] == "well" else -1
    figures = {each["name"]: each for each in answer["tuning"]["figures"]}
    assert figures["auc"]["value"] == pytest.approx(
        roc_auc_score(truth, sign * model.decision_function(part.X))
    )
    assert set(figures) == {"auc", "average_precision", "brier", "log_loss"}
    assert sum(answer["tuning"]["reliability"]["rows"]) == len(part.y)


def test_final_test_rows_are_shown_after_the_final_test(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    assert session.perform(AskScores()).values["test"] is None
    session.perform(OpenTest())
    test = session.perform(AskScores()).values["test"]
    models, state = session.rooms[MatrixRoom].models, session.state
    assert test["rows"] == len(models.problem(session.corpus_of(state), state).test.y)
    # Another cut-off has the same scores: nothing new is seen.
    session.perform(MoveCutoff(0.3))
    assert session.perform(AskScores()).values["test"]["figures"] == test["figures"]


def test_python_lines_move_the_cut_off(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    session.perform(AskWant("fp <= 9"))
    number = session.perform(MoveCutoff(0.3)).values["matrix"]["shown"]["number"]
    text = session.perform(AskPython(number)).values["text"]
    assert text.splitlines()[-1] == "model = with_cutoff(model, 0.3)"


def test_a_cut_off_must_be_a_number_of_a_known_class(patients: Dataset) -> None:
    session = Session(patients)
    with raises("room-closed"):
        session.perform(AskScores())
    session.perform(OpenMatrix())
    with raises("bad-cutoff"):
        session.perform(MoveCutoff(float("nan")))
    with raises("unknown-class", name="sick"):
        session.perform(AskScores("sick"))


def test_rows_that_tie_are_decided_as_the_path_says() -> None:
    values = np.array([0.0, 0.0, 1.0, 1.0, 2.0])
    scored = Attainable(values, 1.0, np.array([0, 1, 0, 1, 1]))
    for place in (0, 1):
        path = cutoff_path(scored, place)
        called = (values > 1.0) == (place == 1)
        assert path.tp[path.now] == (called & path.truth).sum()
        assert path.fp[path.now] == (called & ~path.truth).sum()


def test_a_model_keeps_everything_but_its_cut_off(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    model = session.rooms[MatrixRoom].models.current_model(session.state).model
    moved = with_cutoff(model, 0.7)
    assert np.array_equal(model.predict_proba(patients.X), moved.predict_proba(patients.X))
    design = model[:-1].transform(patients.X)
    assert class_scores(moved.steps[-1][1], design).start == 0.7


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_calibrating_keeps_the_decision_and_can_be_undone(patients: Dataset, method) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    session.perform(ChooseModel("gaussian"))
    steered = session.perform(AskWant("fpr <= 10%")).values["matrix"]
    before = session.perform(AskScores()).values
    assert before["calibration"] == "none"
    view = session.perform(CalibrateModel(method)).values["matrix"]
    assert view["shown"]["matrix"] == steered["shown"]["matrix"]
    assert view["outcome"]["promises"] == steered["outcome"]["promises"]
    after = session.perform(AskScores()).values
    assert after["calibration"] == method
    assert after["tuning"]["uncalibrated"] == before["tuning"]["reliability"]
    assert after["tuning"]["tp"] == before["tuning"]["tp"]
    undone = session.perform(Undo()).values["matrix"]
    assert undone["shown"]["number"] == steered["shown"]["number"]


def test_a_calibrated_model_stays_calibrated_when_it_is_steered_or_moved(
    patients: Dataset,
) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    session.perform(ChooseModel("gaussian"))
    session.perform(CalibrateModel("sigmoid"))
    session.perform(MoveCutoff(0.4))
    assert session.perform(AskScores()).values["calibration"] == "sigmoid"
    # With a guarantee, steering starts from the model as fitted: its scores are the same.
    session.perform(AskWant("fpr <= 10%"))
    answer = session.perform(AskScores()).values
    assert answer["calibration"] == "sigmoid"
    number = session.perform(OpenMatrix()).values["matrix"]["shown"]["number"]
    model = session.rooms[MatrixRoom].models.current_model(session.state).model
    lines = session.perform(AskPython(number)).values["text"]
    assert "method='sigmoid'" in lines
    space: dict[str, object] = {}
    made = replace_source(lines)
    exec(made, {"data": patients}, space)  # noqa: S102
    again = space["model"]
    assert np.allclose(again.predict_proba(patients.X), model.predict_proba(patients.X))
    assert np.array_equal(again.predict(patients.X), model.predict(patients.X))
    session.perform(CalibrateModel("none"))
    assert session.perform(AskScores()).values["calibration"] == "none"


def replace_source(lines: str) -> str:
    """The lines with the data of the test in place of those that load it."""
    return "\n".join(line for line in lines.splitlines() if not line.startswith("data = "))


def test_a_model_without_probabilities_gets_some(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    session.perform(ChooseModel("linear-svm"))
    assert session.perform(AskScores()).values["tuning"]["reliability"] is None
    session.perform(CalibrateModel("isotonic"))
    tuning = session.perform(AskScores()).values["tuning"]
    assert tuning["reliability"]["error"] < 0.2
    assert tuning["uncalibrated"] is None


def test_calibrating_keeps_the_rows_that_go_to_a_person(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    asked = AskWant("fpr <= 10% and fnr <= 10% and refer at most 60%")
    before = session.perform(asked).values["matrix"]["shown"]
    after = session.perform(CalibrateModel("sigmoid")).values["matrix"]["shown"]
    assert sum(before["referred"]) > 0
    assert (after["referred"], after["matrix"]) == (before["referred"], before["matrix"])

"""From cells to rows, and from models to where they came from."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pytest
from tests.errors import raises

from steersman.data import Dataset
from steersman.learn.martingale import program_in
from steersman.session import Session
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    CellExamples,
    ChooseModel,
    ExplainRow,
    ExportExamples,
    MarkWeak,
    OpenMatrix,
    ShowModel,
)
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.room import MatrixRoom


@pytest.fixture
def session(patients: Dataset) -> Session:
    opened = Session(patients)
    opened.perform(OpenMatrix())
    return opened


def test_examples_are_filtered_by_a_condition_and_sorted_both_ways(session: Session) -> None:
    whole = session.perform(CellExamples("well", "well")).values
    some = session.perform(CellExamples("well", "well", "heart > 0.5", doubtful_first=True)).values
    X = session.library.corpora["clinic"].dataset.X
    held = [each["row"] for each in whole["examples"]]
    assert {each["row"] for each in some["examples"]} == {row for row in held if X[row, 0] > 0.5}
    assert 0 < some["found"] == len(some["examples"]) < some["count"] == whole["count"]
    sure = [each["sureness"] for each in some["examples"]]
    assert sure == sorted(sure)
    nothing = session.perform(CellExamples("well", "well", "no such thing")).values
    assert nothing["found"] == 0


def test_all_examples_of_a_cell_leave_as_a_table(session: Session) -> None:
    whole = session.perform(CellExamples("well", "well", "age <= 0")).values
    reply = session.perform(ExportExamples("well", "well", "age <= 0"))
    assert reply.values["name"] == "well called well.csv"
    (column,) = reply.columns
    lines = list(csv.DictReader(io.StringIO(bytes(column.values).decode())))
    assert [int(line["row"]) for line in lines] == [each["row"] for each in whole["examples"]]
    X = session.library.corpora["clinic"].dataset.X
    assert float(lines[0]["salt"]) == X[int(lines[0]["row"]), 2]
    assert lines[0]["is"] == lines[0]["called"] == "well"
    assert "heart" in lines[0]["reasons"]


def test_the_whole_of_a_row_is_told_with_its_reasons(session: Session) -> None:
    row = session.perform(CellExamples("ill", "ill")).values["examples"][0]["row"]
    text = session.perform(ExplainRow(row)).values["text"]
    assert all(name in text for name in ("heart", "age", "salt", "sleep"))


def test_every_model_is_told_with_its_family_and_going_back_takes_its_settings(
    session: Session,
) -> None:
    session.perform(ChooseModel("martingale", levels=4, granularity="select"))
    values = session.perform(ChooseModel("neighbors")).values["matrix"]
    families = [model["family"] for model in values["trajectory"]]
    assert families == ["Logistic regression", "Martingale program, 4 levels", "Nearest neighbors"]
    session.perform(ShowModel(1))
    choice = session.history.step.state.choice(MatrixChoice)
    assert (choice.model, choice.levels, choice.granularity) == ("martingale", 4, "select")
    session.perform(ShowModel(0))
    assert session.history.step.state.choice(MatrixChoice).model == "logistic"


def test_the_weak_nodes_are_those_under_the_threshold_the_neediest_first(session: Session) -> None:
    grown = ChooseModel("martingale", levels=6, granularity="select")
    program = session.perform(grown).values["matrix"]["program"]
    assert program["threshold"] == 0.3
    for threshold in (0.3, 0.1):
        program = session.perform(MarkWeak(threshold)).values["matrix"]["program"]
        short = [node["short"] for node in program["nodes"]]
        for node, lacking in zip(program["nodes"], short):
            rows = np.sum(node["matrix"], axis=1)
            known = [0.0 if a is None else max(0.0, threshold - a) for a in node["advantages"]]
            expected = 0.0 if node["label"] >= 0 else float(np.dot(known, rows))
            assert lacking == pytest.approx(expected)
        needs = [short[node] for node in program["offered"]]
        assert needs == sorted(short, reverse=True)[: len(needs)]
        # A few that make up for most of what is missing: without the last they would not.
        assert len(needs) <= 5
        assert sum(needs[:-1]) < 0.8 * sum(short)
        assert len(needs) == 5 or sum(needs) >= 0.8 * sum(short)
    with raises("bad-threshold", threshold=0.9):
        session.perform(MarkWeak(0.9))


def test_steering_weak_nodes_honors_the_threshold_and_the_lines_say_so(session: Session) -> None:
    session.perform(ChooseModel("martingale", levels=5, granularity="select"))
    session.perform(MarkWeak(0.12))
    values = session.perform(AskWant("fn(ill) <= 6")).values["matrix"]
    state = session.history.step.state
    shown = session.rooms[MatrixRoom].models.current_model(state)
    assert program_in(shown.model).threshold == 0.12
    assert shown.recipe.threshold == 0.12
    lines = session.perform(AskPython(values["shown"]["number"])).values["text"]
    assert "model = with_weak_threshold(model, 0.12)" in lines
    assert "import with_weak_threshold" in lines


def test_of_a_rare_class_that_is_never_called_the_cells_can_still_move(patients: Dataset) -> None:
    rng = np.random.default_rng(3)
    ill = np.arange(480) % 16 == 0
    X = rng.normal(size=(480, 4)) + 0.4 * ill[:, np.newaxis]
    session = Session(replace(patients, X=X, y=np.where(ill, "ill", "well")))
    shown = session.perform(OpenMatrix()).values["matrix"]
    assert shown["shown"]["matrix"][0][0] == 0  # to call any ill costs accuracy
    missed, found = shown["ranges"][0][1], shown["ranges"][0][0]
    assert missed[0] < missed[1] == shown["shown"]["matrix"][0][1]
    assert found[1] > 0

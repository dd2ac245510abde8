"""Kinds of programs in the matrix room: as published, adaptive, and the rounds of AdaBoost."""

from __future__ import annotations

import numpy as np
import pytest
from tests.errors import raises

from steersman.data import Dataset
from steersman.learn.martingale import program_in
from steersman.session import Session
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    ChooseModel,
    EditNode,
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


def shown_model(session: Session) -> object:
    state = session.history.step.state
    return session.rooms[MatrixRoom].models.current_model(state).model


def test_the_published_algorithm_is_grown_tuned_and_written_down(session: Session) -> None:
    session.perform(ChooseModel("martingale", levels=4, published=True))
    program = program_in(shown_model(session))
    assert (program.routing, program.tuning, program.ties) == (
        "resubstitution",
        "penalties",
        "first",
    )
    assert not program.draw_to_root
    values = session.perform(AskWant("fn(ill) <= 4")).values["matrix"]
    lines = session.perform(AskPython(values["shown"]["number"])).values["text"]
    assert "'tuning': 'penalties'" in lines
    # Another algorithm is another model, and going back brings the choice along.
    first = session.history.step.state.choice(MatrixChoice).shown
    session.perform(ChooseModel("martingale", levels=4))
    assert not session.history.step.state.choice(MatrixChoice).published
    session.perform(ShowModel(first))
    assert session.history.step.state.choice(MatrixChoice).published


def test_an_adaptive_program_shows_its_cells_and_cannot_be_turned_by_hand(session: Session) -> None:
    values = session.perform(ChooseModel("adaptive", levels=4)).values["matrix"]
    program = values["program"]
    assert (program["kind"], program["bound"], program["offered"]) == ("positions", None, [])
    entering = np.sum(program["nodes"][0]["matrix"], axis=1)
    assert entering.tolist() == np.sum(values["shown"]["matrix"], axis=1).tolist()
    ends = [node["matrix"] for node in program["nodes"] if node["label"] >= 0]
    assert np.sum(ends, axis=0).tolist() == values["shown"]["matrix"]
    with raises("not-a-program"):
        session.perform(EditNode(0, "ill", "well", 1))


def test_adaboost_shows_its_rounds_on_the_tuning_rows(session: Session) -> None:
    values = session.perform(ChooseModel("adaboost")).values["matrix"]
    matrix = np.array(values["shown"]["matrix"])
    rounds = values["rounds"]
    assert values["program"] is None
    assert rounds[-1]["error"] == pytest.approx(1.0 - np.trace(matrix) / matrix.sum())
    assert session.perform(ChooseModel("logistic")).values["matrix"]["rounds"] == []


def test_the_bound_is_that_of_the_weakest_node(session: Session) -> None:
    grown = ChooseModel("martingale", levels=3, freeze=0.0)
    program = session.perform(grown).values["matrix"]["program"]
    known = [
        (advantage, number)
        for number, node in enumerate(program["nodes"])
        for advantage in node["advantages"]
        if node["label"] < 0 and advantage is not None
    ]
    assert (program["bound"]["advantage"], program["bound"]["node"]) == min(known)
    assert program["bound"]["majority"] <= program["bound"]["lead"]

"""Rows that go to a person, as the page asks for them and shows them."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from tests.errors import raises

from steersman import steer
from steersman.data import Dataset
from steersman.learn.steering import referring_step
from steersman.session import Session
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    CellExamples,
    EditCell,
    ExportCard,
    ExportExamples,
    MoveCutoff,
    OpenMatrix,
    OpenTest,
    SetConfidence,
    ShowModel,
)
from steersman.session.matrix.room import MatrixRoom

WANT = "error rate <= 5% and refer <= 20%"


@pytest.fixture
def session(patients: Dataset) -> Session:
    opened = Session(patients)
    opened.perform(OpenMatrix())
    opened.perform(SetConfidence(None))
    return opened


def test_referred_rows_are_counted_apart_as_the_library_counts_them(session: Session) -> None:
    rooms, state = session.rooms[MatrixRoom].models, session.history.step.state
    problem = rooms.problem(session.library.corpora["clinic"], state)
    first = rooms.current_model(state).model
    values = session.perform(AskWant(WANT)).values["matrix"]
    expected = steer(first, problem.holdout.X, problem.holdout.y, WANT, positive="ill")
    shown = values["shown"]
    assert np.column_stack([shown["matrix"], shown["referred"]]).tolist() == expected.after.tolist()
    assert sum(shown["referred"]) > 0
    assert values["referral"] == "refer"
    outcome = values["outcome"]
    assert (outcome["referred_before"], outcome["referred"]) == ([], shown["referred"])
    reached = {each["measure"]: each for each in outcome["bounds"]}
    assert reached["refer"]["part"] == sum(shown["referred"])
    assert reached["refer"]["rows"] == len(problem.holdout.y)
    assert reached["error rate"]["rows"] == np.sum(shown["matrix"])
    assert shown["errors"] == np.sum(shown["matrix"]) - np.trace(shown["matrix"])


def test_referred_rows_are_shown_and_exported(session: Session) -> None:
    shown = session.perform(AskWant(WANT)).values["matrix"]["shown"]
    ill = session.perform(CellExamples("ill", "refer")).values
    assert ill["count"] == shown["referred"][0] == len(ill["examples"])
    file = session.perform(ExportExamples("ill", "refer"))
    lines = list(csv.reader(io.StringIO(bytes(file.columns[0].values).decode())))
    assert len(lines) == 1 + shown["referred"][0]
    card = session.perform(ExportCard(shown["number"], "md"))
    assert "to a person" in bytes(card.columns[0].values).decode()
    python = session.perform(AskPython(shown["number"])).values["text"]
    assert f"steer(model, X, y, '{WANT}'" in python
    session.perform(ShowModel(0))
    with raises("unknown-class", name="refer"):
        session.perform(CellExamples("ill", "refer"))


def test_a_referral_is_undone_and_ends_with_a_want_that_does_not_ask_for_it(
    session: Session,
) -> None:
    session.perform(AskWant(WANT))
    assert session.perform(Undo()).values["matrix"]["shown"]["referred"] == []
    session.perform(AskWant(WANT))
    values = session.perform(AskWant("recall(ill) >= 60%")).values["matrix"]
    rows = values["rows"]["holdout"]
    assert values["shown"]["referred"] == []
    assert np.sum(values["shown"]["matrix"]) == rows


def test_a_cut_off_moved_by_hand_keeps_the_band(session: Session) -> None:
    session.perform(AskWant(WANT))
    models = session.rooms[MatrixRoom].models
    before = models.current_model(session.history.step.state)
    shown = session.perform(MoveCutoff(0.2)).values["matrix"]["shown"]
    moved = models.current_model(session.history.step.state)
    assert sum(shown["referred"]) > 0
    low, high = referring_step(moved.model).cutoffs()  # type: ignore[union-attr]
    first, last = referring_step(before.model).cutoffs()  # type: ignore[union-attr]
    assert (low + high) / 2 == pytest.approx(0.2)
    assert high - low == pytest.approx(last - first)


def test_an_edited_cell_keeps_the_limit_on_referrals(session: Session) -> None:
    matrix = session.perform(AskWant(WANT)).values["matrix"]["shown"]["matrix"]
    values = session.perform(EditCell("ill", "well", max(0, matrix[0][1] - 1))).values["matrix"]
    bounds = {each["measure"]: each for each in values["outcome"]["bounds"]}
    assert bounds["refer"]["locked"]
    assert sum(values["shown"]["referred"]) <= 0.2 * values["rows"]["holdout"]


def test_a_guarantee_and_the_final_test_count_referrals(session: Session) -> None:
    session.perform(SetConfidence(0.9))
    values = session.perform(AskWant("error rate <= 30% and refer <= 60%")).values["matrix"]
    assert values["outcome"]["met"]
    promised = {each["bound"]["measure"]: each["risk"] for each in values["outcome"]["promises"]}
    assert promised == pytest.approx({"error rate": 0.05, "refer": 0.05})
    test = session.perform(OpenTest()).values["matrix"]["test"]
    measured = {each["bound"]["measure"]: each for each in test["bounds"]}
    assert measured["refer"]["part"] == sum(test["referred"])
    assert measured["error rate"]["rows"] == np.sum(test["matrix"])

"""The share of the class to catch in use, as it is set beside the guarantee."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.errors import raises

from steersman import steer
from steersman.data import Dataset
from steersman.session import Session
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    OpenMatrix,
    OpenTest,
    SetConfidence,
    SetPrior,
)
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.room import MatrixRoom

WANT = "precision(ill) >= 60%"


@pytest.fixture
def session(patients: Dataset) -> Session:
    opened = Session(patients)
    opened.perform(OpenMatrix())
    opened.perform(SetConfidence(None))
    return opened


def test_precision_is_that_in_use_as_the_library_counts_it(session: Session) -> None:
    rooms = session.rooms[MatrixRoom].models
    state = session.history.step.state
    problem = rooms.problem(session.library.corpora["clinic"], state)
    first = rooms.current_model(state).model
    session.perform(SetPrior(0.1))
    values = session.perform(AskWant(WANT)).values["matrix"]
    expected = steer(first, problem.holdout.X, problem.holdout.y, WANT, positive="ill", prior=0.1)
    assert values["shown"]["matrix"] == expected.after.tolist()
    (bound,) = values["outcome"]["bounds"]
    (right, missed), (false, others) = values["shown"]["matrix"]
    recall, rate = right / (right + missed), false / (false + others)
    assert bound["reached"] == pytest.approx(0.1 * recall / (0.1 * recall + 0.9 * rate))
    assert values["outcome"]["prior"] == 0.1
    (tested,) = session.perform(OpenTest()).values["matrix"]["test"]["bounds"]
    assert tested["tuning"] == pytest.approx(bound["reached"])


def test_a_prior_is_undone_and_stands_in_the_python(session: Session) -> None:
    session.perform(SetPrior(0.1))
    shown = session.perform(AskWant(WANT)).values["matrix"]["shown"]
    assert "prior=0.1" in session.perform(AskPython(shown["number"])).values["text"]
    session.perform(Undo())
    session.perform(Undo())
    choice = session.history.step.state.choice(MatrixChoice)
    assert choice is not None
    assert choice.prior is None


def test_a_guarantee_says_whether_it_needs_the_shares(session: Session) -> None:
    session.perform(SetConfidence(0.9))
    session.perform(SetPrior(0.5))
    outcome = session.perform(AskWant("recall(ill) >= 50%")).values["matrix"]["outcome"]
    assert [each["of_shares"] for each in outcome["promises"]] == [False]
    outcome = session.perform(AskWant("precision(ill) >= 50%")).values["matrix"]["outcome"]
    assert [each["of_shares"] for each in outcome["promises"]] == [True]


def test_what_is_no_prior_is_refused(session: Session, patients: Dataset) -> None:
    with raises("bad-prior", prior=1.5):
        session.perform(SetPrior(1.5))
    kinds = np.array(["a", "b", "c"])[np.arange(480) % 3]
    three = Session(replace(patients, name="kinds", y=kinds, classes=("a", "b", "c")))
    three.perform(OpenMatrix(all_classes=True))
    with raises("prior-of-several-classes", classes=3):
        three.perform(SetPrior(0.2))

"""Several models guaranteed on the same tuning rows: how many, and the risk shared among them."""

from __future__ import annotations

import numpy as np
import pytest
from tests.errors import raises

from steersman.data import Dataset
from steersman.session import Session
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import (
    AskWant,
    ChooseModel,
    OpenMatrix,
    SetConfidence,
    ShareRisk,
)
from steersman.session.matrix.card import card_of
from steersman.session.matrix.room import MatrixRoom
from steersman.tasks import Task


def outcome_of(session: Session, *actions: object) -> dict:
    view = None
    for action in actions:
        view = session.perform(action)
    return view.values["matrix"]["outcome"]


def test_models_that_were_guaranteed_are_counted_and_share_the_risk(patients: Dataset) -> None:
    session = Session(patients)
    ask = AskWant("recall(ill) >= 70%")
    first = outcome_of(session, OpenMatrix(), SetConfidence(0.9), ask)
    assert (first["guaranteed_models"], first["among"]) == (1, 1)
    # The same model again is no other model.
    assert outcome_of(session, AskWant("recall(ill) >= 60%"))["guaranteed_models"] == 1
    other = outcome_of(session, ChooseModel("forest"), ask)
    assert (other["guaranteed_models"], other["among"]) == (2, 1)
    assert [each["risk"] for each in other["promises"]] == pytest.approx([0.1])
    shared = outcome_of(session, ShareRisk())
    assert (shared["guaranteed_models"], shared["among"]) == (2, 2)
    assert [each["risk"] for each in shared["promises"]] == pytest.approx([0.05])
    assert shared["promises"][0]["allowed"] <= other["promises"][0]["allowed"]
    third = outcome_of(session, ChooseModel("boosting"), ask)
    assert (third["guaranteed_models"], third["among"]) == (3, 3)
    # One step back is before the third model was steered, but its look at the rows stays counted.
    again = outcome_of(session, Undo(), ask)
    assert again["guaranteed_models"] == 3


def test_without_a_guarantee_nothing_is_counted_or_shared(patients: Dataset) -> None:
    session = Session(patients)
    plain = outcome_of(session, OpenMatrix(), SetConfidence(None), AskWant("recall(ill) >= 70%"))
    assert (plain["guaranteed_models"], plain["among"]) == (0, 1)
    with raises("nothing-guaranteed"):
        session.perform(ShareRisk())


def test_a_limit_kept_by_calling_nothing_is_named(patients: Dataset) -> None:
    session = Session(patients)
    found = outcome_of(session, OpenMatrix(), SetConfidence(None), AskWant("fp(ill) <= 0"))
    called = np.asarray(found["after"])[:, session_place(session)].sum()
    assert (found["never"] == ["ill"]) == (called == 0)
    everything = outcome_of(session, AskWant("fn(ill) <= 0"))
    never = np.asarray(everything["after"]).sum(axis=0)[1 - session_place(session)] == 0
    assert (everything["never"] == ["well"]) == never


def session_place(session: Session) -> int:
    return list(session.perform(OpenMatrix()).values["matrix"]["classes"]).index("ill")


def test_the_card_says_what_is_guaranteed_and_what_a_choice_leaves(patients: Dataset) -> None:
    session = Session(patients)
    ask = AskWant("recall(ill) >= 70%")
    outcome_of(session, OpenMatrix(), SetConfidence(0.9), ask)
    outcome_of(session, ChooseModel("forest"), ask)
    state, models = session.history.step.state, session.rooms[MatrixRoom].models
    number = models.current_model(state).number
    card = card_of(models, session.corpus_of(state), state, number, Task())
    (guarantee,) = card.promises
    assert "90 %" in guarantee
    (left,) = card.warnings
    assert "2 models" in left
    assert "80%" in left

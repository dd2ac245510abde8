"""Entering a room is no step: undo goes back over what was decided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from steersman.data import Dataset
from steersman.session import Session
from steersman.session.compare.actions import OpenCompare
from steersman.session.history_actions import Redo, Undo
from steersman.session.lab.actions import OpenLab
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.plane.actions import MoveKnob


def labels(session: Session) -> list[str]:
    return [step.label for step in session.history.steps]


def test_visits_are_no_steps_and_undo_takes_back_what_was_decided(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(MoveKnob("alpha", 0.5))
    for entering in (OpenMatrix(), OpenCompare(), OpenLab(), OpenMatrix()):
        session.perform(entering)
    assert len(labels(session)) == 2
    fitted = session.perform(OpenMatrix()).values["matrix"]
    session.perform(AskWant("fp <= 2"))
    assert session.perform(Undo()).values["matrix"]["shown"] == fitted["shown"]
    before = session.perform(Undo()).values
    assert "matrix" not in before
    assert session.perform(OpenMatrix()).values["matrix"]["shown"] == fitted["shown"]
    assert session.perform(Redo()).values["matrix"]["shown"] == fitted["shown"]
    assert session.perform(Redo()).values["matrix"]["outcome"]["met"]


def test_another_question_is_a_step(patients: Dataset) -> None:
    kinds = np.array(["a", "b", "c"])[np.arange(480) % 3]
    session = Session(replace(patients, name="kinds", y=kinds, classes=("a", "b", "c")))
    one = session.perform(OpenMatrix()).values["matrix"]
    session.perform(OpenMatrix(all_classes=True))
    assert len(labels(session)) == 2
    assert session.perform(Undo()).values["matrix"]["shown"] == one["shown"]

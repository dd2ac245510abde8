"""Rooms register themselves once: their actions, their choices, and what holds in all of them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import is_dataclass

from steersman.data import Dataset
from steersman.session import Session, State
from steersman.session.action_json import ACTIONS, CHOICES, action_of, plain_action
from steersman.session.actions import Action
from steersman.session.challenge.actions import LeaveChallenge, StartChallenge
from steersman.session.clusters.actions import OpenClusters
from steersman.session.lab.actions import OpenLab
from steersman.session.matrix.actions import OpenMatrix
from steersman.session.plane.actions import MoveKnob
from steersman.session.plane.choice import PlaneChoice, plane_choice
from steersman.session.question import ChooseData, SetState
from steersman.session.rooms import ROOMS
from steersman.session.state import on_other_data


def test_every_action_of_a_rooms_module_is_registered_once() -> None:
    defined = {
        kind
        for name, module in list(sys.modules.items())
        if name.startswith("steersman.session.") and name.count(".") == 3
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == name
        if issubclass(kind, Action)
    }
    registered = Counter(kind for room in ROOMS for kind in room.actions)
    assert all(room.actions for room in ROOMS)
    assert set(registered) == defined
    assert set(registered.values()) == {1}


def test_no_two_actions_and_no_two_rooms_share_a_name() -> None:
    kinds = {kind for room in ROOMS for kind in room.actions}
    assert kinds <= set(ACTIONS.values())
    assert len({room.name for room in ROOMS}) == len(ROOMS)
    assert {room.choice for room in ROOMS} - {None} == set(CHOICES.values())


def test_a_state_goes_through_json_with_every_open_room(mail: Dataset) -> None:
    session = Session(mail)
    for action in (MoveKnob("alpha", 0.5), OpenMatrix(), OpenLab(), OpenClusters()):
        session.perform(action)
    state = session.state
    assert set(state.plain) == {
        "dataset", "category", "seed", "corrections", "plane", "matrix", "lab", "clusters",
    }  # fmt: skip
    assert action_of(json.loads(json.dumps(plain_action(SetState(state))))) == SetState(state)


def test_a_room_that_a_link_names_null_is_closed() -> None:
    link = {"action": "set-state", "state": {"dataset": "a", "category": "b", "matrix": None}}
    assert action_of(link) == SetState(State("a", "b"))


def test_choices_that_go_along_stay_on_other_data(mail: Dataset) -> None:
    menu = [{"name": "wine", "title": "Wine", "summary": ""}]
    session = Session(mail, menu)
    for action in (MoveKnob("alpha", 0.5), OpenMatrix(), OpenLab(), OpenClusters()):
        session.perform(action)
    before = session.state
    moved = on_other_data(before, "wine", "class_0")
    assert set(moved.rooms) == {"matrix"}
    session.perform(ChooseData("wine"))
    after = session.state
    assert set(after.rooms) == {"plane", "matrix", "lab"}
    assert plane_choice(after) == PlaneChoice()
    assert after.rooms["lab"] == before.rooms["lab"]


def test_scores_are_comparable_on_the_same_rows_only() -> None:
    state = State("mail", "spam").with_choice(PlaneChoice())
    assert state.problem == state.with_choice(PlaneChoice(knobs={"alpha": 3.0})).problem
    for other in (PlaneChoice(folds=3), PlaneChoice(fold=1)):
        assert state.problem != state.with_choice(other).problem
    assert state.problem != State("mail", "spam", seed=1).with_choice(PlaneChoice()).problem


def test_a_game_that_is_left_leaves_the_other_rooms_open(mail: Dataset) -> None:
    session = Session(mail)
    for action in (OpenMatrix(), OpenLab(), StartChallenge(), LeaveChallenge()):
        session.perform(action)
    assert set(session.state.rooms) == {"plane", "matrix", "lab"}

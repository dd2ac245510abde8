from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.errors import raises

from steersman.session.action_json import ACTIONS, action_of, plain_action
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.plane.actions import MoveKnob, MoveLine
from steersman.session.plane.choice import PlaneChoice
from steersman.session.question import SetState
from steersman.session.state import State
from steersman.wire.messages import read_message

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(
    "action",
    [
        MoveKnob("alpha", 0.5, 3),
        MoveKnob("intercept", None),
        MoveLine(1, -2, 4),
        SetState(State("docstrings", "scipy.sparse", seed=3).with_choice(PlaneChoice(fold=2))),
        SetState(State("wine", "red").with_choice(MatrixChoice(locked=(("a", "b"),)))),
    ],
)
def test_an_action_survives_the_journey(action) -> None:
    text = json.dumps({"id": 5, **plain_action(action)})
    message = read_message(text)
    assert message.pop("id") == 5
    assert action_of(message) == action


@pytest.mark.parametrize(
    ("text", "code", "fields"),
    [
        ("{", "message-not-json", {}),
        ("[1]", "message-without-action", {}),
        ('{"id": 1}', "message-without-action", {}),
        ('{"action": "open"}', "message-without-id", {}),
        ('{"id": 1, "action": "fly"}', "unknown-action", {"action": "fly"}),
        (
            '{"id": 1, "action": "move-knob", "knob": 3, "value": 1}',
            "wrong-type",
            {"where": "move-knob: knob", "value": 3, "expected": "str"},
        ),
        (
            '{"id": 1, "action": "move-knob", "knob": "alpha", "value": "x"}',
            "wrong-type",
            {"value": "x"},
        ),
        (
            '{"id": 1, "action": "move-knob", "knob": "alpha", "value": true}',
            "wrong-type",
            {"value": True},
        ),
        (
            '{"id": 1, "action": "move-knob", "knob": "alpha"}',
            "fields-missing",
            {"where": "move-knob"},
        ),
        (
            '{"id": 1, "action": "undo", "x": 1}',
            "unknown-fields",
            {"where": "undo", "names": ("x",)},
        ),
        (
            '{"id": 1, "action": "best-line", "split": "test"}',
            "value-not-allowed",
            {"value": "test"},
        ),
        ('{"id": 1, "action": "set-state", "state": {"dataset": 1}}', "wrong-type", {"value": 1}),
    ],
)
def test_what_cannot_be_understood_in_a_message_is_named(
    text: str, code: str, fields: dict
) -> None:
    with raises(code, **fields):
        action_of(without_id(read_message(text)))


def without_id(message: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in message.items() if key != "id"}


def test_every_action_is_documented() -> None:
    text = PROTOCOL.read_text()
    assert [name for name in ACTIONS if f"`{name}`" not in text] == []


def test_golden_actions_are_understood() -> None:
    messages = json.loads((GOLDEN / "actions.json").read_text())
    assert {message["action"] for message in messages} == set(ACTIONS)
    for message in messages:
        action_of(without_id(message))

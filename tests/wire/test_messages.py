from __future__ import annotations

import json
from pathlib import Path

import pytest

from steersman.errors import SteersmanError
from steersman.session.action_json import ACTIONS, action_of, plain_action
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.plane.actions import MoveKnob, MoveLine
from steersman.session.plane.choice import PlaneChoice
from steersman.session.question import SetState
from steersman.session.state import State
from steersman.wire.channel import read_message

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
    ("text", "sentence"),
    [
        ("{", "not JSON"),
        ("[1]", "names no action"),
        ('{"id": 1}', "names no action"),
        ('{"action": "open"}', "no whole number as its id"),
        ('{"id": 1, "action": "fly"}', "no action 'fly'.*move-knob"),
        ('{"id": 1, "action": "move-knob", "knob": 3, "value": 1}', "knob is 3"),
        ('{"id": 1, "action": "move-knob", "knob": "alpha", "value": "x"}', "value is 'x'"),
        ('{"id": 1, "action": "move-knob", "knob": "alpha", "value": true}', "value is True"),
        ('{"id": 1, "action": "move-knob", "knob": "alpha"}', "missing.*value"),
        ('{"id": 1, "action": "undo", "x": 1}', "undo does not take x"),
        ('{"id": 1, "action": "best-line", "split": "test"}', "split is 'test'"),
        ('{"id": 1, "action": "set-state", "state": {"dataset": 1}}', "dataset is 1"),
    ],
)
def test_a_message_that_cannot_be_understood_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SteersmanError, match=sentence):
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

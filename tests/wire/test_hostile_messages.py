"""Messages that no page of ours sends: each is answered by an error, and the channel goes on."""

from __future__ import annotations

import json

import pytest

from steersman.errors import SteersmanError
from steersman.session.action_json import LONGEST_TEXT, action_of
from steersman.session.actions import Action
from steersman.session.data.actions import OpenFile
from steersman.session.history_actions import Open
from steersman.session.use.actions import PutInUse
from steersman.wire.messages import read_message
from steersman.wire.named_paths import check_path_names


@pytest.mark.parametrize(
    "text",
    [
        '{"id": 1, "action": "move-knob", "value": NaN}',
        '{"id": 1, "action": "move-knob", "value": -Infinity}',
        '{"id": ' + "9" * 5_000 + ', "action": "undo"}',
        "[" * 100_000,
        '{"a":' * 50_000 + "1" + "}" * 50_000,
    ],
    ids=["nan", "infinity", "digits", "lists", "objects"],
)
def test_messages_that_are_no_json_are_refused(text: str) -> None:
    with pytest.raises(SteersmanError) as caught:
        read_message(text)
    assert caught.value.code == "message-not-json"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"action": "move-knob", "knob": "alpha", "value": 1e999}, "number-too-large"),
        ({"action": "paint-lab", "points": {}}, "wrong-type"),
        ({"action": "go-to", "step": 2**60}, "number-too-large"),
        ({"action": "go-to", "step": -(10**400)}, "number-too-large"),
        ({"action": "ask-want", "want": "\ud800"}, "text-not-unicode"),
        ({"action": "ask-want", "want": " " * (LONGEST_TEXT + 1)}, "text-too-long"),
    ],
)
def test_values_that_cannot_travel_are_refused(message: dict[str, object], code: str) -> None:
    sent = json.loads(json.dumps(message))
    with pytest.raises(SteersmanError) as caught:
        action_of(sent)
    assert caught.value.code == code


def test_numbers_beside_other_types_are_checked_too() -> None:
    with pytest.raises(SteersmanError) as caught:
        action_of({"action": "set-confidence", "confidence": 1e999})
    assert caught.value.code == "number-too-large"
    assert action_of({"action": "set-confidence", "confidence": None})


@pytest.mark.parametrize(
    "action", [Open(" " * 1000), OpenFile("a\0b"), PutInUse(path="/tmp/" + "é" * 200)]
)
def test_paths_that_no_file_can_have_are_refused(action: Action) -> None:
    with pytest.raises(SteersmanError) as caught:
        check_path_names(action)
    assert caught.value.code == "path-invalid"


def test_long_paths_of_short_names_are_allowed() -> None:
    check_path_names(OpenFile("/srv/" + "é" * 100 + "/mail.csv"))
    check_path_names(Open())

"""Messages of the page: an action as JSON text, with a number."""

from __future__ import annotations

import json
from typing import Any

from steersman.errors import SteersmanError
from steersman.session.action_json import ACTIONS, action_of, plain_action
from steersman.session.actions import Action

__all__ = ["ACTIONS", "action_from", "message_from", "message_of"]


def message_of(number: int, action: Action) -> str:
    """An action as the JSON text that the page would send.

    >>> from steersman.session.plane.actions import (MoveKnob)
    >>> message_of(3, MoveKnob("alpha", 0.5))
    '{"id": 3, "action": "move-knob", "knob": "alpha", "value": 0.5, "gesture": 0}'
    """
    return json.dumps({"id": number, **plain_action(action)})


def message_from(text: str | bytes) -> dict[str, Any]:
    """A message as a dictionary with a whole number `id` and a text `action`."""
    try:
        message = json.loads(text)
    except ValueError as error:
        raise SteersmanError(f"the message is not JSON: {error}", todo="reload the page") from None
    if not isinstance(message, dict) or not isinstance(message.get("action"), str):
        raise SteersmanError("the message names no action", todo="reload the page")
    if not isinstance(message.get("id"), int):
        raise SteersmanError("the message has no whole number as its id", todo="reload the page")
    return message


def action_from(message: dict[str, Any]) -> Action:
    """The action of a message; every field is checked against its type."""
    return action_of({key: value for key, value in message.items() if key != "id"})

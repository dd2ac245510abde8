"""Messages as the channel reads them, and its frames that are no views."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from steersman.errors import SteersmanError
from steersman.wire.frames import encode_frame
from steersman.wire.shapes import (
    ErrorDetail,
    ErrorFrame,
    ProgressFrame,
)


def error_frame(number: int, error: SteersmanError) -> bytes:
    """The one shape of an error on the wire."""
    detail: ErrorDetail = {"code": error.code, "what": error.what, "todo": error.todo}
    position = error.fields.get("position")
    if isinstance(position, int):
        detail["position"] = position
    if error.needs:
        detail["needs"] = {"file": error.needs["file"], "project": error.needs["project"]}
    return plain_frame("error", number, ErrorFrame(error=detail))


def progress_frame(number: int, task: str, done: float | None) -> bytes:
    return plain_frame("progress", number, ProgressFrame(task=task, done=done))


def news_frame(number: int, about: str, values: Mapping[str, object]) -> bytes:
    """A frame with the intermediate results of a task."""
    return plain_frame("news", number, {"about": about, "news": dict(values)})


def plain_frame(kind: str, number: int, values: Mapping[str, object]) -> bytes:
    """A frame without columns."""
    return encode_frame({"kind": kind, "reply_to": number, **values})


def signalled_request(message: Mapping[str, Any]) -> int:
    """The number of the request that a signal is for; 0 where it names none."""
    number = message.get("request", 0)
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise SteersmanError(
            "the request to stop has no whole number",
            todo="reload the page",
            code="signal-without-request",
        )
    return number


def refuse_constant(name: str) -> object:
    """Refuse NaN and Infinity, which are no JSON."""
    raise ValueError(f"{name} is not a number of JSON")


def read_message(text: str | bytes) -> dict[str, Any]:
    """A message as a dictionary with a whole number `id` and a text `action`."""
    try:
        message = json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise SteersmanError(
            f"the message is not JSON: {error}", todo="reload the page", code="message-not-json"
        ) from None
    if not isinstance(message, dict) or not isinstance(message.get("action"), str):
        raise SteersmanError(
            "the message has no action", todo="reload the page", code="message-without-action"
        )
    if not isinstance(message.get("id"), int):
        raise SteersmanError(
            "the message has no whole number as its id",
            todo="reload the page",
            code="message-without-id",
        )
    return message

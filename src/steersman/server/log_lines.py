"""The log of a server: one JSON object a line, about what happened and never about what is in data.

Only these fields are written: kinds of actions, codes of errors, numbers, durations and addresses.
Text that a person typed, names of files, classes and columns, and rows never reach the log.
"""

from __future__ import annotations

import json
import logging
import os
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from steersman.errors import SteersmanError

EVENTS = logging.getLogger("steersman.events")
EVENTS.propagate = False
KEPT: list[logging.Handler] = []
"""The open log, if one is kept."""
LARGEST_LOG_BYTES = 20 * 2**20
OLD_LOGS = 3
FIELDS = (
    "action",
    "ms",
    "code",
    "person",
    "people",
    "windows",
    "path",
    "address",
    "report",
    "port",
)
"""What a line may say next to its time and event."""


def log_event(event: str, **fields: str | float | None) -> None:
    """Write a line, if a log is kept; other fields than the known ones are a fault of ours."""
    if not KEPT:
        return
    unknown = fields.keys() - set(FIELDS)
    if unknown:
        raise ValueError(f"the log has no fields {', '.join(sorted(unknown))}")
    EVENTS.info(log_line(event, fields))


def log_line(event: str, fields: dict[str, str | float | None], at: float | None = None) -> str:
    """One line of the log.

    >>> log_line("answered", {"action": "move-knob", "ms": 3.2}, at=0.0)
    '{"at": "1970-01-01T00:00:00.000+00:00", "event": "answered", "action": "move-knob", "ms": 3.2}'
    """
    moment = datetime.now(UTC) if at is None else datetime.fromtimestamp(at, UTC)
    said = {name: value for name, value in fields.items() if value is not None}
    return json.dumps({"at": moment.isoformat(timespec="milliseconds"), "event": event, **said})


def keep_log(path: Path) -> None:
    """Write events to a file that only this user can read; old ones are put aside as it grows."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.close(descriptor)
        handler = RotatingFileHandler(path, maxBytes=LARGEST_LOG_BYTES, backupCount=OLD_LOGS)
    except OSError as error:
        raise SteersmanError(
            f"the log {path} cannot be written: {error.strerror or error}",
            todo="choose another file with --log",
            code="log-unwritable",
            file=path.name,
        ) from error
    handler.setFormatter(logging.Formatter("%(message)s"))
    stop_log()
    KEPT.append(handler)
    EVENTS.addHandler(handler)
    EVENTS.setLevel(logging.INFO)


def stop_log() -> None:
    """Close the log."""
    while KEPT:
        handler = KEPT.pop()
        EVENTS.removeHandler(handler)
        handler.close()

"""The paths that an action names, wherever in it they are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

from steersman.errors import SteersmanError
from steersman.session.actions import Action
from steersman.session.data.sketches import absolute
from steersman.session.history_actions import Open
from steersman.session.project.actions import OpenProject

FIELD = "path"
# Of Linux, in bytes; other systems allow no more.
LONGEST_NAME, LONGEST_PATH = 255, 4096


def named_paths(value: object) -> Iterator[Path]:
    """Every path in a value, absolute as the reader will take it.

    >>> from steersman.session.data.actions import OpenFile
    >>> list(named_paths(OpenFile("/srv/mail.csv")))
    [PosixPath('/srv/mail.csv')]
    """
    if isinstance(value, OpenProject):
        yield from typed_path(value.file)
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            inner = getattr(value, field.name)
            if field.name == FIELD and isinstance(inner, str):
                yield from typed_path(inner)
            else:
                yield from named_paths(inner)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from named_paths(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from named_paths(inner)


def check_path_names(action: Action) -> None:
    """Raise an error for an action with a path that no file system can have."""
    opened = [Path(action.project)] if isinstance(action, Open) else []
    for path in [*named_paths(action), *opened]:
        long = any(len(os.fsencode(part)) > LONGEST_NAME for part in path.parts)
        if long or len(str(path)) > LONGEST_PATH or "\0" in str(path):
            raise SteersmanError(
                "the path is too long for a file, or has a character that no path has",
                todo="check the path and type it again",
                code="path-invalid",
            )


def typed_path(text: str) -> Iterator[Path]:
    """The path of a text; none where the reader would find none."""
    try:
        yield absolute(text)
    except (SteersmanError, RuntimeError):
        # Nothing was typed, or a user without a home folder: the room refuses it in a sentence.
        return

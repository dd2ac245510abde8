"""The paths that an action names, wherever in it they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

from steersman.errors import SteersmanError
from steersman.session.data.sketches import absolute
from steersman.session.project.actions import OpenProject

FIELD = "path"


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


def typed_path(text: str) -> Iterator[Path]:
    """The path of a text; none where the reader would find none."""
    try:
        yield absolute(text)
    except (SteersmanError, RuntimeError):
        # Nothing was typed, or a user without a home folder: the room refuses it in a sentence.
        return

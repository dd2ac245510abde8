"""JSON objects, one a line or in one list."""

from __future__ import annotations

import json
from pathlib import Path

from steersman.course import Course
from steersman.data.arrow.json_pieces import read_json_lines
from steersman.data.columns.kinds import Frame
from steersman.data.files.json_rows import json_rows
from steersman.errors import SteersmanError

__all__ = ["frame_of_json_lines"]


def frame_of_json_lines(path: Path, encoding: str, course: Course | None = None) -> Frame:
    """The table in a file of JSON objects; a list of words in the label column is several labels.

    A key that an object does not have is a missing value.
    """
    try:
        frame: Frame = read_json_lines(path, encoding, course or Course())
    except SteersmanError:
        raise
    except ValueError as error:
        raise fault(path, encoding, error) from error
    return frame


def fault(path: Path, encoding: str, error: ValueError) -> SteersmanError:
    """What is wrong with a file that could not be read, with the line to blame."""
    kinds: dict[str, tuple[str, str]] = {}
    for place, line in json_rows(path, encoding):
        where = f"{place} of {path.name}"
        try:
            pairs = json.loads(line, object_pairs_hook=list)
        except (ValueError, RecursionError) as problem:
            return SteersmanError(
                f"{where} is not JSON: {problem}", todo="write one JSON object on each line"
            )
        if line.lstrip()[0] != "{":
            return SteersmanError(
                f"{where} holds {'a list' if isinstance(pairs, list) else kind_of(pairs) or 'null'}"
                ", expected an object",
                todo="write one JSON object on each line",
            )
        keys = [key for key, _ in pairs]
        if len(set(keys)) < len(keys):
            repeated = next(key for key in keys if keys.count(key) > 1)
            return SteersmanError(
                f"{where} names {repeated!r} twice", todo="give every value its own name"
            )
        for key, value in pairs:
            kind = kind_of(value)
            first, first_place = kinds.setdefault(key, (kind, place)) if kind else (kind, place)
            if first != kind:
                return SteersmanError(
                    f"{where} holds {kind} for {key!r}, expected {first} as in {first_place}",
                    todo="give every value of a column the same type",
                )
    return SteersmanError(
        f"{path.name} cannot be read: {str(error).splitlines()[0]}", todo="check its lines"
    )


def kind_of(value: object) -> str:
    """The JSON type of a value in plain words; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return "a number"
    return "a string" if isinstance(value, str) else "a list or an object"

"""JSON objects, one a line or in one list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.arrow.json_pieces import json_sample, read_json_lines
from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.files.json_rows import begins_a_list, json_rows, whole_number
from steersman.data.files.lines import checked_text
from steersman.data.formats.samples import SAMPLE_BYTES, Sample, estimated_rows
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.tasks import Task

MOST_CHARACTERS = 2**23


def frame_of_json(path: Path, options: ReadOptions, task: Task | None = None) -> Frame:
    """The table in a file of JSON objects; a list of words in the label column is several labels.

    A key that an object does not have is a missing value.
    """
    encoding = options.text_encoding
    try:
        frame: Frame = read_json_lines(path, encoding, task or Task().monotone())
    except SteersmanError:
        raise
    except ValueError as error:
        raise json_fault(path, encoding, error) from error
    return frame


def digest_of_json(path: Path, options: ReadOptions, task: Task) -> str:
    """The SHA-256 of a file whose text is sane; a list may stand on one endless line."""
    endless = begins_a_list(path)
    return checked_text(path, options.text_encoding, task, endless_lines=endless)


def sample_of_json(path: Path, options: ReadOptions, task: Task) -> Sample:  # noqa: ARG001
    """The rows of the first JSON objects."""
    start, size, whole = list[str](), 0, True
    for _, row in json_rows(path, options.text_encoding):
        if size > SAMPLE_BYTES:
            whole = False
            break
        start.append(row)
        size += len(row)
    try:
        frame = json_sample("\n".join(start).encode())
    except ValueError as error:
        raise json_fault(path, options.text_encoding, error) from error
    return Sample(frame, len(frame) if whole else estimated_rows(path, frame), exact=whole)


def blocks_of_json(
    path: Path, options: ReadOptions, columns: ColumnChoice, rows: int
) -> Iterator[Frame]:
    """The chosen columns of JSON objects, block by block; a key that is not there is missing.

    The keys of the first objects are the columns that must be there.
    """
    encoding = options.text_encoding
    lines = (line for _, line in json_rows(path, encoding))
    chosen: list[str] = []
    while some := some_lines(lines, rows):
        try:
            read = (
                # Python keeps the last of two equal names without a word.
                json.loads(line, object_pairs_hook=named_once, parse_int=whole_number)
                for line in some
            )
            objects = [dict[str, object](row) for row in read]
            keys = list(dict.fromkeys(key for row in objects for key in row))
            chosen = chosen or columns.present(keys, path.name)
            yield frame_from_columns({name: [row.get(name) for row in objects] for name in chosen})
        except SteersmanError:
            raise
        except (ValueError, TypeError, RecursionError) as error:
            raise json_fault(path, encoding, ValueError(str(error))) from error


def some_lines(lines: Iterator[str], rows: int) -> list[str]:
    """The next lines, at most so many, and fewer where they are long.

    >>> some_lines(iter(["a", "b", "c"]), 2)
    ['a', 'b']
    """
    some: list[str] = []
    characters = 0
    for line in islice(lines, rows):
        some.append(line)
        characters += len(line)
        if characters > MOST_CHARACTERS:
            break
    return some


def named_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The pairs of a JSON object, ValueError where two have one name."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return found


def json_fault(path: Path, encoding: str, error: ValueError) -> SteersmanError:
    """The error for a JSON file that cannot be read, with the line to blame."""
    kinds: dict[str, tuple[str, str]] = {}
    for place, line in json_rows(path, encoding):
        where = f"{place} of {path.name}"
        try:
            pairs = json.loads(line, object_pairs_hook=list)
        except (ValueError, RecursionError) as problem:
            return SteersmanError(
                f"{where} is not JSON: {problem}",
                todo="write one JSON object on each line",
                code="json-invalid",
                file=path.name,
                place=place,
            )
        if line.lstrip()[0] != "{":
            return SteersmanError(
                f"{where} holds {'a list' if isinstance(pairs, list) else kind_of(pairs) or 'null'}"
                ", expected an object",
                todo="write one JSON object on each line",
                code="json-not-an-object",
                file=path.name,
                place=place,
            )
        keys = [key for key, _ in pairs]
        if len(set(keys)) < len(keys):
            repeated = next(key for key in keys if keys.count(key) > 1)
            return SteersmanError(
                f"{where} names {repeated!r} twice",
                todo="give every value its own name",
                code="json-name-repeated",
                file=path.name,
                place=place,
                name=repeated,
            )
        for key, value in pairs:
            kind = kind_of(value)
            first, first_place = kinds.setdefault(key, (kind, place)) if kind else (kind, place)
            if first != kind:
                return SteersmanError(
                    f"{where} holds {kind} for {key!r}, expected {first} as in {first_place}",
                    todo="give every value of a column the same type",
                    code="json-types-differ",
                    file=path.name,
                    place=place,
                    column=key,
                )
    return SteersmanError(
        f"{path.name} cannot be read: {str(error).splitlines()[0]}",
        todo="check its lines",
        code="file-malformed",
        file=path.name,
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

"""JSON objects, one a line or in one list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
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
ONE_EACH = "write one JSON object on each line"


def frame_of_json(path: Path, options: ReadOptions, task: Task | None = None) -> Frame:
    """The table in a file of JSON objects; a list of words in the label column is several labels.

    A key that an object does not have is a missing value.
    """
    with json_faults(path, options):
        return read_json_lines(path, options.text_encoding, task or Task().monotone())


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
    with json_faults(path, options):
        frame = json_sample("\n".join(start).encode())
    return Sample(frame, len(frame) if whole else estimated_rows(path, frame), exact=whole)


def blocks_of_json(
    path: Path, options: ReadOptions, columns: ColumnChoice, rows: int
) -> Iterator[Frame]:
    """The chosen columns of JSON objects, block by block; a key that is not there is missing.

    The keys of the first objects are the columns that must be there.
    """
    lines = (line for _, line in json_rows(path, options.text_encoding))
    chosen: list[str] = []
    while some := some_lines(lines, rows):
        with json_faults(path, options):
            read = (
                # Python keeps the last of two equal names without a word.
                json.loads(line, object_pairs_hook=named_once, parse_int=whole_number)
                for line in some
            )
            objects = [dict[str, object](row) for row in read]
            keys = list(dict.fromkeys(key for row in objects for key in row))
            chosen = chosen or columns.present(keys, path.name)
            frame = frame_from_columns(
                {name: [row.get(name) for row in objects] for name in chosen}
            )
        yield frame


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


@contextmanager
def json_faults(path: Path, options: ReadOptions) -> Iterator[None]:
    """A sentence on the line to blame, in place of what a malformed file does to its reader."""
    try:
        yield
    except SteersmanError:
        raise
    except (ValueError, TypeError, RecursionError) as error:
        raise json_fault(path, options.text_encoding, error) from error


def json_fault(path: Path, encoding: str, error: Exception) -> SteersmanError:
    """What is wrong with a file that could not be read, with the line to blame."""
    kinds: dict[str, tuple[str, str]] = {}
    for place, line in json_rows(path, encoding):
        if fault := row_fault(line, place, path.name, kinds):
            return fault
    return SteersmanError(
        f"{path.name} cannot be read: {str(error).splitlines()[0]}",
        todo="check its lines",
        code="file-malformed",
        file=path.name,
    )


def row_fault(
    line: str, place: str, file: str, kinds: dict[str, tuple[str, str]]
) -> SteersmanError | None:
    """What is wrong with a row, if anything.

    `kinds` has the type of every column so far and where it was first seen.
    """
    where = f"{place} of {file}"
    fault = partial(SteersmanError, todo=ONE_EACH, file=file, place=place)
    try:
        pairs = json.loads(line, object_pairs_hook=list)
    except (ValueError, RecursionError) as problem:
        return fault(f"{where} is not JSON: {problem}", code="json-invalid")
    if line.lstrip()[0] != "{":
        held = "a list" if isinstance(pairs, list) else kind_of(pairs) or "null"
        return fault(f"{where} holds {held}, expected an object", code="json-not-an-object")
    name, times = next(iter(Counter(key for key, _ in pairs).most_common(1)), ("", 0))
    if times > 1:
        todo = "give every value its own name"
        return fault(
            f"{where} names {name!r} twice", todo=todo, code="json-name-repeated", name=name
        )
    for key, value in pairs:
        kind = kind_of(value)
        first, first_place = kinds.setdefault(key, (kind, place)) if kind else (kind, place)
        if first != kind:
            what = f"{where} holds {kind} for {key!r}, expected {first} as in {first_place}"
            todo = "give every value of a column the same type"
            return fault(what, todo=todo, code="json-types-differ", column=key)
    return None


def kind_of(value: object) -> str:
    """The JSON type of a value in plain words; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return "a number"
    return "a string" if isinstance(value, str) else "a list or an object"

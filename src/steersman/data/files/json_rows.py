"""The rows of a JSON file: objects one a line, in one list, or one after the other."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from steersman.data.files.lines import (
    LONGEST_LINE_BYTES,
    first_bytes,
    numbered_lines,
    open_text,
    open_tracked,
)
from steersman.errors import SteersmanError

Layout = Literal["lines", "list", "spread"]
PIECE_BYTES = 4 * 2**20
# A longer number is infinite as a float, and int() of many digits takes quadratic time.
MOST_DIGITS = 400
NOT_BLANK = re.compile(r"[^ \t\r\n]")
ROWS_INSIDE = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:\s*\[\s*\{')
AS_ROWS = "save the rows as one list of objects, or one object per line"
KINDS = {"[": "a list", '"': "a word", "t": "true", "f": "false", "n": "null"}


def json_layout(path: Path, encoding: str) -> Layout:
    """How the objects of a file lie: one a `line`, in one `list`, or each spread over lines.

    Rows that stand deeper inside, and columns, are refused with what to do.
    """
    with open_text(path, encoding) as file:
        lines = iter(lambda: file.readline(LONGEST_LINE_BYTES), "")
        first = next((line for line in lines if line.strip()), "").strip()
        if first.startswith("["):
            return "list"
        rest = file.read(PIECE_BYTES)
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        if not first.startswith("{"):
            return "lines"
        check_shape(path.name, start_of_object(f"{first}\n{rest}"))
        return "spread" if first.endswith(("{", ",", "[", ":")) else "lines"
    if not rest.strip() and isinstance(row, dict):
        check_shape(path.name, row)
    return "lines"


def begins_a_list(path: Path) -> bool:
    """Whether a file begins with a list, so that all of it may be on one line."""
    # Marks and zero bytes are stripped, because the encoding is not known yet.
    return first_bytes(path, 4_096).lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"[")


def start_of_object(text: str) -> dict[str, object]:
    """The object that a text begins with; of one that goes on, the name of the rows in it."""
    try:
        held, _ = DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        inside = ROWS_INSIDE.search(text)
        return {inside[1]: [{}]} if inside else {}
    return dict(held)


def check_shape(where: str, held: dict[str, object]) -> None:
    """Refuse one object that holds the rows, or the columns, of a whole table."""
    for key, value in held.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            raise SteersmanError(
                f"{where} has its rows under the key {key!r}, expected a list of rows",
                todo=f"save that list alone, for example with: jq '.[\"{key}\"]' {where}",
                code="json-rows-inside",
                file=where,
                name=key,
            )
    sizes = {len(each) if isinstance(each, list | dict) else 0 for each in held.values()}
    if len(held) > 1 and sizes != {0} and len(sizes) == 1:
        raise SteersmanError(
            f"{where} is a JSON object of columns, expected a list of rows",
            todo=f"{AS_ROWS} (with pandas: to_json(..., orient='records'))",
            code="json-columns",
            file=where,
        )


def json_rows(path: Path, encoding: str) -> Iterator[tuple[str, str]]:
    """The objects of a file, each on one line, with their places: `line 3`, `object 3`."""
    layout = json_layout(path, encoding)
    if layout == "lines":
        for number, line in numbered_lines(path, encoding):
            if line.strip():
                yield f"line {number:,}", line
        return
    for number, (_, row) in enumerate(split_objects(path, encoding, layout), start=1):
        yield f"object {number:,}", row


def json_pieces(path: Path, encoding: str) -> Iterator[tuple[float, bytes]]:
    """Objects one a line as UTF-8, some megabytes at a time, and the part of the file read."""
    layout = json_layout(path, encoding)
    if layout == "lines":
        texts = text_chunks(path, encoding)
    else:
        texts = ((part, f"{row}\n") for part, row in split_objects(path, encoding, layout))
    part, held, size = 0.0, list[str](), 0
    for part, text in texts:
        lines, newline, start = text.rpartition("\n")
        held.append(lines + newline)
        size += len(text)
        if newline and size >= PIECE_BYTES:
            yield part, "".join(held).encode()
            held, size = [], 0
        held.append(start)
    rest = "".join(held)
    if rest.strip():
        yield part, rest.encode()


def split_objects(path: Path, encoding: str, layout: Layout) -> Iterator[tuple[float, str]]:
    """The objects of a list, or one after the other, each on one line, and the part read."""
    text, number, where = GrowingText(path, encoding), 0, path.name
    if layout == "list":
        text.take_mark()
        if text.next_mark() == "]":
            raise json_error("json-list-empty", where, "the list holds no object")
    while mark := text.next_mark():
        number += 1
        place = f"object {number:,}"
        if mark != "{":
            kind = KINDS.get(mark, "a number" if mark in "-0123456789" else repr(mark))
            what = f"row {number:,} is {kind}, expected an object"
            raise json_error("json-not-an-object", where, what, place)
        yield text.part, text.take_object(place)
        if layout == "spread":
            continue
        mark = text.take_mark()
        if mark == "]":
            if text.next_mark():
                raise json_error("json-after-list", where, "there is more after the list")
            return
        if mark != "," or not text.next_mark():
            break
    if layout == "list":
        what = f"the list does not go on or end properly after object {number:,}"
        raise json_error("json-list-broken", where, what, f"object {number:,}")


class GrowingText:
    """The text of a file, of which only what is needed is held: it grows by pieces."""

    def __init__(self, path: Path, encoding: str) -> None:
        self.where, self.text, self.at, self.part = path.name, "", 0, 0.0
        self.chunks = text_chunks(path, encoding)

    def grow(self) -> bool:
        """Take in the next piece, drop what was taken; whether there was one."""
        self.part, chunk = next(self.chunks, (self.part, ""))
        # What was taken is dropped, so that only one object and one piece are held.
        self.text, self.at = self.text[self.at :] + chunk, 0
        return bool(chunk)

    def next_mark(self) -> str:
        """The next character that is not blank, nothing at the end."""
        while (found := NOT_BLANK.search(self.text, self.at)) is None:
            self.at = len(self.text)
            if not self.grow():
                return ""
        self.at = found.start()
        return found[0]

    def take_mark(self) -> str:
        """Take the next character that is not blank."""
        mark = self.next_mark()
        self.at += 1
        return mark

    def take_object(self, place: str) -> str:
        """The object that begins here, on one line."""
        while True:
            try:
                _, end = DECODER.raw_decode(self.text, self.at)
            except (json.JSONDecodeError, RecursionError) as error:
                # An object may go on in the next piece, unless it is endless already.
                endless = len(self.text) - self.at > LONGEST_LINE_BYTES
                if isinstance(error, RecursionError) or endless or not self.grow():
                    what = (
                        f"{place} is not JSON: {getattr(error, 'msg', 'it is nested too deeply')}"
                    )
                    raise json_error("json-invalid", self.where, what, place) from error
            else:
                # Line ends inside an object are only layout: those in strings are escaped.
                row, self.at = self.text[self.at : end], end
                return row.replace("\n", " ").replace("\r", " ")


def json_error(code: str, where: str, what: str, place: str = "") -> SteersmanError:
    return SteersmanError(f"in {where} {what}", todo=AS_ROWS, code=code, file=where, place=place)


def text_chunks(path: Path, encoding: str) -> Iterator[tuple[float, str]]:
    """The text of a file in pieces, and the part of the file they lead to."""
    exact = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
    decoder = codecs.getincrementaldecoder(exact)()
    with open_tracked(path) as (file, part):
        while chunk := file.read(PIECE_BYTES):
            # Nothing comes out where a piece ends amid its only character; an empty text would look
            # like the end.
            if text := decoder.decode(chunk):
                yield part(), text


def whole_number(digits: str) -> int | float:
    """A whole number, or the nearest with a fraction where it is too large for 64 bits.

    >>> whole_number("7"), whole_number("9" * 25)
    (7, 1e+25)
    """
    number = int(digits) if len(digits) < MOST_DIGITS else float(digits)
    return number if abs(number) < 2**63 else float(number)


# Its raw_decode says where an object ends, which json.loads does not.
DECODER = json.JSONDecoder(parse_int=whole_number)

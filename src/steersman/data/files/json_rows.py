"""The rows of a JSON file: objects one a line, in one list, or one after the other."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from steersman.data.files.lines import (
    LONGEST_LINE_BYTES,
    first_bytes,
    numbered_lines,
    open_text,
    tracked,
)
from steersman.errors import SteersmanError

__all__ = ["begins_a_list", "json_layout", "json_rows", "object_pieces", "whole_number"]

Layout = Literal["lines", "list", "spread"]
PIECE_BYTES = 4 * 2**20
MOST_DIGITS = 400  # more make no number that is finite
BLANK = " \t\r\n"
AS_ROWS = "write its rows as one list of objects, or one object a line"
DECODER = json.JSONDecoder()
KINDS = {"[": "a list", '"': "a word", "t": "true", "f": "false", "n": "null"}


def json_layout(path: Path, encoding: str) -> Layout:
    """How the objects of a file lie: one a `line`, in one `list`, or each spread over lines.

    An error that says what to do where the rows stand deeper inside, or are columns.
    """
    first, more = first_line(path, encoding)
    if first.startswith("["):
        return "list"
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        if not first.startswith("{"):
            return "lines"
        check_shape(path.name, top_level(path, encoding))
        return "spread" if first.rstrip().endswith(("{", ",", "[", ":")) else "lines"
    if not more and isinstance(row, dict):
        check_shape(path.name, row)
    return "lines"


def begins_a_list(path: Path) -> bool:
    """Whether all of a file may stand on one line, as far as its first bytes tell."""
    return first_bytes(path, 4_096).lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"[")


def first_line(path: Path, encoding: str) -> tuple[str, bool]:
    """The first line with something in it, as far as it is sane, and whether more follows."""
    with open_text(path, encoding) as file:
        first = ""
        while not first.strip():
            first = file.readline(LONGEST_LINE_BYTES)
            if not first:
                return "", False
            if first.lstrip().startswith("["):
                return first.lstrip()[:1], True
        while rest := file.readline(PIECE_BYTES):
            if rest.strip():
                return first.strip(), True
    return first.strip(), False


def top_level(path: Path, encoding: str) -> dict[str, object]:
    """What the first object of a file holds, as far as its beginning shows."""
    with open_text(path, encoding) as file:
        start = file.read(PIECE_BYTES).lstrip()
    held, key, at = dict[str, object](), "", 1
    try:
        while True:
            key, at = DECODER.raw_decode(start, past(start, at))
            at = past(start, at, ":")
            held[str(key)], at = DECODER.raw_decode(start, at)
            at = past(start, at, ",")
    except (ValueError, IndexError, RecursionError):
        if start[at : at + 1] == "[" and start[at + 1 : at + 100].lstrip().startswith("{"):
            held[str(key)] = [{}]  # a list that is longer than what was read
        return held


def past(text: str, at: int, mark: str = "") -> int:
    """The place of the next character that is not blank, behind a `mark` if there is one."""
    while text[at] in BLANK or (mark and text[at] == mark):
        at += 1
    return at


def check_shape(where: str, held: dict[str, object]) -> None:
    """An error when one object holds the rows, or the columns, of a whole table."""
    for key, value in held.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            raise SteersmanError(
                f"{where} is one object that holds its rows as {key!r}, expected a list of rows",
                todo=f"save that list alone, for example with: jq '.[\"{key}\"]' {where}",
            )
    sizes = {len(each) if isinstance(each, list | dict) else 0 for each in held.values()}
    if len(held) > 1 and sizes != {0} and len(sizes) == 1:
        raise SteersmanError(
            f"{where} is one object of columns, expected a list of rows",
            todo=f"{AS_ROWS} (with pandas: to_json(..., orient='records'))",
        )


def json_rows(path: Path, encoding: str) -> Iterator[tuple[str, str]]:
    """Each object of a file on one line, and where it stands: `line 3`, `object 3`."""
    layout = json_layout(path, encoding)
    if layout == "lines":
        for number, line in numbered_lines(path, encoding):
            if line.strip():
                yield f"line {number:,}", line
        return
    chunks = (chunk for _, chunk in text_chunks(path, encoding))
    for number, row in enumerate(Objects(chunks, path.name, layout).each(), start=1):
        yield f"object {number:,}", row


def object_pieces(path: Path, encoding: str, layout: Layout) -> Iterator[tuple[float, bytes]]:
    """Objects one a line as UTF-8, some megabytes at a time, and the part of the file read."""
    part, held, size = 0.0, list[bytes](), 0

    def heard() -> Iterator[str]:
        nonlocal part
        for reached, chunk in text_chunks(path, encoding):
            part = reached
            yield chunk

    for row in Objects(heard(), path.name, layout).each():
        held.append(row.encode() + b"\n")
        size += len(held[-1])
        if size > PIECE_BYTES:
            yield part, b"".join(held)
            held, size = [], 0
    if held:
        yield part, b"".join(held)


def text_chunks(path: Path, encoding: str) -> Iterator[tuple[float, str]]:
    """The text of a file in pieces, and the part of the file they lead to."""
    exact = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
    decoder = codecs.getincrementaldecoder(exact)()
    with tracked(path) as (file, part):
        while chunk := file.read(PIECE_BYTES):
            if text := decoder.decode(chunk):  # not where a piece ends amid its only character
                yield part(), text


@dataclass
class Objects:
    """The objects of a text that comes in pieces, of which only what is needed is held."""

    chunks: Iterator[str]
    where: str
    layout: Layout
    text: str = ""
    at: int = 0

    def each(self) -> Iterator[str]:
        """The objects one by one, each on one line; an error where there is something else."""
        number = 0
        if self.layout == "list":
            yield from self.listed()
            return
        while self.next_mark():
            number += 1
            yield self.whole_object(number)

    def listed(self) -> Iterator[str]:
        """The objects between the brackets of a list."""
        number, mark = 0, self.next_mark()
        self.at += 1
        if self.next_mark() == "]":
            raise SteersmanError(
                f"the list in {self.where} holds no object", todo="give it one row at least"
            )
        while mark != "]":
            number += 1
            yield self.whole_object(number)
            mark = self.next_mark()
            if mark not in ("]", ","):
                raise self.unended(number)
            self.at += 1
        if self.next_mark():
            raise SteersmanError(f"{self.where} goes on after its list", todo=AS_ROWS)

    def next_mark(self) -> str:
        """The next character that is not blank, nothing at the end."""
        while True:
            while self.at < len(self.text):
                if self.text[self.at] not in BLANK:
                    return self.text[self.at]
                self.at += 1
            if not self.more():
                return ""

    def more(self) -> bool:
        """Take in the next piece of the text; whether there was one."""
        chunk = next(self.chunks, "")
        self.text, self.at = self.text[self.at :] + chunk, 0
        return bool(chunk)

    def whole_object(self, number: int) -> str:
        """The object that begins here, on one line."""
        mark = self.next_mark()
        if mark != "{":
            raise self.no_object(number, mark)
        while True:
            try:
                _, end = DECODER.raw_decode(self.text, self.at)
            except RecursionError as error:
                raise self.no_json(number, "it is nested too deeply") from error
            except json.JSONDecodeError as error:  # it may go on in the next piece
                if len(self.text) - self.at > LONGEST_LINE_BYTES or not self.more():
                    raise self.no_json(number, error.msg) from error
            else:
                row = self.text[self.at : end]
                self.at = end
                return row.replace("\n", " ").replace("\r", " ")

    def no_object(self, number: int, mark: str) -> SteersmanError:
        if not mark:
            return self.unended(number - 1)
        told = KINDS.get(mark, "a number" if mark in "-0123456789" else repr(mark))
        return SteersmanError(
            f"row {number:,} of {self.where} is {told}, expected an object",
            todo="write each row as an object that names its columns",
        )

    def no_json(self, number: int, reason: str) -> SteersmanError:
        return SteersmanError(
            f"object {number:,} of {self.where} is not JSON: {reason}",
            todo="write it again, or correct it there",
        )

    def unended(self, number: int) -> SteersmanError:
        return SteersmanError(
            f"the list in {self.where} does not go on or end properly after object {number:,}",
            todo="copy or export the file again",
        )


def whole_number(digits: str) -> int | float:
    """A whole number, or the nearest with a fraction where it is too large for 64 bits.

    >>> whole_number("7"), whole_number("9" * 25)
    (7, 1e+25)
    """
    number = int(digits) if len(digits) < MOST_DIGITS else float(digits)
    return number if abs(number) < 2**63 else float(number)

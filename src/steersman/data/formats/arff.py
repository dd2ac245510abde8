"""Weka's ARFF: declared attributes, then rows, which may be sparse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.columns.kinds import Frame
from steersman.data.files.lines import numbered_lines
from steersman.data.formats.samples import (
    SAMPLE_BYTES,
    SAMPLE_ROWS,
    Sample,
    estimated_rows,
)
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.tasks import Task

NUMERIC = {"numeric", "real", "integer"}
QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
# None of these tries one blank twice: what a lazy match would leave to `\s*` is stripped later.
VALUE = re.compile(rf"\s*(?:({QUOTED})\s*(?=,|$)|([^,]*))(,|$)")
SPARSE_VALUE = re.compile(rf"\s*(\d+)\s(?:\s*({QUOTED})\s*(?=,|$)|([^,]*))(,|$)")
ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED}|\S+)\s+(.+)", re.IGNORECASE)
MISSING = "?"


@dataclass(frozen=True)
class Attribute:
    """A declared column: `levels` of a nominal one, None for numbers and for strings."""

    name: str
    is_number: bool
    levels: tuple[str, ...] | None


@dataclass(frozen=True)
class ArffLine:
    """A line of the file with its number, for error messages."""

    file: str
    number: int
    text: str

    def error(self, code: str, problem: str, todo: str = "correct that line") -> SteersmanError:
        return SteersmanError(
            f"line {self.number:,} of {self.file} {problem}",
            todo=todo,
            code=code,
            file=self.file,
            line=self.number,
        )


def frame_of_arff(path: Path, options: ReadOptions, task: Task | None = None) -> Frame:
    """The table in an ARFF file; `?` is a missing value."""
    lines = content_lines(path, options.text_encoding, task)
    return frame_of_lines(declared_attributes(lines, path.name), lines)


def sample_of_arff(path: Path, options: ReadOptions, task: Task) -> Sample:
    """The first rows of an ARFF file."""
    lines = content_lines(path, options.text_encoding, task)
    attributes = declared_attributes(lines, path.name)
    start, size = list[ArffLine](), 0
    for line in lines:
        start.append(line)
        size += len(line.text)
        if size > SAMPLE_BYTES or len(start) == SAMPLE_ROWS:
            break
    whole = next(lines, None) is None
    frame = frame_of_lines(attributes, start)
    if whole:
        return Sample(frame, len(frame))
    return Sample(frame, estimated_rows(path, frame, size), exact=False)


def frame_of_lines(attributes: list[Attribute], lines: Iterable[ArffLine]) -> Frame:
    """The table in lines of rows."""
    columns: dict[str, list[object]] = {attribute.name: [] for attribute in attributes}
    for line in lines:
        for attribute, value in zip(attributes, row(line, attributes)):
            columns[attribute.name].append(value)
    frame: Frame = frame_from_columns(columns)
    return frame


def content_lines(path: Path, encoding: str, task: Task | None = None) -> Iterator[ArffLine]:
    """The lines that are neither empty nor a comment."""
    for number, line in numbered_lines(path, encoding, task):
        text = line.strip()
        if text and not text.startswith("%"):
            yield ArffLine(path.name, number, text)


def declared_attributes(lines: Iterator[ArffLine], where: str) -> list[Attribute]:
    """The attributes above @data; the rows are left in `lines`."""
    attributes: list[Attribute] = []
    for line in lines:
        word = line.text.split(maxsplit=1)[0].lower()
        if word == "@data":
            if attributes:
                return attributes
            raise line.error(
                "arff-without-attributes",
                "starts the rows before any @attribute",
                "declare the columns",
            )
        if word == "@attribute":
            attribute = attribute_of(line)
            if any(attribute.name == other.name for other in attributes):
                raise line.error(
                    "column-repeated", f"declares {attribute.name!r} a second time", "rename it"
                )
            attributes.append(attribute)
        elif word != "@relation":
            raise line.error(
                "arff-declaration-unknown",
                f"is {line.text[:40]!r}, expected @relation, @attribute or @data",
                "check that it is an ARFF file",
            )
    raise SteersmanError(
        f"{where} has no @data line",
        todo="check that the file is complete",
        code="arff-without-data",
        file=where,
    )


def attribute_of(line: ArffLine) -> Attribute:
    """The attribute that an @attribute line declares."""
    match = ATTRIBUTE.match(line.text)
    if match is None:
        raise line.error("arff-attribute-malformed", "is no @attribute with a name and a type")
    name, kind = without_quotes(match[1]), match[2]
    if kind.startswith("{") and kind.endswith("}"):
        return Attribute(name, False, tuple(values(kind[1:-1])))
    word = kind.split()[0].lower()
    if word in NUMERIC:
        return Attribute(name, True, None)
    if word in ("string", "date"):
        return Attribute(name, False, None)
    raise line.error(
        "arff-type-unknown",
        f"gives {name!r} the type {kind!r}, expected numeric, string, date or {{a, b, ...}}",
    )


def row(line: ArffLine, attributes: list[Attribute]) -> list[object]:
    """The values of a row, one for each attribute."""
    if line.text.startswith("{"):
        return sparse_row(line, attributes)
    cells = list(values(line.text))
    if len(cells) != len(attributes):
        raise line.error("row-ragged", f"has {len(cells)} values, expected {len(attributes)}")
    return [typed_value(cell, attribute, line) for cell, attribute in zip(cells, attributes)]


def sparse_row(line: ArffLine, attributes: list[Attribute]) -> list[object]:
    """A row of `{position value, ...}`: what is not named is zero or the first level."""
    if not line.text.endswith("}"):
        raise line.error("arff-brace-open", "opens { and does not close it")
    cells: list[object] = [
        0.0 if a.is_number else (a.levels[0] if a.levels else "") for a in attributes
    ]
    body = line.text[1:-1].strip()
    position = 0
    while position < len(body):
        match = SPARSE_VALUE.match(body, position)
        if match is None or int(match[1]) >= len(attributes):
            raise line.error(
                "arff-pair-malformed",
                f"holds {body[position:][:40]!r}, expected position and value",
            )
        attribute = attributes[int(match[1])]
        cells[int(match[1])] = typed_value(value_in(match[2], match[3]), attribute, line)
        position = match.end()
    return cells


def values(text: str) -> Iterator[str]:
    """The values between commas, without their quotes.

    >>> list(values("a, 'b, c', d"))
    ['a', 'b, c', 'd']
    """
    position = 0
    while match := VALUE.match(text, position):
        yield value_in(match[1], match[2])
        if not match[3]:
            return
        position = match.end()


def value_in(quoted: str | None, plain: str) -> str:
    """The value that was found in quotes or plain."""
    return plain.strip() if quoted is None else without_quotes(quoted)


def without_quotes(text: str) -> str:
    if len(text) >= 2 and text[0] in "'\"" and text[-1] == text[0]:
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def typed_value(cell: str, attribute: Attribute, line: ArffLine) -> object:
    """The value as a number or a word, None where it is missing."""
    if cell == MISSING:
        return None
    if attribute.is_number:
        try:
            return float(cell)
        except ValueError as error:
            raise line.error(
                "value-not-a-number", f"holds {cell!r} for {attribute.name!r}, expected a number"
            ) from error
    if attribute.levels is not None and cell not in attribute.levels:
        raise line.error(
            "value-unknown",
            f"holds {cell!r} for {attribute.name!r}, expected one of: "
            f"{', '.join(attribute.levels[:20])}",
        )
    return cell

"""Comma, tab and semicolon separated text."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from steersman.data.arrow import read_delimited
from steersman.data.features import is_number
from steersman.data.lines import LONGEST_LINE_BYTES, open_text
from steersman.data.roles import Frame
from steersman.errors import SteersmanError

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

__all__ = ["frame_of_delimited"]


def frame_of_delimited(path: Path, delimiter: str | None, encoding: str) -> Frame:
    """The table in a file whose first line names the columns. The file was looked at before."""
    header, chosen = header_of(path, delimiter, encoding)
    check_header(header, path.name)
    try:
        frame: Frame = read_delimited(path, chosen, encoding)
    except ValueError as error:
        raise fault(path, chosen, encoding, error) from error
    return frame


def header_of(path: Path, delimiter: str | None, encoding: str) -> tuple[list[str], str]:
    """The column names and the delimiter, which is seen from them when it is not given."""
    with open_text(path, encoding) as file:
        first = file.readline(LONGEST_LINE_BYTES)
    if delimiter is None:
        usual = "\t" if ".tsv" in path.suffixes or ".tab" in path.suffixes else ","
        delimiter = usual if usual in first else max(",;\t|", key=first.count)
        if delimiter not in first:
            delimiter = usual
    return next(csv.reader([first], delimiter=delimiter), []), delimiter


def check_header(header: list[str], where: str) -> None:
    """An error unless the first line names each column, each by another name."""
    repeated = sorted({name for name in header if header.count(name) > 1})
    if header and all(is_number(name) for name in header):
        raise SteersmanError(
            f"the first line of {where} holds only numbers, expected the names of the columns",
            todo="add a line of names at the top",
        )
    if repeated:
        shown = ", ".join(repr(name) for name in repeated[:10])
        raise SteersmanError(
            f"{where} has more than one column called {shown}",
            todo="give every column its own name in the first line",
        )


def fault(path: Path, delimiter: str, encoding: str, error: ValueError) -> SteersmanError:
    """What is wrong with a file that could not be read, with its line where one is to blame."""
    limit_before = csv.field_size_limit(LONGEST_LINE_BYTES)
    try:
        with open_text(path, encoding) as file:
            found = ragged(csv.reader(file, delimiter=delimiter, strict=True), path.name)
    finally:
        csv.field_size_limit(limit_before)
    told = next(iter(str(error).splitlines()), "unknown reason")
    return found or SteersmanError(f"{path.name} cannot be read: {told}", todo="check its lines")


def ragged(rows: CsvReader, where: str) -> SteersmanError | None:
    """The first row with more or fewer cells than there are names, or with a fault in itself."""
    expected = 0
    start = 1
    try:
        for row in rows:
            expected = expected or len(row)
            if row and len(row) != expected:
                return SteersmanError(
                    f"line {start:,} of {where} has {len(row)} columns, expected {expected} "
                    "as in its first line",
                    todo="correct that line; a value with the delimiter in it needs quotes",
                )
            start = rows.line_num + 1
    except csv.Error as problem:
        return SteersmanError(
            f"line {rows.line_num:,} of {where} cannot be read: {problem}",
            todo="check its quotes",
        )
    return None

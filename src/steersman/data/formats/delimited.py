"""Comma, tab and semicolon separated text."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from steersman.data.arrow.delimited_text import (
    BLOCK_BYTES,
    delimited_blocks,
    delimited_sample,
    read_delimited,
)
from steersman.data.arrow.dialect import Dialect
from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.files.lines import LONGEST_LINE_BYTES, open_text
from steersman.data.formats.dialects import dialect_of, seen_delimiter
from steersman.data.formats.headers import missing_header_finding, seen_header
from steersman.data.formats.samples import SAMPLE_BYTES, Sample, estimated_rows
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Finding
from steersman.errors import SteersmanError
from steersman.tasks import Task

if TYPE_CHECKING:
    from _csv import Reader as CsvReader


def frame_of_delimited(path: Path, options: ReadOptions, task: Task | None = None) -> Frame:
    """The table in a delimited file whose text was checked before."""
    _, dialect = dialect_of(path, options)
    dialect = replace(dialect, words=(*options.word_columns(), *dialect.words))
    try:
        frame: Frame = read_delimited(path, dialect, task or Task().monotone())
    except SteersmanError:
        raise
    except ValueError as error:
        raise delimited_fault(path, dialect, error) from error
    return frame


def blocks_of_delimited(
    path: Path,
    options: ReadOptions,
    columns: ColumnChoice,
    rows: int,  # noqa: ARG001  (blocks are cut by bytes)
) -> Iterator[Frame]:
    """The chosen columns of a delimited file, block by block."""
    names, dialect = dialect_of(path, options)
    try:
        yield from delimited_blocks(path, dialect, columns.present(names, path.name))
    except SteersmanError:
        raise
    except ValueError as error:
        raise delimited_fault(path, dialect, error) from error


def detected_delimited(
    path: Path, options: ReadOptions, named: Collection[str] = ()
) -> tuple[ReadOptions, tuple[str, ...]]:
    """The options with delimiter, header and decimal mark as the file shows them, and notes.

    `named` are columns that must be there, which tells whether the first line names columns.
    """
    delimiter = options.delimiter or seen_delimiter(path, options.text_encoding)
    options = replace(options, delimiter=delimiter)
    note = ""
    if options.header is None:
        header, note = seen_header(path, options, named)
        options = replace(options, header=header)
    # Where columns are separated by semicolons, the comma is taken: it is the decimal mark.
    decimal = options.decimal or ("," if delimiter == ";" else None)
    return replace(options, decimal=decimal), (note,) if note else ()


def sample_of_delimited(
    path: Path,
    options: ReadOptions,
    task: Task,  # noqa: ARG001  (little is read)
) -> Sample:
    """The first rows of a delimited file, with or without a line of names."""
    findings = []
    if options.header is None:
        header, _ = seen_header(path, options)
        options = replace(options, header=header)
        if not header:
            findings.append(missing_header_finding(path.name))
    names, dialect = dialect_of(path, options)
    frame, whole, ragged = first_block(path, dialect)
    if ragged:
        findings.append(
            Finding(
                "warning",
                f"{ragged:,} {'row has' if ragged == 1 else 'rows have'} more or fewer cells than "
                f"the {len(names)} columns",
                todo="correct them: the file is refused as it is",
                code="rows-ragged",
                rows=ragged,
            )
        )
    return Sample(
        frame,
        len(frame) if whole else estimated_rows(path, frame),
        exact=whole,
        delimiter=dialect.delimiter,
        header=bool(options.header),
        findings=tuple(findings),
    )


def first_block(path: Path, dialect: Dialect, size: int = SAMPLE_BYTES) -> tuple[Frame, bool, int]:
    """The rows in the first bytes, or in more of them where a row is longer."""
    try:
        return delimited_sample(path, dialect, size)
    except ValueError as error:
        # A row may be longer than a block; what is malformed fails in longer ones too.
        if size < BLOCK_BYTES:
            return first_block(path, dialect, BLOCK_BYTES)
        raise SteersmanError(
            f"{path.name} cannot be read: {first_line(error)}",
            todo="check its first lines",
            code="file-malformed",
            file=path.name,
        ) from error


def first_line(error: ValueError) -> str:
    return next(iter(str(error).splitlines()), "unknown reason")


def delimited_fault(path: Path, dialect: Dialect, error: ValueError) -> SteersmanError:
    """The error for a delimited file that cannot be read, with the line to blame."""
    # The default limit of 128 KB would blame long texts. It is global, so it is put back.
    limit_before = csv.field_size_limit(LONGEST_LINE_BYTES)
    try:
        with open_text(path, dialect.encoding) as file:
            rows = csv.reader(file, delimiter=dialect.delimiter, strict=True)
            found = ragged_row(rows, path.name)
    finally:
        csv.field_size_limit(limit_before)
    return found or SteersmanError(
        f"{path.name} cannot be read: {first_line(error)}",
        todo="check its lines",
        code="file-malformed",
        file=path.name,
    )


def ragged_row(rows: CsvReader, where: str) -> SteersmanError | None:
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
                    todo="correct that line; a value that contains the separator needs quotes",
                    code="row-ragged",
                    file=where,
                    line=start,
                    came=len(row),
                    expected=expected,
                )
            start = rows.line_num + 1
    except csv.Error as problem:
        return SteersmanError(
            f"line {rows.line_num:,} of {where} cannot be read: {problem}",
            todo="check its quotation marks",
            code="quotes-malformed",
            file=where,
            line=rows.line_num,
        )
    return None

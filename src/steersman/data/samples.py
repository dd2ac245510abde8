"""The first rows of a source of data, read in the way all of it would be."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from steersman.data.arrow import (
    BLOCK_BYTES,
    Dialect,
    delimited_sample,
    json_sample,
    parquet_sample,
)
from steersman.data.course import Course
from steersman.data.delimited import DELIMITERS, dialect_of, first_rows
from steersman.data.encodings import seen_encoding
from steersman.data.frames import frame_of
from steersman.data.jsonlines import fault as json_fault
from steersman.data.kinds import Frame, is_missing_mark, is_number
from steersman.data.lines import check_file, check_gzip, open_bytes
from steersman.data.loading import BINARY, FileOptions, format_of, frame_of_file
from steersman.data.sketch import Finding
from steersman.errors import SteersmanError

__all__ = ["Sample", "sample_of"]

SAMPLE_BYTES = 4 * 2**20
SAMPLE_ROWS = 20_000


@dataclass(frozen=True, eq=False)
class Sample:
    """The first rows of a source, how they were read, and what was noticed on the way.

    `rows` is the number of all rows, an estimate unless `exact`.
    """

    kind: str
    frame: Frame
    rows: int
    exact: bool = True
    encoding: str | None = None
    delimiter: str | None = None
    header: bool = True
    findings: tuple[Finding, ...] = ()


def sample_of(source: object, options: FileOptions, course: Course) -> Sample:
    """The first rows of a file, or of a frame in memory."""
    if not isinstance(source, str | os.PathLike):
        frame, kind = frame_of(source)
        return Sample(kind, frame.head(SAMPLE_ROWS), len(frame))
    path = Path(source).expanduser()
    course.tell(0.0, f"looking at {path.name}")
    try:
        return sample_of_file(path, options)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}", todo="check its permissions"
        ) from error


def sample_of_file(path: Path, options: FileOptions) -> Sample:
    """The first rows of a file; what it does not say about itself is seen from its bytes."""
    check_file(path)
    kind = options.format or format_of(path)
    if kind in BINARY:
        return BINARY_SAMPLES[kind](path)
    check_gzip(path)
    encoding = options.encoding or seen_encoding(path)
    findings = encoding_findings(encoding, options)
    told = replace(options, format=kind, encoding=encoding)
    if kind in ("csv", "tsv"):
        sample = sample_of_delimited(path, told, kind)
    elif kind == "jsonl":
        sample = sample_of_json(path, encoding)
    else:
        frame = frame_of_file(path, kind, told)
        sample = Sample(kind, frame.head(SAMPLE_ROWS), len(frame), encoding=encoding)
    return replace(sample, findings=(*findings, *sample.findings))


def encoding_findings(encoding: str, options: FileOptions) -> tuple[Finding, ...]:
    """What is to be said when the text is not UTF-8 and nobody said what it is."""
    if options.encoding or encoding == "utf-8":
        return ()
    guessed = encoding in ("latin-1", "cp1252")
    return (
        Finding(
            "warning" if guessed else "note",
            f"the text is not UTF-8; it is read as {encoding}",
            todo="look at the accents below, and name another encoding if they are wrong",
        ),
    )


def sample_of_delimited(path: Path, options: FileOptions, kind: str) -> Sample:
    """The first rows of a delimited file, with or without a line of names."""
    encoding = str(options.encoding)
    delimiter = options.delimiter or ("\t" if kind == "tsv" else None)
    header, findings = options.header, []
    if header is None:
        header = not lacks_header(path, delimiter, encoding)
        if not header:
            findings.append(
                Finding(
                    "warning",
                    f"the first line of {path.name} looks like a row, not like names of columns",
                    todo="say that it has a header if the first line does name them",
                )
            )
    names, dialect = dialect_of(path, delimiter, encoding, header)
    frame, whole, ragged = first_block(path, dialect)
    if ragged:
        findings.append(
            Finding(
                "warning",
                f"{ragged:,} rows have more or fewer cells than the {len(names)} columns",
                todo="correct them: the file is refused as it is",
            )
        )
    rows = len(frame) if whole else estimated_rows(path, frame)
    found = tuple(findings)
    return Sample(kind, frame, rows, whole, encoding, dialect.delimiter, bool(header), found)


def lacks_header(path: Path, delimiter: str | None, encoding: str) -> bool:
    """Whether the first line holds numbers where the lines below hold numbers as well."""
    marks = [delimiter] if delimiter else list(DELIMITERS)
    rows = max((first_rows(path, mark, encoding, 20) for mark in marks), key=width_of)
    if not rows or not rows[0]:
        return False
    cells = rows[0]
    return any(is_number(cell) for cell in cells) and all(
        is_number(cell) or not looks_numeric(rows[1:], place) for place, cell in enumerate(cells)
    )


def width_of(rows: list[list[str]]) -> int:
    return min((len(row) for row in rows if row), default=0)


def looks_numeric(rows: list[list[str]], place: int) -> bool:
    """Whether the cells of one place are numbers."""
    cells = [row[place] for row in rows if len(row) > place and not is_missing_mark(row[place])]
    return bool(cells) and all(is_number(cell) for cell in cells)


def first_block(path: Path, dialect: Dialect) -> tuple[Frame, bool, int]:
    """The rows in the first bytes; in more of them where a row is longer."""
    try:
        return delimited_sample(path, dialect, SAMPLE_BYTES)
    except ValueError as error:
        if "straddling" not in str(error):
            raise SteersmanError(
                f"{path.name} cannot be read: {first_line(error)}", todo="check its first lines"
            ) from error
    return delimited_sample(path, dialect, BLOCK_BYTES)


def first_line(error: ValueError) -> str:
    return next(iter(str(error).splitlines()), "unknown reason")


def estimated_rows(path: Path, frame: Frame) -> int:
    """How many rows a file would have if all were as long as the first ones."""
    size = path.stat().st_size * (4 if path.suffix.lower() == ".gz" else 1)
    return max(len(frame), round(len(frame) * size / SAMPLE_BYTES))


def sample_of_json(path: Path, encoding: str) -> Sample:
    """The rows in the first lines of JSON."""
    with open_bytes(path) as file:
        start = file.read(SAMPLE_BYTES)
        whole = len(start) < SAMPLE_BYTES
        start = start if whole else start + file.readline(BLOCK_BYTES)
    try:
        frame = json_sample(start.decode(encoding).removeprefix("\ufeff").encode())
    except ValueError as error:
        raise json_fault(path, encoding, error) from error
    rows = len(frame) if whole else estimated_rows(path, frame)
    return Sample("jsonl", frame, rows, whole, encoding)


def sample_of_parquet(path: Path) -> Sample:
    """The first rows of a Parquet file, which says how many there are."""
    frame, rows = parquet_sample(path, SAMPLE_ROWS)
    return Sample("parquet", frame, rows)


BINARY_SAMPLES: dict[str, Callable[[Path], Sample]] = {"parquet": sample_of_parquet}

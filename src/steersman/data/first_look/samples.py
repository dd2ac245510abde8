"""The first rows of a source of data, read in the way all of it would be."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from steersman.course import Course
from steersman.data.arrow.delimited_text import BLOCK_BYTES, Dialect, delimited_sample
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.arrow.json_pieces import json_sample
from steersman.data.arrow.parquet_files import parquet_sample
from steersman.data.columns.kinds import Frame
from steersman.data.files.encodings import WESTERN, check_text, foreign_encoding, seen_encoding
from steersman.data.files.json_rows import json_rows
from steersman.data.files.lines import check_gzip, numbered_lines, open_text
from steersman.data.formats.delimited import dialect_of
from steersman.data.formats.excel import sheets_of
from steersman.data.formats.folders import class_files, foreign_notes
from steersman.data.formats.frames import frame_of
from steersman.data.formats.headers import has_names, seen_header
from steersman.data.formats.jsonlines import fault as json_fault
from steersman.data.loading import FileOptions, checked_format, frame_of_file, is_binary
from steersman.data.sketch import Finding
from steersman.errors import SteersmanError

__all__ = ["Sample", "sample_of"]

SAMPLE_BYTES = 4 * 2**20
SAMPLE_ROWS = 20_000
FOLDER_FILES = 2_000
DOCUMENT_CHARACTERS = 2_000


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
    sheets: tuple[str, ...] = ()


def sample_of(source: object, options: FileOptions, course: Course) -> Sample:
    """The first rows of a file, or of a frame in memory."""
    if not isinstance(source, str | os.PathLike):
        frame, kind = frame_of(source)
        return Sample(kind, frame.head(SAMPLE_ROWS), len(frame))
    path = Path(source).expanduser()
    course.tell(0.0, f"looking at {path.name}")
    try:
        return sample_of_file(path, options, course.stretch(0.0, 0.4))
    except UnicodeDecodeError as error:
        raise SteersmanError(
            f"{path.name} is not {error.encoding} text: {error.reason}",
            todo="name another encoding, for example latin-1",
        ) from error
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}", todo="check its permissions"
        ) from error


def sample_of_file(path: Path, options: FileOptions, course: Course) -> Sample:
    """The first rows of a file; what it does not say about itself is seen from its bytes."""
    kind = checked_format(path, options)
    if kind == "parquet":
        return sample_of_parquet(path)
    if is_binary(kind):
        return sample_of_whole(path, kind, options, course)
    if kind == "folder":
        return sample_of_folder(path, options.encoding)
    check_gzip(path)
    encoding = options.encoding or seen_encoding(path)
    check_text(path, encoding)
    findings = encoding_findings(encoding, options)
    told = replace(options, format=kind, encoding=encoding)
    if kind in ("csv", "tsv"):
        sample = sample_of_delimited(path, told, kind)
    elif kind == "jsonl":
        sample = sample_of_json(path, encoding)
    elif kind == "svmlight":
        sample = sample_of_svmlight(path, encoding)
    else:
        sample = sample_of_whole(path, kind, told, course)
    return replace(sample, findings=(*findings, *sample.findings))


def encoding_findings(encoding: str, options: FileOptions) -> tuple[Finding, ...]:
    """What is to be said when the text is not UTF-8 and nobody said what it is."""
    if options.encoding or encoding == "utf-8":
        return ()
    guessed = encoding in WESTERN
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
        header, _ = seen_header(path, delimiter, encoding)
        if not header:
            findings.append(no_names(path.name))
    names, dialect = dialect_of(path, delimiter, encoding, header)
    frame, whole, ragged = first_block(path, dialect)
    if ragged:
        findings.append(
            Finding(
                "warning",
                f"{ragged:,} {'row has' if ragged == 1 else 'rows have'} more or fewer cells than "
                f"the {len(names)} columns",
                todo="correct them: the file is refused as it is",
            )
        )
    rows = len(frame) if whole else estimated_rows(path, frame)
    found = tuple(findings)
    return Sample(kind, frame, rows, whole, encoding, dialect.delimiter, bool(header), found)


def no_names(where: str) -> Finding:
    """A first line that is taken for a row."""
    return Finding(
        "warning",
        f"the first line of {where} looks like a row, not like names of columns",
        todo="say that it has a header if the first line does name them",
    )


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
    """The rows of the first JSON objects."""
    start, size, whole = list[str](), 0, True
    for _, row in json_rows(path, encoding):
        if size > SAMPLE_BYTES:
            whole = False
            break
        start.append(row)
        size += len(row)
    try:
        frame = json_sample("\n".join(start).encode())
    except ValueError as error:
        raise json_fault(path, encoding, error) from error
    rows = len(frame) if whole else estimated_rows(path, frame)
    return Sample("jsonl", frame, rows, whole, encoding)


def sample_of_parquet(path: Path) -> Sample:
    """The first rows of a Parquet file, which says how many there are."""
    frame, rows = parquet_sample(path, SAMPLE_ROWS)
    return Sample("parquet", frame, rows)


def sample_of_whole(path: Path, kind: str, options: FileOptions, course: Course) -> Sample:
    """The first rows of a file that is read at once."""
    frame = frame_of_file(path, kind, options, course)
    findings: tuple[Finding, ...] = ()
    sheets = sheets_of(path) if kind == "excel" else []
    if len(sheets) > 1:
        shown = options.sheet or sheets[0]
        what = f"{path.name} has {len(sheets)} sheets: {', '.join(sheets)}; {shown!r} is read"
        findings = (Finding("note", what, todo="choose another sheet if it is not this one"),)
    named = options.header is not False
    if kind == "excel" and options.header is None and not has_names(frame.columns):
        named, findings = False, (*findings, no_names(path.name))
    head = frame.head(SAMPLE_ROWS)
    return Sample(kind, head, len(frame), header=named, findings=findings, sheets=tuple(sheets))


def sample_of_folder(folder: Path, said: str | None) -> Sample:
    """The beginning of some documents of every class of a folder of text.

    Where nobody `said` an encoding, each file is read as its bytes tell.
    """
    files = class_files(folder)
    step = max(1, len(files) // FOLDER_FILES)
    columns: dict[str, list[object]] = {"id": [], "label": [], "text": []}
    foreign: dict[str, str] = {}
    for file in files[::step]:
        place = file.relative_to(folder)
        seen = None if said else foreign_encoding(file)
        if seen:
            foreign[place.as_posix()] = seen
        with open_text(file, said or seen or "utf-8", errors="replace") as stream:
            columns["text"].append(stream.read(DOCUMENT_CHARACTERS))
        columns["label"].append(place.parts[0])
        columns["id"].append(place.as_posix())
    notes = foreign_notes(foreign, len(columns["id"]))
    todo = "look at their accents, and name another encoding for all files if they are wrong"
    findings = tuple(Finding("warning", what, todo=todo) for what in notes)
    frame = frame_from_columns(columns)
    return Sample("folder", frame, len(files), encoding=said or "utf-8", findings=findings)


def sample_of_svmlight(path: Path, encoding: str) -> Sample:
    """The labels and pairs of the first lines."""
    rows: list[tuple[str, str]] = []
    for _, line in islice(numbered_lines(path, encoding), SAMPLE_ROWS):
        label, _, pairs = line.partition("#")[0].strip().partition(" ")
        if label:
            rows.append((label, pairs))
    frame = frame_from_columns(
        {"label": [label for label, _ in rows], "pairs": [pairs for _, pairs in rows]}
    )
    whole = len(rows) < SAMPLE_ROWS
    read = sum(len(label) + len(pairs) + 2 for label, pairs in rows)
    estimate = round(len(rows) * path.stat().st_size / max(read, 1))
    return Sample("svmlight", frame, len(rows) if whole else estimate, whole, encoding)

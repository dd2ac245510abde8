"""The door to all data: a name, a file, a folder or a frame becomes a `Dataset`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from steersman.course import Course, Progress
from steersman.data.arrow.frames import release_memory
from steersman.data.arrow.parquet_files import read_parquet
from steersman.data.collections.by_name import COLLECTIONS, known, named_dataset
from steersman.data.columns.kinds import Frame
from steersman.data.columns.label_words import checked_missing
from steersman.data.columns.wanted import Wanted
from steersman.data.counting import Counter
from steersman.data.dataset import Dataset, Provenance
from steersman.data.files.encodings import foreign_encoding
from steersman.data.files.json_rows import begins_a_list
from steersman.data.files.lines import check_file, check_gzip, checked_text, file_digest, unchanged
from steersman.data.formats.arff import frame_of_arff
from steersman.data.formats.delimited import frame_of_delimited
from steersman.data.formats.excel import frame_of_excel
from steersman.data.formats.file_options import FileOptions
from steersman.data.formats.folders import dataset_of_folder
from steersman.data.formats.frames import digest_of, frame_of
from steersman.data.formats.hugging_face import (
    digest_of_hugging_face,
    frame_of_hugging_face,
    is_hugging_face,
)
from steersman.data.formats.jsonlines import frame_of_json_lines
from steersman.data.formats.seen_options import checked_decimal, noted, seen_options, with_names
from steersman.data.formats.svmlight import dataset_of_svmlight
from steersman.data.said import said_to_load, with_said
from steersman.data.sketch import Role
from steersman.data.tables import dataset_of_table
from steersman.errors import SteersmanError

__all__ = [
    "FORMATS",
    "FileOptions",
    "checked_digest",
    "checked_format",
    "format_of",
    "frame_of_file",
    "is_binary",
    "load",
]

FORMATS = {
    "csv": (".csv", ".txt", ".data"),
    "tsv": (".tsv", ".tab"),
    "parquet": (".parquet", ".pq"),
    "jsonl": (".jsonl", ".ndjson", ".json"),
    "svmlight": (".svmlight", ".svm", ".libsvm"),
    "arff": (".arff",),
    "excel": (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    "hugging-face": (),
    "folder": (),
}
"""Format -> the endings of file names that tell it; .gz may follow those of text."""


def load(
    source: object,
    *,
    label: str | Sequence[str] | None = None,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    drop: Sequence[str] = (),
    counter: Counter | None = None,
    name: str | None = None,
    roles: Mapping[str, Role] | None = None,
    separator: str | None = None,
    missing_labels: str = "drop",
    merge_labels: bool = False,
    format: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    sheet: str | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Dataset:
    """The dataset in `source`.

    `source` is the name of a collection, the path of a file or of a folder with one folder of text
    files for each class, or a pandas, polars or Arrow frame. `label`, `text`, `id` and `drop` name
    columns of a file or frame; several label columns are one 0/1 column for each class. Text
    becomes counts through `counter`, `steersman.text.TextCounter()` unless another one is given.
    `roles` gives any column a role: label, text, number, category, date, id, split or leave; those
    that are not named are guessed, and `steersman.data.sniff` shows the guesses beforehand.
    `separator` stands between the labels of a row that has several; rows without any label are
    left out unless `missing_labels="refuse"`, and `merge_labels` makes one class of labels that
    differ only by spaces and capitals. `decimal` is the mark before a fraction where `1,234` may
    be either, `header=False` says that the first line is a row, `sheet` names one of an Excel file.
    `progress` is called with the part done, 0 to 1, and what is being done; when `cancelled` says
    so it ends with `Cancelled`.

    >>> load("breast-cancer")
    Dataset('breast-cancer', 569 rows, 30 features, 2 classes)
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"size": [1, 2, 9], "skin": ["dry", "wet", "dry"], "kind": [0, 0, 1]})
    >>> load(frame, label="kind").feature_names
    ('size', 'skin=dry', 'skin=wet')
    """
    wanted = Wanted(
        label,
        text,
        id,
        tuple(drop),
        dict(roles or {}),
        separator,
        checked_missing(missing_labels),
        merge_labels,
    )
    course = Course(progress, cancelled)
    course.tell(0.0, "reading")
    if isinstance(source, str) and source in COLLECTIONS:
        if wanted != Wanted():
            raise SteersmanError(
                f"the collection {source!r} has its own label and text",
                todo="leave out label, text, id and drop",
            )
        return named_dataset(source, counter, progress)
    reading = FileOptions(format, encoding, delimiter, header, sheet, wanted.words(), decimal)
    table = Making(wanted, counter, course, checked_decimal(decimal))
    said = said_to_load(wanted, reading, counter)
    if not isinstance(source, str | os.PathLike):
        return with_said(dataset_of_frame(source, name or "frame", table), said)
    path = Path(source).expanduser()
    if not path.exists() and not path.suffix and len(path.parts) == 1:
        known(str(source))
    return with_said(dataset_of_path(path, reading, name or path.name.split(".")[0], table), said)


@dataclass(frozen=True)
class Making:
    """What is to be made of a table: the roles of its columns, the counter of its text."""

    wanted: Wanted
    counter: Counter | None
    course: Course
    decimal: str | None = None

    def dataset(self, frame: Frame, provenance: Provenance, name: str) -> Dataset:
        """The dataset in a table that was read."""
        return dataset_of_table(
            frame,
            self.wanted,
            provenance,
            name=name,
            counter=self.counter,
            course=self.course.stretch(0.5, 1.0),
            decimal=self.decimal,
        )


def dataset_of_frame(source: object, name: str, making: Making) -> Dataset:
    """The dataset in a frame in memory."""
    frame, reader = frame_of(source)
    provenance = Provenance(source=f"a {reader} frame", reader=reader)
    return digest_of(making.dataset(frame, provenance, name))


def dataset_of_path(path: Path, options: FileOptions, name: str, making: Making) -> Dataset:
    """The dataset in a file or folder."""
    try:
        kind = checked_format(path, options)
        if kind == "folder":
            said = options.encoding
            return dataset_of_folder(path, said, name, making.counter, making.course)
        with unchanged(path):
            return dataset_of_file(path, replace(options, format=kind), name, making)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}", todo="check its permissions"
        ) from error


def dataset_of_file(path: Path, options: FileOptions, name: str, making: Making) -> Dataset:
    """The dataset in a file, whose bytes are looked at before they are read."""
    kind = str(options.format)
    options, foreign = with_encoding(path, options)
    sha256 = checked_digest(path, kind, options, making.course.stretch(0.0, 0.1))
    options, notes = seen_options(path, options, making.wanted.named())
    notes = (*foreign, *notes)
    making = replace(making, decimal=options.decimal)
    provenance = Provenance(
        source=path.name,
        reader=kind,
        sha256=sha256,
        file=path.name,
        path=path,
        options={} if is_binary(kind) else {"encoding": options.text_encoding},
    )
    if kind == "svmlight":
        return dataset_of_svmlight(path, provenance, name, making.course.stretch(0.1, 1.0))
    frame = frame_of_file(path, kind, options, making.course.stretch(0.1, 0.5))
    release_memory()
    notes += with_names(options, path.name, frame.columns)[1]
    with noted(notes):
        return making.dataset(frame, replace(provenance, notes=notes), name)


def with_encoding(path: Path, options: FileOptions) -> tuple[FileOptions, tuple[str, ...]]:
    """The options with the encoding that the bytes tell, and a sentence where it is not UTF-8."""
    if options.encoding or is_binary(str(options.format)):
        return options, ()
    check_gzip(path)
    seen = foreign_encoding(path)
    if seen is None:
        return options, ()
    note = f"{path.name} is not UTF-8 and was read as {seen}; name another encoding= if it is wrong"
    return replace(options, encoding=seen), (note,)


def checked_digest(
    path: Path, kind: str, options: FileOptions, course: Course | None = None
) -> str:
    """The SHA-256 of what is read; a file of text was looked at from end to end."""
    if kind == "hugging-face":
        return digest_of_hugging_face(path, course)
    if is_binary(kind):
        return file_digest(path, course)
    endless = kind == "jsonl" and begins_a_list(path)
    return checked_text(path, options.text_encoding, course, endless_lines=endless)


def is_binary(kind: str) -> bool:
    """Whether a format is no text, so that it has no encoding."""
    return kind in ("parquet", "excel", "hugging-face")


def checked_format(path: Path, options: FileOptions) -> str:
    """The format of a file that is there, or of a folder."""
    if not path.is_dir():
        check_file(path)
    return {"json": "jsonl"}.get(str(options.format), options.format) or format_of(path)


def format_of(path: Path) -> str:
    """The format that the ending of a file name tells, or what a folder holds."""
    if path.is_dir():
        return "hugging-face" if is_hugging_face(path) else "folder"
    endings = [ending.lower() for ending in path.suffixes]
    ending = next((e for e in reversed(endings) if e != ".gz"), "")
    for kind, told in FORMATS.items():
        if ending in told:
            return kind
    raise SteersmanError(
        f"the name {path.name} does not tell its format",
        todo=f"name it with format= (--format), one of: {', '.join(FORMATS)}",
    )


def frame_of_file(
    path: Path, kind: str, options: FileOptions, course: Course | None = None
) -> Frame:
    """The table in a file of the given format."""
    if kind in ("csv", "tsv"):
        return frame_of_delimited(
            path,
            options.delimiter or ("\t" if kind == "tsv" else None),
            options.text_encoding,
            header=options.header,
            words=options.words,
            course=course,
        )
    if kind == "parquet":
        return read_parquet(path, course=course)
    if kind == "jsonl":
        return frame_of_json_lines(path, options.text_encoding, course)
    if kind == "excel":
        return frame_of_excel(path, options.sheet, options.header, course)
    if kind == "hugging-face":
        return frame_of_hugging_face(path, course)
    if kind == "arff":
        return frame_of_arff(path, options.text_encoding, course)
    raise SteersmanError(f"there is no format {kind!r}", todo=f"choose from: {', '.join(FORMATS)}")

"""The rows of a file as a model sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.columns.cells import words
from steersman.data.columns.column_formats import column_date_format
from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import EveryColumn
from steersman.data.columns.values import date_column
from steersman.data.reading import checked_file, reading_faults
from steersman.errors import SteersmanError
from steersman.learn.files import (
    RowNotes,
    SavedModel,
    labeled_chunks,
    raw_pipeline,
    reading_options,
)
from steersman.session.use.choice import FedFile
from steersman.tasks import Task

Ints = NDArray[np.int64]
HEAD_ROWS = 200
LONGEST_TEXT = 4000
LONGEST_PATH = 200  # in a sentence
TIME_NAMES = ("date", "time", "timestamp", "day", "datetime", "created", "received", "sent")


@dataclass(frozen=True, eq=False)
class FedRows:
    """Rows of one file: what the model says, what is known, and the rows themselves.

    `times` are days and times as text, in the order of the file, None where there are none.
    """

    predicted: Ints
    true: Ints
    ids: tuple[str, ...] | None
    scores: Ints | None
    columns: tuple[Ints, ...]
    frame: Frame
    times: tuple[str, ...] | None
    notes: tuple[str, ...]
    all_columns: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.predicted)


def is_file(path: Path) -> bool:
    """Whether a path is a file; it is none where no file can have it."""
    try:
        return path.expanduser().is_file()
    except (OSError, RuntimeError, ValueError):
        return False


def file_head(path: str, saved: SavedModel) -> Frame:
    """The first rows of a file, with all columns."""
    if not is_file(Path(path)):
        raise SteersmanError(
            f"{path.strip()[:LONGEST_PATH] or 'nothing'} is not a file",
            todo="choose a file of rows",
            code="file-missing",
            file=Path(path).name[:LONGEST_PATH],
        )
    where = Path(path).expanduser()
    with reading_faults(where):
        file = checked_file(where, reading_options(saved, path, None))
        frames = file.format.read_blocks(where, file.options, EveryColumn(()), HEAD_ROWS)
        head = next(iter(frames), None)
    if head is None:
        raise SteersmanError(
            f"{where.name} has no rows",
            todo="add at least one row",
            code="file-without-rows",
            file=where.name,
        )
    return head.head(HEAD_ROWS)


def detected_file(path: str, saved: SavedModel) -> FedFile:
    """A file with its columns of labels, identifiers and times, as far as names and values say."""
    head = file_head(path, saved)
    used = set(raw_pipeline(saved).steps[0][1].columns)
    names = head.columns
    label = saved.label if saved.label in names else ""
    identifier = saved.id if saved.id in names else ""
    if not identifier:
        identifier = next((name for name in names if name.lower() == "id" and name not in used), "")
    free = [name for name in names if name not in (label, identifier)]
    likely = [name for name in free if name.lower() in TIME_NAMES]
    others = [name for name in free if name not in used and name not in likely]
    time = next((name for name in (*likely, *others) if is_time(head, name)), "")
    digest = sha256(Path(path).expanduser().read_bytes()).hexdigest()
    return FedFile(str(Path(path).expanduser()), digest, label or "", identifier or "", time)


def detected_columns(path: str, saved: SavedModel, task: Task) -> tuple[FedFile, tuple[str, ...]]:
    """A file as detected, and all its columns."""
    task.report(f"reading {Path(path).name}", 0.1)
    return detected_file(path, saved), tuple(file_head(path, saved).columns)


def is_time(head: Frame, name: str) -> bool:
    """Whether a column holds dates."""
    column = head.get_column(name)
    if isinstance(column.dtype, nw.Datetime | nw.Date) or column.dtype in (nw.Date, nw.Datetime):
        return True
    return column_date_format(column) is not None


def fed_rows(saved: SavedModel, file: FedFile, task: Task) -> FedRows:
    """Predict all rows of a file, with labels, identifiers and times where it has them."""
    task.report(f"reading {Path(file.path).name}", 0.1)
    check_digest(file)
    asked = replace(saved, id=file.id or None, label=file.label or None)
    notes, chunks = RowNotes(), []
    extra = [name for name in (file.time,) if name]
    for chunk in labeled_chunks(asked, file.path, file.label or None, extra=extra):
        chunks.append(chunk)
        notes.count(len(chunk.true), chunk.unseen, chunk.fitted)
        task.report(f"predicting {Path(file.path).name}: {notes.rows:,} rows", 0.5)
    frame: Any = nw.concat([chunk.frame for chunk in chunks if chunk.frame is not None])
    ids = None
    if file.id:
        ids = tuple(str(each) for chunk in chunks for each in chunk.ids or ())
    scores = [chunk.scores for chunk in chunks]
    times = time_texts(frame, file.time) if file.time else None
    return FedRows(
        np.concatenate([chunk.predicted for chunk in chunks]),
        np.concatenate([chunk.true for chunk in chunks]),
        ids,
        None
        if scores[0] is None
        else np.concatenate([each for each in scores if each is not None]),
        tuple(np.concatenate(each) for each in zip(*(chunk.columns for chunk in chunks))),
        frame,
        times,
        (*notes.sentences(), *clock_notes(times)),
        tuple(file_head(file.path, saved).columns),
    )


def check_digest(file: FedFile) -> None:
    """Refuse a file that has changed since it was given."""
    path = Path(file.path)
    name = path.name
    if not is_file(path):
        raise SteersmanError(
            f"{name} is no longer here",
            todo="put it back where it was, or undo",
            code="file-missing",
            file=name,
        )
    if sha256(path.read_bytes()).hexdigest() != file.digest:
        raise SteersmanError(
            f"{name} has changed since it was added",
            todo="add it again under another name",
            code="file-changed",
            file=name,
        )


def time_texts(frame: Frame, column: str) -> tuple[str, ...]:
    """(rows,): the day and time of each row as text; empty where there is none."""
    if column not in frame.columns:
        return ()
    values = frame.get_column(column)
    format = column_date_format(values)
    moments = np.asarray(date_column(values, format, column), dtype="datetime64[s]")
    written = np.datetime_as_string(moments, unit="m")
    return tuple("" if each == "NaT" else each.replace("T", " ") for each in written.tolist())


def clock_notes(times: Sequence[str] | None) -> list[str]:
    """A sentence where rows are older than the one before them."""
    there = [each for each in times or () if each]
    back = sum(second < first for first, second in pairwise(there))
    if not back:
        return []
    rows = "1 row is" if back == 1 else f"{back:,} rows are"
    return [f"{rows} older than the row before; rows count in the order of the file"]


def row_text(frame: Frame, row: int, text: Sequence[str]) -> tuple[str, bool]:
    """A row in words, and whether they are its own text."""
    if text:
        parts = [words(frame[row : row + 1].get_column(name))[0] or "" for name in text]
        return "\n".join(parts)[:LONGEST_TEXT], True
    values = frame[row : row + 1]
    told = [f"{name}: {value}" for name, value in zip(values.columns, values.rows()[0])]
    return "\n".join(told)[:LONGEST_TEXT], False

"""Labels that come later, in a file with identifiers."""

from __future__ import annotations

from pathlib import Path

from steersman.data.columns.cells import words
from steersman.data.columns.label_words import is_blank
from steersman.data.raw_chunks import raw_chunks
from steersman.errors import SteersmanError
from steersman.learn.files import SavedModel, class_names, reading_options
from steersman.session.use.choice import FedFile
from steersman.session.use.fed_rows import file_head
from steersman.tasks import Task

ROW_NAMES = ("row", "id", "identifier", "key")
LABEL_NAMES = ("label", "class", "annotation", "answer")


def given_labels(path: str, saved: SavedModel, file: FedFile | None) -> tuple[tuple[str, str], ...]:
    """The identifiers and labels in a file; rows without a label are left out."""
    names = file_head(path, saved).columns
    row = file.id if file is not None else column_named(names, (saved.id or "", *ROW_NAMES))
    label = (
        file.label if file is not None else column_named(names, (saved.label or "", *LABEL_NAMES))
    )
    if not row or not label:
        missing = "identifiers" if not row else "labels"
        raise SteersmanError(
            f"{Path(path).name} has no column of {missing}",
            todo="give it the columns row and label",
            code="labels-unreadable",
            columns=list(names),
        )
    found = []
    options = reading_options(saved, path, None)
    for chunk in raw_chunks(path, [row, label], options=options):
        told = class_names(words(chunk.frame.get_column(label)), saved)
        keys = words(chunk.frame.get_column(row))
        found += [
            (str(key), str(value))
            for key, value in zip(keys, told)
            if key is not None and not is_blank(value)
        ]
    if not found:
        raise SteersmanError(
            f"{Path(path).name} has no labels",
            todo=f"fill in the column {label!r}",
            code="empty-label",
            column=label,
        )
    return tuple(found)


def read_labels(
    path: str, saved: SavedModel, file: FedFile | None, task: Task
) -> tuple[tuple[str, str], ...]:
    """The identifiers and labels in a file, as a job."""
    task.report(f"reading {Path(path).name}", 0.1)
    return given_labels(path, saved, file)


def column_named(columns: list[str], names: tuple[str, ...]) -> str:
    """The first column that has one of some names, whatever its capitals."""
    known = {column.lower(): column for column in columns}
    return next((known[name.lower()] for name in names if name.lower() in known), "")

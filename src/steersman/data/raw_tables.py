"""A table as it came, with the part each column plays: what a whole pipeline learns from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.course import Course
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.column_parts import DATE_PARTS
from steersman.data.columns.bad_values import rows_from
from steersman.data.columns.kinds import Frame
from steersman.data.columns.label_findings import label_notes
from steersman.data.columns.label_words import checked_missing
from steersman.data.columns.labels import labels
from steersman.data.columns.roles import Roles
from steersman.data.columns.roles import roles as part_roles
from steersman.data.columns.values import date_column, number_columns
from steersman.data.columns.wanted import Wanted
from steersman.data.columns.written import comma_notes, writing_of
from steersman.data.dataset import Dataset, Label
from steersman.data.files.lines import unchanged
from steersman.data.formats.seen_options import checked_decimal, noted, seen_options, with_names
from steersman.data.loading import (
    FileOptions,
    checked_digest,
    checked_format,
    format_of,
    frame_of_file,
    is_binary,
    load,
)
from steersman.data.raw_columns import raw_features
from steersman.data.sketch import Role
from steersman.data.tables import missing_notes, split_of, with_labels
from steersman.errors import SteersmanError

__all__ = ["RawTable", "is_table_file", "raw_table"]


@dataclass(frozen=True, eq=False)
class RawTable:
    """Rows as a file holds them: columns of numbers, words, dates and text, and a label each.

    `split` is train, validation or test for each row, None where nothing was published.
    `positive` is the class that is looked for, where one was named; `written` tells how numbers
    with commas and dates are written, `header` whether the first line named the columns.
    """

    where: str
    frame: Frame
    y: NDArray[np.generic]  # (rows,)
    label: str
    id: str | None
    numbers: tuple[str, ...]
    words: tuple[str, ...]
    text: tuple[str, ...]
    dates: tuple[str, ...] = ()
    split: NDArray[np.str_] | None = None
    notes: tuple[str, ...] = ()
    positive: Label | None = None
    written: Mapping[str, str] | None = None
    header: bool | None = None

    @property
    def n_values(self) -> int:
        """How many features the columns of numbers, words and dates make."""
        of_words = sum(self.frame[name].n_unique() for name in self.words)
        return len(self.numbers) + of_words + len(DATE_PARTS) * len(self.dates)

    def features(self, *, dense: bool) -> Pipeline:
        """An unfitted pipeline from rows of this table to features."""
        return raw_features(
            self.numbers, self.words, self.text, self.dates, dense=dense, written=self.written
        )


def is_table_file(source: str, options: FileOptions | None = None) -> bool:
    """Whether `source` is a file of rows, not a collection's name, a folder or svmlight."""
    path = Path(source).expanduser()
    is_name = not path.exists() and not path.suffix and len(path.parts) == 1
    if is_name or source in COLLECTIONS:
        return False
    told = options.format if options else None
    return (told or format_of(path)) not in ("svmlight", "folder")


def raw_table(
    source: str,
    *,
    label: str | None = None,
    text: str | None = None,
    positive: str | None = None,
    roles: Mapping[str, Role] | None = None,
    separator: str | None = None,
    missing_labels: str = "drop",
    merge_labels: bool = False,
    options: FileOptions | None = None,
    course: Course | None = None,
) -> RawTable:
    """The rows of a file, folder or known collection; the file's label and text may be named.

    With `positive` the question is that class against all others, also where rows have several
    labels.

    >>> raw_table("wine").numbers[:2]
    ('alcohol', 'malic_acid')
    """
    options, course = options or FileOptions(), course or Course()
    if not is_table_file(source, options):
        encoding = options.encoding if Path(source).expanduser().is_dir() else None
        dataset = load(
            source,
            label=label,
            text=text,
            encoding=encoding,
            format=options.format,
            progress=course.progress,
            cancelled=course.cancelled,
        )
        return checked_table(table_of_dataset(dataset), positive)
    path = Path(source).expanduser()
    checked_decimal(options.decimal)
    wanted = Wanted(
        label=label,
        text=text,
        roles=dict(roles or {}),
        separator=separator,
        missing_labels=checked_missing(missing_labels),
        merge_labels=merge_labels,
    )
    try:
        with unchanged(path):
            told = replace(options, words=wanted.words())
            frame, seen, notes = checked_frame(path, told, wanted, course)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}", todo="check its permissions"
        ) from error
    with noted(notes):
        table = table_of_frame(frame, wanted, path.name, seen.decimal)
    table = replace(table, notes=(*notes, *table.notes), header=seen.header)
    return checked_table(table, positive)


def checked_frame(
    path: Path, options: FileOptions, wanted: Wanted, course: Course
) -> tuple[Frame, FileOptions, tuple[str, ...]]:
    """The table in a file that was looked at first, how it was read, and what is to be said."""
    kind = checked_format(path, options)
    if not is_binary(kind):
        checked_digest(path, kind, options, course.stretch(0.0, 0.2))
    seen, notes = seen_options(path, replace(options, format=kind), wanted.named())
    frame = frame_of_file(path, kind, seen, course.stretch(0.2, 1.0))
    seen, more = with_names(seen, path.name, frame.columns)
    if not len(frame):
        raise SteersmanError(
            f"{path.name} has column names but no rows", todo="give it one row at least per class"
        )
    return frame, seen, (*notes, *more)


def table_of_frame(
    frame: Frame, wanted: Wanted, where: str, decimal: str | None = None
) -> RawTable:
    """The columns of a frame by their part, the label's apart."""
    chosen = part_roles(frame, wanted, where)
    frame, rows, dropped = with_labels(frame, chosen.label, wanted)
    y, classes = labels(frame, chosen.label, where, wanted.separator, wanted.merge_labels)
    written = writing_of(frame, chosen.numbers, chosen.dates, decimal)
    with rows_from(where, rows):
        check_values(frame, chosen, written, where)
    return RawTable(
        where=where,
        frame=frame,
        y=y if y.ndim == 1 else label_lists(y, classes),
        label=chosen.label[0],
        id=chosen.id,
        numbers=chosen.numbers,
        words=chosen.categories,
        text=chosen.text,
        dates=chosen.dates,
        split=split_of(frame, chosen.split, where, rows),
        notes=(
            *chosen.notes,
            *dropped,
            *comma_notes(frame, chosen.numbers, decimal),
            *missing_notes(frame, chosen),
            *label_notes(y, chosen.label[0]),
        ),
        written=written,
    )


def check_values(frame: Frame, chosen: Roles, written: Mapping[str, str], where: str) -> None:
    """An error for a value that is no number or no date, before any work is done with the others.

    Later only some rows are seen at a time.
    """
    for _ in number_columns(frame, chosen.numbers, where, written.get):
        pass
    for name in chosen.dates:
        date_column(frame.get_column(name), written.get(name), where)


def label_lists(y: NDArray[np.generic], classes: tuple[Label, ...]) -> NDArray[np.object_]:
    """(rows,) the classes of each row as a frozen set."""
    sets = np.empty(len(y), dtype=object)
    sets[:] = [frozenset(label for label, member in zip(classes, row) if member) for row in y]
    return sets


def table_of_dataset(dataset: Dataset) -> RawTable:
    """The ids, labels and documents of a dataset as columns, or its features."""
    if dataset.text is None and dataset.is_sparse:
        raise SteersmanError(
            f"{dataset.name} holds sparse features without names that other files would share",
            todo="give a table (CSV, TSV, Parquet, JSON lines, ARFF) or a folder of text",
        )
    columns: dict[str, list[object]] = {"id": list(dataset.ids), "label": dataset.y.tolist()}
    if dataset.text is not None:
        columns["text"] = list(dataset.text)
    else:
        columns |= dict(zip(dataset.feature_names, np.asarray(dataset.X).T.tolist()))
    several = dataset.is_multilabel
    return RawTable(
        where=dataset.name,
        frame=frame_from_columns(columns),
        y=label_lists(dataset.y, dataset.classes) if several else dataset.y,
        label="label",
        id="id",
        numbers=() if dataset.text is not None else dataset.feature_names,
        words=(),
        text=("text",) if dataset.text is not None else (),
        split=dataset.split,
        notes=dataset.provenance.notes,
    )


def checked_table(table: RawTable, positive: str | None) -> RawTable:
    """The table with one label a row, unless there is nothing to learn from.

    With `positive`, the labels are that class and `not` that class.
    """
    if not (table.numbers or table.words or table.text or table.dates):
        raise SteersmanError(
            f"{table.where} has no feature column beside its label",
            todo="name the text column with text= (--text), or add columns of numbers",
        )
    several = table.y.dtype == object
    if positive is None:
        if several:
            raise SteersmanError(
                f"the rows of {table.where} have several labels each, expected one",
                todo="name the class to look for with positive= (--positive)",
            )
        return table
    sets = table.y.tolist() if several else [{label} for label in table.y.tolist()]
    member = [any(str(label) == positive for label in row) for row in sets]
    if not any(member):
        known = sorted({str(label) for row in sets for label in row})
        raise SteersmanError(
            f"no row of {table.where} has the label {positive!r}",
            todo=f"choose from: {', '.join(known[:20])}",
        )
    two = [] if several else np.unique(table.y).tolist()
    if len(two) == 2:
        return replace(table, positive=next(name for name in two if str(name) == positive))
    named = np.where(member, positive, f"not {positive}")
    return replace(table, y=named, positive=positive)

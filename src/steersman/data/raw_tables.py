"""A table as it came, with the part each column plays: what a whole pipeline learns from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.class_names import renamed_labels
from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.columns.bad_values import rows_from
from steersman.data.columns.column_formats import comma_notes, date_formats, number_formats
from steersman.data.columns.kinds import Frame
from steersman.data.columns.label_findings import label_notes
from steersman.data.columns.labels import labels_of
from steersman.data.columns.number_format import NumberFormat
from steersman.data.columns.roles import Roles
from steersman.data.columns.roles import roles as part_roles
from steersman.data.columns.values import date_column, number_columns
from steersman.data.dataset import Dataset, Label
from steersman.data.date_parts import DATE_PARTS
from steersman.data.file_sets import is_partitioned, read_files
from steersman.data.formats.registry import format_of
from steersman.data.loading import load
from steersman.data.positive_class import chosen_positive, named_class
from steersman.data.raw_columns import raw_features
from steersman.data.read_options import ReadKeywords, ReadOptions, takes_read_options
from steersman.data.reading import notes_in_errors, read_checked, reading_faults
from steersman.data.tables import check_rows, missing_notes, split_of, with_labels
from steersman.errors import SteersmanError
from steersman.tasks import Task


@dataclass(frozen=True, eq=False)
class RawTable:
    """Rows as a file holds them: columns of numbers, words, dates and text, and a label each.

    `split` is train, validation or test for each row, None where nothing was published.
    `positive` is the class to catch, None where all classes are alike; `number_formats` and
    `date_formats` tell how columns are written, `read_options` how a file was read, as given
    or detected.
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
    number_formats: Mapping[str, NumberFormat] | None = None
    date_formats: Mapping[str, str] | None = None
    read_options: ReadOptions = ReadOptions()  # noqa: RUF009  (frozen)
    vectors: tuple[str, ...] = ()

    @property
    def n_values(self) -> int:
        """How many features the columns of numbers, words and dates make."""
        of_words = sum(self.frame[name].n_unique() for name in self.words)
        return len(self.numbers) + of_words + len(DATE_PARTS) * len(self.dates)

    def features(self, *, dense: bool) -> Pipeline:
        """An unfitted pipeline from rows of this table to features."""
        return raw_features(
            self.numbers,
            self.words,
            self.text,
            self.dates,
            dense=dense,
            number_formats=self.number_formats,
            date_formats=self.date_formats,
            vectors=self.vectors,
            reading=self.read_options,
        )


def is_table_file(source: str, options: ReadOptions | None = None) -> bool:
    """Whether `source` is a file of rows, not a collection's name, a folder or svmlight."""
    path = Path(source).expanduser()
    if is_partitioned(str(path)):
        return True
    # A bare word that is no file is taken for the name of a collection.
    is_name = not path.exists() and not path.suffix and len(path.parts) == 1
    return not is_name and source not in COLLECTIONS and format_of(path, options).is_table


@takes_read_options
def raw_table(
    source: str,
    *,
    task: Task | None = None,
    **options: Unpack[ReadKeywords],
) -> RawTable:
    """The rows of a file, folder or known collection, as a pipeline can learn from them.

    With `positive` the question is that class against all others, also where rows have several
    labels. Without it, the class to catch of two is the one that `suggested_positive` names.

    Parameters
    ----------
    source : str
        A file, a folder or the name of a data set.
    task : Task, optional
        Reports progress; stops the search when it is canceled or hurried.

    Returns
    -------
    RawTable
        The rows with the roles of their columns.

    Examples
    --------
    >>> raw_table("wine").numbers[:2]
    ('alcohol', 'malic_acid')
    """
    given, task = ReadOptions.of(**options), task or Task().monotone()
    if not is_table_file(source, given):
        dataset = load(
            source, progress=task.progress, cancelled=task.cancelled, **given.given_options()
        )
        return replace(checked_table(table_of_dataset(dataset), given), read_options=given)
    path, named = Path(source).expanduser(), given.named_roles()
    if is_partitioned(str(path)):
        frame, file = read_files(path, given, named, task)
    else:
        with reading_faults(path):
            frame, file = read_checked(path, given, named, task)
    with notes_in_errors(file.notes):
        table = table_of_frame(frame, file.options, path.name)
    table = replace(table, notes=(*file.notes, *table.notes), read_options=file.options)
    table = replace(table, y=renamed_labels(table.y, given.rename_classes, table.where))
    return checked_table(table, given)


def table_of_frame(frame: Frame, options: ReadOptions, where: str) -> RawTable:
    """The columns of a frame by their role, the label's apart."""
    check_rows(frame, where)
    chosen = part_roles(frame, options, where)
    frame, rows, dropped = with_labels(frame, chosen.label, options)
    y, classes = labels_of(frame, chosen.label, where, options.separator, options.merge_labels)
    numbers = number_formats(frame, chosen.numbers, options.decimal)
    dates = date_formats(frame, chosen.dates)
    with rows_from(where, rows):
        check_values(frame, chosen, numbers, dates, where)
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
        vectors=chosen.vectors,
        split=split_of(frame, chosen.split, where, rows),
        notes=(
            *chosen.notes,
            *dropped,
            *comma_notes(frame, chosen.numbers, options.decimal),
            *missing_notes(frame, chosen, options),
            *label_notes(y, classes, chosen.label[0]),
        ),
        number_formats=numbers,
        date_formats=dates,
    )


def check_values(
    frame: Frame,
    chosen: Roles,
    numbers: Mapping[str, NumberFormat],
    dates: Mapping[str, str],
    where: str,
) -> None:
    """Refuse a value that is no number or no date, before any work is done with the others.

    Later only some rows are seen at a time.
    """
    for _ in number_columns(frame, chosen.numbers, where, numbers):
        pass
    for name in chosen.dates:
        date_column(frame.get_column(name), dates.get(name), where)


def label_lists(y: NDArray[np.generic], classes: tuple[Label, ...]) -> NDArray[np.object_]:
    """(rows,) the classes of each row as a frozen set."""
    sets = np.empty(len(y), dtype=object)
    sets[:] = [frozenset(label for label, member in zip(classes, row) if member) for row in y]
    return sets


def table_of_dataset(dataset: Dataset) -> RawTable:
    """The ids, labels and documents of a dataset as columns, or its features."""
    if dataset.text is None and dataset.is_sparse:
        raise SteersmanError(
            f"{dataset.name} has unnamed sparse features, which other files cannot match",
            todo="use a table (CSV, TSV, Parquet, JSON lines, ARFF) or a folder of text",
            code="features-unnamed",
            dataset=dataset.name,
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
        positive=dataset.positive if len(dataset.classes) == 2 and not several else None,
    )


def checked_table(table: RawTable, options: ReadOptions) -> RawTable:
    """The table with one label a row, unless there is nothing to learn from.

    Where a class of several is to be caught, the labels are that class and `not` that class.
    """
    if not (table.numbers or table.words or table.text or table.dates or table.vectors):
        raise SteersmanError(
            f"{table.where} has no feature columns",
            todo="set the text column with text= (--text), or add numeric columns",
            code="features-missing",
            file=table.where,
        )
    several = table.y.dtype == object
    if several and options.positive is None:
        raise SteersmanError(
            f"the rows of {table.where} have several labels each, expected one",
            todo="choose the class to catch with positive= (--positive)",
            code="labels-several",
            file=table.where,
        )
    return with_positive_class(table, options.positive, options.rename_classes)


def with_positive_class(table: RawTable, asked: Label | None, names: Mapping[str, str]) -> RawTable:
    """The table with the class to catch, against all others where there are more than two."""
    several = table.y.dtype == object
    if asked is None:
        labels: list[Label] = np.unique(table.y).tolist()
        if len(labels) != 2 or table.positive is not None:
            return table
        positive, notes = chosen_positive(table.y, labels, None, table.where)
        return replace(table, positive=positive, notes=(*table.notes, *notes))
    sets = table.y.tolist() if several else [{label} for label in table.y.tolist()]
    known: list[Label] = sorted({label for row in sets for label in row}, key=str)
    # The class may be named as the file has it or as it is called from now on.
    positive = named_class(known, names.get(str(asked), asked), table.where)
    # Two classes keep their names: "not ham" would hide that the other one is spam.
    if not several and len(known) == 2:
        return replace(table, positive=positive)
    named = np.where([positive in row for row in sets], str(positive), f"not {positive}")
    return replace(table, y=named, positive=str(positive))

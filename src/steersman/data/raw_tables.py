"""A table as it came, with the part each column plays: what a whole pipeline learns from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow import frame_from_columns
from steersman.data.collections import COLLECTIONS
from steersman.data.dataset import Dataset
from steersman.data.features import check_words
from steersman.data.labels import labels
from steersman.data.lines import check_file, checked_text
from steersman.data.loading import FileOptions, format_of, frame_of_file, load
from steersman.data.roles import Frame, Wanted, roles, words
from steersman.errors import SteersmanError

__all__ = ["RawTable", "is_table_file", "raw_table"]

WORDS = (nw.String, nw.Categorical, nw.Enum)


@dataclass(frozen=True, eq=False)
class RawTable:
    """Rows as a file holds them: columns of numbers, of words and of text, and a label each."""

    where: str
    frame: Frame
    y: NDArray[np.generic]  # (rows,)
    label: str
    id: str | None
    numbers: tuple[str, ...]
    words: tuple[str, ...]
    text: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def n_values(self) -> int:
        """How many features the columns of numbers and words make."""
        return len(self.numbers) + sum(self.frame[name].n_unique() for name in self.words)


def is_table_file(source: str) -> bool:
    """Whether `source` is a file of rows, not a collection's name, a folder or svmlight."""
    path = Path(source).expanduser()
    is_name = not path.exists() and not path.suffix and len(path.parts) == 1
    if is_name or path.is_dir() or source in COLLECTIONS:
        return False
    return format_of(path) != "svmlight"


def raw_table(source: str, *, label: str | None = None, text: str | None = None) -> RawTable:
    """The rows of a file, folder or known collection; the file's label and text may be named.

    >>> raw_table("wine").numbers[:2]
    ('alcohol', 'malic_acid')
    """
    if not is_table_file(source):
        return table_of_dataset(load(source, label=label, text=text))
    path = Path(source).expanduser()
    try:
        frame = checked_frame(path)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}", todo="check its permissions"
        ) from error
    return table_of_frame(frame, Wanted(label=label, text=text), path.name)


def checked_frame(path: Path) -> Frame:
    """The table in a file that was looked at first."""
    check_file(path)
    kind = format_of(path)
    if kind != "parquet":
        checked_text(path)
    frame = frame_of_file(path, kind, FileOptions())
    if not len(frame):
        raise SteersmanError(
            f"{path.name} has column names but no rows", todo="give it one row at least per class"
        )
    return frame


def table_of_frame(frame: Frame, wanted: Wanted, where: str) -> RawTable:
    """The columns of a frame by their part, the label's apart."""
    chosen = roles(frame, wanted, where)
    y, _ = labels(frame, chosen.label, where)
    kinds = {name: frame[name].dtype for name in chosen.features}
    numbers = tuple(n for n, kind in kinds.items() if kind.is_numeric() or kind == nw.Boolean)
    worded = tuple(name for name, kind in kinds.items() if kind in WORDS)
    for name in worded:
        check_words([value or "" for value in words(frame[name])], name, where)
    left_out = [name for name in chosen.features if name not in {*numbers, *worded}]
    notes = (f"columns that are not features were left out: {', '.join(left_out)}",)
    return checked_table(
        RawTable(
            where=where,
            frame=frame,
            y=y,
            label=chosen.label[0],
            id=chosen.id,
            numbers=numbers,
            words=worded,
            text=chosen.text,
            notes=(*chosen.notes, *(notes if left_out else ())),
        )
    )


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
    return checked_table(
        RawTable(
            where=dataset.name,
            frame=frame_from_columns(columns),
            y=dataset.y,
            label="label",
            id="id",
            numbers=() if dataset.text is not None else dataset.feature_names,
            words=(),
            text=("text",) if dataset.text is not None else (),
        )
    )


def checked_table(table: RawTable) -> RawTable:
    """The table, unless its rows have several labels or nothing to learn from."""
    if table.y.ndim != 1:
        raise SteersmanError(
            f"the rows of {table.where} have several labels each, expected one",
            todo="name one label column with label= (--label)",
        )
    if not (table.numbers or table.words or table.text):
        raise SteersmanError(
            f"{table.where} has no feature column beside its label",
            todo="name the text column with text= (--text), or add columns of numbers",
        )
    return table

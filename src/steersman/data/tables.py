"""Any table with named columns to a `Dataset`."""

from __future__ import annotations

from dataclasses import replace

import narwhals as nw
import numpy as np

from steersman.data.counting import Counter, word_counts
from steersman.data.dataset import Dataset, Provenance
from steersman.data.features import feature_matrix
from steersman.data.labels import labels
from steersman.data.roles import Frame, Wanted, roles, words
from steersman.errors import SteersmanError

__all__ = ["dataset_of_table"]


def dataset_of_table(
    frame: Frame,
    wanted: Wanted,
    provenance: Provenance,
    *,
    name: str,
    counter: Counter | None = None,
) -> Dataset:
    """The dataset in a table: labels, and the counts of its text or the values of its columns."""
    where = provenance.file or provenance.source
    if not len(frame):
        raise SteersmanError(
            f"{where} has column names but no rows", todo="give it one row at least per class"
        )
    chosen = roles(frame, wanted, where)
    y, classes = labels(frame, chosen.label, where)
    text = joined_text(frame, chosen.text, where) if chosen.text else None
    if text is None:
        X, names, notes = feature_matrix(frame, chosen.features, where)
    else:
        (X, names), notes = word_counts(text, counter), ()
    return Dataset(
        name=name,
        X=X,
        y=y,
        classes=classes,
        feature_names=names,
        ids=identifiers(frame, chosen.id),
        provenance=replace(
            provenance,
            options={**provenance.options, "label": chosen.label, "text": chosen.text},
            notes=(*provenance.notes, *chosen.notes, *notes),
        ),
        text=text,
    )


def joined_text(frame: Frame, columns: tuple[str, ...], where: str) -> tuple[str, ...]:
    """(rows,) the text columns of each row, one under the other; missing text is empty."""
    for column in columns:
        if frame[column].dtype not in (nw.String, nw.Categorical, nw.Enum):
            raise SteersmanError(
                f"text column {column!r} of {where} holds {str(frame[column].dtype).lower()}, "
                "expected text",
                todo="choose another text column",
            )
    parts = zip(*(words(frame[column]) for column in columns))
    return tuple("\n".join(part for part in row if part is not None) for row in parts)


def identifiers(frame: Frame, column: str | None) -> tuple[str, ...]:
    """(rows,) the values of the identifier column, or row numbers from 1."""
    if column is None:
        return tuple(str(row) for row in np.arange(1, len(frame) + 1))
    return tuple(str(value) for value in frame[column].to_list())

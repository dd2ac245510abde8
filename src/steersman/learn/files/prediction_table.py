"""Predictions as lines of a table, and what to note about rows the model half understands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman.learn.files.predictions import PredictedChunk
from steersman.learn.files.saved_model import SavedModel
from steersman.learn.steering import fits_few

Values = Sequence[object] | NDArray[np.float64]
"""The values of a column; probabilities are an array."""


@dataclass
class RowNotes:
    """What to know of the rows of a file: words that the model never saw (for each column the first
    one, and the number of rows), missing signs, and rows that the model was fitted on."""

    rows: int = 0
    fitted: int = 0
    found: dict[str, tuple[str, int]] = field(default_factory=dict)
    unsigned: dict[str, tuple[str, str]] = field(default_factory=dict)

    def count_chunks(self, chunks: Iterator[PredictedChunk]) -> Iterator[PredictedChunk]:
        """Pass chunks on while counting their unseen words."""
        for chunk in chunks:
            self.count(len(chunk.ids), chunk.unseen)
            self.unsigned = {**chunk.unsigned, **self.unsigned}
            yield chunk

    def count(self, rows: int, unseen: Mapping[str, Mapping[str, int]], fitted: int = 0) -> None:
        """Count some rows, their unseen words, and how many of them the model was fitted on."""
        self.rows += rows
        self.fitted += fitted
        for column, told in unseen.items():
            first, before = self.found.get(column, (next(iter(told)), 0))
            self.found[column] = (first, before + sum(told.values()))

    def sentences(self) -> list[str]:
        """A sentence about each column with unseen words, and about fitted rows."""
        unseen = [
            f"{count:,} of {self.rows:,} values of {column!r} are unknown to the model, "
            f"such as {first!r}; they are ignored"
            for column, (first, count) in self.found.items()
        ]
        unsigned = [
            f"{column!r} had the sign {sign} in the training data, but not here: {number} is read "
            f"as {number} {sign}"
            for column, (sign, number) in self.unsigned.items()
        ]
        fitted = [] if fits_few(self.fitted, self.rows) else [fitted_text(self.fitted, self.rows)]
        return [*fitted, *unseen, *unsigned]


def fitted_text(fitted: int, rows: int) -> str:
    """What it means that a model is judged on rows that it was fitted on."""
    return (
        f"{fitted:,} of these {rows:,} rows were used to fit the model; on them it errs less than "
        "on new rows"
    )


def prediction_columns(
    saved: SavedModel, chunks: Iterator[PredictedChunk]
) -> Iterator[dict[str, Values]]:
    """The columns of the table chunk by chunk: who, which class, why, what is kept.

    A kept column that has the name of another one comes once.
    """
    classes = np.asarray(saved.model.classes_).tolist()
    for chunk in chunks:
        columns: dict[str, Values] = {chunk.heading: chunk.ids}
        columns["predicted"] = chunk.predicted.tolist()
        if chunk.probabilities is not None:
            columns |= {
                f"p({name})": shares for name, shares in zip(classes, chunk.probabilities.T)
            }
        if chunk.reasons is not None:
            columns["reasons"] = chunk.reasons
        yield {**columns, **{name: chunk.kept[name] for name in chunk.kept if name not in columns}}


def prediction_lines(
    saved: SavedModel, chunks: Iterator[PredictedChunk]
) -> Iterator[list[list[object]]]:
    """Lines of a table chunk by chunk; the names of the columns first."""
    for number, columns in enumerate(prediction_columns(saved, chunks)):
        if number == 0:
            yield [list(columns)]
        yield [list(row) for row in zip(*map(written_values, columns.values()))]


def written_values(values: Values) -> Sequence[object]:
    """Values as text shows them: probabilities to six digits."""
    if isinstance(values, np.ndarray):
        return [f"{share:.6g}" for share in values.tolist()]
    return values

"""Predictions as lines of a table, and what to note about rows the model half understands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman.learn.files.predictions import PredictedChunk
from steersman.learn.files.saved_model import SavedModel

Values = Sequence[object] | NDArray[np.float64]
"""The values of a column; probabilities are an array."""


@dataclass
class UnseenWords:
    """Words the model never saw: for each column the first one, and the number of rows."""

    rows: int = 0
    found: dict[str, tuple[str, int]] = field(default_factory=dict)
    unsigned: dict[str, tuple[str, str]] = field(default_factory=dict)

    def count_chunks(self, chunks: Iterator[PredictedChunk]) -> Iterator[PredictedChunk]:
        """Pass chunks on while counting their unseen words."""
        for chunk in chunks:
            self.count(len(chunk.ids), chunk.unseen)
            self.unsigned = {**chunk.unsigned, **self.unsigned}
            yield chunk

    def count(self, rows: int, unseen: Mapping[str, Mapping[str, int]]) -> None:
        """Count the unseen words of some rows."""
        self.rows += rows
        for column, told in unseen.items():
            first, before = self.found.get(column, (next(iter(told)), 0))
            self.found[column] = (first, before + sum(told.values()))

    def sentences(self) -> list[str]:
        """A sentence for each column with unseen words."""
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
        return unseen + unsigned


def prediction_columns(
    saved: SavedModel, chunks: Iterator[PredictedChunk]
) -> Iterator[dict[str, Values]]:
    """The columns of the table chunk by chunk: who, which class, its probabilities, what is kept.

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

"""Predictions as lines of a table, and what to note about rows the model half understands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman.learn.files.predictions import PredictedChunk
from steersman.learn.files.saved_model import SavedModel


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


def prediction_lines(
    saved: SavedModel, chunks: Iterator[PredictedChunk]
) -> Iterator[list[list[object]]]:
    """Lines of a table chunk by chunk; the names of the columns first."""
    classes = np.asarray(saved.model.classes_).tolist()  # type: ignore[attr-defined]
    for number, chunk in enumerate(chunks):
        shares = chunk.probabilities
        if number == 0:
            names = [] if shares is None else [f"p({name})" for name in classes]
            yield [[chunk.heading, "predicted", *names]]
        written = [[]] * len(chunk.ids) if shares is None else share_cells(shares)
        yield [
            [who, what, *row]
            for who, what, row in zip(chunk.ids, chunk.predicted.tolist(), written)
        ]


def share_cells(shares: NDArray[np.float64]) -> list[list[str]]:
    """Probabilities to six digits."""
    return [[f"{share:.6g}" for share in row] for row in shares.tolist()]

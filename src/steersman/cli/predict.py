"""Predict the rows of a file of any size."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steersman.cli.outputs import check_outputs
from steersman.cli.tables import plain_console
from steersman.data.files.atomic_files import atomic_file
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.files import PredictedChunk, SavedModel, predicted_chunks, read_model


def model_from(path: Path) -> SavedModel:
    """The model in a file; what is to be said about its versions goes to the error stream."""
    saved = read_model(path)
    for sentence in saved.warnings:
        plain_console(stderr=True).print(sentence)
    return saved


def predict_file(
    model: Path, source: str, out: Path | None, options: ReadOptions | None = None
) -> None:
    """Write a line for each row: who, which class, the probability of each class if there is one.

    To `out`, whole or not at all; to the standard output without it.
    """
    check_outputs([out], [model, source])
    saved, unseen = model_from(model), UnseenWords()
    lines = prediction_lines(saved, unseen.count_chunks(predicted_chunks(saved, source, options)))
    console = plain_console(stderr=True)
    if out is None:
        print_lines(lines)
    else:
        # The header line is no row.
        rows = -1
        with console.status("Predicting") as status, atomic_file(out) as file:
            for some in lines:
                text = StringIO()
                csv.writer(text, lineterminator="\n").writerows(some)
                file.write(text.getvalue().encode())
                rows += len(some)
                status.update(f"Predicting: {max(rows, 0):,} rows")
        console.print(f"Predictions of {rows:,} {'row' if rows == 1 else 'rows'} in {out}")
    for sentence in unseen.sentences():
        console.print(f"Note: {sentence}")


@dataclass
class UnseenWords:
    """Words the model never saw: for each column the first one, and the number of rows."""

    rows: int = 0
    found: dict[str, tuple[str, int]] = field(default_factory=dict)
    unsigned: dict[str, tuple[str, str]] = field(default_factory=dict)

    def count_chunks(self, chunks: Iterator[PredictedChunk]) -> Iterator[PredictedChunk]:
        """Pass chunks on while counting their unseen words."""
        for chunk in chunks:
            self.rows += len(chunk.ids)
            for column, words in chunk.unseen.items():
                first, before = self.found.get(column, (next(iter(words)), 0))
                self.found[column] = (first, before + sum(words.values()))
            self.unsigned = {**chunk.unsigned, **self.unsigned}
            yield chunk

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


def print_lines(lines: Iterator[list[list[object]]]) -> None:
    """Write to the standard output; a reader that closes the pipe is no error."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    try:
        for some in lines:
            writer.writerows(some)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes stdout again at exit and would complain about the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SteersmanError(
            f"the predictions cannot be written: {error.strerror or error}",
            todo="free some disk space, or name another file with --out",
            code="output-unwritable",
        ) from error


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

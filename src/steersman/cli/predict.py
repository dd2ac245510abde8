"""Predict the rows of a file of any size."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from steersman.cli.outputs import check_outputs
from steersman.cli.tables import plain_console
from steersman.data.file_sets import is_partitioned
from steersman.data.files.atomic_files import atomic_file
from steersman.data.files.csv_cells import csv_bytes
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.files import (
    RowNotes,
    SavedModel,
    model_file,
    predicted_chunks,
    prediction_columns,
    prediction_lines,
    prediction_writer,
    read_model,
)
from steersman.learn.monitor import PredictedShift


def model_from(path: Path) -> SavedModel:
    """The model in a file, or the version in use of a folder of models.

    What is to be said about its versions goes to the error stream.
    """
    saved = read_model(model_file(path))
    for sentence in saved.warnings:
        plain_console(stderr=True).print(sentence)
    return saved


def writes_folder(source: str, out: Path, engine: str | None) -> bool:
    """Whether predictions go to a folder, one file for each file of rows."""
    return out.is_dir() or (not out.suffix and (is_partitioned(source) or engine is not None))


def predict_file(
    model: Path,
    source: str,
    out: Path | None,
    options: ReadOptions | None = None,
    keep: Sequence[str] = (),
    reasons: int = 0,
) -> None:
    """Write a line for each row: who, which class, the probability of each class if there is one.

    To `out`, whole or not at all, in the format of its name; CSV to the standard output without
    it. The columns of `keep` are passed through; so many `reasons` for each score are added.
    """
    check_outputs([out], [model, source])
    saved, notes = model_from(model), RowNotes()
    shift = PredictedShift(saved)
    chunks = notes.count_chunks(predicted_chunks(saved, source, options, keep, reasons))
    chunks = shift.watch_chunks(chunks)
    console = plain_console(stderr=True)
    if out is None:
        print_lines(prediction_lines(saved, chunks))
    else:
        write = prediction_writer(out)
        with console.status("Predicting") as status, atomic_file(out) as file:
            rows = write(
                file,
                prediction_columns(saved, chunks),
                lambda done: status.update(f"Predicting: {done:,} rows"),
            )
        console.print(f"Saved predictions for {rows:,} {'row' if rows == 1 else 'rows'} to {out}")
    for sentence in [*notes.sentences(), *shift.sentences()]:
        console.print(f"Note: {sentence}")


def print_lines(lines: Iterator[list[list[object]]]) -> None:
    """Write to the standard output; a reader that closes the pipe is no error."""
    try:
        for some in lines:
            sys.stdout.write(csv_bytes(some).decode())
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes stdout again at exit and would complain about the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SteersmanError(
            f"the predictions cannot be written: {error.strerror or error}",
            todo="free some disk space, or choose another file with --out",
            code="output-unwritable",
        ) from error

"""Predictions for many files, one output file for each, which a second run does not repeat."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from steersman.data.file_sets import shared_parts, source_files
from steersman.data.files.atomic_files import atomic_file
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.files import (
    WRITERS,
    SavedModel,
    model_file,
    predicted_chunks,
    prediction_columns,
    prediction_writer,
    read_model,
)
from steersman.scale.cache import file_state
from steersman.scale.engine import Engine

DONE = "predictions.json"
"""The file in the output folder that says which files are done."""


class PredictedFile(NamedTuple):
    """One file of rows, where its predictions are, and how many."""

    source: str
    out: str
    rows: int
    state: str


@lru_cache(maxsize=2)
def model_at(path: str, _digest: str) -> SavedModel:
    """A model, read once by each worker."""
    return read_model(Path(path))


@dataclass(frozen=True)
class FilePrediction:
    """Predicts the rows of one file: what a worker is sent."""

    model: str
    digest: str
    options: ReadOptions | None
    keep: tuple[str, ...]
    reasons: int = 0

    def __call__(self, pair: tuple[Path, Path]) -> PredictedFile:
        source, out = pair
        saved = model_at(self.model, self.digest)
        out.parent.mkdir(parents=True, exist_ok=True)
        state = self.state(source)
        chunks = predicted_chunks(saved, str(source), self.options, self.keep, self.reasons)
        with atomic_file(out) as file:
            rows = prediction_writer(out)(file, prediction_columns(saved, chunks), lambda _: None)
        return PredictedFile(str(source), out.name, rows, state)

    def state(self, source: Path) -> str:
        """What changes when the predictions of a file do."""
        given = {} if self.options is None else self.options.given_options()
        said = [file_state(source), self.digest, given, self.keep, self.reasons]
        return sha256(json.dumps(said, default=str).encode()).hexdigest()


def predict_files(
    model: Path,
    source: str,
    out: Path,
    engine: Engine,
    options: ReadOptions | None = None,
    columns: tuple[Sequence[str], int] = ((), 0),
    progress: Callable[[str, float | None], object] | None = None,
) -> tuple[list[PredictedFile], int]:
    """Predict all files that a source means; those written, and how many were done before.

    `columns` are those that are passed through, and how many reasons are added.

    A run that was stopped goes on where it was: files whose predictions are there, made by the same
    model from the same rows, are left alone.
    """
    path = model_file(model)
    keep, reasons = columns
    digest = sha256(path.read_bytes()).hexdigest()
    work = FilePrediction(str(path.resolve()), digest, options, tuple(keep), reasons)
    pairs = output_names(source_files(source), out)
    out.mkdir(parents=True, exist_ok=True)
    done = finished_files(out)

    def is_done(file: Path, to: Path) -> bool:
        return to.exists() and done.get(key_of(to, out)) == work.state(file)

    left = [(file, to) for file, to in pairs if not is_done(file, to)]
    written: list[PredictedFile] = []
    for (_, to), found in zip(left, engine.map(work, left)):
        written.append(found)
        done[key_of(to, out)] = found.state
        with atomic_file(out / DONE) as file:
            file.write(json.dumps(done, indent=1).encode())
        if progress is not None:
            progress(f"predicted {Path(found.source).name}", len(written) / len(left))
    return written, len(pairs) - len(left)


def key_of(path: Path, folder: Path) -> str:
    """The name of an output within its folder."""
    return path.relative_to(folder).as_posix()


def finished_files(out: Path) -> dict[str, str]:
    """The states of the files that were done before."""
    try:
        done: dict[str, str] = json.loads((out / DONE).read_text())
    except (OSError, ValueError):
        return {}
    return done


def output_names(files: list[Path], out: Path) -> list[tuple[Path, Path]]:
    """For each file the file of its predictions: the same name below the folder, in its format."""
    root = Path(*shared_parts(files))
    pairs = []
    for file in files:
        name = file.relative_to(root)
        bare = name.with_suffix("") if name.suffix.lower() == ".gz" else name
        suffix = bare.suffix.lower() if bare.suffix.lower() in WRITERS else ".csv"
        pairs.append((file, out / bare.with_suffix(suffix)))
    targets = [to for _, to in pairs]
    counted = Counter(targets)
    twice = next((to for to, times in counted.items() if times > 1), None)
    if twice is not None:
        raise SteersmanError(
            f"two files would be written to {twice}",
            todo="predict them one after the other, into different folders",
            code="output-repeated",
            file=str(twice),
        )
    read = {file.resolve() for file in files}
    same = next((to for to in targets if to.resolve() in read), None)
    if same is not None:
        raise SteersmanError(
            f"{same} is an input file and cannot be an output",
            todo="choose another folder",
            code="output-is-input",
            file=str(same),
        )
    return pairs

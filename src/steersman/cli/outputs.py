"""Files that a command writes: their options, checks before any work, and figures for scripts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TextIO

import typer

from steersman.data.files.atomic_files import atomic_file, check_writable
from steersman.errors import SteersmanError

STANDARD_OUTPUT = Path("-")
figures_stream: ContextVar[TextIO | None] = ContextVar("figures_stream", default=None)


def figures_file(context: typer.Context, path: Path | None) -> Path | None:
    """The file for figures; for `-` all other output of the command goes to the error stream."""
    if path == STANDARD_OUTPUT:
        figures_stream.set(sys.stdout)
        context.with_resource(redirect_stdout(sys.stderr))
    return path


Json = Annotated[
    Path | None,
    typer.Option(
        "--json",
        callback=figures_file,
        help="Write the results to this JSON file; - is standard output.",
    ),
]
CardFile = Annotated[
    Path | None,
    typer.Option("--card", help="Write a report to this .md or .html file."),
]
OnnxFile = Annotated[
    Path | None,
    typer.Option("--onnx", help="Save the numeric part as ONNX (extra onnx)."),
]
MlflowUri = Annotated[
    str | None, typer.Option("--mlflow", help="Log the run to this MLflow server or folder.")
]


@dataclass(frozen=True)
class OutputOptions:
    """Where `steersman steer` writes each of its results; None where it is not wanted.

    A model that misses its want is saved only with `keep_closest`.
    """

    out: Path | None = None
    json: Path | None = None
    card: Path | None = None
    onnx: Path | None = None
    mlflow: str | None = None
    keep_closest: bool = False

    def without_model(self) -> OutputOptions:
        """The outputs but for the files that hold the model."""
        return replace(self, out=None, onnx=None)


def check_outputs(outputs: Iterable[Path | None], inputs: Iterable[Path | str | None] = ()) -> None:
    """Raise an error, before any work is done, for an output that cannot be written.

    Nor may it be one of the files that are read, nor the same file as another output. What is
    neither file nor folder (a terminal, a pipe) may be named twice.

    >>> check_outputs([Path("said.csv"), Path("./said.csv")])
    Traceback (most recent call last):
    steersman.errors.SteersmanError: said.csv is used for two outputs; choose another file for \
one of them
    """
    asked = [path for path in outputs if path is not None and path != STANDARD_OUTPUT]
    check_writable(*asked)
    read = {place_of(path) for path in inputs if path is not None}
    seen: set[Path] = set()
    for path in asked:
        place = place_of(path)
        if place.exists() and not place.is_file():
            continue
        if place in read:
            raise SteersmanError(
                f"{path} is an input file and cannot be an output",
                todo="choose another output file",
                code="output-is-input",
                file=str(path),
            )
        if place in seen:
            raise SteersmanError(
                f"{path} is used for two outputs",
                todo="choose another file for one of them",
                code="output-repeated",
                file=str(path),
            )
        seen.add(place)


def place_of(path: Path | str) -> Path:
    """The resolved path of a file, whatever name it was given."""
    return Path(path).expanduser().resolve()


def write_json(path: Path, figures: object) -> None:
    """Write figures to a file that is never seen half-written, or to standard output."""
    text = json.dumps(figures, indent=2, default=float) + "\n"
    if path == STANDARD_OUTPUT:
        stream = figures_stream.get() or sys.stdout
        stream.write(text)
        stream.flush()
        return
    with atomic_file(path) as file:
        file.write(text.encode())

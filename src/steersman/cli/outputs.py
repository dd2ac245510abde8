"""Files that a command writes: their options, checks before any work, and figures for scripts."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import wraps
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from steersman.data.files.atomic_files import atomic_file, check_writable
from steersman.errors import SteersmanError

STANDARD_OUTPUT = Path("-")
RESULTS = "Results"
"""The panel of help with the options for files that a command writes."""
figures_stream: ContextVar[TextIO | None] = ContextVar("figures_stream", default=None)


def figures_file(context: typer.Context, path: Path | None) -> Path | None:
    """The file for figures; for `-` all other output of the command goes to the error stream."""
    if path == STANDARD_OUTPUT:
        keep_figures_stream(context)
        context.with_resource(redirect_stdout(sys.stderr))
    return path


def keep_figures_stream(context: typer.Context) -> None:
    """Remember the standard output for figures, until the command ends."""
    if figures_stream.get() is None:
        figures_stream.set(sys.stdout)
        context.call_on_close(lambda: figures_stream.set(None))


def silence(context: typer.Context, quiet: bool) -> bool:
    """Discard what a command prints, but not its errors: they are printed after it has ended."""
    if quiet:
        keep_figures_stream(context)
        context.with_resource(redirect_stderr(StringIO()))
        # The predictions are what `predict` is for.
        if context.info_name != "predict":
            context.with_resource(redirect_stdout(StringIO()))
    return quiet


def may_be_quiet(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option `--quiet`."""

    @wraps(command)
    def with_quiet(**given: Any) -> None:
        # The option has done its work when it was parsed.
        given.pop("quiet")
        command(**given)

    option = inspect.Parameter(
        "quiet", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Quiet
    )
    signature = inspect.signature(command, eval_str=True)
    # typer reads options off the signature and the annotations of a function.
    with_quiet.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), option]
    )
    with_quiet.__annotations__ = command.__annotations__ | {"quiet": Quiet}
    return with_quiet


Json = Annotated[
    Path | None,
    typer.Option(
        "--json",
        callback=figures_file,
        help="Write the results to this JSON file; - is standard output.",
        rich_help_panel=RESULTS,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", callback=silence, help="Print errors only.", rich_help_panel=RESULTS
    ),
]
CardFile = Annotated[
    Path | None,
    typer.Option(
        "--card", help="Write a report to this .md or .html file.", rich_help_panel=RESULTS
    ),
]
OnnxFile = Annotated[
    Path | None,
    typer.Option(
        "--onnx", help="Save the numeric part as ONNX (extra onnx).", rich_help_panel=RESULTS
    ),
]
MlflowUri = Annotated[
    str | None,
    typer.Option(
        "--mlflow", help="Log the run to this MLflow server or folder.", rich_help_panel=RESULTS
    ),
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

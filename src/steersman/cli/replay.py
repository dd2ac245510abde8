"""Do a project's log again, save its model, print where it ended."""

from __future__ import annotations

from pathlib import Path

import typer

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.progress import status_line
from steersman.cli.terminal import echo
from steersman.data import Dataset, load
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.session.storage.headless import (
    Which,
    begins_with_a_file,
    replayed_project,
    save_shown_model,
)
from steersman.tasks import Task

DIFFERS = 4
MODELS: dict[str | None, Which | None] = {None: None, "matrix": "matrix", "plane": "plane"}


def replay_file(
    path: Path,
    other: tuple[str | None, ReadOptions],
    out: Path | None,
    model: str | None,
    quick: bool,
    json: Path | None,
) -> None:
    """Replay with a progress line; what differs from the first time is said."""
    if model not in MODELS:
        raise SteersmanError(
            f"--model {model!r} is unknown",
            todo="use matrix or plane",
            code="unknown-room",
            room=model,
        )
    check_outputs([out, json], [path, other[0]])
    with status_line(f"Opening {path.name}") as report:
        task = Task(progress=report)
        source, _ = other
        if source is not None and begins_with_a_file(path):
            headless = replayed_project(path, task, file=Path(source), quick=quick)
        else:
            headless = replayed_project(path, task, dataset=other_data(*other), quick=quick)
        saved = save_shown_model(headless.session, out, MODELS[model]) if out else ""
        figures = headless.figures()
    validation, steps = figures["validation"], figures["entries"]
    echo(
        f"{figures['project']}: {steps:,} {'step' if steps == 1 else 'steps'}; "
        f"validation recall "
        f"{validation['recall']:.4f}, precision {validation['precision']:.4f}, "
        f"F1 {validation['f1']:.4f}"
    )
    if "matrix" in figures:
        shown = figures["matrix"]
        echo(f"matrix: {shown['matrix']}, accuracy {shown['accuracy']:.4f}")
    if saved:
        echo(f"Saved {saved} to {out}")
    if json is not None:
        write_json(json, figures)
    if headless.replayed.differences:
        for each in headless.replayed.differences:
            echo(f"steersman: result differs from the original: {each}", err=True)
        # At the end, so that scripts get the model and the figures as well as the exit status.
        raise typer.Exit(DIFFERS)


def other_data(source: str | None, reading: ReadOptions) -> Dataset | None:
    """Another data set to repeat the steps on, if one was named."""
    if source is None:
        return None
    dataset = load(source, **reading.given_options())
    for note in dataset.provenance.notes:
        echo(note, err=True)
    return dataset

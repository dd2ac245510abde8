"""List projects, take them elsewhere, read what was noted in them."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.table import Table

from steersman.cli.tables import plain_console
from steersman.cli.terminal import echo
from steersman.errors import SteersmanError
from steersman.session.storage.files import (
    exported_file,
    imported_file,
    listed_projects,
    projects_folder,
)
from steersman.session.storage.notes import noted_steps
from steersman.session.storage.store import Store


def show_projects() -> None:
    """Print a line for each project."""
    projects = listed_projects()
    if not projects:
        echo(f"No projects in {projects_folder()} yet; run `steersman` to start one.")
        return
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("name", "data", "steps", "saved", "file"):
        justify: Literal["right", "left"] = "right" if heading == "steps" else "left"
        table.add_column(heading, justify=justify, no_wrap=True)
    for each in projects:
        cells = [each.name, each.data, f"{each.entries:,}", when(each.kept_at), each.path]
        table.add_row(*(cells if not each.fault else [each.name, each.fault, "", "", each.path]))
    plain_console().print(table)


def export_file(path: Path, out: Path, with_data: bool) -> None:
    """Write a clean copy and say what is in it."""
    if out.exists():
        raise SteersmanError(
            f"{out} already exists",
            todo="choose a new file name",
            code="file-exists",
            file=out.name,
        )
    with closing(Store.read_only(path)) as store:
        exported_file(store, out, data=with_data)
    echo(f"{out} contains {path.name} {'with' if with_data else 'without'} its data.")


def import_file(path: Path) -> None:
    """Copy a project into the folder and say how to open it."""
    target = imported_file(path)
    echo(f"Imported. Open it with: steersman --project {target}")


def show_notes(path: Path) -> None:
    """Print the log with its notes."""
    with closing(Store.read_only(path)) as store:
        title, note, steps = noted_steps(store)
    echo(title + (f"\n{note}" if note else ""))
    for step in steps:
        echo(f"{when(step.at)}  {step.label}" + (f"\n    {step.note}" if step.note else ""))


def when(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")

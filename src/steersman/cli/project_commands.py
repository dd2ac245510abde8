"""Commands about saved projects."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steersman.cli.arguments import ProjectFile
from steersman.cli.outputs import RESULTS, Json, may_be_quiet
from steersman.cli.reading import reads
from steersman.data.read_options import ReadOptions

commands = typer.Typer()
project = typer.Typer(help="List, export and import projects.")
commands.add_typer(project, name="project")


@commands.command()
@may_be_quiet
@reads("table")
def replay(
    file: ProjectFile,
    reading: ReadOptions,
    out: Annotated[
        Path | None, typer.Option(help="Save the model to this file.", rich_help_panel=RESULTS)
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Model to save: matrix (if it was opened) or plane."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--data", help="Repeat the steps on this file or data set."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Reuse stored results of long steps.")
    ] = False,
    json: Json = None,
) -> None:
    """Repeat the steps of a saved session; exit status 4 when a result differs."""
    from steersman.cli.replay import replay_file

    replay_file(file, (source, reading), out, model, quick, json)


@project.command("list")
def list_projects() -> None:
    """List the saved projects."""
    from steersman.cli.project import show_projects

    show_projects()


@project.command("export")
def export_project(
    file: ProjectFile,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    with_data: Annotated[
        bool, typer.Option("--with-data", help="Include data and models.")
    ] = False,
) -> None:
    """Export a project to one file."""
    from steersman.cli.project import export_file

    export_file(file, out, with_data)


@project.command("import")
def import_project(file: ProjectFile) -> None:
    """Import a copy of a project file."""
    from steersman.cli.project import import_file

    import_file(file)


@project.command("notes")
def project_notes(file: ProjectFile) -> None:
    """Print the steps of a project with their notes."""
    from steersman.cli.project import show_notes

    show_notes(file)

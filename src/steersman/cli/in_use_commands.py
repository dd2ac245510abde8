"""Commands for a model in use: which rows to label, repair, versions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steersman.cli.arguments import Label
from steersman.cli.outputs import RESULTS, Json, may_be_quiet
from steersman.cli.reading import reads
from steersman.data.read_options import ReadOptions

Model = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A saved model, or a folder of versions.")
]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of versions.")]
Want = Annotated[str | None, typer.Option(help="Limits (default: those of the model).")]

commands = typer.Typer()
models = typer.Typer(help="Keep versions of a model: add, list, show, compare, go back.")
commands.add_typer(models, name="models")


@commands.command()
@may_be_quiet
@reads("file")
def label(
    model: Model,
    source: Annotated[
        str, typer.Argument(metavar="NEW", help="New rows, or with --check the labeled plan.")
    ],
    reading: ReadOptions,
    count: Annotated[
        int | None, typer.Option(help="Rows to draw (default: as many as will decide).")
    ] = None,
    even: Annotated[
        bool, typer.Option("--even", help="Draw all rows alike, to repair the model with them.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The same seed draws the same rows.")] = 0,
    want: Want = None,
    confidence: Annotated[float, typer.Option(help="Confidence of the verdict.")] = 0.95,
    check: Annotated[
        bool, typer.Option("--check", help="Judge the limits by a plan with labels filled in.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Write the rows to label to this CSV file.", rich_help_panel=RESULTS),
    ] = None,
    json: Json = None,
) -> None:
    """Choose rows to label, to know whether a model still keeps its limits.

    With --check: judge the limits by the labels; exit status 5 when one is broken.
    """
    from steersman.cli.label import PlanRequest, check_plan, write_plan

    asked = PlanRequest(count, even, seed, want, confidence)
    if check:
        check_plan(model, source, asked, reading, json)
    else:
        write_plan(model, source, asked, reading, out, json)


@commands.command()
@may_be_quiet
@reads("file")
def repair(
    model: Model,
    source: Annotated[str, typer.Argument(metavar="NEW", help="Newly labeled rows.")],
    reading: ReadOptions,
    label: Label = None,
    want: Want = None,
    confidence: Annotated[
        str | None, typer.Option(help="Of the guarantee (default: that of the model).")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Save the repaired model to this file.", rich_help_panel=RESULTS),
    ] = None,
    keep_closest: Annotated[
        bool, typer.Option("--keep-closest", help="Save the closest model if the want is missed.")
    ] = False,
    card: Annotated[
        Path | None,
        typer.Option(help="Write a report to this .md or .html file.", rich_help_panel=RESULTS),
    ] = None,
    json: Json = None,
) -> None:
    """Steer a model again on newly labeled rows; the guarantee is made anew from them alone.

    In a folder of versions the repaired model becomes the version in use. Exit status 3: limits
    not met; 4: met, but not guaranteed.
    """
    from steersman.cli.repair import RepairRequest, repair_file
    from steersman.learn.wants import parsed_share

    sure = None if confidence is None else parsed_share(confidence)
    asked = RepairRequest(label, want, sure, out, card, keep_closest)
    repair_file(model, source, asked, reading, json)


@commands.command()
def api(
    model: Model,
    port: Annotated[int, typer.Option(help="Port to serve on.")] = 7500,
    host: Annotated[
        str, typer.Option(help="Address to serve on; others than this machine need a token.")
    ] = "127.0.0.1",
    token: Annotated[
        str | None, typer.Option(help="Requests must bring it: Authorization: Bearer TOKEN.")
    ] = None,
    log: Annotated[
        Path | None, typer.Option(help="Watch the limits on all rows, and keep it in this file.")
    ] = None,
    most_rows: Annotated[int, typer.Option(help="Most rows of one request.")] = 10_000,
) -> None:
    """Serve a saved model over HTTP: /predict, /explain, /labels, /watch, /health."""
    from steersman.cli.api import serve_model

    serve_model(model, host, port, token, log, most_rows)


@models.command("add")
def add_version(
    folder: Folder,
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="A saved model, or a project with one in use.")
    ],
    note: Annotated[str, typer.Option(help="A few words about it.")] = "",
) -> None:
    """Add a saved model as the version in use."""
    from steersman.cli.models import add_model

    add_model(folder, model, note)


@models.command("list")
def list_versions(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder of versions, or a project.")
    ],
    json: Json = None,
) -> None:
    """List the versions with their limits and guarantees; the one in use is marked."""
    from steersman.cli.models import show_versions

    show_versions(folder, json)


@models.command("show")
def show_version(
    folder: Folder,
    version: Annotated[int | None, typer.Argument(help="Default: the one in use.")] = None,
    json: Json = None,
) -> None:
    """Show one version: limits, guarantee, origin and what became of it."""
    from steersman.cli.models import show_one_version

    show_one_version(folder, version, json)


@models.command("diff")
def diff_versions(
    folder: Folder,
    first: Annotated[int, typer.Argument(help="A version.")],
    second: Annotated[int, typer.Argument(help="Another one.")],
    data: Annotated[
        str | None, typer.Option("--data", help="Rows on which to compare their predictions.")
    ] = None,
    label: Label = None,
    json: Json = None,
) -> None:
    """Show what differs between two versions, on the same rows if there are any."""
    from steersman.cli.models import show_difference

    show_difference(folder, (first, second), data, label, json)


@models.command("roll-back")
def roll_back(
    folder: Folder,
    version: Annotated[
        int | None, typer.Argument(help="Default: the one that was in use before.")
    ] = None,
) -> None:
    """Use an earlier version again; nothing is deleted."""
    from steersman.cli.models import roll_back_to

    roll_back_to(folder, version)

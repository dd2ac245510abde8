"""Commands of the package of benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steersman.cli.outputs import RESULTS, Json

commands = typer.Typer()


@commands.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="Benchmarks to run; all by default.")
    ] = None,
    rows: Annotated[
        int | None, typer.Option(help="Number of rows, for the benchmarks load, growth and scale.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write the results to this Markdown file.", rich_help_panel=RESULTS),
    ] = None,
    json: Json = None,
) -> None:
    """Compare speed with other libraries."""
    from steersman.cli.benchmarks import benchmark_figures

    benchmark_figures().run_benchmarks(names or [], json, rows, out)


@commands.command()
def soak(
    names: Annotated[list[str] | None, typer.Argument(help="Soaks to run; all by default.")] = None,
    long: Annotated[bool, typer.Option("--long", help="Run the long form.")] = False,
    json: Json = None,
) -> None:
    """Try hostile and endless use, and count what goes wrong; exit status 3 when anything does."""
    from steersman.cli.benchmarks import soak_output
    from steersman.cli.steer import NOT_MET

    if not soak_output().run_soaks(names or [], long, json):
        raise typer.Exit(NOT_MET)


@commands.command()
def reproduce(
    paper: Annotated[str, typer.Argument(help="likelihood-spaces, martingale or spam-filter.")],
    out: Annotated[Path, typer.Option(help="Folder for the report and its pictures.")] = Path(
        "reports"
    ),
    json: Json = None,
) -> None:
    """Reproduce a paper's tables and figures, side by side with the published ones."""
    from steersman.cli.benchmarks import benchmark_figures

    benchmark_figures().run_reproduction(paper, out, json)

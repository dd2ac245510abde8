"""Commands about data sets and the partitions of large data."""

from __future__ import annotations

from typing import Annotated

import typer

from steersman.cli.outputs import Json

commands = typer.Typer()
data = typer.Typer(help="List data sets, and download more.")
commands.add_typer(data, name="data")


@commands.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all partitions.")] = False,
    json: Json = None,
) -> None:
    """Show the partitions of large data on disk, or delete them."""
    from steersman.cli.partitions import show_cache

    show_cache(clear, json)


@data.command("list")
def list_data() -> None:
    """List the data sets with their size and source."""
    from steersman.cli.data import show_available

    show_available()


@data.command("fetch")
def fetch_data(name: Annotated[str, typer.Argument(help="A name from `data list`.")]) -> None:
    """Download a data set from its source and verify it."""
    from steersman.cli.data import fetch_named

    fetch_named(name)

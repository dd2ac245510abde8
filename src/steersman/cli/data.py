"""List data sets, and download one from its source."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.filesize import decimal
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from steersman.cli.tables import TerminalConsole, with_capital
from steersman.data import Listed, available, fetch


def show_available() -> None:
    """Print a table of every collection that is known by name."""
    console = TerminalConsole()
    console.print(available_table(available()))
    console.print("Download one with: steersman data fetch NAME", style="dim")


def available_table(collections: list[Listed]) -> Table:
    """One line for each collection; features that are words depend on how text is counted."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("name", no_wrap=True)
    for heading in ("rows", "features", "classes"):
        table.add_column(heading, justify="right")
    table.add_column("on disk", justify="right")
    table.add_column("source")
    for entry in collections:
        table.add_row(
            entry.name,
            number(entry.rows),
            "words" if entry.features is None else number(entry.features),
            number(entry.classes),
            presence(entry),
            entry.source,
        )
    return table


def presence(entry: Listed) -> str:
    """The size on disk of what is here, `built in` when that is nothing, `no` when it is not."""
    if not entry.present:
        return "no"
    return decimal(entry.bytes) if entry.bytes else "built in"


def number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def fetch_named(name: str) -> None:
    """Download the collection `name` with a progress bar and say where it went."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=TerminalConsole(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(name, total=1.0)
        path = fetch(
            name,
            lambda what, part: bar.update(task, completed=part, description=with_capital(what)),
        )
    TerminalConsole().print(f"Downloaded {name} to {path}", soft_wrap=True)

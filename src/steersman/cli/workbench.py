"""Open the workbench on a data set."""

from __future__ import annotations

import typer
from rich.console import Console

from steersman.data import available, load
from steersman.server.serve import serve
from steersman.session import Session

__all__ = ["open_workbench"]

FIRST_DATA = "docstrings"


def open_workbench(
    source: str | None, label: str | None, text: str | None, port: int, open_browser: bool
) -> None:
    """Read the data with a progress line, then serve the page until interrupted."""
    console = Console(stderr=True)
    with console.status(f"Reading {source or FIRST_DATA}") as status:

        def tell(done: float, what: str) -> None:
            status.update(f"{what} {done:.0%}")

        dataset = load(source or FIRST_DATA, label=label, text=text, progress=tell)
        status.update("Getting the workbench ready")
        session = Session(dataset, data_menu())
    serve(session, port, open_browser, typer.echo)


def data_menu() -> list[dict[str, object]]:
    """The data sets that can be chosen on the page."""
    return [
        {"name": entry.name, "title": entry.name.replace("-", " "), "summary": entry.source}
        for entry in available()
        if entry.present
    ]

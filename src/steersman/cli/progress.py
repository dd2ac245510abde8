"""A progress bar on the error output of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from steersman.cli.tables import TerminalConsole, with_capital


@contextmanager
def progress_bar(first: str) -> Iterator[Callable[[str, float | None], None]]:
    """A bar on the error output of a terminal; the function given moves it."""
    shown = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = TerminalConsole(stderr=True)
    with Progress(
        *shown, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        bar = progress.add_task(first, total=1.0)
        yield lambda what, part: progress.update(
            bar, description=with_capital(what), completed=part or 0.0
        )

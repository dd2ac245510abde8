"""A progress bar on the error output of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from steersman.cli.tables import TerminalConsole, with_capital


@contextmanager
def status_line(first: str) -> Iterator[Callable[[str, float | None], None]]:
    """A line on the error output of a terminal that says what is done; the function sets it."""
    with TerminalConsole(stderr=True).status(first) as status:
        yield lambda what, part: status.update(
            with_capital(what) if part is None else f"{with_capital(what)} {part:.0%}"
        )


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
            bar, description=with_capital(what), completed=part
        )

"""What commands print: plain text, and confusion matrices as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from steersman.cli.terminal import terminal_text
from steersman.data.columns.label_words import visible

WIDEST = 10_000


def matrix_table(title: str, matrix: NDArray[np.int64], classes: Sequence[object]) -> Table:
    """The matrix with a line for each actual class and a column for each predicted one; one more
    for rows that go to a person, where some do."""
    table = Table(title=Text(title), title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("actual \\ predicted", no_wrap=True)
    referred = ["to a person"] if matrix.shape[1] > len(classes) else []
    for name in [*classes, *referred]:
        table.add_column(Text(visible(name)), justify="right", no_wrap=True)
    for name, row in zip(classes, matrix.tolist()):
        table.add_row(Text(visible(name)), *(f"{count:,}" for count in row))
    return table


def with_capital(task: str) -> str:
    """What a task says it does, with a capital letter.

    >>> with_capital("reading spam.csv")
    'Reading spam.csv'
    """
    return task[:1].upper() + task[1:]


class TerminalConsole(Console):
    """A console on which words from data can move no cursor and set no title."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(terminal_text(text), **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The parts of anything printed, also of what comes as `Text`: cells of tables do."""
        for part in super().render(renderable, options):
            yield part if part.control else part._replace(text=terminal_text(part.text))


def plain_console(*, stderr: bool = False) -> Console:
    """A console that prints words from data as they are and cuts nothing off."""
    return TerminalConsole(
        stderr=stderr, highlight=False, markup=False, soft_wrap=True, width=WIDEST
    )

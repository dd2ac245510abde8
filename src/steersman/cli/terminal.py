"""Words from data on a terminal, which obeys control characters."""

from __future__ import annotations

import re

import typer

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def terminal_text(text: str) -> str:
    """A text without control characters, but for line ends and tabs.

    >>> terminal_text("spam\x1b]0;owned\x07")
    'spam�]0;owned�'
    """
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def echo(text: str, *, err: bool = False) -> None:
    """Print a text that may contain words from data."""
    typer.echo(terminal_text(text), err=err)

"""Processes that end with the one that started them, however that one ended."""

from __future__ import annotations

import os
from threading import Thread


def end_with_parent() -> None:
    """From now on, end this process when its standard input ends.

    The process that started it holds the other end of a pipe, which every system closes for one
    that is killed.
    """
    Thread(target=end_after_input, daemon=True).start()


def end_after_input() -> None:
    """Wait for the end of the standard input, and end this process at once."""
    # Not by `sys.stdin`: its lock would be held when this process ends by itself, which is fatal.
    while os.read(0, 4096):
        pass
    os._exit(1)

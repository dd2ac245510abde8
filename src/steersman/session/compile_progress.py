"""Whoever waits for code to be compiled is told so, instead of wondering."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

from numba.core.event import Event, Listener, install_listener

from steersman.tasks import Task

PREPARING = "preparing, once on this machine"


class CompileListener(Listener):  # type: ignore[misc]  # numba has no types
    """Tells a task of what its own thread compiles; what comes from disk is no compilation."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.thread = get_ident()

    def on_start(self, event: Event) -> None:  # noqa: ARG002
        if self.task.progress is not None and get_ident() == self.thread:
            self.task.progress(PREPARING, None)

    def on_end(self, event: Event) -> None:
        """The work that waited goes on and tells about itself."""


@contextmanager
def report_compiling(task: Task) -> Iterator[None]:
    """While this lasts, the task is told when something is compiled for its thread."""
    with install_listener("numba:compile", CompileListener(task)):
        yield

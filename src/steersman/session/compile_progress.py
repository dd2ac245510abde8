"""Progress reports while numba compiles, so that a first wait is explained."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

from numba.core.event import Event, Listener, install_listener

from steersman.tasks import Task

PREPARING = "preparing, once on this machine"


class CompileListener(Listener):  # type: ignore[misc]  # numba has no types
    """Reports to a task what its own thread compiles; code loaded from disk is not reported."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.thread = get_ident()

    def on_start(self, event: Event) -> None:  # noqa: ARG002
        # numba calls every listener for every thread: other windows compile at the same time.
        if self.task.progress is not None and get_ident() == self.thread:
            self.task.progress(PREPARING, None)

    def on_end(self, event: Event) -> None:
        """Do nothing: the work that waited reports its own progress again."""


@contextmanager
def report_compiling(task: Task) -> Iterator[None]:
    """Report compilation in this thread to the task, within the block."""
    with install_listener("numba:compile", CompileListener(task)):
        yield

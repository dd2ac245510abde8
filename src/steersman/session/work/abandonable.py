"""Work that cannot be stopped: when nobody waits for it any more, it ends unseen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import TypeVar

from steersman.course import left_if_unwanted
from steersman.errors import Cancelled
from steersman.session.work.compile_progress import compiling_told
from steersman.tasks import Task

__all__ = ["unless_stopped"]

Found = TypeVar("Found")


def unless_stopped(compute: Callable[[], Found], task: Task, what: str) -> Found:
    """What `compute` gives, or `Cancelled` as soon as somebody asks to stop.

    It runs in a thread of its own and must change nothing: nobody knows when it ends.
    """
    if task.stopped is None:
        return compute()
    left, progress, stopped = Event(), task.progress, task.stopped

    def told(what: str, done: float | None) -> None:
        if progress is not None and not left.is_set():
            progress(what, done)

    def work() -> Found:
        with compiling_told(replace(task, progress=told)):
            return compute()

    def look() -> None:
        if stopped():
            left.set()
            raise Cancelled(what)

    return left_if_unwanted(work, look)

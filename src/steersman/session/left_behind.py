"""Work that cannot be stopped: when nobody waits for it any more, it ends unseen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import TypeVar

from steersman.course import left_if_unwanted
from steersman.errors import Cancelled
from steersman.learn.trajectory import Watch
from steersman.session.compiling import compiling_told

__all__ = ["unless_stopped"]

Found = TypeVar("Found")


def unless_stopped(compute: Callable[[], Found], watch: Watch, what: str) -> Found:
    """What `compute` gives, or `Cancelled` as soon as somebody asks to stop.

    It runs in a thread of its own and must change nothing: nobody knows when it ends.
    """
    if watch.stopped is None:
        return compute()
    left, progress, stopped = Event(), watch.progress, watch.stopped

    def told(what: str, done: float | None) -> None:
        if progress is not None and not left.is_set():
            progress(what, done)

    def work() -> Found:
        with compiling_told(replace(watch, progress=told)):
            return compute()

    def look() -> None:
        if stopped():
            left.set()
            raise Cancelled(what)

    return left_if_unwanted(work, look)

"""Work that cannot be stopped: when nobody waits for it any more, it ends unseen."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import replace
from threading import Event, Thread
from typing import TypeVar

from steersman.errors import Cancelled
from steersman.learn.trajectory import Watch
from steersman.session.compiling import compiling_told

__all__ = ["unless_stopped"]

LOOK_S = 0.05
Found = TypeVar("Found")


def unless_stopped(compute: Callable[[], Found], watch: Watch, what: str) -> Found:
    """What `compute` gives, or `Cancelled` as soon as somebody asks to stop.

    It runs in a thread of its own and must change nothing: nobody knows when it ends.
    """
    if watch.stopped is None:
        return compute()
    left, found = Event(), Future[Found]()
    progress = watch.progress

    def told(what: str, done: float | None) -> None:
        if progress is not None and not left.is_set():
            progress(what, done)

    def work() -> None:
        try:
            with compiling_told(replace(watch, progress=told)):
                found.set_result(compute())
        except BaseException as error:  # noqa: BLE001  (raised again where it is waited for)
            found.set_exception(error)

    Thread(target=work, name="steersman-left-behind", daemon=True).start()
    while True:
        try:
            return found.result(timeout=LOOK_S)
        except NotYet:
            if found.done():  # the work itself ran out of time
                raise
            if watch.stopped():
                left.set()
                raise Cancelled(what) from None

"""How far a long piece of work has come, and whether anybody still waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import TypeVar

from steersman.errors import Cancelled

__all__ = ["Course", "Progress", "current_course", "run_abandonable"]

Found = TypeVar("Found")
Progress = Callable[[float, str], None]
"""Called with the part done, 0 to 1, and what is being done."""


@dataclass
class Mark:
    """The furthest part that was told."""

    part: float = 0.0


@dataclass(frozen=True)
class Course:
    """Tells the part done, 0 to 1, and stops the work when it is no longer wanted.

    `low` and `high` are the parts at which this stretch of the work starts and ends. All stretches
    of one course share a mark, so that what is told never goes back.

    >>> told = []
    >>> reading = Course(lambda part, what: told.append((part, what))).stretch(0.0, 0.5)
    >>> reading.tell(0.5, "reading")
    >>> reading.tell(0.1, "reading")
    >>> told
    [(0.25, 'reading'), (0.25, 'reading')]
    """

    progress: Progress | None = None
    cancelled: Callable[[], bool] | None = None
    low: float = 0.0
    high: float = 1.0
    mark: Mark = field(default_factory=Mark)

    def tell(self, part: float, what: str) -> None:
        """Report progress; raise `Cancelled` when the result is no longer wanted."""
        if self.cancelled is not None and self.cancelled():
            raise Cancelled(what)
        done = self.low + min(max(part, 0.0), 1.0) * (self.high - self.low)
        self.mark.part = max(self.mark.part, done)
        if self.progress is not None:
            self.progress(self.mark.part, what)

    def stretch(self, low: float, high: float) -> Course:
        """The course of a part of the work, which starts and ends at these parts of this one."""
        width = self.high - self.low
        return replace(self, low=self.low + low * width, high=self.low + high * width)

    def rest(self) -> Course:
        """The course of all that is left of this stretch.

        >>> course = Course()
        >>> course.tell(0.4, "halfway")
        >>> course.rest().low
        0.4
        """
        return replace(self, low=min(max(self.low, self.mark.part), self.high))

    @contextmanager
    def around(self) -> Iterator[None]:
        """Within the block this is the course of whatever asks for the current one.

        Steps of a scikit-learn pipeline have no other way to hear who waits for them.
        """
        token = CURRENT.set(self)
        try:
            yield
        finally:
            CURRENT.reset(token)


LOOK_S = 0.05


def run_abandonable(compute: Callable[[], Found], look: Callable[[], None]) -> Found:
    """What `compute` gives. It runs in a thread; `look` is called meanwhile and may raise to leave.

    Work that cannot be stopped then ends unseen, so it must change nothing.

    >>> run_abandonable(lambda: 6 * 7, lambda: None)
    42
    """
    found = Future[Found]()

    def work() -> None:
        try:
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
            look()


CURRENT: ContextVar[Course | None] = ContextVar("course", default=None)


def current_course() -> Course:
    """The course of the work that is being done; one that nobody listens to where there is none."""
    return CURRENT.get() or Course()

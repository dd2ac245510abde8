"""How far a long reading has come, and whether anybody still waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from steersman.data.places import Progress
from steersman.errors import Cancelled

__all__ = ["Course", "current_course"]


@dataclass(frozen=True)
class Course:
    """Tells the part done, 0 to 1, and stops the work when it is no longer wanted.

    `low` and `high` are the parts at which this stretch of the work starts and ends.

    >>> told = []
    >>> reading = Course(lambda part, what: told.append((part, what))).stretch(0.0, 0.5)
    >>> reading.tell(0.5, "reading")
    >>> told
    [(0.25, 'reading')]
    """

    progress: Progress | None = None
    cancelled: Callable[[], bool] | None = None
    low: float = 0.0
    high: float = 1.0

    def tell(self, part: float, what: str) -> None:
        """Report progress; raise `Cancelled` when the result is no longer wanted."""
        if self.cancelled is not None and self.cancelled():
            raise Cancelled(what)
        if self.progress is not None:
            self.progress(self.low + min(max(part, 0.0), 1.0) * (self.high - self.low), what)

    def stretch(self, low: float, high: float) -> Course:
        """The course of a part of the work, which starts and ends at these parts of this one."""
        width = self.high - self.low
        return Course(
            self.progress, self.cancelled, self.low + low * width, self.low + high * width
        )

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


CURRENT: ContextVar[Course | None] = ContextVar("course", default=None)


def current_course() -> Course:
    """The course of the work that is being done; one that nobody listens to where there is none."""
    return CURRENT.get() or Course()

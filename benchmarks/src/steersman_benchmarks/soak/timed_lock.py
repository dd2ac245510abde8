"""A session whose lock says how long each action held it: meanwhile all other windows wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from time import perf_counter, thread_time
from types import TracebackType
from typing import NamedTuple

from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.actions import Action, kind_name

# What a person who moves a knob in another window does not notice.
NOTICED_S = 0.1

Made = Action | Callable[[Session], Action]


class Held(NamedTuple):
    """The longest time that an action held the lock at once: of the processor, and by the clock."""

    what: str
    cpu_s: float
    wall_s: float
    code: str = ""


class TimedLock:
    """A lock that notes how long it was held, each time until its owner released it."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.depth = 0
        self.began = (0.0, 0.0)
        self.held: list[tuple[float, float]] = []

    def __enter__(self) -> bool:
        taken = self.lock.acquire()
        self.depth += 1
        if self.depth == 1:
            self.began = thread_time(), perf_counter()
        return taken

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType
    ) -> None:
        self.depth -= 1
        if self.depth == 0:
            cpu, wall = self.began
            self.held.append((thread_time() - cpu, perf_counter() - wall))
        self.lock.release()


@dataclass
class TimedSession:
    """A session that performs actions, and how long each held its lock."""

    session: Session
    lock: TimedLock = field(default_factory=TimedLock)
    seen: list[Held] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session.lock = self.lock  # type: ignore[assignment]

    def perform(self, made: Made) -> Held:
        """Perform an action and note how long it held the lock, and how it was refused."""
        action = made if isinstance(made, Action) else made(self.session)
        self.lock.held.clear()
        code = ""
        try:
            self.session.perform(action)
        except SteersmanError as error:
            code = error.code
        cpu = max((cpu for cpu, _ in self.lock.held), default=0.0)
        wall = max((wall for _, wall in self.lock.held), default=0.0)
        self.seen.append(Held(kind_name(type(action)), cpu, wall, code))
        return self.seen[-1]

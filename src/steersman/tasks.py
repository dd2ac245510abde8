"""Long work: how far it has come, how much time it has, and whether anybody still waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol, TypeVar

from steersman.errors import Cancelled

__all__ = [
    "OnModel",
    "Progress",
    "Results",
    "Task",
    "abandon_when_stopped",
    "current_task",
    "run_abandonable",
]

Result = TypeVar("Result")

Progress = Callable[[str, float | None], object]
"""Called with what is being done and the part done, 0 to 1, None where that is not known."""

OnModel = Callable[[Any, float, float], object]
"""Called with each model that a search visits: its confusion matrix, its gap and its objective."""

# Short enough that a click on Stop is answered at once, long enough to cost nothing.
LOOK_S = 0.05


class Results(Protocol):
    """Results of long work by what decides them."""

    def result(
        self,
        kind: str,
        key: Callable[[], object],
        compute: Callable[[], Result],
        pack: Callable[[Result], object],
        unpack: Callable[[Any], Result],
        *,
        task: Task,
        job: JobRequest | None,
        stored: bool,
    ) -> Result: ...


class JobRequest(Protocol):
    """Work that another process can do: its name, and the arguments of its function."""

    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> tuple[object, ...]: ...


class SearchedModel(Protocol):
    """A model that a search visits, as far as it is reported."""

    @property
    def matrix(self) -> Any: ...
    @property
    def gap(self) -> float: ...
    @property
    def objective(self) -> float: ...


Seen = TypeVar("Seen", bound=SearchedModel)


@dataclass
class Mark:
    """The furthest part that was reported."""

    part: float = 0.0


@dataclass
class StepCount:
    """How many steps were made."""

    steps: int = 0


@dataclass(frozen=True)
class Task:
    """The context of long work: its progress, its time budget, and who may stop it.

    `cancelled` says that the result is not wanted, or something newer is; `stopped` that somebody
    asked to stop; `hurried` that the best found so far will do. `low` and `high` are the parts of
    the whole at which this piece of work starts and ends; pieces that share a `mark` never report
    less than was reported before.

    >>> reports = []
    >>> whole = Task(progress=lambda what, part: reports.append((what, part))).monotone()
    >>> reading = whole.part(0.0, 0.5)
    >>> reading.report("reading", 0.5)
    >>> reading.report("reading", 0.1)
    >>> reports
    [('reading', 0.25), ('reading', 0.25)]
    """

    max_seconds: float = 60.0
    progress: Progress | None = None
    cancelled: Callable[[], bool] | None = None
    stopped: Callable[[], bool] | None = None
    news: Callable[[str, Mapping[str, object]], object] | None = None
    visited: OnModel | None = None
    results: Results | None = None
    hurried: Callable[[], bool] | None = None
    max_steps: int | None = None
    count: StepCount = field(default_factory=StepCount)
    started: float = field(default_factory=monotonic)
    low: float = 0.0
    high: float = 1.0
    mark: Mark | None = None

    def report(self, what: str, part: float | None = None) -> None:
        """Report progress; raise `Cancelled` when the result is no longer wanted."""
        if self.cancelled is not None and self.cancelled():
            raise Cancelled(what)
        if part is not None:
            part = self.low + min(max(part, 0.0), 1.0) * (self.high - self.low)
            if self.mark is not None:
                # The mark is shared by all parts of one task: a bar that went back would look
                # broken.
                part = self.mark.part = max(self.mark.part, part)
        if self.progress is not None:
            self.progress(what, part)

    def monotone(self) -> Task:
        """A copy of the task whose progress never goes back."""
        return replace(self, mark=Mark())

    def part(self, low: float, high: float) -> Task:
        """The task of a part of the work, which starts and ends at these parts of this one."""
        width = self.high - self.low
        return replace(self, low=self.low + low * width, high=self.low + high * width)

    def rest(self) -> Task:
        """The task of all that is left of this one.

        >>> task = Task().monotone()
        >>> task.report("halfway", 0.4)
        >>> task.rest().low
        0.4
        """
        reached = self.low if self.mark is None else self.mark.part
        return replace(self, low=min(max(self.low, reached), self.high))

    def show(self, about: str, values: Mapping[str, object]) -> None:
        """Show what there is so far: plain values, to be drawn before the work is done."""
        if self.news is not None:
            self.news(about, values)

    def see(self, model: Seen) -> Seen:
        """Report a visited model to the follower of the search, and return it."""
        if self.visited is not None:
            self.visited(model.matrix, model.gap, model.objective)
        return model

    def result(
        self,
        kind: str,
        key: Callable[[], object],
        compute: Callable[[], Result],
        *,
        pack: Callable[[Result], object] = lambda found: found,
        unpack: Callable[[Any], Result] = lambda stored: stored,
        job: JobRequest | None = None,
        stored: bool = True,
    ) -> Result:
        """The result of `compute`, or a stored one if the project has it.

        `key` gives all that decides the result: rows and settings. What is stored is
        `pack(result)`, made of arrays, models and plain values; `unpack` makes the result of it.
        A `job` gives the same as `pack(compute())`: where there are workers, one of them does it.
        """
        if self.results is None:
            return compute()
        return self.results.result(
            kind, key, compute, pack, unpack, task=self, job=job, stored=stored
        )

    def use_step(self, what: str) -> bool:
        """Count a step that is about to be made; False when the steps or the seconds are used up.

        Raise `Cancelled` when the result is no longer wanted.
        """
        seconds_left = self.seconds_left
        # Progress is whichever budget runs out first; a budget of no seconds is spent at once.
        spent = 1.0 - max(0.0, seconds_left) / self.max_seconds if self.max_seconds > 0.0 else 1.0
        share = self.steps / self.max_steps if self.max_steps else 0.0
        self.report(what, max(spent, share))
        self.count.steps += 1
        return seconds_left > 0.0 and (self.max_steps is None or self.steps <= self.max_steps)

    @property
    def steps(self) -> int:
        """How many steps were made."""
        return self.count.steps

    def at_least(self, seconds: float) -> Task:
        """A copy of the task with at least so many seconds left, whatever was spent before."""
        spent = monotonic() - self.started
        return replace(self, max_seconds=max(self.max_seconds, spent + seconds))

    def with_limits(self, seconds: float, steps: int | None = None) -> Task:
        """A copy of the task with so many seconds and steps from now, within its own budget."""
        left = max(0.0, min(seconds, self.seconds_left))
        return replace(
            self, started=monotonic(), max_seconds=left, max_steps=steps, count=StepCount()
        )

    def until_stopped(self) -> Task:
        """A copy of the task that only a person can stop, not a newer request."""
        return replace(self, cancelled=self.stopped or self.cancelled)

    @property
    def seconds_left(self) -> float:
        if self.hurried is not None and self.hurried():
            return 0.0
        return self.max_seconds - (monotonic() - self.started)

    @contextmanager
    def as_current(self) -> Iterator[None]:
        """Make this task the current one within the block.

        Steps of a scikit-learn pipeline have no other way to hear who waits for them.
        """
        # A context variable, not a global: every window works in a thread of its own.
        token = CURRENT.set(self)
        try:
            yield
        finally:
            CURRENT.reset(token)


CURRENT: ContextVar[Task | None] = ContextVar("task", default=None)


def current_task() -> Task:
    """The task of the work that is being done; one that nobody listens to where there is none."""
    return CURRENT.get() or Task().monotone()


def run_abandonable(compute: Callable[[], Result], look: Callable[[], None]) -> Result:
    """Run `compute` in a thread; `look` is called meanwhile and may raise to abandon it.

    Work that cannot be stopped then ends unseen, so it must change nothing.

    >>> run_abandonable(lambda: 6 * 7, lambda: None)
    42
    """
    result = Future[Result]()

    def work() -> None:
        try:
            result.set_result(compute())
        except BaseException as error:  # noqa: BLE001  (raised again where it is waited for)
            result.set_exception(error)

    # A daemon: abandoned work must not keep the interpreter from exiting.
    # In the same context, which says whose folders may be read.
    target = partial(copy_context().run, work)
    Thread(target=target, name="steersman-abandonable", daemon=True).start()
    while True:
        try:
            return result.result(timeout=LOOK_S)
        except NotYet:
            # The work itself may have raised TimeoutError, which looks the same here.
            if result.done():
                raise
            look()


def abandon_when_stopped(compute: Callable[[Task], Result], task: Task, what: str) -> Result:
    """Run `compute` and return its result; raise `Cancelled` as soon as somebody asks to stop.

    It runs in a thread of its own with a task that falls silent when it is abandoned. It must
    change nothing: nobody knows when it ends.

    >>> abandon_when_stopped(lambda task: 6 * 7, Task(stopped=lambda: False), "multiplying")
    42
    """
    stopped, progress = task.stopped, task.progress
    if stopped is None:
        return compute(task)
    abandoned = Event()

    def pass_on(what: str, part: float | None) -> None:
        # The abandoned thread still runs: it must not move the bar of the work that came after it.
        if progress is not None and not abandoned.is_set():
            progress(what, part)

    def look() -> None:
        if stopped():
            abandoned.set()
            raise Cancelled(what)

    return run_abandonable(lambda: compute(replace(task, progress=pass_on)), look)

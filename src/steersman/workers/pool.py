"""Jobs in processes: run with limits and a cancel, and a sentence when one dies."""

from __future__ import annotations

import logging
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any

from steersman.errors import Cancelled, SteersmanError
from steersman.tasks import LOOK_S, Task
from steersman.workers.brief_jobs import BriefJobs, JobTooLongError
from steersman.workers.jobs import CARRIED, WorkerJob
from steersman.workers.sleeping_threads import SLEEPING_THREADS
from steersman.workers.transport import (
    ProcessGoneError,
    copied_buffers,
    receive_message,
    send_message,
    shared_memory,
)
from steersman.workers.values import unpacked_value

log = logging.getLogger(__name__)
MEMORY_SHARE = 0.5
"""Of the machine's memory, or of what the container may use, for all jobs at once."""
CGROUP_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
# A busy machine may take long to import everything; a person can stop the wait.
START_S = 600.0
SERVER = "steersman.workers.fork_server"


class WorkerError(RuntimeError):
    """A bug in the function of a job; the terminal shows where."""


class UncarriedError(TypeError):
    """The arguments or the result of a job cannot be carried to another process and back."""


@dataclass
class Workers:
    """A process that is kept ready for jobs, and how many of them run at once.

    Parameters
    ----------
    most_jobs : int
        Jobs at a time; others wait for their turn.
    memory_bytes : int
        Memory of one job beyond that of the ready process.

    Examples
    --------
    >>> workers = Workers(most_jobs=1, memory_bytes=2**30)
    >>> workers.is_started
    False
    """

    most_jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    memory_bytes: int = field(default_factory=lambda: default_memory())
    preload: tuple[str, ...] = ()
    server: subprocess.Popen[bytes] | None = None
    control: socket.socket | None = None
    lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.places = BoundedSemaphore(self.most_jobs)
        self.under_way = self.finished = 0
        self.brief = BriefJobs()

    @property
    def is_started(self) -> bool:
        return self.server is not None and self.server.poll() is None

    def start(self) -> None:
        """Start the process that is kept ready; it takes about two seconds until it is."""
        ours, its = socket.socketpair()
        # One thread until it copies itself: threads of these two libraries would not be copied.
        env = {
            **SLEEPING_THREADS,
            **os.environ,
            "OPENBLAS_NUM_THREADS": "1",
            "JE_ARROW_MALLOC_CONF": "background_thread:false",
        }
        command = [sys.executable, "-m", SERVER, str(its.fileno()), *self.preload]
        with its:
            self.server = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=[its.fileno()], env=env
            )
        self.control = ours

    def close(self) -> None:
        """End the process that is kept ready, and with it all jobs."""
        with self.lock:
            self.end_server()

    def end_server(self) -> None:
        if self.control is not None:
            self.control.close()
        if self.server is not None:
            self.server.kill()
            self.server.wait()
        self.server = self.control = None

    def link(self) -> socket.socket:
        """The link to a new process that waits for a job."""
        ours, its = socket.socketpair()
        with its, self.lock:
            if not self.is_started:
                # The machine may have ended it for want of memory.
                self.end_server()
                self.start()
            assert self.control is not None  # noqa: S101
            with suppress(OSError):
                socket.send_fds(self.control, [b"j"], [its.fileno()])
        return ours

    def run(self, job: WorkerJob, task: Task, *, nice: int = 0) -> Any:
        """The result of a job, which is begun here where it may be brief.

        Raises `Cancelled` as soon as the task is cancelled.

        Parameters
        ----------
        job : WorkerJob
            Name of the function and its arguments.
        task : Task
            Reports progress; ends the process when it is canceled.
        nice : int
            How far the job steps back behind others.

        Returns
        -------
        object
            What the function returns.
        """
        with suppress(JobTooLongError):
            return self.brief.result(job, task)
        return self.run_apart(job, task, nice)

    def run_apart(self, job: WorkerJob, task: Task, nice: int = 0) -> Any:
        """The result of a job that a process of its own does."""
        with self.place(task, job):
            # The second time a new process is ready, where the first had just ended.
            for last in (False, True):
                with self.link() as link:
                    running = RunningJob(self, job, task, link)
                    if running.is_started(last=last):
                        return running.result(nice)
                self.close()
        raise AssertionError("the last try raises an error of its own")

    @contextmanager
    def place(self, task: Task, job: WorkerJob) -> Iterator[None]:
        """Wait for the turn of a job."""
        while not self.places.acquire(timeout=LOOK_S):
            task.report(f"waiting: {job.about}")
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1
            self.finished += 1
            self.places.release()


class RunningJob:
    """One job in its process, and the wait for its answer."""

    def __init__(self, workers: Workers, job: WorkerJob, task: Task, link: socket.socket) -> None:
        self.workers, self.job, self.task, self.link = workers, job, task, link
        self.process: int | None = None
        self.deadline = monotonic() + START_S
        self.last = job.about
        self.is_sent = self.was_hurried = False

    def result(self, nice: int) -> Any:
        try:
            self.send_job(nice)
            return self.answer()
        except ProcessGoneError as error:
            raise self.death_error() from error
        finally:
            self.end()

    def is_started(self, *, last: bool) -> bool:
        """Wait until there is a process for the job; False where the one kept ready has ended."""
        try:
            message, _ = self.next_message()
        except ProcessGoneError as error:
            if last:
                raise self.death_error() from error
            return False
        # A handle, not a number: another process could get the number of one that has ended.
        with suppress(ProcessLookupError):
            self.process = os.pidfd_open(message[1])
        return True

    def send_job(self, nice: int) -> None:
        """Send the arguments of the job, arrays over shared memory."""
        # Loading linear algebra takes longer than many commands, which need no job.
        from steersman.workers.blas_threads import blas_threads

        buffers: list[pickle.PickleBuffer] = []
        try:
            around = {name: variable.get() for name, variable in CARRIED.items()}
            sent = (self.job.arguments, around)
            content = pickle.dumps(sent, protocol=5, buffer_callback=buffers.append)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise UncarriedError(str(error)) from error
        seconds = self.job.kind.seconds
        limits = {"seconds": seconds, "nice": nice, "blas_threads": blas_threads()}
        file, places = shared_memory([content, *(each.raw() for each in buffers)])
        try:
            message = [self.job.kind.function, places, self.workers.memory_bytes, limits]
            send_message(self.link, message, file)
        finally:
            os.close(file)
        self.deadline, self.is_sent = monotonic() + seconds, True

    def answer(self) -> Any:
        """Pass on progress and news until the result comes."""
        while True:
            self.pass_on_hurry()
            message, file = self.next_message()
            try:
                match message:
                    case ["progress", what, part]:
                        self.last = what
                        self.task.report(what, part)
                    case ["news", about, values]:
                        self.task.show(about, values)
                    case ["result", places] if file is not None:
                        return self.value(file, places)
                    case ["error", places] if file is not None:
                        raise carried_error(self.value(file, places))
                    case ["memory"]:
                        raise self.death_error()
                    case ["cancelled", what]:
                        raise Cancelled(what)
                    case ["unsupported", said]:
                        raise UncarriedError(said)
                    case ["fault", kind, said, trace]:
                        log.error("a job failed\n%s", trace)
                        raise WorkerError(f"{kind}: {said}")
            finally:
                if file is not None:
                    os.close(file)

    def value(self, file: int, places: list[tuple[int, int]]) -> Any:
        try:
            return unpacked_value(copied_buffers(file, places, self.workers.memory_bytes))
        except Exception as error:
            # Only a worker that was taken over, or a bug of ours, answers so.
            log.exception("the answer of a job cannot be read")
            raise self.death_error() from error

    def next_message(self) -> tuple[Any, int | None]:
        """The next message; looks every moment whether the job is still wanted and in time."""
        while not select.select([self.link], [], [], LOOK_S)[0]:
            if self.task.cancelled is not None and self.task.cancelled():
                raise Cancelled(self.last)
            if self.is_sent:
                self.pass_on_hurry()
            if monotonic() > self.deadline:
                raise SteersmanError(
                    f"{self.job.about} took longer than {self.job.kind.seconds / 60:.0f} minutes "
                    "and was stopped",
                    todo="try it with fewer rows, or another model",
                    code="job-too-long",
                    job=self.job.name,
                )
        if self.task.cancelled is not None and self.task.cancelled():
            raise Cancelled(self.last)
        return receive_message(self.link)

    def pass_on_hurry(self) -> None:
        """Tell the process, once, that the best result so far will do."""
        if not self.was_hurried and self.task.hurried is not None and self.task.hurried():
            self.was_hurried = True
            with suppress(OSError):
                self.link.sendall(b"h")

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.process, signal.SIGKILL)
            os.close(self.process)

    def death_error(self) -> SteersmanError:
        """The sentence on a job that ended without an answer."""
        return SteersmanError(
            f"{self.job.about} needs too much memory, or is damaged; the work on it was stopped",
            todo="use a smaller or another file, fewer rows or another model",
            code="job-died",
            job=self.job.name,
            about=self.job.about,
        )


def carried_error(parts: dict[str, Any]) -> SteersmanError:
    """The error that the function of a job raised, with its code and fields."""
    module, _, kind = str(parts.pop("type")).rpartition(".")
    found = getattr(import_module(module), kind) if module.startswith("steersman.") else None
    if not (isinstance(found, type) and issubclass(found, SteersmanError)):
        found = SteersmanError
    error = found.__new__(found)
    SteersmanError.__init__(
        error,
        parts["what"],
        todo=parts["todo"],
        needs=parts["needs"],
        code=parts["code"],
        **parts["fields"],
    )
    vars(error).update(parts)
    return error


def default_memory() -> int:
    """Half of the memory of the machine, or of the container."""
    limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for place in CGROUP_LIMITS:
        with suppress(OSError, ValueError), open(place) as file:  # noqa: PTH123
            limits.append(int(file.read()))
    return int(MEMORY_SHARE * min(limits))


class Shared:
    """The workers of this process, once they were started."""

    workers: Workers | None = None
    ahead: Workers | None = None  # started, and not used yet


def running_workers() -> Workers | None:
    """The workers that sessions of this process use; None where all work is done in threads."""
    return Shared.workers


@contextmanager
def workers_ahead() -> Iterator[None]:
    """Within the block, start the process that the next `workers_for` keeps ready.

    It imports the library while this process does and reads data, in place of taking two seconds of
    the processor from the first movements of a hand. Nothing uses it before.
    """
    # On one core it would only make everybody wait for the page.
    if sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1 and Shared.workers is None:
        Shared.ahead = Workers()
        Shared.ahead.start()
    try:
        yield
    finally:
        if Shared.ahead is not None:
            Shared.ahead.close()
            Shared.ahead = None


@contextmanager
def workers_for(preload: tuple[str, ...] = ()) -> Iterator[Workers | None]:
    """Use workers within the block, where the system has what they need: Linux."""
    if sys.platform != "linux" or Shared.workers is not None:
        yield Shared.workers
        return
    workers, Shared.ahead = Shared.ahead, None
    if workers is None:
        workers = Workers(preload=preload)
        workers.start()
    Shared.workers = workers
    try:
        yield workers
    finally:
        Shared.workers = None
        workers.close()

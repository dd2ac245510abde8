"""The process that is kept ready: it has imported the library and copies itself for each job.

It has one thread, so that a copy of it is whole: `python -m steersman.workers.fork_server FD`.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import resource
import signal
import socket
import sys
import traceback
from importlib import import_module
from threading import Thread
from time import monotonic

from numba import njit
from sklearn.utils import check_array

from steersman.errors import Cancelled, SteersmanError
from steersman.tasks import Task
from steersman.workers.blas_threads import blas_controller
from steersman.workers.jobs import CARRIED, JOBS, function_named
from steersman.workers.permanent_objects import keep_loaded_objects
from steersman.workers.transport import (
    ProcessGoneError,
    mapped_buffers,
    receive_message,
    send_message,
    shared_memory,
)
from steersman.workers.values import UnsupportedValueError, packed_value

PROGRESS_S = 0.05
DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux's prctl."""


def main() -> None:
    """Make a copy of this process for every link that arrives, until the session has ended."""
    control = socket.socket(fileno=int(sys.argv[1]))
    # Ctrl-C in the terminal is for the workbench, which ends this process by closing the link.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Ended copies need nobody to wait for them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for kind in JOBS.values():
        import_module(kind.function.partition(":")[0])
    for name in sys.argv[2:]:
        import_module(name)
    # What is looked for or loaded at a first use is loaded here, and not in every copy.
    blas_controller()
    check_array([[0.0]])
    njit(lambda: 0)()
    # So that the memory of what is loaded stays shared with the copies.
    keep_loaded_objects()
    server = os.getpid()
    try:
        control.sendall(b"r")
    except OSError:
        # The session ended while this process started.
        return
    while True:
        try:
            told, fds, _, _ = socket.recv_fds(control, 1, 1)
        except OSError:
            return
        if not told:
            return
        if os.fork() == 0:
            control.close()
            serve_job(socket.socket(fileno=fds[0]), server)
        os.close(fds[0])


def serve_job(link: socket.socket, server: int) -> None:
    """Do the one job of this process and end it."""
    status = 1
    try:
        # The job ends with the server, which ends with the session.
        ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() == server:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            send_message(link, ["pid", os.getpid()])
            do_job(link)
            status = 0
    except ProcessGoneError:
        pass
    except BaseException:  # noqa: BLE001  (nothing may return to the loop of the server)
        traceback.print_exc()
    finally:
        # At once: what the server registered to be done at exit is not for its copies.
        sys.stderr.flush()
        os._exit(status)


def do_job(link: socket.socket) -> None:
    """Receive a job, do it, and answer with its result or its error."""
    (function, places, memory, limits), file = receive_message(link)
    assert file is not None  # noqa: S101
    content, *buffers = mapped_buffers(file, places)
    limit_memory(memory)
    set_threads(limits["blas_threads"])
    os.nice(limits["nice"])
    flags = Flags(link)
    task = Task(
        max_seconds=limits["seconds"],
        progress=JobProgress(link),
        news=lambda about, values: send_message(link, ["news", about, values]),
        hurried=flags.is_hurried,
    )
    try:
        # Written by the session itself, which trusts itself; nothing is unpickled on the way back.
        arguments, around = pickle.loads(content, buffers=buffers)  # noqa: S301
        for name, value in around.items():
            CARRIED[name].set(value)
        flags.start()
        with task.as_current():
            result = packed_value(function_named(function)(*arguments, task))
        answer, found = shared_memory(result)
    except MemoryError:
        send_message(link, ["memory"])
    except Cancelled as cancelled:
        send_message(link, ["cancelled", str(cancelled)])
    except SteersmanError as error:
        send_error(link, error)
    except ProcessGoneError:
        raise
    except UnsupportedValueError as error:
        send_message(link, ["unsupported", str(error)])
    except Exception as error:  # noqa: BLE001  (it is raised again in the session)
        send_message(link, ["fault", type(error).__name__, str(error), traceback.format_exc()])
    else:
        send_message(link, ["result", found], answer)


def send_error(link: socket.socket, error: SteersmanError) -> None:
    """Send an error that a person can read, with its fields as far as they can be carried."""
    parts = vars(error) | {"type": f"{type(error).__module__}.{type(error).__qualname__}"}
    try:
        packed = packed_value(parts)
    except UnsupportedValueError:
        packed = packed_value(parts | {"fields": {}, "type": "steersman.errors.SteersmanError"})
    file, places = shared_memory(packed)
    send_message(link, ["error", places], file)


class JobProgress:
    """Sends how far a job is, twenty times a second, and every new stage at once."""

    def __init__(self, link: socket.socket) -> None:
        self.link = link
        self.what, self.due = "", 0.0

    def __call__(self, what: str, part: float | None) -> None:
        if what != self.what or monotonic() >= self.due:
            self.what, self.due = what, monotonic() + PROGRESS_S
            send_message(self.link, ["progress", what, part])


class Flags(Thread):
    """Hears from the session whether the best result so far will do."""

    def __init__(self, link: socket.socket) -> None:
        super().__init__(daemon=True)
        self.link = link
        self.enough = False

    def is_hurried(self) -> bool:
        return self.enough

    def run(self) -> None:
        while self.link.recv(1):
            self.enough = True
        # The session is not there anymore, or does not want the result.
        os._exit(1)


def limit_memory(most: int) -> None:
    """Limit the address space to what is used now and so much more."""
    with open("/proc/self/statm") as file:  # noqa: PTH123
        used = int(file.read().split()[0]) * resource.getpagesize()
    allowed = resource.getrlimit(resource.RLIMIT_AS)[1]
    whole = used + most
    whole = whole if allowed == resource.RLIM_INFINITY else min(whole, allowed)
    resource.setrlimit(resource.RLIMIT_AS, (whole, whole))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def set_threads(number: int) -> None:
    """Use as many threads for linear algebra as the session does, for the same bits."""
    if number > 1:
        blas_controller().limit(limits=number)


if __name__ == "__main__":
    # Under its own name, so that functions find the same module.
    import_module("steersman.workers.fork_server").main()

"""Jobs that go wrong in every way, done by workers in the tests."""

from __future__ import annotations

import ctypes
import os
import signal
import time

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.tasks import Task


def double(values: NDArray[np.float64], task: Task) -> NDArray[np.float64]:
    """Twice the values; they are changed in place, which must not reach the session."""
    task.report("doubling", 0.5)
    task.show("values", {"first": values[0]})
    values *= 2
    return values


def process_number(_task: Task) -> int:
    return os.getpid()


def sleep(seconds: float, task: Task) -> None:
    task.report("sleeping", 0.5)
    time.sleep(seconds)


def wait_until_enough(task: Task) -> str:
    while not (task.hurried is not None and task.hurried()):
        time.sleep(0.01)
    return "the best so far"


def abort(_task: Task) -> None:
    os.abort()


def follow_no_pointer(_task: Task) -> None:
    ctypes.string_at(0)


def be_killed(_task: Task) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def take_memory(numbers: int, _task: Task) -> float:
    return float(np.ones(numbers).sum())


def refuse(_task: Task) -> None:
    raise SteersmanError("the file is odd", todo="use another", code="odd-file", rows=(1, 2))


def fail(_task: Task) -> None:
    raise KeyError("a bug")


def unknown_value(_task: Task) -> object:
    return open  # a function is no value

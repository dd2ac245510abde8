"""Fits that never end, or end their process."""

from __future__ import annotations

import os
import time

from steersman.tasks import Task


def fit_slowly(*arguments: object) -> object:
    task = arguments[-1]
    assert isinstance(task, Task)
    task.report("fitting slowly", 0.1)
    time.sleep(60.0)
    return None


def crash(*_arguments: object) -> None:
    os.abort()

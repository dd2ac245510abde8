"""Searches that begin in the session's thread, and are a worker's where they take longer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from time import thread_time
from typing import TypeVar

from steersman.tasks import Task
from steersman.workers import WorkerJob

BRIEF_S = 0.05
"""CPU time that the searches of one action may take in the session's thread, all together."""
Found = TypeVar("Found")


class SearchTooLong(BaseException):
    """Raised within a search that has taken its time; no handler of errors may take it for one."""


class BriefSearches:
    """The searches of one action on a small table.

    `long` are those that took longer before, which are not tried here again.
    """

    def __init__(self, long: set[Hashable]) -> None:
        self.long = long
        self.end = thread_time() + BRIEF_S

    def result(
        self,
        mark: Hashable,
        task: Task,
        compute: Callable[[Task], Found],
        result: Callable[[Callable[[], Found], WorkerJob | None], Found],
        job: Callable[[], WorkerJob],
    ) -> Found:
        """What `compute` finds; `result` asks for it, as a job where it is given one."""
        if mark not in self.long:
            try:
                return result(lambda: compute(self.brief_task(task)), None)
            except SearchTooLong:
                self.long.add(mark)
        return result(lambda: compute(task), job())

    def brief_task(self, task: Task) -> Task:
        """The task of a search that ends with an error when it has taken its time."""

        def look() -> bool:
            if thread_time() > self.end:
                raise SearchTooLong
            return task.cancelled is not None and task.cancelled()

        return replace(task, cancelled=look)

"""Jobs that are begun in the session's process, and are a worker's where they take longer.

A copy of the ready process takes 30 ms or more to start and answer, which is longer than most
searches on a table of some thousand rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from threading import Lock
from time import thread_time
from typing import Any

from steersman.tasks import Task
from steersman.workers.jobs import WorkerJob, function_named

BRIEF_S = 0.15
"""CPU time that a job may take here."""
MOST_LONG = 1_000


class JobTooLongError(BaseException):
    """Raised within a job that has taken its time; no handler of errors may take it for one."""


class BriefJobs:
    """One brief job at a time: several would wait for each other, as workers do not.

    `long` counts how often jobs of a name and mark took too long: after the second time they are
    not begun here again. The first may have loaded what it used.
    """

    def __init__(self) -> None:
        self.long: Counter[Hashable] = Counter()
        self.place = Lock()

    def result(self, job: WorkerJob, task: Task) -> Any:
        """What the function of a job returns; an error where it is none for this process."""
        mark = (job.name, job.mark)
        if job.mark is None or self.long[mark] > 1 or not self.place.acquire(blocking=False):
            raise JobTooLongError(job.name)
        end = thread_time() + BRIEF_S

        def look() -> bool:
            if thread_time() > end:
                raise JobTooLongError(job.name)
            return task.cancelled is not None and task.cancelled()

        brief = replace(task, cancelled=look, results=None, visited=None)
        try:
            with brief.as_current():
                return function_named(job.kind.function)(*job.arguments, brief)
        except JobTooLongError:
            if len(self.long) >= MOST_LONG:
                self.long.clear()
            self.long[mark] += 1
            raise
        finally:
            self.place.release()

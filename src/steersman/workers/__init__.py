"""Work in processes of its own: with a limit of memory and time, and ended at once when stopped.

A process that has imported the library and does nothing else is kept ready. For each job it makes
a copy of itself, which does the job and ends. So a job starts in a few hundredths of a second, and
a crash, an abort or a kill costs that job only.

Arrays go over shared memory. What a worker answers is read by `values`, which builds known types
and runs no code: a worker that a hostile file took over cannot take over the session too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.workers.blas_threads import blas_controller
    from steersman.workers.jobs import JOBS, JobKind, WorkerJob, carry
    from steersman.workers.permanent_objects import keep_loaded_objects
    from steersman.workers.pool import (
        UncarriedError,
        Workers,
        running_workers,
        workers_ahead,
        workers_for,
    )
    from steersman.workers.sleeping_threads import let_threads_sleep

__all__ = [
    "JOBS",
    "JobKind",
    "UncarriedError",
    "WorkerJob",
    "Workers",
    "blas_controller",
    "carry",
    "keep_loaded_objects",
    "let_threads_sleep",
    "running_workers",
    "workers_ahead",
    "workers_for",
]

__getattr__ = lazy_exports(__name__, __file__)

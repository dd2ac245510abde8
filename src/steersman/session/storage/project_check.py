"""A project from somewhere else, read from end to end before it is taken in."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from steersman.errors import SteersmanError
from steersman.session.results import archived_value
from steersman.session.storage.replay import action_in
from steersman.session.storage.store import Store
from steersman.tasks import Task
from steersman.workers import WorkerJob, running_workers


def check_project(path: Path, task: Task) -> None:
    """Raise an error for a project that cannot be read, or that holds a result which is forged.

    Stored models are built here once, in a process that may die of them.
    """
    with closing(Store.read_only(path)) as store:
        store.data()
        for entry in store.entries():
            action_in(entry)
        keys = sorted(store.result_keys())
        for place, key in enumerate(keys):
            task.report("checking the project", place / len(keys))
            content = store.result(key)
            if content is not None:
                try:
                    archived_value(content)
                # A forged archive can fail with any exception.
                except Exception as error:
                    raise SteersmanError(
                        f"{path.name} contains a result that is damaged: {type(error).__name__}",
                        todo="export the project again where it was made",
                        code="project-damaged",
                        path=str(path),
                    ) from error


def check_in_worker(path: Path, task: Task) -> None:
    """Check a project in a process of its own, where there are workers."""
    workers = running_workers()
    if workers is not None:
        workers.run(WorkerJob("check-project", (path,), path.name), task)

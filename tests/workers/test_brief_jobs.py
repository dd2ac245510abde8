"""Brief jobs begin in this process, and are a worker's where they take longer."""

from __future__ import annotations

import os
from threading import Event, Thread

import pytest
from tests.errors import raises

from steersman.errors import Cancelled, SteersmanError
from steersman.tasks import Task, current_task
from steersman.workers import JOBS, JobKind, WorkerJob, Workers, brief_jobs
from steersman.workers.brief_jobs import BriefJobs, JobTooLongError

HERE = "tests.workers.test_brief_jobs"


def process(task: Task) -> int:
    task.report("asking")
    assert current_task() is task
    return os.getpid()


def refuse(task: Task) -> None:
    task.report("asking")
    raise SteersmanError("no", todo="nothing", code="refused-for-a-test")


def wait(begun: Event, goes_on: Event, task: Task) -> None:
    begun.set()
    goes_on.wait(20.0)
    task.report("asking")


@pytest.fixture(autouse=True)
def jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("process", "refuse", "wait"):
        monkeypatch.setitem(JOBS, name, JobKind(f"{HERE}:{name}", 60.0))


def marked(name: str, *arguments: object, mark: object = "mark") -> WorkerJob:
    return WorkerJob(name, arguments, "a test", mark)


def test_a_job_without_a_mark_is_not_begun_here() -> None:
    with pytest.raises(JobTooLongError):
        BriefJobs().result(marked("process", mark=None), Task())
    assert BriefJobs().result(marked("process"), Task()) == os.getpid()


def test_the_second_time_that_a_job_takes_long_is_the_last_one_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jobs = BriefJobs()
    monkeypatch.setattr(brief_jobs, "BRIEF_S", 0.0)
    for _ in range(2):
        with pytest.raises(JobTooLongError):
            jobs.result(marked("process"), Task())
    monkeypatch.setattr(brief_jobs, "BRIEF_S", 60.0)
    with pytest.raises(JobTooLongError):
        jobs.result(marked("process"), Task())
    # Another mark is another job.
    assert jobs.result(marked("process", mark="other"), Task()) == os.getpid()


def test_errors_and_a_cancel_are_those_of_the_job_and_leave_the_place_free() -> None:
    jobs = BriefJobs()
    with raises("refused-for-a-test"):
        jobs.result(marked("refuse"), Task())
    with pytest.raises(Cancelled):
        jobs.result(marked("process"), Task(cancelled=lambda: True))
    assert jobs.result(marked("process"), Task()) == os.getpid()


def test_while_one_is_under_way_here_another_is_a_workers() -> None:
    jobs, begun, goes_on = BriefJobs(), Event(), Event()
    thread = Thread(target=jobs.result, args=(marked("wait", begun, goes_on), Task()))
    thread.start()
    assert begun.wait(20.0)
    with pytest.raises(JobTooLongError):
        jobs.result(marked("process"), Task())
    goes_on.set()
    thread.join(20.0)
    assert jobs.result(marked("process"), Task()) == os.getpid()


def test_workers_do_what_takes_too_long_here(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, apart = Workers(most_jobs=1), []
    monkeypatch.setattr(workers, "run_apart", lambda job, _task, _nice: apart.append(job.name))
    assert workers.run(marked("process"), Task()) == os.getpid()
    monkeypatch.setattr(brief_jobs, "BRIEF_S", 0.0)
    assert workers.run(marked("process"), Task()) is None
    assert apart == ["process"]

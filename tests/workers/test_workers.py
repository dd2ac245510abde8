"""Jobs in processes: right results, and one sentence whatever happens to the process."""

from __future__ import annotations

import os
import subprocess
import sys
from http import HTTPStatus
from time import monotonic

import numpy as np
import pytest

from steersman.errors import Cancelled, SteersmanError
from steersman.learn.monitor.report import BoundState
from steersman.tasks import Task
from steersman.workers import (
    JOBS,
    JobKind,
    UncarriedError,
    WorkerJob,
    Workers,
    running_workers,
    workers_ahead,
    workers_for,
)
from steersman.workers.pool import Shared, WorkerError
from steersman.workers.sleeping_threads import SLEEPING_THREADS
from steersman.workers.values import UnsupportedValueError, ValueReader, ValueWriter

HERE = "tests.workers.strange_jobs"


@pytest.fixture(autouse=True)
def strange(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every function of the strange jobs by its name, with five seconds of time."""
    names = ["double", "process_number", "sleep", "wait_until_enough", "abort", "follow_no_pointer"]
    names += ["be_killed", "take_memory", "refuse", "fail", "unknown_value"]
    for name in names:
        monkeypatch.setitem(JOBS, name, JobKind(f"{HERE}:{name}", 5.0))


def run(workers: Workers, name: str, *arguments: object, task: Task | None = None) -> object:
    return workers.run(WorkerJob(name, arguments, "mail.csv"), task or Task())


def test_a_job_gives_its_result_and_changes_nothing_here(workers: Workers) -> None:
    reports: list[tuple[str, float | None]] = []
    news: list[object] = []
    task = Task(
        progress=lambda what, part: reports.append((what, part)),
        news=lambda about, values: news.append((about, values)),
    )
    values = np.arange(100_000, dtype=np.float64) + 1
    doubled = run(workers, "double", values, task=task)
    assert np.array_equal(doubled, 2 * values)  # type: ignore[call-overload]
    assert values[0] == 1.0
    assert reports == [("doubling", 0.5)]
    assert news == [("values", {"first": 1.0})]


def test_every_job_has_a_process_of_its_own(workers: Workers) -> None:
    numbers = {run(workers, "process_number") for _ in range(3)}
    assert len(numbers) == 3
    assert os.getpid() not in numbers


@pytest.mark.parametrize("name", ["abort", "follow_no_pointer", "be_killed"])
def test_a_crash_is_a_sentence_and_the_next_job_works(workers: Workers, name: str) -> None:
    with pytest.raises(SteersmanError) as caught:
        run(workers, name)
    assert caught.value.code == "job-died"
    assert caught.value.fields == {"job": name, "about": "mail.csv"}
    assert isinstance(run(workers, "process_number"), int)


def test_memory_has_a_limit(workers: Workers) -> None:
    with pytest.raises(SteersmanError) as caught:
        run(workers, "take_memory", workers.memory_bytes // 8 + 1000)
    assert caught.value.code == "job-died"


def test_a_cancelled_job_ends_within_half_a_second(workers: Workers) -> None:
    asked: list[float] = []
    task = Task(
        progress=lambda *_: asked.append(monotonic()),
        # Asked for after the job has begun.
        cancelled=lambda: bool(asked),
    )
    with pytest.raises(Cancelled):
        run(workers, "sleep", 60.0, task=task)
    assert monotonic() - asked[0] < 0.5


def test_a_job_has_a_time_budget(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(JOBS, "sleep", JobKind(f"{HERE}:sleep", 0.2))
    with pytest.raises(SteersmanError) as caught:
        run(workers, "sleep", 60.0)
    assert caught.value.code == "job-too-long"


def test_a_hurried_job_gives_the_best_so_far(workers: Workers) -> None:
    assert run(workers, "wait_until_enough", task=Task(hurried=lambda: True)) == "the best so far"


def test_an_error_of_a_job_comes_back_with_its_code_and_fields(workers: Workers) -> None:
    with pytest.raises(SteersmanError) as caught:
        run(workers, "refuse")
    assert (caught.value.code, caught.value.todo) == ("odd-file", "use another")
    assert caught.value.fields == {"rows": (1, 2)}


def test_a_bug_in_a_job_is_not_taken_for_a_mistake_of_the_user(workers: Workers) -> None:
    with pytest.raises(WorkerError, match="KeyError"):
        run(workers, "fail")


def test_what_cannot_be_carried_is_refused_on_both_ways(workers: Workers) -> None:
    with pytest.raises(UncarriedError):
        run(workers, "unknown_value")
    with pytest.raises(UncarriedError):
        run(workers, "process_number", lambda: None)


def test_the_process_that_is_kept_ready_is_replaced_when_it_dies(workers: Workers) -> None:
    # Ended while its copy works, it takes the copy along.
    task = Task(progress=lambda *_: workers.server.kill() if workers.server else None)
    with pytest.raises(SteersmanError) as caught:
        run(workers, "sleep", 60.0, task=task)
    assert caught.value.code == "job-died"
    assert isinstance(run(workers, "process_number"), int)


def test_workers_started_ahead_are_those_used_and_end_unless_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Shared, "workers", None)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    with workers_ahead():
        started = Shared.ahead
        assert started is not None
        assert running_workers() is None
        with workers_for() as workers:
            assert workers is started
            assert running_workers() is started
            assert run(started, "double", np.arange(3.0)) is not None
        assert started.server is None
    with workers_ahead():
        unused = Shared.ahead
        assert unused is not None
        assert unused.server is not None
    assert unused.server is None
    assert Shared.ahead is None


def test_members_of_our_enumerations_are_carried_and_others_refused() -> None:
    written = ValueWriter().write((BoundState.HOLDS, 3, BoundState.HOLDS))
    assert ValueReader([]).read(written) == (BoundState.HOLDS, 3, BoundState.HOLDS)
    with pytest.raises(UnsupportedValueError):
        ValueWriter().write(HTTPStatus.OK)
    with pytest.raises(UnsupportedValueError):
        ValueReader([]).read(["member", "http.HTTPStatus", "OK"])


def test_threads_sleep_while_they_wait_unless_a_person_said_otherwise() -> None:
    lines = (
        "import os, sys\nfrom steersman.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print(os.environ.get('OMP_WAIT_POLICY'), os.environ.get('OPENBLAS_THREAD_TIMEOUT'))\n"
    )

    def settings(*command: str, **given: str) -> str:
        plain = {name: each for name, each in os.environ.items() if name not in SLEEPING_THREADS}
        program = [sys.executable, "-c", lines, *command]
        ran = subprocess.run(program, env=plain | given, capture_output=True, text=True, check=True)
        return ran.stdout.splitlines()[-1]

    assert settings("data", "list") == "passive 4"
    assert settings("data", "list", OMP_WAIT_POLICY="active") == "active 4"
    assert settings("bench", "nothing") == "None None"

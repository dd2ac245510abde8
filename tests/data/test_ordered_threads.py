"""Results of several threads, in the order of the things they are made of."""

from threading import Event, Lock

import pyarrow as pa
import pytest

from steersman.data.ordered_threads import results_in_order
from steersman.tasks import Task, current_task


@pytest.fixture(autouse=True)
def four_cores(monkeypatch):
    monkeypatch.setattr(pa, "cpu_count", lambda: 4)


@pytest.mark.parametrize("few_rows", [False, True])
@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_results_come_in_order_whichever_is_ready_first(count, few_rows):
    later = Event()

    def work(thing: int) -> int:
        if thing == 0 and count > 1 and not few_rows:
            assert later.wait(10)
        if thing == 1:
            later.set()
        return thing * thing

    assert list(results_in_order(work, range(count), few_rows=few_rows)) == [
        thing * thing for thing in range(count)
    ]


def test_the_first_error_in_order_is_raised_after_the_results_before_it():
    def work(thing: int) -> int:
        if thing % 3 == 2:
            raise ValueError(thing)
        return thing

    results = results_in_order(work, range(9))
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ValueError, match="2"):
        next(results)


def test_no_more_results_wait_than_there_are_threads():
    lock, begun = Lock(), []

    def work(thing: int) -> int:
        with lock:
            begun.append(thing)
        return thing

    results = results_in_order(work, range(50))
    assert next(results) == 0
    results.close()
    assert len(begun) <= 1 + 4


def test_threads_work_in_the_context_of_those_who_ask():
    task = Task().monotone()
    with task.as_current():
        made = list(results_in_order(lambda _: current_task() is task, range(8)))
    assert made == [True] * 8

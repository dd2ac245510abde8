"""Values that are computed once for each object, by several threads."""

from __future__ import annotations

from threading import Event, Thread

from steersman._cached import cached_property


class Slow:
    """A value that is ready when it is let go."""

    def __init__(self) -> None:
        self.begun, self.ready, self.times = Event(), Event(), 0

    @cached_property
    def value(self) -> int:
        self.times += 1
        self.begun.set()
        assert self.ready.wait(60)
        return self.times

    @cached_property
    def doubled(self) -> int:
        return 2 * self.value


def test_nobody_waits_for_the_value_of_another_object() -> None:
    first, second = Slow(), Slow()
    thread = Thread(target=lambda: first.value)
    thread.start()
    assert first.begun.wait(60)
    second.ready.set()
    assert second.doubled == 2
    assert "value" not in vars(first)
    first.ready.set()
    thread.join(60)
    assert first.value == 1


def test_one_thread_computes_and_the_others_wait_for_its_value() -> None:
    slow, found = Slow(), list[int]()
    threads = [Thread(target=lambda: found.append(slow.value)) for _ in range(5)]
    for thread in threads:
        thread.start()
    assert slow.begun.wait(60)
    slow.ready.set()
    for thread in threads:
        thread.join(60)
    assert found == [1] * 5

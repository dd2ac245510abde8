"""Where work on partitions runs: one protocol, and the threads of this machine."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Value = TypeVar("Value")
Item_contra = TypeVar("Item_contra", contravariant=True)

AHEAD = 2
"""Pieces of work that wait for each thread: results stay few, whatever the number of partitions."""


class Engine(Protocol):
    """Runs a function on every partition and combines what it returns.

    The function and its results must be picklable, and the function must not change anything that
    a second run could see: a partition whose worker is lost is worked on again.
    """

    @property
    def name(self) -> str:
        """Where the work runs, in words."""
        ...

    @property
    def lost_workers(self) -> int:
        """How many workers were lost so far; what they had begun was done again elsewhere."""
        ...

    def map(self, work: Callable[[Item], Value], items: Sequence[Item]) -> Iterator[Value]:
        """What `work` returns for each item, in the order of the items.

        Parameters
        ----------
        work : callable
            Called with one item.
        items : sequence
            Partitions, files or other pieces.

        Returns
        -------
        iterator
            The results, in order.
        """
        ...

    def reduce(
        self,
        work: Callable[[Item], Value],
        items: Sequence[Item],
        combine: Callable[[Value, Value], Value],
    ) -> Value:
        """What `work` returns for each item, combined in pairs of neighbors.

        The order of the pairs depends on the number of items alone, so that sums of floats are
        equal to the last bit on every engine.

        Parameters
        ----------
        work : callable
            Called with one item.
        items : sequence
            Partitions, files or other pieces; one at least.
        combine : callable
            Combines two neighboring results.

        Returns
        -------
        object
            The combined result.
        """
        ...


class LocalEngine(Engine):
    """The threads of this machine.

    Parameters
    ----------
    workers : int, optional
        Number of threads; as many as there are cores by default.

    Examples
    --------
    >>> LocalEngine(2).reduce(len, ["boat", "sea", "sail"], int.__add__)
    11
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = max(1, workers or usable_cores())

    @property
    def name(self) -> str:
        return f"this machine ({self.workers} {'thread' if self.workers == 1 else 'threads'})"

    @property
    def lost_workers(self) -> int:
        return 0

    def map(self, work: Callable[[Item], Value], items: Sequence[Item]) -> Iterator[Value]:
        if self.workers == 1 or len(items) < 2:
            yield from map(work, items)
            return
        left = iter(items)
        with ThreadPoolExecutor(self.workers) as threads:
            waiting: deque[Future[Value]] = deque(
                threads.submit(work, item) for item in islice(left, AHEAD * self.workers)
            )
            try:
                while waiting:
                    yield waiting.popleft().result()
                    waiting.extend(threads.submit(work, item) for item in islice(left, 1))
            finally:
                # After an error, or when nobody reads on, what has not begun need not.
                for future in waiting:
                    future.cancel()

    def reduce(
        self,
        work: Callable[[Item], Value],
        items: Sequence[Item],
        combine: Callable[[Value, Value], Value],
    ) -> Value:
        return combined_pairs(self.map(work, items), combine)


def lost_note(engine: Engine) -> str:
    """A sentence on workers that were lost; empty where none was."""
    lost = engine.lost_workers
    if not lost:
        return ""
    workers = "1 worker was" if lost == 1 else f"{lost:,} workers were"
    return f"{workers} lost; the others did the work again, so that every figure is exact"


def combined_pairs(values: Iterator[Value], combine: Callable[[Value, Value], Value]) -> Value:
    """The values combined in pairs, pairs of pairs and so on; few of them are held at a time.

    >>> combined_pairs(iter("abcdefg"), lambda one, other: f"({one}{other})")
    '(((ab)(cd))((ef)g))'
    """
    # A binary counter: a value of height h stands for 2 ** h neighbors.
    held: list[tuple[int, Value]] = []
    for value in values:
        height = 0
        while held and held[-1][0] == height:
            value = combine(held.pop()[1], value)
            height += 1
        held.append((height, value))
    result = held.pop()[1]
    while held:
        result = combine(held.pop()[1], result)
    return result


def usable_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

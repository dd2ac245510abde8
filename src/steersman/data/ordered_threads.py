"""Work on several things at a time, whose results come in the order of the things."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from itertools import islice
from typing import TypeVar

import pyarrow as pa

MANY_ROWS = 8_192

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def are_few(rows: int) -> bool:
    """Whether the work on so many rows takes less time than the start of threads.

    >>> are_few(1_000), are_few(100_000)
    (True, False)
    """
    return rows < MANY_ROWS


def results_in_order(
    work: Callable[[Thing], Result], things: Iterable[Thing], *, few_rows: bool = False
) -> Iterator[Result]:
    """What the work makes of each thing, on as many cores as Arrow uses unless rows are few.

    Worth it where most of the work is done by compiled code, which lets other threads go on. No
    more results wait than there are threads. The work must not change anything that others read.

    >>> list(results_in_order(abs, [-3, 2, -1]))
    [3, 2, 1]
    """
    # The setting that limits Arrow's threads limits these too.
    threads = 1 if few_rows else pa.cpu_count()
    waiting = iter(things)
    first = list(islice(waiting, 2))
    if threads < 2 or len(first) < 2:
        yield from map(work, first)
        yield from map(work, waiting)
        return
    running: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(threads, "steersman-load") as pool:
        try:
            for thing in [*first, *islice(waiting, threads - 2)]:
                running.append(pool.submit(copy_context().run, work, thing))
            while running:
                result = running.popleft().result()
                for thing in islice(waiting, 1):
                    running.append(pool.submit(copy_context().run, work, thing))
                yield result
                # A result must not live on while the next one is made.
                del result
        finally:
            for each in running:
                each.cancel()

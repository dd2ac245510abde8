"""Ranges of rows that threads work on at the same time."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

Block = tuple[int, int]
"""The first row, and the one after the last."""
TURNS = 8
"""Blocks for each thread where threads take them in turns."""


def row_blocks(rows: int, amount: int, amount_per_thread: int) -> list[Block]:
    """Ranges of rows, one for each thread; little work has one thread.

    >>> row_blocks(10, amount=5, amount_per_thread=100)
    [(0, 10)]
    """
    return even_blocks(rows, max(1, min(usable_cores(), amount // amount_per_thread, rows)))


def usable_cores() -> int:
    """How many threads of this process can work at the same time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


def even_blocks(rows: int, count: int) -> list[Block]:
    """So many ranges, of about as many rows each."""
    return list(pairwise(np.linspace(0, rows, count + 1).astype(int).tolist()))


def run_in_blocks(work: Callable[[int, int], object], blocks: Sequence[Block]) -> None:
    """Call `work(start, stop)` for each block, in a thread for each.

    It has to release the interpreter lock, and to write rows of its own only.
    """
    mine, *others = blocks
    if not others:
        work(*mine)
        return
    with ThreadPoolExecutor(len(others)) as threads:
        started = [threads.submit(work, *each) for each in others]
        # This thread works, too: starting another takes longer than small blocks do.
        work(*mine)
        for block in started:
            block.result()


def run_in_turns(work: Callable[[int, int], object], blocks: Sequence[Block], threads: int) -> None:
    """Call `work(start, stop)` for each of many blocks; a thread that is done takes the next.

    So no thread waits for one that is slower, because another core has its tables at hand.
    """
    left = deque(blocks)

    def work_on(_start: int, _stop: int) -> None:
        while True:
            try:
                block = left.popleft()
            except IndexError:
                return
            work(*block)

    run_in_blocks(work_on, [(0, len(blocks))] * threads)

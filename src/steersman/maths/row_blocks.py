"""Ranges of rows that threads work on at the same time."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

Block = tuple[int, int]
"""The first row, and the one after the last."""


def row_blocks(rows: int, amount: int, amount_per_thread: int) -> list[Block]:
    """Ranges of rows, one for each thread; little work has one thread.

    >>> row_blocks(10, amount=5, amount_per_thread=100)
    [(0, 10)]
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    blocks = max(1, min(cores or 1, amount // amount_per_thread, rows))
    return list(pairwise(np.linspace(0, rows, blocks + 1).astype(int).tolist()))


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

"""One thread for boosted trees and other loops of OpenMP on few rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache

import sklearn.utils._openmp_helpers  # noqa: F401  (OpenMP must be loaded before it is looked up)
from threadpoolctl import ThreadpoolController

FEW_ROWS = 20_000


@cache
def openmp_controller() -> ThreadpoolController:
    """The OpenMP libraries of this process; looking for them takes milliseconds."""
    return ThreadpoolController().select(user_api="openmp")


@contextmanager
def few_threads(rows: int) -> Iterator[None]:
    """One thread of OpenMP in this thread inside the block, if there are few rows.

    Threads that wait for each other keep a core busy: where the machine has other work, two take a
    hundred times as long for a few hundred rows, and they save little where it has none.
    """
    with openmp_controller().limit(limits=1) if rows < FEW_ROWS else nullcontext():
        yield

"""One thread for linear algebra while small problems are solved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Protocol

from steersman.workers import blas_controller


class Limit(Protocol):
    """A limit on the number of threads that can be lifted again."""

    def restore_original_limits(self) -> None: ...


lock = Lock()
inside: list[Limit | None] = []


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Linear algebra on one thread inside the block; blocks may nest and run in several threads.

    >>> import numpy as np
    >>> with one_blas_thread():
    ...     np.ones((2, 3)) @ np.ones(3)
    array([3., 3.])
    """
    with lock:
        inside.append(None if inside else blas_controller().limit(limits=1))
    try:
        yield
    finally:
        with lock:
            # The first block's limit is the one to lift, whichever block ends last.
            first = inside[0]
            inside.pop()
            if not inside and first is not None:
                first.restore_original_limits()

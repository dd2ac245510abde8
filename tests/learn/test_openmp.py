"""Loops of OpenMP use one thread for few rows, and only in the thread that asks for it."""

from __future__ import annotations

from threading import Thread

import pytest
from sklearn.utils._openmp_helpers import _openmp_effective_n_threads as threads_used

from steersman.learn.openmp import FEW_ROWS, few_threads


def test_few_rows_use_one_thread_and_many_all() -> None:
    before = threads_used()
    with few_threads(FEW_ROWS - 1):
        assert threads_used() == 1
    with few_threads(FEW_ROWS):
        assert threads_used() == before
    assert threads_used() == before


def test_other_threads_are_left_alone_and_errors_lift_the_limit() -> None:
    before, seen = threads_used(), []
    with few_threads(1):
        other = Thread(target=lambda: seen.append(threads_used()))
        other.start()
        other.join()
    assert seen == [before]
    with pytest.raises(ZeroDivisionError), few_threads(1):
        seen.append(1 / 0)
    assert threads_used() == before

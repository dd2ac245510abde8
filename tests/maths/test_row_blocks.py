"""Rows shared out among threads: every row once, no more threads than there is work for."""

from __future__ import annotations

import os
import threading
from itertools import pairwise

import pytest

from steersman.maths.row_blocks import row_blocks, run_in_blocks, run_in_turns

BLOCKS = [(0, 3), (3, 4), (4, 9)]


@pytest.mark.parametrize("cores", [1, 3, 8])
@pytest.mark.parametrize("rows", [0, 1, 2, 5, 100])
@pytest.mark.parametrize(
    ("amount", "blocks"), [(0, 1), (9, 1), (10, 1), (20, 2), (59, 5), (900, 90)]
)
def test_there_are_as_many_blocks_as_cores_rows_and_work_allow(
    cores: int, rows: int, amount: int, blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _own: set(range(cores)), raising=False)
    found = row_blocks(rows, amount, 10)
    assert len(found) == max(1, min(blocks, cores, rows))
    assert (found[0][0], found[-1][1]) == (0, rows)
    assert all(before[1] == after[0] for before, after in pairwise(found))
    sizes = [stop - start for start, stop in found]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(("cores", "blocks"), [(None, 1), (4, 4)])
def test_where_the_system_shares_out_no_cores_all_are_used(
    cores: int | None, blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert len(row_blocks(100, 1000, 10)) == blocks


def test_one_of_several_blocks_is_worked_on_here_and_each_other_in_a_thread_of_its_own() -> None:
    here, seen = threading.get_ident(), {}
    together = threading.Barrier(3, timeout=20.0)

    def work(start: int, stop: int) -> None:
        if stop - start < 9:
            together.wait()  # all three have to be at work at the same time
        seen[start, stop] = threading.get_ident()

    run_in_blocks(work, [(0, 9)])
    assert seen == {(0, 9): here}
    run_in_blocks(work, [(0, 2), (2, 5), (5, 9)])
    assert seen.keys() == {(0, 9), (0, 2), (2, 5), (5, 9)}
    assert here in {seen[block] for block in ((0, 2), (2, 5), (5, 9))}
    assert len(set(seen.values())) == 3


def test_every_block_is_worked_on_once_in_a_thread_for_each() -> None:
    met = threading.Barrier(len(BLOCKS), timeout=60)
    done = []

    def work(first: int, stop: int) -> None:
        # Passes only when all blocks are being worked on.
        met.wait()
        done.append((first, stop))

    run_in_blocks(work, BLOCKS)
    assert sorted(done) == BLOCKS


@pytest.mark.parametrize("failing", [0, 4])
def test_an_error_in_any_block_is_raised_after_all_have_ended(failing: int) -> None:
    done = []

    def work(first: int, _stop: int) -> None:
        if first == failing:
            raise ValueError(first)
        done.append(first)

    with pytest.raises(ValueError, match=str(failing)):
        run_in_blocks(work, BLOCKS)
    assert sorted([*done, failing]) == [0, 3, 4]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_thread_that_is_done_takes_the_next_block(threads: int) -> None:
    blocks = [(at, at + 2) for at in range(0, 40, 2)]
    others_done, done = threading.Event(), []

    def work(start: int, stop: int) -> None:
        # The thread of the first block is slow: all others are left to the rest of the threads.
        if start == 0 and threads > 1:
            assert others_done.wait(timeout=60)
        done.append((start, stop))
        if len(done) == len(blocks) - 1:
            others_done.set()

    run_in_turns(work, blocks, threads)
    assert sorted(done) == blocks


def test_what_goes_wrong_in_a_turn_is_raised() -> None:
    def work(start: int, _stop: int) -> None:
        if start == 4:
            raise ValueError(start)

    with pytest.raises(ValueError, match="4"):
        run_in_turns(work, [(at, at + 2) for at in range(0, 10, 2)], 2)

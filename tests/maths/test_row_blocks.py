"""Blocks of rows that threads work on."""

import threading

import pytest

from steersman.maths.row_blocks import run_in_blocks

BLOCKS = [(0, 3), (3, 4), (4, 9)]


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

"""Test of "new rows are like the earlier ones" that may be looked at after each row.

Each new value gets its rank among the earlier rows and the new ones so far, ties broken by chance.
While all rows could have come in any order, these ranks are independent and uniform, however few
earlier rows there are (Vovk's conformal test martingales). Gamblers bet that fixed shares at the
top and at the bottom of the ranks are hit too often; the mean of their wealth is an e-value.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from steersman.maths.sequential.betting import bet_on_rows, first_stake, wealth

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Shares that do not depend on the rows: a share chosen by looking would spoil the test.
TAILS = (0.02, 0.05, 0.1, 0.25, 0.5)
SEED = 20_241_101


def first_stakes() -> Floats:
    """(gamblers, STATE_SIZE): the stakes of one gambler for each share of each side."""
    return np.stack([first_stake() for _ in range(2 * len(TAILS))])


def mean_wealth(stakes: Floats) -> float:
    """The e-value: the mean wealth of all gamblers.

    >>> mean_wealth(first_stakes())
    1.0
    """
    return float(np.mean([wealth(stake) for stake in stakes]))


def tie_breakers(first: int, rows: int) -> Floats:
    """(rows,): numbers from 0 to 1 for the rows from number `first` on, the same in any batches."""
    source = np.random.PCG64(SEED)
    source.advance(first)
    return np.random.Generator(source).random(rows)


@njit(cache=True, nogil=True)
def uniform_ranks(counts: Floats, codes: Ints, ties: Floats) -> Floats:
    """(rows,): the rank of each value, from 0 to 1, among `counts` and the values before it.

    `counts` has the number of earlier rows with each value, and is changed to include the new.

    >>> uniform_ranks(np.array([1.0, 2.0]), np.array([1, 0]), np.array([0.5, 0.5]))
    array([0.625, 0.2  ])
    """
    ranks = np.empty(len(codes))
    for row in range(len(codes)):
        code = codes[row]
        counts[code] += 1.0
        below = counts[:code].sum()
        ranks[row] = (below + ties[row] * counts[code]) / counts.sum()
    return ranks


def bet_on_ranks(stakes: Floats, ranks: Floats) -> Floats:
    """(rows,): the mean wealth after each rank; `stakes` is changed to the one after the last."""
    total = np.zeros(len(ranks))
    for place, tail in enumerate(TAILS):
        high = (ranks > 1.0 - tail).astype(np.float64)
        low = (ranks < tail).astype(np.float64)
        total += bet_on_rows(stakes[2 * place], high, tail)
        total += bet_on_rows(stakes[2 * place + 1], low, tail)
    return total / len(stakes)

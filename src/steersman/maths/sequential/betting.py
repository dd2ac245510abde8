"""Test of "the mean of values from 0 to 1 is at most a limit" that may be looked at after each row.

A gambler who owns 1 bets on every next value, at odds that are fair or worse while the mean is
within the limit (Waudby-Smith and Ramdas 2024, *Estimating means of bounded random variables by
betting*). By Ville's inequality the wealth then ever reaches 1 / risk with at most that risk, so
the wealth is an e-value at any time. Each bet is Kelly's for an estimate of the mean from earlier
rows alone. Four purses estimate with different memory, so that a change after a long quiet time is
found too: all rows, many, few, and one that never bets. A little money is shared out again after
each row, which keeps every purse alive and the total the same.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BETTORS = 3
STATE_SIZE = BETTORS + 1 + 2 * BETTORS + 1
# Wealth stays here once it is reached: nobody needs more evidence, and floats end somewhere.
LARGEST = 1e100
# Memory as the number of rows on which the limit allows this many errors; 0 forgets nothing.
MEMORY = (0.0, 12.0, 5.0)
# Each estimate begins at a multiple of the limit, with the weight of the rows on which the limit
# allows this many errors: a break is suspected from the start, which halves the time to find one.
PRIOR_RATIO = (1.5, 2.0, 2.0)
PRIOR_ERRORS = (1.0, 3.0, 3.0)
# Money is shared out ever more slowly, so that quiet years cost little.
SHARING_ERRORS = 20.0


def first_stake() -> Floats:
    """(STATE_SIZE,): purses, then the sum and weight of the values each estimate is made of, rows.

    >>> wealth(first_stake())
    1.0
    """
    state = np.zeros(STATE_SIZE)
    state[: BETTORS + 1] = 1.0 / (BETTORS + 1)
    return state


def wealth(state: Floats) -> float:
    """The e-value: what all purses hold together."""
    return float(state[: BETTORS + 1].sum())


@njit(cache=True, nogil=True)
def bet_on_rows(state: Floats, values: Floats, limit: float) -> Floats:
    """(rows,): the wealth after each value; `state` is changed to the one after the last.

    `limit` lies strictly between 0 and 1.

    >>> state = first_stake()
    >>> path = bet_on_rows(state, np.array([0.0, 0.0, 1.0, 1.0, 1.0]), 0.1)
    >>> bool(path[-1] > 3.0), bool(path[-1] == wealth(state))
    (True, True)
    """
    path = np.empty(len(values))
    # Rows on which the limit allows one error; for a limit above one half, one success.
    rarity = 1.0 / min(limit, 1.0 - limit)
    for row in range(len(values)):
        value = values[row]
        total = 0.0
        for each in range(BETTORS):
            place = BETTORS + 1 + 2 * each
            prior = PRIOR_ERRORS[each] * rarity
            suspected = min(PRIOR_RATIO[each] * limit, 0.5 * (1.0 + limit))
            mean = (state[place] + prior * suspected) / (state[place + 1] + prior)
            # Kelly's bet on a coin with that mean. Never more than is owned, never on the far side:
            # there the null hypothesis makes no statement.
            bet = max(0.0, (mean - limit) / (limit * (1.0 - limit)))
            state[each] *= 1.0 + bet * (value - limit)
            kept = 1.0 if MEMORY[each] == 0.0 else 0.5 ** (1.0 / (MEMORY[each] * rarity))
            state[place] = kept * state[place] + value
            state[place + 1] = kept * state[place + 1] + 1.0
        rows = state[STATE_SIZE - 1]
        shared = 1.0 / (rows + SHARING_ERRORS * rarity)
        state[STATE_SIZE - 1] = rows + 1.0
        for purse in range(BETTORS + 1):
            total += state[purse]
        scale = min(1.0, LARGEST / total)
        for purse in range(BETTORS + 1):
            state[purse] = scale * ((1.0 - shared) * state[purse] + shared * total / (BETTORS + 1))
        path[row] = 0.0
        for purse in range(BETTORS + 1):
            path[row] += state[purse]
    return path

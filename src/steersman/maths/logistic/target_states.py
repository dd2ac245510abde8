"""Target states: the class probabilities that rows should have for a wanted confusion matrix.

A row that should move to class b has all its probability there; a row that should only leave
class b has none there and the same in every other class; any other row keeps what it has.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


def state_as(wanted: int, classes: int) -> Floats:
    """(classes,): the state of a row that should be of class `wanted`."""
    state = np.zeros(classes)
    state[wanted] = 1.0
    return state


def state_not_as(unwanted: int, classes: int) -> Floats:
    """(classes,): the state of a row that should be of any class but `unwanted`.

    >>> state_not_as(1, 3)
    array([0.5, 0. , 0.5])
    """
    state = np.full(classes, 1.0 / (classes - 1))
    state[unwanted] = 0.0
    return state


def rows_to_move(
    current: Floats, members: NDArray[np.intp], away: int, into: Codes, how_many: int
) -> NDArray[np.intp]:
    """Of the rows `members`, all in class `away`, the `how_many` nearest to a class of `into`."""
    distance = current[members, away] - current[np.ix_(members, into)].max(axis=1)
    return members[np.argsort(distance, kind="stable")[:how_many]]


def target_states(
    current: Floats, codes: Codes, predicted: Codes, wanted: NDArray[np.integer]
) -> tuple[Floats, NDArray[np.bool_]]:
    """(rows, classes) states that would make the confusion matrix `wanted`, and which rows change.

    `current` are the rows' class probabilities, `codes` their true classes. Out of each cell that
    holds too many rows, those nearest to a cell that holds too few are to move.

    >>> current = np.array([[0.4, 0.6], [0.1, 0.9]])
    >>> codes, predicted = np.array([0, 0]), np.array([1, 1])
    >>> states, moved = target_states(current, codes, predicted, np.array([[1, 1], [0, 0]]))
    >>> states, moved
    (array([[1. , 0. ],
           [0.1, 0.9]]), array([ True, False]))
    """
    classes = current.shape[1]
    cells = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(cells, (codes, predicted), 1)
    excess = cells - wanted
    states = current.copy()
    moved = np.zeros(len(current), dtype=bool)
    for true, away in zip(*np.nonzero(excess > 0)):
        into = np.flatnonzero(excess[true] < 0)
        members = np.flatnonzero((codes == true) & (predicted == away))
        rows = rows_to_move(current, members, away, into, int(excess[true, away]))
        # With several classes to move to, the fit chooses: only the class to leave is excluded.
        only = len(into) == 1
        states[rows] = state_as(into[0], classes) if only else state_not_as(away, classes)
        moved[rows] = True
    return states, moved

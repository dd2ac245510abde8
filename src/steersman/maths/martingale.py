"""Arithmetic of martingale programs: paths, rates, advantages and when to freeze a node.

A program is a graph of numbered nodes, the root being 0 and every edge leading to a higher number.
`children` (nodes, classes) holds where the edge of each class leads, -1 where there is none;
`labels` (nodes,) the class at which a terminal node ends a path, -1 at nodes that decide.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.stats import binom

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


def n_states(levels: int, classes: int) -> int:
    """How many vote counts there are before the last of `levels` votes: the nodes of a program.

    >>> n_states(15, 2), n_states(2, 3)
    (120, 4)
    """
    return math.comb(levels + classes - 1, classes)


def winner(votes: tuple[int, ...]) -> int:
    """The class with most votes, the first among equals: for two classes 0 when l <= L / 2.

    >>> winner((2, 2)), winner((1, 2)), winner((1, 0, 3))
    (0, 1, 2)
    """
    return int(np.argmax(votes))


def tied_winner(votes: tuple[int, ...], shares: Floats) -> int:
    """The class with most votes; among equals the one with the largest of the `shares` (classes,).

    >>> tied_winner((2, 2), np.array([0.1, 0.3])), tied_winner((3, 1), np.array([0.1, 0.3]))
    (1, 0)
    """
    counted = np.asarray(votes)
    return int(np.where(counted == counted.max(), shares, -1.0).argmax())


def hoeffding_bound(advantage: float, levels: int, classes: int = 2) -> float:
    """The most that a class's error can be when each of its votes leads every other class.

    With probabilities that lead by 2 `advantage` or more at every node, the error is at most
    (k - 1) exp(-2 g^2 L) for k classes, by Hoeffding's inequality for each of the others: the more
    classes, the weaker the bound. Of two classes, a lead of 2 g is an accuracy of 1/2 + g.

    >>> round(hoeffding_bound(0.3, 15), 3), round(hoeffding_bound(0.3, 15, classes=3), 3)
    (0.067, 0.134)
    """
    if advantage <= 0.0:
        return 1.0
    return min(1.0, (classes - 1) * math.exp(-2.0 * advantage**2 * levels))


def majority_bound(advantage: float, levels: int) -> float:
    """The most that a class's error can be when each of its votes is right with 1/2 + `advantage`.

    The exact chance of no majority among so many such votes (ties count as errors). It holds for
    any number of classes, for a majority of the votes decides whatever the others get: votes that
    are right at least so often, whatever came before, are right as often as independent ones.

    >>> round(majority_bound(0.3, 15), 4)
    0.0042
    """
    if advantage <= 0.0:
        return 1.0
    right = min(1.0, 0.5 + advantage)
    return float(binom.cdf(levels // 2, levels, right))


def freezing_threshold(eps: float, levels: int) -> float:
    """The share of a class under which a node is too rarely reached to matter: eps / (L (L + 1)).

    >>> freezing_threshold(0.24, 15)
    0.001
    """
    return eps / (levels * (levels + 1))


def advantages(matrix: NDArray[np.integer]) -> Floats:
    """(classes,): by how much a node's accuracy on each class exceeds one half; NaN without rows.

    >>> advantages(np.array([[9, 1], [2, 2]]))
    array([0.4, 0. ])
    """
    rows = matrix.sum(axis=1)
    right = np.diagonal(matrix).astype(np.float64)
    accuracies = np.divide(right, rows, out=np.full(len(rows), np.nan), where=rows > 0)
    return np.asarray(accuracies - 0.5)


def path_weights(children: Integers, shares: Floats) -> Floats:
    """(nodes,): the summed weight of all paths from the root to each node.

    A path weighs the product of its edges' `shares` (nodes, classes). One pass in the order of
    the nodes does it: time and memory grow with the edges, not with the paths.

    >>> children = np.array([[1, 2], [-1, -1], [-1, -1]])
    >>> path_weights(children, np.array([[0.75, 0.25], [0, 0], [0, 0]]))
    array([1.  , 0.75, 0.25])
    """
    weights = np.zeros(len(children))
    weights[0] = 1.0
    # Edges lead to higher numbers, so the weight of a node is complete when its turn comes.
    for node, below in enumerate(children):
        present = below >= 0
        # Two edges may lead to the same child, of which `+=` would count only one.
        np.add.at(weights, below[present], weights[node] * shares[node, present])
    return weights


def class_rates(children: Integers, labels: Integers, shares: Floats) -> Floats:
    """(true classes, predicted classes): the rate at which each class ends in each label.

    `shares` (nodes, true classes, classes) is the share of each class's rows at a node that leave
    by each edge. The first row's second column is the false-positive rate of Theorem 1.

    >>> children = np.array([[1, 2], [-1, -1], [-1, -1]])
    >>> shares = np.zeros((3, 2, 2))
    >>> shares[0] = [[0.9, 0.1], [0.3, 0.7]]
    >>> class_rates(children, np.array([-1, 0, 1]), shares)
    array([[0.9, 0.1],
           [0.3, 0.7]])
    """
    classes = shares.shape[1]
    rates = np.zeros((classes, classes))
    terminal = labels >= 0
    for true in range(classes):
        weights = path_weights(children, shares[:, true])
        np.add.at(rates[true], labels[terminal], weights[terminal])
    return rates


@njit(cache=True, nogil=True)
def reached_nodes(
    children: Integers, labels: Integers, scores: Floats, shifts: Floats, visited: Integers
) -> Integers:
    """(rows,): the terminal node that each row reaches.

    A row leaves a node by the edge of its highest score plus shift, the first among equals.
    `scores` is (nodes, rows, classes), `shifts` (nodes, classes). `visited` (rows, levels + 1) is
    filled with the nodes on each row's path, -1 after its end.
    """
    rows = scores.shape[1]
    classes = scores.shape[2]
    ends = np.zeros(rows, dtype=np.intp)
    visited[:] = -1
    for row in range(rows):
        node = 0
        step = 0
        visited[row, 0] = 0
        while labels[node] < 0:
            best = 0
            highest = -np.inf
            for edge in range(classes):
                score = scores[node, row, edge] + shifts[node, edge]
                if score > highest:
                    highest = score
                    best = edge
            node = children[node, best]
            step += 1
            visited[row, step] = node
        ends[row] = node
    return ends


@njit(cache=True, nogil=True)
def count_moves(
    children: Integers,
    visited: Integers,
    ends: Integers,
    codes: Integers,
    predicted: Integers,
    cells: NDArray[np.int64],
) -> None:
    """Add to `cells` (nodes, classes, classes) each row's class and edge at each node it passes.

    At its end the column is the class that is predicted. Arrays are as in `reached_nodes`.
    """
    for row in range(len(ends)):
        for step in range(visited.shape[1] - 1):
            node, below = visited[row, step], visited[row, step + 1]
            if below < 0:
                break
            edge = 0
            while children[node, edge] != below:
                edge += 1
            cells[node, codes[row], edge] += 1
        cells[ends[row], codes[row], predicted[row]] += 1


@njit(cache=True, nogil=True)
def sorted_turns(scores: Floats, codes: Integers, direction: Floats, label: int) -> Floats:
    """How far to turn, ascending, until each row of a class has its best score there.

    `scores` is (rows, classes), and a turn adds so much of the `direction` (classes,) to them.
    Infinite where no turn is enough, or where the scores of a row are.
    """
    turns = np.empty(len(codes))
    count = 0
    for row in range(len(codes)):
        if codes[row] != label:
            continue
        furthest = -np.inf
        for other in range(scores.shape[1]):
            if other == label:
                continue
            behind = scores[row, other] - scores[row, label]
            step = direction[label] - direction[other]
            if step <= 0:
                needed = np.inf if behind > 0 else -np.inf
            else:
                needed = np.inf if np.isnan(behind) else behind / step
            furthest = max(furthest, needed)
        turns[count] = furthest
        count += 1
    return np.sort(turns[:count])


def confusion_matrix(codes: Integers, predicted: Integers, classes: int) -> NDArray[np.int64]:
    """(true classes, predicted classes): counts of the pairs.

    >>> confusion_matrix(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    array([[1, 1],
           [0, 1]])
    """
    cells = np.bincount(codes * classes + predicted, minlength=classes * classes)
    return cells.reshape(classes, classes).astype(np.int64)

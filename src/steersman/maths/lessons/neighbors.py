"""Votes of nearest neighbors: over a whole grid, and for every k at once."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SAME = 1e-9  # distances this near are equal: how they are computed decides


def recommended_k(n: int, d: int) -> float:
    """n ** (2 / (2 + d)): neither too restless nor too dull, as theory has it.

    >>> recommended_k(100, 2)
    10.0
    """
    return float(n ** (2 / (2 + d)))


def grid_votes(
    xs: Floats, ys: Floats, X: Floats, positive: NDArray[np.bool_], k: int
) -> NDArray[np.float32]:
    """(ys, xs) the share of positives among the k points nearest to each place of an even grid.

    The k-th distance changes by no more than the way between two places, so a place looks only
    at points that its neighbor's answer leaves in question. Points that are equally far and not
    all among the k share the votes that are left.
    """
    order = np.argsort(X[:, 0], kind="stable")
    first, second = np.ascontiguousarray(X[order, 0]), np.ascontiguousarray(X[order, 1])
    return np.asarray(walked_votes(xs, ys, first, second, positive[order].astype(np.int64), k))


@njit(cache=True, nogil=True)
def select_kth(values: Floats, marks: NDArray[np.int64], size: int, place: int) -> float:
    """The value that sorting would put at a place; values change places, marks with them."""
    left, right = 0, size - 1
    while left < right:
        pivot = values[(left + right) // 2]
        i, j = left, right
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                marks[i], marks[j] = marks[j], marks[i]
                i += 1
                j -= 1
        if place <= j:
            right = j
        elif place >= i:
            left = i
        else:
            break
    return float(values[place])


@njit(cache=True, nogil=True)
def walked_votes(
    xs: Floats,
    ys: Floats,
    first: Floats,  # in ascending order
    second: Floats,
    positive: NDArray[np.int64],
    k: int,
) -> NDArray[np.float32]:
    n = len(first)
    votes = np.empty((len(ys), len(xs)), dtype=np.float32)
    squared, near, near_positive = np.empty(n), np.empty(n), np.empty(n, dtype=np.int64)
    row_reach = np.inf
    for row in range(len(ys)):
        # In the first row `reach` is infinite, so that the step from the last row around does no
        # harm.
        reach, step = row_reach, ys[row] - ys[row - 1]
        for column in range(len(xs)):
            x, y = xs[column], ys[row]
            # A little more than the step, so that rounding does not exclude the k-th point itself.
            most = reach + 1.0000001 * abs(step)
            least = max(reach - 1.0000001 * abs(step), 0.0) if reach < np.inf else 0.0
            low, high = least * least, most * most
            # Points are sorted by x: those further across than `most` need not be looked at.
            start = np.searchsorted(first, x - most)
            end = np.searchsorted(first, x + most, side="right")
            across, up, of_class = first[start:end], second[start:end], positive[start:end]
            for i in range(end - start):
                a, b = across[i] - x, up[i] - y
                squared[i] = a * a + b * b
            inside, inside_positive, size = 0, 0, 0
            for i in range(end - start):
                if squared[i] < low:
                    inside += 1
                    inside_positive += of_class[i]
            for i in range(end - start):
                if low <= squared[i] <= high:
                    near[size] = squared[i]
                    near_positive[size] = of_class[i]
                    size += 1
            kth = select_kth(near, near_positive, size, k - inside - 1)
            ties, ties_positive = 0, 0
            for i in range(size):
                if near[i] < kth:
                    inside += 1
                    inside_positive += near_positive[i]
                elif near[i] == kth:
                    ties += 1
                    ties_positive += near_positive[i]
            votes[row, column] = (inside_positive + (k - inside) * ties_positive / ties) / k
            reach = np.sqrt(kth)
            if column == 0:
                row_reach = reach
            step = xs[min(column + 1, len(xs) - 1)] - xs[column]
    return votes


def vote_bounds(
    queries: Floats, X: Floats, positive: NDArray[np.bool_], k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(queries,) the fewest and the most positives that the k nearest points can have.

    They differ only where points equally far are not all among the k.
    """
    layout = np.ascontiguousarray  # compiled once, for this one
    bounds = counted_votes(layout(queries), layout(X), positive.astype(np.int64), k)
    return bounds[0], bounds[1]


@njit(cache=True, nogil=True)
def counted_votes(
    queries: Floats, X: Floats, positive: NDArray[np.int64], k: int
) -> NDArray[np.int64]:
    bounds = np.empty((2, len(queries)), dtype=np.int64)
    squared = np.empty(len(X))
    for query in range(len(queries)):
        for i in range(len(X)):
            a, b = X[i, 0] - queries[query, 0], X[i, 1] - queries[query, 1]
            squared[i] = a * a + b * b
        kth = np.partition(squared, k - 1)[k - 1]
        near = kth * (1 + SAME)
        inside, inside_positive, ties, ties_positive = 0, 0, 0, 0
        for i in range(len(X)):
            if squared[i] < kth * (1 - SAME):
                inside += 1
                inside_positive += positive[i]
            elif squared[i] <= near:
                ties += 1
                ties_positive += positive[i]
        left = k - inside
        bounds[0, query] = inside_positive + max(0, left - (ties - ties_positive))
        bounds[1, query] = inside_positive + min(left, ties_positive)
    return bounds


def held_out_errors(
    X: Floats, positive: NDArray[np.bool_], folds: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """(k_max,) for k from 1 on: the error on the held out part, mean over parts, and its spread.

    Each held out row sorts the others once; running sums of their classes are the votes of
    every k. A tied vote counts as negative, as the grid's does.
    """
    parts = np.unique(folds)
    most = min(int((folds != part).sum()) for part in parts)
    ks = np.arange(1, most + 1)
    errors = np.empty((len(parts), most))
    for number, part in enumerate(parts):
        held, others = X[folds == part], X[folds != part]
        squared = ((held[:, np.newaxis] - others) ** 2).sum(axis=2)
        order = np.argsort(squared, axis=1, kind="stable")[:, :most]
        votes = np.cumsum(positive[folds != part][order], axis=1)
        decided = 2 * votes > ks
        errors[number] = (decided != positive[folds == part][:, np.newaxis]).mean(axis=0)
    return errors.mean(axis=0), errors.std(axis=0, ddof=1) / np.sqrt(len(parts))


def decisions_for_all_k(
    X: Floats, labels: NDArray[np.int64], at: Floats, most: int
) -> NDArray[np.bool_]:
    """(points, most): whether k = 1, 2, ..., `most` neighbors say 1.

    They do when more than half of their labels are 1; equally near neighbors count in the order
    of their rows.
    """
    squares = (at * at).sum(axis=1)[:, None] - 2.0 * at @ X.T + (X * X).sum(axis=1)
    order = np.argsort(squares, axis=1, kind="stable")[:, :most]
    ones = np.cumsum(labels[order], axis=1)
    decided: NDArray[np.bool_] = 2 * ones > np.arange(1, order.shape[1] + 1)
    return decided


def true_risks(decided: NDArray[np.bool_], chances: Floats) -> Floats:
    """(rules,) how often each column's decisions are wrong, given P(Y = 1) at every point."""
    one = chances[:, None]
    risks: Floats = np.where(decided, 1.0 - one, one).mean(axis=0)
    return risks

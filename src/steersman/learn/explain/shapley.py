"""Shapley values of any score: what each group of features adds, averaged over their orders.

A row's features replace those of background rows one group after the other. What the score gains on
the way from the background to the row is divided among the groups, so that it adds up exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.learn.explain.matrices import Rows, is_sparse
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_EXACT = 8
"""Up to so many groups every coalition is scored."""
ORDERS = 8
ROWS_AT_ONCE = 4096


def shapley_values(
    score: Callable[[Rows], Floats],
    row: Rows,
    background: Rows,
    of: Ints,
    *,
    orders: int = ORDERS,
    seed: int = 0,
    task: Task | None = None,
) -> tuple[Floats, float]:
    """(groups,) what each group adds to the score of `row` (1, features), and the mean score of
    the background rows that it is added to.

    `of` (features,) is the group of each feature. Up to 8 groups the values are exact; of more,
    `orders` random orders and their reverses are averaged.

    >>> def product(X): return X[:, 0] * X[:, 1]
    >>> row, zeros = np.array([[2.0, 3.0]]), np.zeros((1, 2))
    >>> values, base = shapley_values(product, row, zeros, np.array([0, 1]))
    >>> values.tolist(), float(base)
    ([3.0, 3.0], 0.0)
    """
    task = task or Task()
    groups = int(of.max()) + 1
    exact = groups <= MOST_EXACT
    chosen = every_coalition(groups) if exact else ordered_coalitions(groups, orders, seed)
    values = coalition_values(score, row, background, of, chosen, task)
    base = float(values[0])
    if exact:
        return exact_values(groups, values), base
    gains = np.zeros(groups)
    sequences = random_orders(groups, orders, seed)
    inner = values[2:].reshape(len(sequences), groups - 1)
    for order, between in zip(sequences, inner):
        path = np.concatenate([values[:1], between, values[1:2]])
        gains[order] += np.diff(path)
    return gains / len(sequences), base


def every_coalition(groups: int) -> NDArray[np.bool_]:
    """(2 ** groups, groups) all subsets, by the bits of their number."""
    numbers = np.arange(2**groups)[:, None]
    return np.asarray((numbers >> np.arange(groups)) & 1 == 1)


def exact_values(groups: int, values: Floats) -> Floats:
    """Shapley's formula over all coalitions."""
    found = np.zeros(groups)
    for group in range(groups):
        others = [each for each in range(groups) if each != group]
        for size in range(groups):
            weight = 1.0 / (groups * comb(groups - 1, size))
            for members in combinations(others, size):
                without = sum(1 << each for each in members)
                found[group] += weight * (values[without | 1 << group] - values[without])
    return found


def random_orders(groups: int, orders: int, seed: int) -> list[Ints]:
    """Random orders of the groups, each followed by its reverse."""
    rng = np.random.default_rng(seed)
    drawn = [rng.permutation(groups) for _ in range(max(1, orders // 2))]
    return [each for order in drawn for each in (order, order[::-1])]


def ordered_coalitions(groups: int, orders: int, seed: int) -> NDArray[np.bool_]:
    """The empty and the full coalition, then those on the way from one to the other."""
    found = [np.zeros((1, groups), dtype=bool), np.ones((1, groups), dtype=bool)]
    for order in random_orders(groups, orders, seed):
        place = np.argsort(order)
        found.append(place[None, :] < np.arange(1, groups)[:, None])
    return np.vstack(found)


def coalition_values(
    score: Callable[[Rows], Floats],
    row: Rows,
    background: Rows,
    of: Ints,
    coalitions: NDArray[np.bool_],
    task: Task,
) -> Floats:
    """(coalitions,) the mean score where the groups of a coalition are the row's and the others
    the background's."""
    behind = background.shape[0]
    at_once = max(1, ROWS_AT_ONCE // behind)
    values = np.empty(len(coalitions))
    for start in range(0, len(coalitions), at_once):
        task.report("computing contributions", start / len(coalitions))
        part = coalitions[start : start + at_once]
        rows = mixed_rows(row, background, of, part)
        values[start : start + at_once] = score(rows).reshape(len(part), behind).mean(axis=1)
    return values


def mixed_rows(row: Rows, background: Rows, of: Ints, coalitions: NDArray[np.bool_]) -> Rows:
    """(coalitions * background rows, features) each background row with the coalition's features
    of the row."""
    behind, features = background.shape
    if not is_sparse(background):
        taken = coalitions[:, of][:, None, :]
        mixed = np.where(taken, np.asarray(row), np.asarray(background)[None])
        return mixed.reshape(-1, features)
    whole = csr_matrix(background)
    left = kept_entries(whole, ~coalitions[:, of[whole.indices]])
    own = csr_matrix(row)
    added = kept_entries(own, coalitions[:, of[own.indices]])
    repeated = np.repeat(np.arange(len(coalitions)), behind)
    return csr_matrix(left + added[repeated])


def kept_entries(rows: csr_matrix, kept: NDArray[np.bool_]) -> csr_matrix:
    """The rows once for each row of `kept` (copies, entries), with only the entries kept there."""
    copies, height = len(kept), rows.shape[0]
    flat = kept.ravel()
    line = np.repeat(np.arange(height), np.diff(rows.indptr))
    lines = (line[None, :] + height * np.arange(copies)[:, None]).ravel()[flat]
    data, columns = np.tile(rows.data, copies)[flat], np.tile(rows.indices, copies)[flat]
    return csr_matrix((data, (lines, columns)), shape=(copies * height, rows.shape[1]))

"""Splits by time and by groups: the newest rows test, and rows of one group stay together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedGroupKFold

from steersman.data.columns.cells import words
from steersman.data.columns.column_formats import column_date_format
from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import check_present
from steersman.data.columns.values import date_column
from steersman.errors import SteersmanError

Rows = NDArray[np.intp]
Fold = tuple[Rows, Rows]


def time_order(frame: Frame, column: str, where: str) -> NDArray[np.float64]:
    """(rows,): the time of each row as a number; a column of numbers counts as it is.

    A row without a time is refused, since nobody knows where it belongs.
    """
    check_present(frame.columns, column, "time column", where)
    values = frame.get_column(column)
    if values.dtype.is_numeric():
        order = values.to_numpy().astype(np.float64)
    else:
        moments = date_column(values, column_date_format(values), where)
        order = np.where(np.isnat(moments), np.nan, moments.astype(np.int64)).astype(np.float64)
    missing = int(np.isnan(order).sum())
    if missing:
        raise SteersmanError(
            f"{missing:,} rows of {where} have no time in {column!r}",
            todo="fill it in, or remove these rows",
            code="time-missing",
            column=column,
            rows=missing,
        )
    return order


def row_groups(frame: Frame, column: str, where: str) -> NDArray[np.str_]:
    """(rows,): the group of each row, as text; rows without one are a group of their own."""
    check_present(frame.columns, column, "group column", where)
    return np.array([each or "" for each in words(frame.get_column(column))])


def time_folds(order: NDArray[np.float64], n_folds: int) -> list[Fold]:
    """Folds that learn from earlier rows alone: of equal periods, all but the first are tested.

    >>> [(train.tolist(), test.tolist()) for train, test in time_folds(np.array([3.0, 1, 2]), 2)]
    [([1], [2]), ([1, 2], [0])]
    """
    periods = np.array_split(np.argsort(order, kind="stable"), n_folds + 1)
    return [
        (np.concatenate(periods[:place]), np.sort(periods[place]))
        for place in range(1, n_folds + 1)
    ]


def group_folds(
    groups: NDArray[np.generic], y: NDArray[np.generic], n_folds: int, seed: int
) -> list[Fold]:
    """Folds in which every group is in one part alone; classes are spread as evenly as can be."""
    number = len(np.unique(groups))
    if number < n_folds:
        raise SteersmanError(
            f"there are {number} groups, fewer than {n_folds} folds",
            todo="use fewer folds, or another column of groups",
            code="too-few-groups",
            groups=number,
            folds=n_folds,
        )
    cut = StratifiedGroupKFold(n_folds, shuffle=True, random_state=seed)
    return [(train, test) for train, test in cut.split(np.zeros(len(y)), y, groups)]


def time_split(order: NDArray[np.float64], holdout: float, test: float) -> NDArray[np.str_]:
    """(rows,): train for the oldest rows, validation for later ones, test for the newest."""
    rows = len(order)
    last = rows - round(test * rows)
    middle = last - max(1, round(holdout * last))
    parts = np.repeat(["train", "validation", "test"], [middle, last - middle, rows - last])
    split = np.empty(rows, dtype=parts.dtype)
    split[np.argsort(order, kind="stable")] = parts
    return split


def group_split(
    groups: NDArray[np.str_], holdout: float, test: float, seed: int
) -> NDArray[np.str_]:
    """(rows,): train, validation or test for whole groups, drawn by chance until each is full."""
    names, place = np.unique(groups, return_inverse=True)
    if len(names) < 3:
        raise SteersmanError(
            f"there are {len(names)} groups, fewer than training, tuning and final test need",
            todo="use another column of groups",
            code="too-few-groups",
            groups=len(names),
        )
    sizes = np.bincount(place)
    order = np.random.default_rng(seed).permutation(len(names))
    # The first groups test, the next steer; each part gets one group at least if it is wanted.
    before = np.concatenate([[0], np.cumsum(sizes[order])[:-1]]) / len(groups)
    of_group = np.full(len(names), "validation", dtype="<U10")
    of_group[order[before >= test + holdout * (1.0 - test)]] = "train"
    of_group[order[before < test]] = "test"
    of_group[order[-1]] = "train"
    return of_group[place]

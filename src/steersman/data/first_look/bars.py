"""How the values of a column are spread, in a dozen bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from itertools import pairwise

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.columns.cells import missing_test, words
from steersman.data.columns.column_formats import column_number_format
from steersman.data.columns.kinds import Column, date_format
from steersman.data.columns.numerals import is_number
from steersman.data.sketch import Kind

MOST_BARS = 12


def bars_of(column: Column, kind: Kind, decimal: str | None = None) -> dict[str, int]:
    """The rows of the commonest values; of intervals of numbers, dates and numbers of words.

    >>> import pandas as pd
    >>> port = nw.from_native(pd.Series(["Oslo", "Rome", "Oslo"]), series_only=True)
    >>> bars_of(port, "category")
    {'Oslo': 2, 'Rome': 1}
    """
    if kind == "vector":
        return {}
    is_missing = missing_test(column)
    present = [word for word in words(column) if word is not None and not is_missing(word)]
    if kind == "number":
        format = column_number_format(column, decimal)
        plain = [format.plain_number(word) or "" for word in present]
        return intervals(np.array([float(word) for word in plain if is_number(word)]), number_name)
    if kind == "date":
        return intervals(days_of(column, present), day_name)
    if kind == "text":
        lengths = np.array([len(word.split()) for word in present], dtype=np.float64)
        return {f"{name} words": rows for name, rows in intervals(lengths, number_name).items()}
    return dict(Counter(present).most_common(MOST_BARS))


def intervals(values: NDArray[np.float64], name: Callable[[float], str]) -> dict[str, int]:
    """The rows in each of a dozen equal intervals; of each value when there are few whole ones.

    >>> intervals(np.array([1.0, 1.0, 3.0]), number_name)
    {'1': 2, '2': 0, '3': 1}
    """
    values = np.sort(values[np.isfinite(values)])
    if not values.size:
        return {}
    low, high = float(values[0]), float(values[-1])
    few = high - low < MOST_BARS and bool(np.all(values == np.floor(values)))
    if low == high or few:
        counts = np.bincount((values - low).astype(np.int64)) if low < high else [values.size]
        return {name(low + step): int(rows) for step, rows in enumerate(counts)}
    edges = np.arange(MOST_BARS + 1) * ((high - low) / MOST_BARS) + low
    # Rounding must not push the largest value out of the last interval.
    edges[-1] = high
    below = np.searchsorted(values, edges).tolist()
    # The last interval includes its upper end.
    below[-1] = values.size
    names = [name(edge) for edge in edges.tolist()]
    spans = [f"{a} to {b}" for a, b in pairwise(names)]
    return dict(zip(distinct(spans), (above - under for under, above in pairwise(below))))


def distinct(names: list[str]) -> list[str]:
    """The names, numbered where rounding has made two alike."""
    if len(set(names)) == len(names):
        return names
    return [
        name if names.count(name) == 1 else f"{name} ({place + 1})"
        for place, name in enumerate(names)
    ]


def days_of(column: Column, present: list[str]) -> NDArray[np.float64]:
    """The dates of a column as days."""
    if column.dtype in (nw.Date, nw.Datetime):
        dates = [value for value in column.to_list() if isinstance(value, date)]
        return np.array([value.toordinal() for value in dates], dtype=np.float64)
    written = date_format(present)
    if written is None:
        return np.empty(0)
    days = []
    for word in present:
        try:
            days.append(datetime.strptime(word.strip(), written).toordinal())
        except ValueError:
            # It looks like a date and is none: 2021-02-31.
            continue
    return np.array(days, dtype=np.float64)


def number_name(value: float) -> str:
    return f"{value:.4g}"


def day_name(value: float) -> str:
    return date.fromordinal(int(value)).isoformat()

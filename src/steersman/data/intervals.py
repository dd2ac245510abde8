"""Numbers cut into a few intervals: where, and what the intervals are called."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BINS = 4
Floats = NDArray[np.float64]


def interval_cuts(column: Floats) -> Floats:
    """Where a column is cut: its quartiles, or its commonest low value and thirds of the rest."""
    low, high = float(column.min()), float(column.max())
    if np.mean(column == low) < 1 / BINS:
        cuts = np.quantile(column, [0.25, 0.5, 0.75])
    else:
        # A lowest value that a quarter of the rows share, often 0, gets its own interval.
        above = column[column > low]
        cuts = np.append(np.quantile(above, [1 / 3, 2 / 3]) if above.size else [], low)
    inner: Floats = np.unique(cuts[cuts < high])
    return inner


def interval_names(name: str, cuts: Floats) -> list[str]:
    """The name of each interval between the cuts.

    >>> interval_names("age", np.array([30.0, 50.0]))
    ['age ≤ 30', 'age 30–50', 'age > 50']
    """
    before = f"{name} " if name else ""
    if not cuts.size:
        return [name]
    # A dash between negative numbers would read as a sign.
    between = " to " if cuts[0] < 0 else "–"
    inner = [f"{before}{low:.4g}{between}{high:.4g}" for low, high in pairwise(cuts)]
    return [f"{before}≤ {cuts[0]:.4g}", *inner, f"{before}> {cuts[-1]:.4g}"]


def interval_places(values: Floats, cuts: Floats) -> NDArray[np.intp]:
    """(values,): the interval that each value lies in, from 0."""
    return np.searchsorted(cuts, values, side="left")

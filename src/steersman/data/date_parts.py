"""Moments as days, months, weekdays and hours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SECONDS_A_DAY = 86_400
DATE_PARTS = ("day", "month", "weekday", "hour")
Floats = NDArray[np.float64]


def parts_of(moments: NDArray[np.generic]) -> Floats:
    """(rows, parts) of one column.

    >>> parts_of(np.array(["1970-02-03T06:00:00", "NaT"], dtype="datetime64[s]"))
    array([[33.25,  2.  ,  1.  ,  6.  ],
           [  nan,   nan,   nan,   nan]])
    """
    seconds = moments.astype("datetime64[s]", copy=False)
    absent = np.isnat(seconds)
    count = seconds.astype(np.int64)
    if absent.any():
        count[absent] = 0
    days = count // SECONDS_A_DAY
    first, last = (int(days.min()), int(days.max())) if len(days) else (0, 0)
    # numpy's calendar takes longer than all the rest, and most rows share their days with others.
    if last - first < len(days):
        parts = np.take(parts_of_days(np.arange(first, last + 1)), days - first, axis=0)
    else:
        parts = parts_of_days(days)
    later = count - days * SECONDS_A_DAY
    if later.any():
        parts[:, 0] = count / SECONDS_A_DAY
        parts[:, 3] = later // 3_600
    parts[absent] = np.nan
    return parts


def parts_of_days(days: NDArray[np.int64]) -> Floats:
    """(days, parts) of days since 1970, as they begin.

    >>> parts_of_days(np.array([0, 31, -1])).tolist()
    [[0.0, 1.0, 3.0, 0.0], [31.0, 2.0, 6.0, 0.0], [-1.0, 12.0, 2.0, 0.0]]
    """
    parts = np.zeros((len(days), len(DATE_PARTS)))
    parts[:, 0] = days
    parts[:, 1] = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % 12 + 1
    # January 1, 1970 was a Thursday.
    parts[:, 2] = (days + 3) % 7
    return parts


def distinct_moments(
    seconds: NDArray[np.datetime64],
) -> tuple[NDArray[np.datetime64], NDArray[np.int64]]:
    """Moments that are there and how many rows have each; days that are few are held once each.

    >>> moments = np.array(["1970-01-03", "1970-01-01", "1970-01-03"], dtype="datetime64[s]")
    >>> distinct_moments(moments)[1].tolist()
    [1, 2]
    """
    count = seconds.astype(np.int64)
    days = count // SECONDS_A_DAY
    first, last = int(days.min()), int(days.max())
    # Dates without a time of day are mostly those of few years: to count them is quicker than to
    # order the parts of each row.
    if last - first >= len(days) or (count != days * SECONDS_A_DAY).any():
        return seconds, np.ones(len(seconds), np.int64)
    rows = np.bincount(days - first)
    held = np.flatnonzero(rows)
    return ((held + first) * SECONDS_A_DAY).astype("datetime64[s]"), rows[held]

"""Zeros that cannot be measurements: a blood pressure of 0 stands for a value nobody measured."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from steersman.data.first_look.number_looks import NumberLook
from steersman.data.sketch import Finding

LEAST_ZEROS, LEAST_OTHERS = 3, 20
# Of all values: where most are 0, it is the usual value.
MOST_ZEROS = 0.6
# The smallest other value must be at least this part of their median.
GAP = 0.25
MEASURED = re.compile(
    "pressure|glucose|insulin|bmi|body.?mass|skin|thickness|weight|height|cholesterol|pulse|"
    "heart.?rate|temperature|h(a)?emoglobin",
    re.IGNORECASE,
)


def zero_findings(look: NumberLook, known: bool) -> Iterator[Finding]:
    """A finding about zeros that look like missing values, or that are read so (`known`)."""
    zeros = suspicious_zeros(look.there, look.name)
    if not (zeros or known):
        return
    count = int(np.count_nonzero(look.there == 0.0))
    rows = f"{count:,} of {len(look.values):,} values of {look.name!r} are 0"
    if known:
        yield Finding(
            "note",
            f"{rows} and count as missing",
            look.name,
            remedy="zeros-missing",
            code="zeros-missing",
            rows=count,
        )
        return
    least = float(look.there[count])
    yield Finding(
        "warning",
        f"{rows}, all others are {least:g} or more",
        look.name,
        "if nobody measured them, count them as missing",
        "zeros-missing",
        code="zeros-suspicious",
        rows=count,
    )


def suspicious_zeros(there: NDArray[np.float64], name: str = "") -> int:
    """How many of some sorted values are zeros that cannot be measurements; 0 where none are.

    Either all other values are far from 0, or the column is named after a measurement that is
    never 0.

    >>> pressure = np.sort(np.concatenate([np.zeros(5), np.arange(60.0, 110.0)]))
    >>> suspicious_zeros(pressure), suspicious_zeros(np.arange(100.0))
    (5, 0)
    """
    if not there.size or there[0] < 0.0:
        return 0
    zeros = int(np.searchsorted(there, 0.0, side="right"))
    others = there[zeros:]
    if zeros < LEAST_ZEROS or zeros > MOST_ZEROS * there.size or others.size < LEAST_OTHERS:
        return 0
    distinct = int(np.count_nonzero(np.diff(others))) + 1
    counts = others[0] == 1.0 and bool((others == np.rint(others)).all())
    if distinct < LEAST_OTHERS // 2 or counts:
        return 0
    apart = bool(others[0] >= GAP * others[others.size // 2])
    return zeros if apart or MEASURED.search(name) else 0

"""Figures printed in a lecture beside our own, and what the lessons refuse."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.session.lessons.shapes import CheckValues


def as_printed(printed: str, ours: float) -> bool:
    """Whether our figure, rounded to the printed digits, is the printed one.

    >>> as_printed("0.0469", 0.046904), as_printed("2.9154", 2.915476)
    (True, False)
    """
    exponent = Decimal(printed).as_tuple().exponent
    quantum = 10.0 ** int(exponent)
    return bool(abs(ours - float(printed)) <= 0.5 * quantum * (1.0 + 1e-9))


def check(what: str, printed: str, ours: float, note: str = "") -> CheckValues:
    """One figure of the lecture beside ours."""
    return {
        "what": what,
        "printed": printed,
        "ours": float(ours),
        "agrees": as_printed(printed, ours),
        "note": note,
    }


def within(name: str, value: float, low: float, high: float) -> float:
    """The value, if it is in its range."""
    if not low <= value <= high:
        raise SteersmanError(
            f"{name} cannot be {value:g}",
            todo=f"take a number from {low:g} to {high:g}",
            code="out-of-range",
            name=name,
            value=value,
            low=low,
            high=high,
        )
    return value


def matrix_of(
    name: str, rows: tuple[tuple[float, ...], ...], columns: int, fewest: int, most: int
) -> NDArray[np.float64]:
    """The rows as an array, all with the same number of finite values."""
    within(f"the number of {name}", len(rows), fewest, most)
    if any(len(row) != columns for row in rows):
        raise SteersmanError(
            f"{name} have {columns} values each",
            todo="send all of them",
            code="wrong-length",
            where=name,
            expected=columns,
        )
    found = np.array(rows, dtype=np.float64)
    if not np.isfinite(found).all():
        raise SteersmanError(
            f"a value of the {name} is not a number",
            todo="type it again",
            code="value-not-finite",
            where=name,
        )
    return found

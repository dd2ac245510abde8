"""What the modules of the lessons share: the record of a question, and checks of what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError, check_range
from steersman.session.actions import Query, kind_name
from steersman.session.views import View

Floats = NDArray[np.float64]
MOST_POINTS = 40
REACH = 20.0
"""How far from the origin people may move a point."""
Interval = tuple[float, float, float]
"""A mean and its 95 % interval: mean, low, high."""


class LessonAnswer(TypedDict):
    """The answer to a lesson's query."""

    python: NotRequired[str]
    """Lines that come to the same figures; not yet there while a study runs."""


LARGEST_VALUE = 1e9


@dataclass(frozen=True)
class LessonQuestion:
    """One question of a lesson: its action, the shape of its answer, the answer, Python lines.

    A `study` takes long and shows the figures it has so far.
    """

    action: type[Query]
    shape: type
    view: Callable[..., View]
    python: Callable[[Any], str]
    study: bool = False

    @property
    def kind(self) -> str:
        """The kind of its frame, which is the name of its action on the wire."""
        return kind_name(self.action)


def matrix_of(
    name: str, rows: tuple[tuple[float, ...], ...], columns: int, fewest: int, most: int
) -> NDArray[np.float64]:
    """The rows as an array, all with the same number of finite values."""
    check_range(f"the number of {name}", len(rows), fewest, most)
    if any(len(row) != columns for row in rows):
        raise SteersmanError(
            f"{name} have {columns} values each",
            todo="send all of them",
            code="wrong-length",
            where=name,
            expected=columns,
        )
    found = np.array(rows, dtype=np.float64)
    # Larger ones overflow where they are squared.
    if not (np.abs(found) <= LARGEST_VALUE).all():
        raise SteersmanError(
            f"a value of the {name} is too large, or not a number",
            todo=f"type one between {-LARGEST_VALUE:,.0f} and {LARGEST_VALUE:,.0f}",
            code="value-not-finite",
            where=name,
        )
    return found


def plane_points(x: Sequence[float], y: Sequence[float]) -> tuple[Floats, Floats]:
    """The coordinates of a few points that people move."""
    if len(x) != len(y):
        raise SteersmanError(
            "each point has an x and a y",
            todo="send as many of each",
            code="lengths-differ",
            lengths=(len(x), len(y)),
        )
    check_range("the number of points", len(x), 2, MOST_POINTS)
    for value in (*x, *y):
        check_range("a coordinate", value, -REACH, REACH)
    return np.array(x), np.array(y)


def rows_text(rows: tuple[tuple[float, ...], ...]) -> str:
    """Rows of numbers in Python, one a line."""
    lines = "".join(f"    {list(row)},\n" for row in rows)
    return f"np.array([\n{lines}])"

"""Groups of rows: from a column or one value for each row; numbers are cut into intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import narwhals
import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.data.intervals import interval_cuts, interval_names, interval_places
from steersman.errors import SteersmanError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MISSING = "(missing)"
MOST_NUMBERS = 20
"""So many different numbers are groups of their own; of more, intervals are."""
FIRST_ROWS = 1_000


@dataclass(frozen=True, eq=False)
class Groups:
    """The groups that rows belong to: their names, and the place of each row's.

    `cuts` are the ends of the intervals, where a column of many numbers was cut. `column` is the
    column that the groups are from, where it is known.
    """

    names: tuple[object, ...]
    codes: Ints
    cuts: tuple[float, ...] = ()
    column: str = ""

    @classmethod
    def of(cls, values: ArrayLike, rows: int, column: str = "") -> Groups:
        """The groups of rows with these values.

        >>> Groups.of(["b", "a", None], 3).names
        ('(missing)', 'a', 'b')
        """
        given = np.asarray(values)
        if given.shape != (rows,):
            raise SteersmanError(
                f"{rows} rows came with groups of shape {given.shape}",
                todo="give one group for each row",
                code="group-count",
                rows=rows,
                shape=given.shape,
            )
        cuts = number_cuts(given)
        labels = group_labels(given, cuts)
        names = sorted(set(labels), key=str)
        if cuts:
            # Intervals in the order of their numbers.
            order = [*interval_names("", np.array(cuts)), MISSING]
            names = [name for name in order if name in names]
        place = {name: at for at, name in enumerate(names)}
        codes = np.array([place[each] for each in labels], dtype=np.int64)
        return cls(tuple(names), codes, cuts, column)


def number_cuts(values: NDArray[np.generic]) -> tuple[float, ...]:
    """Where a column of many different numbers is cut into intervals; nothing for any other."""
    if not has_many_numbers(values):
        return ()
    numbers = values.astype(np.float64)
    return tuple(interval_cuts(numbers[np.isfinite(numbers)]).tolist())


def has_many_numbers(values: NDArray[np.generic]) -> bool:
    """Whether there are too many different numbers for each to be a group.

    >>> has_many_numbers(np.arange(1000) % 3), has_many_numbers(np.arange(1000))
    (False, True)
    """
    if values.dtype.kind not in "fiu":
        return False
    numbers = values.astype(np.float64)
    known = numbers[np.isfinite(numbers)]
    # The first rows nearly always show it.
    first = np.unique(known[:FIRST_ROWS])
    return len(first) > MOST_NUMBERS or len(np.unique(known)) > MOST_NUMBERS


def group_labels(values: NDArray[np.generic], cuts: Sequence[float] = ()) -> list[object]:
    """The name of each value's group."""
    if not cuts:
        # A missing value differs from itself.
        return [MISSING if each is None or each != each else each for each in values.tolist()]
    ends = np.asarray(cuts, dtype=np.float64)
    names, numbers = interval_names("", ends), values.astype(np.float64)
    places = interval_places(numbers, ends).tolist()
    known = np.isfinite(numbers).tolist()
    return [names[place] if there else MISSING for place, there in zip(places, known)]


def column_of(X: ArrayLike, name: str) -> ArrayLike:
    """A column of a frame."""
    if name not in column_names(X):
        raise SteersmanError(
            f"the rows have no column {name!r}",
            todo="give groups=... as one value for each row, or a column of the frame",
            code="unknown-group-column",
            column=name,
        )
    frame: Any = narwhals.from_native(X, eager_only=True, pass_through=True)
    return np.asarray(frame[name].to_numpy())


def column_names(X: ArrayLike) -> list[str]:
    """The columns of a frame; none where the rows are an array."""
    frame: Any = narwhals.from_native(X, eager_only=True, pass_through=True)
    return list(frame.columns) if isinstance(frame, narwhals.DataFrame) else []


GivenGroups = ArrayLike | str | Mapping[str, ArrayLike] | None
"""One value for each row, a column of the frame, or such values by what a want calls the groups."""


def groupings_of(
    given: GivenGroups, names: Sequence[str], X: ArrayLike, rows: int
) -> dict[str, Groups]:
    """The groups for each name that a want has for them; a frame's own columns need not be given.

    Groups that no limit is about keep the name of their column.
    """
    if given is None:
        there = [name for name in names if name in column_names(X)]
        return {name: Groups.of(column_of(X, name), rows, name) for name in there}
    if isinstance(given, Mapping):
        unknown = [name for name in names if name not in given]
        if unknown:
            raise SteersmanError(
                f"there are no groups called {unknown[0]!r}",
                todo=f"groups= has {', '.join(map(str, given))}",
                code="unknown-group-column",
                column=unknown[0],
            )
        return {name: Groups.of(values, rows, name) for name, values in given.items()}
    column = given if isinstance(given, str) else ""
    found = Groups.of(column_of(X, given) if isinstance(given, str) else given, rows, column)
    return dict.fromkeys(names or (column or "group",), found)

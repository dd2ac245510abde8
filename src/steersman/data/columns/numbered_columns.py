"""Numbered columns that are one vector, such as `emb_0` to `emb_383`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.arrow.vectors import LEAST_LENGTH, vector_column
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import Column, Frame
from steersman.errors import SteersmanError

NUMBERED = re.compile(r"(.*\D)(\d+)", re.DOTALL)
JOINTS = " _.-"
# Fewer numbered columns, such as sensor1 to sensor8, are rather measurements of their own.
LEAST_SUGGESTED = 16


def numbered_columns(columns: Iterable[str], name: str) -> list[str]:
    """The columns that are numbered under a name, in order; none where a number is left out.

    >>> numbered_columns(["kind", "emb_2", "emb_0", "emb_1"], "emb")
    ['emb_0', 'emb_1', 'emb_2']
    >>> numbered_columns(["emb_0", "emb_2"], "emb")
    []
    """
    return groups_of_columns(columns).get(name, [])


def groups_of_columns(columns: Iterable[str], least: int = LEAST_LENGTH) -> dict[str, list[str]]:
    """The groups of at least so many numbered columns, by name.

    >>> groups_of_columns(["x1", "x2", "age", "y1"])
    {'x': ['x1', 'x2']}
    """
    numbered: dict[str, dict[int, str]] = defaultdict(dict)
    for column in columns:
        found = NUMBERED.fullmatch(column)
        if found is not None:
            numbered[found[1].rstrip(JOINTS)][int(found[2])] = column
    groups = {}
    for name, by_number in numbered.items():
        whole = max(by_number) - min(by_number) + 1 == len(by_number)
        if name and whole and len(by_number) >= least:
            groups[name] = [by_number[number] for number in sorted(by_number)]
    return groups


def with_vectors(frame: Frame, names: Sequence[str]) -> Frame:
    """The frame with one column of vectors in place of the columns numbered under each name.

    A name that is a column already, or under which no columns are numbered, changes nothing.

    >>> frame = frame_from_columns({"emb_0": [1.0, 2.0], "emb_1": [3.0, None], "age": [4, 5]})
    >>> with_vectors(frame, ["emb"]).to_native().to_pylist()
    [{'emb': [1.0, 3.0], 'age': 4}, {'emb': [2.0, nan], 'age': 5}]
    """
    there = frame.columns
    asked = set(names) - set(there)
    groups = groups_of_columns(there) if asked else {}
    joined = {members[0]: name for name, members in groups.items() if name in asked}
    if not joined:
        return frame
    inside = {column for name in joined.values() for column in groups[name]}
    columns: dict[str, object] = {}
    for column in there:
        if column in joined:
            name = joined[column]
            numbers = [numbers_of(frame.get_column(each), name) for each in groups[name]]
            columns[name] = vector_column(np.column_stack(numbers))
        elif column not in inside:
            columns[column] = frame.get_column(column).to_arrow()
    return frame_from_columns(columns)


def numbers_of(column: Column, vector: str) -> NDArray[np.float64]:
    """(rows,) the numbers of a column, which files read block by block hold as words."""
    if column.dtype.is_numeric():
        return column.cast(nw.Float64).to_numpy().astype(np.float64)
    try:
        return np.array([float(word) if word else np.nan for word in words(column)])
    except ValueError:
        raise SteersmanError(
            f"column {column.name!r} of the vector {vector!r} does not hold numbers",
            todo="correct the column, or leave the vector out",
            code="vector-not-numbers",
            column=column.name,
            vector=vector,
        ) from None

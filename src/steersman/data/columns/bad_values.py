"""A value that a column cannot hold, told with the row of the file that it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError

__all__ = ["BadValue", "RowNumbers", "rows_from"]

RowNumbers = Sequence[int] | NDArray[np.intp]
"""Where rows stand in their file, counted from 0."""


class BadValue(SteersmanError):  # noqa: N818  (it names what came)
    """A value in a row, counted from 0; `what` says what it is and what was expected.

    >>> fault = BadValue("age", 4, "holds 'old'", "expected a number", "correct it", "the rows")
    >>> str(fault.placed("mail.csv", range(100, 200)))
    "column 'age' of mail.csv holds 'old' in data row 105, expected a number; correct it"
    """

    def __init__(
        self, column: str, row: int, came: str, expected: str, todo: str, where: str
    ) -> None:
        self.parts = (column, row, came, expected, todo)
        super().__init__(
            f"column {column!r} of {where} {came} in data row {row + 1:,}, {expected}", todo=todo
        )

    def placed(self, where: str, rows: RowNumbers) -> BadValue:
        """The same fault with the place of its row in the file: `rows` has that of each row."""
        column, row, came, expected, todo = self.parts
        return BadValue(column, int(rows[row]), came, expected, todo, where)


@contextmanager
def rows_from(where: str, rows: RowNumbers) -> Iterator[None]:
    """Faults in the block are told with their rows in the file that the rows came from."""
    try:
        yield
    except BadValue as fault:
        raise fault.placed(where, rows) from fault

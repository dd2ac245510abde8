"""Values that a column cannot hold, with their rows in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError

RowNumbers = Sequence[int] | NDArray[np.intp]
"""Where rows stand in their file, counted from 0."""


class BadValue(SteersmanError):  # noqa: N818  (it names what came)
    """A value in a row, counted from 0; `what` says what it is and what was expected.

    >>> fault = BadValue("age", 4, "holds 'old'", "expected a number", "correct it", "the rows")
    >>> str(fault.with_file_rows("mail.csv", range(100, 200)))
    "column 'age' of mail.csv holds 'old' in data row 105, expected a number; correct it"
    """

    def __init__(
        self,
        column: str,
        row: int,
        came: str,
        expected: str,
        todo: str,
        where: str,
        *,
        code: str = "value-invalid",
    ) -> None:
        self.parts = (column, row, came, expected, todo)
        super().__init__(
            f"column {column!r} of {where} {came} in data row {row + 1:,}, {expected}",
            todo=todo,
            code=code,
            column=column,
            row=row + 1,
            file=where,
        )

    def with_file_rows(self, where: str, rows: RowNumbers) -> BadValue:
        """The error with the number of its row in the file: `rows` has that of each row."""
        column, row, came, expected, todo = self.parts
        return BadValue(column, int(rows[row]), came, expected, todo, where, code=self.code)


@contextmanager
def rows_from(where: str, rows: RowNumbers) -> Iterator[None]:
    """Number the rows of errors in the block as the file does that the rows came from."""
    try:
        yield
    except BadValue as fault:
        raise fault.with_file_rows(where, rows) from fault

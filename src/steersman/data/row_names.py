"""Names of rows that have none of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from steersman.data.columns.bad_values import RowNumbers


class NumberedRows(Sequence[str]):
    """The numbers of rows in their file as words, from 1, made when they are asked for.

    A word for each row takes more time than their labels, and more memory than many features.

    >>> rows = NumberedRows(range(100_000))
    >>> rows[0], rows[-1], len(rows), rows[1:3] == ("2", "3")
    ('1', '100000', 100000, True)
    """

    def __init__(self, rows: RowNumbers) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> NumberedRows: ...

    def __getitem__(self, place: int | slice) -> str | NumberedRows:
        if isinstance(place, slice):
            return NumberedRows(self.rows[place])
        return str(int(self.rows[place]) + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

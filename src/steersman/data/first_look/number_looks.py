"""Columns of plain numbers at a glance: a table may have ten thousand of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow.columns import plain_numbers, rounded_values
from steersman.data.columns.kinds import Frame
from steersman.data.first_look.bars import intervals, number_name
from steersman.data.read_options import Role
from steersman.data.sketch import ColumnSketch

if TYPE_CHECKING:
    import pyarrow as pa

EXAMPLES = 3
# Eight rows nearly always show three values; a wide table has thousands of columns.
LOOKED_AT = (0, 8, 1_000)
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NumberLook:
    """One column of numbers: its values, nan where missing, and those that are there, sorted."""

    name: str
    column: pa.ChunkedArray
    values: Floats  # (rows,)
    there: Floats

    @property
    def missing(self) -> int:
        """How many values are not there."""
        return len(self.values) - len(self.there)

    @property
    def distinct(self) -> int:
        """How many different values there are; one that is missing is one of them."""
        there, nulls = self.there, int(self.column.null_count)
        changes = int(np.count_nonzero(there[1:] != there[:-1])) + (there.size > 0)
        return changes + (nulls > 0) + (self.missing > nulls)

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to say of the column: no gaps, no infinity, values that vary."""
        ends = (self.there[0], self.there[-1]) if self.there.size else (0.0, 0.0)
        return not self.missing and ends[0] != ends[1] and bool(np.isfinite(ends).all())

    def examples(self) -> tuple[str, ...]:
        """The first distinct values."""
        found: dict[str, None] = {}
        for start, stop in pairwise(LOOKED_AT):
            values = self.column.slice(start, stop - start).to_pylist()
            found |= {str(value): None for value in values if value is not None and value == value}
            if len(found) >= EXAMPLES:
                break
        else:
            # A file that is sorted by this column has its other values further down.
            values = self.column.slice(LOOKED_AT[-1]).unique().to_pylist()
            found |= {str(value): None for value in values if value is not None and value == value}
        return tuple(found)[:EXAMPLES]

    def sketch(self, role: Role) -> ColumnSketch:
        """The sketch of the column."""
        return ColumnSketch(
            name=self.name,
            kind="number",
            role=role,
            missing=self.missing,
            distinct=self.distinct,
            examples=self.examples(),
            bars=intervals(self.there, number_name),
        )


def number_looks(frame: Frame) -> dict[str, NumberLook]:
    """A look at each column of numbers of a table of Arrow's; at none of another frame.

    >>> import narwhals as nw, pyarrow as pa
    >>> table = pa.table({"size": [3, 1, None, 3], "port": ["Oslo", "Rome", "Rome", "Oslo"]})
    >>> looks = number_looks(nw.from_native(table, eager_only=True))
    >>> {name: (look.missing, look.distinct, look.examples()) for name, look in looks.items()}
    {'size': (1, 3, ('3', '1'))}
    """
    if not frame.implementation.is_pyarrow():
        return {}
    looks = {}
    for name, column in plain_numbers(frame.to_native()).items():
        values = rounded_values(column)
        looks[name] = NumberLook(name, column, values, np.sort(values[~np.isnan(values)]))
    return looks

"""Views: what there is to see, as plain values and columns."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = Mapping[str, object]


@dataclass(frozen=True)
class Column:
    """A named array; two columns of one name and version hold the same numbers."""

    name: str
    values: NDArray[np.generic]
    version: Hashable


@dataclass(frozen=True)
class View:
    """One answer: its kind, its plain values by key, and its columns.

    While a hand is `moving`, parts that take time are left out; they follow when it rests.
    """

    kind: str
    values: Values
    columns: tuple[Column, ...] = ()
    moving: bool = False

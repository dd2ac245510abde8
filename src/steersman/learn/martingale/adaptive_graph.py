"""The graph of an adaptive program: which cells rows pass, and how they move between them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.learn.blas import one_blas_thread
from steersman.learn.martingale.program import FrozenWhy, NodeValues
from steersman.maths.martingale import advantages

if TYPE_CHECKING:
    from steersman.learn.martingale.adaptive import AdaptiveMartingaleBoostClassifier

Codes = NDArray[np.intp]
Cell = tuple[int, ...]


class FlowValues(NodeValues):
    """A node of an adaptive program; `votes` is its cell, and it may have many children."""

    flows: list[list[int]]
    """Rows of each class that go on to each child."""


@dataclass
class CellRows:
    """A cell of one level, and the rows that have been seen there."""

    level: int
    cell: Cell
    learned: tuple[int, ...]
    matrix: NDArray[np.int64]
    label: int = -1
    frozen: FrozenWhy = ""
    onward: dict[tuple[int, Cell], NDArray[np.int64]] = field(default_factory=dict)


def adaptive_nodes(
    model: AdaptiveMartingaleBoostClassifier, X: ArrayLike, codes: Codes
) -> list[FlowValues]:
    """The cells that these rows pass, level by level, with their votes and where they go on.

    A row votes for the class that its step favors most. The root is the first node.
    """
    classes = len(model.classes_)
    seen: dict[tuple[int, Cell], CellRows] = {}

    def cell_at(level: int, cell: Cell, learned: tuple[int, ...] = ()) -> CellRows:
        empty = np.zeros((classes, classes), dtype=np.int64)
        known = learned or (0,) * classes
        return seen.setdefault((level, cell), CellRows(level, cell, known, empty))

    with one_blas_thread():
        for move in model.moves(X):
            here = cell_at(move.level, move.cell, move.learned)
            true = codes[move.rows]
            if move.voted is None:
                # Rows of one cell may end apart, by positions that the cell rounds: most decide.
                here.frozen = move.frozen
                np.add.at(here.matrix, (true, move.labels), 1)
                here.label = int(here.matrix.sum(axis=0).argmax())
                continue
            np.add.at(here.matrix, (true, move.voted), 1)
            for cell, place in move.onward:
                counts = np.bincount(true[place], minlength=classes)
                before = here.onward.setdefault((move.level + 1, cell), np.zeros_like(counts))
                here.onward[move.level + 1, cell] = before + counts
    ordered = sorted(seen)
    number = {key: place for place, key in enumerate(ordered)}
    return [node_values(seen[key], number) for key in ordered]


def node_values(here: CellRows, number: dict[tuple[int, Cell], int]) -> FlowValues:
    """A cell in plain values."""
    children: dict[int, list[int]] = defaultdict(list)
    for key, counts in sorted(here.onward.items()):
        if key in number:
            children[number[key]] = counts.tolist()
    known = [None if np.isnan(value) else float(value) for value in advantages(here.matrix)]
    return {
        "level": here.level,
        "votes": list(here.cell),
        "rows": list(here.learned),
        "label": here.label,
        "frozen": here.frozen,
        "children": list(children),
        "shift": [],
        "matrix": here.matrix.tolist(),
        "advantages": known,
        "flows": list(children.values()),
    }

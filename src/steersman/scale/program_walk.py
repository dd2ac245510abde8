"""Rows of partitions on their way through a program that grows: one small file each and level.

A file says where each row was and how it was voted on. It is made from the one before and from the
decisions of a level, so that a second run writes the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steersman.data.files.atomic_files import atomic_file
from steersman.learn.martingale import NodeFeatures
from steersman.maths.logistic import Design
from steersman.scale.partition import Partition
from steersman.scale.prepared_rows import PreparedRows, float_rows
from steersman.scale.row_hashes import NODE_FOLDS, row_hashes

Codes = NDArray[np.intp]
Moves = NDArray[np.int32]
KEPT_LEVELS = 2
ENDED = -1
"""In place of a node: the path of the row has ended."""
ALL = -1
"""In place of a fold that is left out: all rows are learned from."""


@dataclass(frozen=True, eq=False)
class NodeRows:
    """Rows that have arrived at one node: their columns, classes, folds and places."""

    node: int
    design: Design
    codes: Codes
    fold: Codes
    places: Codes

    def without_fold(self, fold: int) -> NodeRows:
        """The rows of the other folds; all rows where the fold is `ALL`."""
        if fold == ALL:
            return self
        kept = np.flatnonzero(self.fold != fold)
        return NodeRows(
            self.node, self.design[kept], self.codes[kept], self.fold[kept], self.places[kept]
        )


@dataclass(frozen=True, eq=False)
class ProgramWalk:
    """The way of training rows to the nodes of one level.

    `onward` has the node of this level for each move of the level above (a node and a vote there),
    -1 where the path has ended.
    """

    rows: PreparedRows
    features: NodeFeatures
    folder: str
    level: int
    onward: Codes  # (moves of the level above,)
    folds: int
    seed: int

    def moves_file(self, partition: Partition, level: int) -> Path:
        """The file with the moves of a partition's rows at a level."""
        return Path(self.folder) / f"{Path(partition.path).name}-{level}.npy"

    def nodes_of(self, partition: Partition) -> Codes:
        """(rows of the partition,): the node of each row at this level, -1 where it has none."""
        if self.level == 0:
            return np.zeros(partition.rows, np.intp)
        moves: Moves = np.load(self.moves_file(partition, self.level - 1))
        # The last entry is found by a move of -1.
        nodes: Codes = np.append(self.onward, ENDED)[moves]
        return nodes

    def arrivals(self, partition: Partition, nodes: Codes) -> Iterator[NodeRows]:
        """The rows of some nodes, chunk by chunk."""
        at, numbers = self.nodes_of(partition), partition.open().numbers
        columns = 0 if self.features.landmarks is None else len(self.features.landmarks)
        for chunk in self.rows.chunks(partition, columns=columns):
            here = at[chunk.places]
            if not np.isin(here, nodes).any():
                continue
            design = self.features(float_rows(chunk.X))
            for node in nodes.tolist():
                mine = np.flatnonzero(here == node)
                if len(mine):
                    places = chunk.places[mine]
                    fold = self.row_folds(numbers[places])
                    yield NodeRows(node, design[mine], chunk.codes[mine], fold, places)

    def row_folds(self, numbers: NDArray[np.int64]) -> Codes:
        """(rows,): the fold of each row at this level."""
        hashes = row_hashes(numbers, self.seed + self.level, NODE_FOLDS)
        return (hashes % np.uint64(self.folds)).astype(np.intp)

    def write_moves(self, partition: Partition, moves: Moves) -> None:
        """Write the moves of a partition's rows at this level; what nobody needs is deleted."""
        with atomic_file(self.moves_file(partition, self.level)) as file:
            np.save(file, moves, allow_pickle=False)
        self.moves_file(partition, self.level - KEPT_LEVELS).unlink(missing_ok=True)

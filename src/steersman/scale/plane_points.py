"""Where rows of partitions lie in a plane, kept in files while a line between them is sought."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.maths.likelihood import Presence, placed_points
from steersman.scale.partition import Partition, mapped_array

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


class PlanePoints(NamedTuple):
    """Some rows of a partition in the plane."""

    places: Floats  # (rows, 2)
    positive: Mask  # (rows,)
    numbers: NDArray[np.int64]  # (rows,)


class GroupedRows(NamedTuple):
    """Rows of a partition, each in a group whose weights place it; a negative group is left out."""

    present: Presence
    positive: Mask  # (rows,)
    numbers: NDArray[np.int64]  # (rows,)
    group: NDArray[np.int16]  # (rows,)


class RowGroups(Protocol):
    """Says which rows of a partition are meant, and in which group each is."""

    def __call__(self, partition: Partition) -> GroupedRows: ...


class PointSource(ABC):
    """Places rows of a partition; places are kept in a file.

    The key names the file, and must differ where rows or weights do.
    """

    key: str

    @abstractmethod
    def rows(self, partition: Partition) -> tuple[Mask, NDArray[np.int64]]:
        """Which rows are positive, and the numbers of the rows."""

    @abstractmethod
    def places(self, partition: Partition) -> Floats:
        """(rows, 2) coordinates of the same rows."""

    def points(self, partition: Partition) -> PlanePoints:
        """The rows in the plane."""
        file = self.file(partition)
        if file.exists():
            return PlanePoints(mapped_array(file), *self.rows(partition))
        places = self.places(partition)
        # Where the disk is read-only, rows are placed anew in every pass.
        with suppress(OSError):
            written = file.with_suffix(".writing.npy")
            np.save(written, places)
            written.rename(file)
        return PlanePoints(places, *self.rows(partition))

    def file(self, partition: Partition) -> Path:
        """The file of the coordinates of a partition."""
        return Path(partition.path) / f"plane-{self.key}.npy"

    def forget(self, partition: Partition) -> None:
        """Delete the file of a partition."""
        with suppress(OSError):
            self.file(partition).unlink()


@dataclass(frozen=True)
class ModelPoints(PointSource):
    """All rows in the plane of a fitted model."""

    key: str
    model: LikelihoodSpaceClassifier
    category: object
    place: int

    def rows(self, partition: Partition) -> tuple[Mask, NDArray[np.int64]]:
        rows = partition.open()
        return rows.codes == self.place, rows.numbers

    def places(self, partition: Partition) -> Floats:
        return self.model.coordinates(partition.open().X, self.category)


@dataclass(frozen=True, eq=False)
class GroupedPoints(PointSource):
    """Some rows, each placed by the weights of its group."""

    key: str
    groups: RowGroups
    tables: Floats  # (groups, features, 2)
    fixed: Floats  # (groups, 2)

    def rows(self, partition: Partition) -> tuple[Mask, NDArray[np.int64]]:
        rows = self.groups(partition)
        meant = rows.group >= 0
        return rows.positive[meant], rows.numbers[meant]

    def places(self, partition: Partition) -> Floats:
        rows = self.groups(partition)
        # Rows of no group are placed somewhere, and left out.
        own = np.maximum(rows.group, 0).astype(np.uint8)
        return placed_points(rows.present, own, self.tables, self.fixed)[rows.group >= 0]

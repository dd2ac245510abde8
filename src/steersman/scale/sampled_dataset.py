"""Some rows of partitions as a data set in memory, with what is needed to count all of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self, cast

import numpy as np
from numpy.typing import NDArray

from steersman.data.dataset import Dataset
from steersman.scale.row_hashes import row_folds, row_parts

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Longs = NDArray[np.int64]
Codes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False, repr=False)
class SampledDataset(Dataset):
    """Rows drawn from partitions by a seed; `whole` has all of them.

    `numbers` are those of the rows in all files together: folds and parts depend on them alone, so
    that a row is in the same fold here and in its partition. `roles` says which rows were published
    for training, tuning and testing. Without `whole` the rows are divided in the same way and
    counted here.
    """

    numbers: Longs = field(default_factory=lambda: np.zeros(0, np.int64))
    roles: Codes | None = None
    whole: PartitionedDataset | None = field(default=None, repr=False)

    def rows(self, index: NDArray[np.generic] | list[int]) -> Self:
        """The rows that `index` names (positions or booleans), in its order."""
        where = np.asarray(index)
        chosen = cast(Self, super().rows(where))
        roles = None if self.roles is None else self.roles[where]
        return replace(chosen, numbers=self.numbers[where], roles=roles)

    def in_memory(self) -> Self:
        """These rows by themselves, such as with other labels than all rows have."""
        return replace(self, whole=None, roles=None)

    def folds(self, folds: int, seed: int) -> Longs:
        """(rows,) the fold of each row."""
        return row_folds(self.numbers, folds, seed).astype(np.int64)

    def parts(self, holdout: float, test: float, seed: int) -> Codes:
        """(rows,) TRAIN, TUNE or TEST."""
        return row_parts(self.numbers, self.roles, holdout, test, seed)

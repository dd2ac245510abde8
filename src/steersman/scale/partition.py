"""Some rows on disk: features, classes and row numbers as arrays that are mapped, not read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.likelihood import Presence, presence_of

Codes = NDArray[np.uint8]
Features = csr_matrix | NDArray[np.float64]

WHOLE_TYPES = (np.uint8, np.uint16, np.int32, np.int64)


class PartitionRows(NamedTuple):
    """The rows of a partition.

    `numbers` are those of the rows in all files together, counted from 0; `split` is TRAIN, TUNE or
    TEST as the data says, None where it says nothing.
    """

    X: Features
    codes: NDArray[np.int64]  # (rows,) place of each row's class
    numbers: NDArray[np.int64]  # (rows,)
    split: Codes | None

    @property
    def presence(self) -> Presence:
        """The features that each row holds."""
        return features_held(self.X)


def features_held(X: Features) -> Presence:
    """The features that each row holds: of dense rows, those above zero."""
    return presence_of(X if isinstance(X, csr_matrix) else csr_matrix(X > 0.0))


@dataclass(frozen=True)
class Partition:
    """A partition by its place on disk; small, so that it can travel to a worker.

    `code_map` has the place of each class among fewer classes, where some were put together.
    """

    path: str
    rows: int
    features: int
    source: str
    code_map: tuple[int, ...] | None = None

    def with_codes(self, codes: tuple[int, ...]) -> Partition:
        """The same rows with other places of their classes."""
        known = self.code_map
        return replace(self, code_map=codes if known is None else tuple(codes[at] for at in known))

    def open(self) -> PartitionRows:
        """The rows; only what is used of them is read from the disk."""
        folder = Path(self.path)
        codes = mapped_array(folder / "codes.npy").astype(np.int64)
        if self.code_map is not None:
            codes = np.asarray(self.code_map)[codes]
        split = mapped_array(folder / "split.npy") if (folder / "split.npy").exists() else None
        numbers = mapped_array(folder / "numbers.npy")
        return PartitionRows(self.features_on_disk(folder), codes, numbers, split)

    def features_on_disk(self, folder: Path) -> Features:
        """(rows, features), mapped."""
        if (folder / "dense.npy").exists():
            return mapped_array(folder / "dense.npy")
        parts = [mapped_array(folder / f"{name}.npy") for name in ("data", "indices", "indptr")]
        X: Any = csr_matrix((self.rows, self.features), dtype=parts[0].dtype)
        # Set one by one: the constructor would read every index to check it.
        X.data, X.indices, X.indptr = parts
        X.has_canonical_format = True
        made: csr_matrix = X
        return made


def mapped_array(path: Path) -> NDArray[Any]:
    """An array in a file, its pages read when they are used."""
    # Copy on write: compiled code takes it for the array in memory that it was compiled for. An
    # empty file cannot be mapped.
    array = np.load(path, mmap_mode="c" if path.stat().st_size > EMPTY_BYTES else None)
    return np.asarray(array)


EMPTY_BYTES = 128
"""What numpy writes of an array without elements."""


def write_partition(folder: Path, rows: PartitionRows, source: str) -> Partition:
    """Write the rows to a folder; a folder that is already there is replaced file by file."""
    folder.mkdir(parents=True, exist_ok=True)
    X = rows.X
    if isinstance(X, csr_matrix):
        np.save(folder / "data.npy", small_type(X.data))
        np.save(folder / "indices.npy", X.indices.astype(np.int32, copy=False))
        np.save(folder / "indptr.npy", X.indptr.astype(np.int64, copy=False))
    else:
        np.save(folder / "dense.npy", X)
    np.save(folder / "codes.npy", small_type(rows.codes))
    np.save(folder / "numbers.npy", rows.numbers)
    if rows.split is not None:
        np.save(folder / "split.npy", rows.split)
    return Partition(str(folder), X.shape[0], X.shape[1], source)


def small_type(values: NDArray[np.generic]) -> NDArray[np.generic]:
    """The same numbers in the fewest bytes.

    >>> small_type(np.array([0.0, 3.0])).dtype, small_type(np.array([0.5])).dtype
    (dtype('uint8'), dtype('float64'))
    """
    if not len(values):
        return values.astype(np.uint8)
    low, high = values.min(), values.max()
    if values.dtype.kind == "f" and not np.array_equal(values, np.floor(values)):
        return values
    for kind in WHOLE_TYPES:
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return values.astype(kind)
    return values

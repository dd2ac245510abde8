"""Some rows on disk: features, classes and row numbers as arrays that are mapped, not read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from mmap import ACCESS_COPY, mmap
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.lib.format import read_array_header_1_0, read_magic
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman._cached import cached_property
from steersman.maths.likelihood import Presence, presence_of

Codes = NDArray[np.uint8]
Features = csr_matrix | NDArray[np.float64]

WHOLE_TYPES = (np.uint8, np.uint16, np.int32, np.int64)
MOST_NARROW = 2**16
"""Up to so many features, two bytes are enough for the number of one."""


class PartitionRows(NamedTuple):
    """Rows to be written as a partition.

    `numbers` are those of the rows in all files together, counted from 0; `split` is TRAIN, TUNE or
    TEST as the data says, None where it says nothing.
    """

    X: Features
    codes: NDArray[np.int64]  # (rows,) place of each row's class
    numbers: NDArray[np.int64]  # (rows,)
    split: Codes | None


@dataclass(frozen=True, eq=False)
class StoredRows:
    """The rows of a partition on disk: an array is mapped when it is first asked for."""

    folder: Path
    shape: tuple[int, int]
    code_map: tuple[int, ...] | None

    def array(self, name: str) -> NDArray[Any]:
        """An array of the partition."""
        return mapped_array(self.folder / f"{name}.npy")

    @cached_property
    def X(self) -> Features:  # noqa: N802  (as everywhere)
        """(rows, features)."""
        if self.is_dense:
            return self.array("dense")
        data = self.array("data")
        # Set one by one: the constructor would read every index to check it.
        X: Any = csr_matrix(self.shape, dtype=data.dtype)
        X.data, X.indptr = data, self.array("indptr")
        X.indices = self.array("indices").astype(np.int32, copy=False)
        X.has_canonical_format = True
        made: csr_matrix = X
        return made

    @cached_property
    def codes(self) -> NDArray[np.int64]:
        """(rows,) place of each row's class."""
        codes = self.array("codes")
        return codes.astype(np.int64) if self.code_map is None else np.asarray(self.code_map)[codes]

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """(rows,) numbers of the rows in all files together."""
        return self.array("numbers")

    @cached_property
    def split(self) -> Codes | None:
        """(rows,) TRAIN, TUNE or TEST as the data says; None where it says nothing."""
        return self.array("split") if (self.folder / "split.npy").exists() else None

    @cached_property
    def presence(self) -> Presence:
        """The features that each row holds, by numbers of two bytes where they suffice."""
        if self.is_dense:
            return features_held(self.X)
        # No zeros were written.
        return Presence(self.array("indices"), self.array("indptr"), self.shape)

    @property
    def is_dense(self) -> bool:
        """Whether all values of a row were written, and not only those that are not zero."""
        return (self.folder / "dense.npy").exists()


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

    def open(self) -> StoredRows:
        """The rows; only what is used of them is read from the disk."""
        return StoredRows(Path(self.path), (self.rows, self.features), self.code_map)


def mapped_array(path: Path) -> NDArray[Any]:
    """An array in a file, its pages read when they are used."""
    with path.open("rb") as file:
        read_magic(file)
        shape, by_columns, dtype = read_array_header_1_0(file)
        order: Literal["C", "F"] = "F" if by_columns else "C"
        # An empty file cannot be mapped.
        if 0 in shape:
            return np.empty(shape, dtype, order)
        # Copy on write: compiled code takes it for the array in memory that it was compiled for.
        pages = mmap(file.fileno(), 0, access=ACCESS_COPY)
        return np.ndarray(shape, dtype, pages, file.tell(), order=order)


def write_partition(folder: Path, rows: PartitionRows, source: str) -> Partition:
    """Write the rows to a folder; a folder that is already there is replaced file by file."""
    folder.mkdir(parents=True, exist_ok=True)
    X = rows.X
    if isinstance(X, csr_matrix):
        if not np.all(X.data):
            X = X.copy()
            X.eliminate_zeros()
        np.save(folder / "data.npy", small_type(X.data))
        narrow = np.uint16 if X.shape[1] <= MOST_NARROW else np.int32
        np.save(folder / "indices.npy", X.indices.astype(narrow, copy=False))
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

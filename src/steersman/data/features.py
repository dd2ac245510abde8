"""Feature columns to a matrix: numbers as they are, words as one column for each value."""

from __future__ import annotations

import narwhals as nw
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack

from steersman.data.roles import Column, Frame, words
from steersman.errors import SteersmanError

__all__ = ["feature_matrix", "is_number", "one_hot"]

MOST_VALUES = 1_000
Block = NDArray[np.float64] | csr_matrix


def feature_matrix(
    frame: Frame, columns: tuple[str, ...], where: str
) -> tuple[Block, tuple[str, ...], tuple[str, ...]]:
    """The features, their names and notes about columns that were left out.

    Dense when every column is a number, sparse when there are words: each value of a column of
    words becomes a 0/1 feature called `column=value`.
    """
    blocks: list[Block] = []
    names: list[str] = []
    left_out: list[str] = []
    for name in columns:
        dtype = frame[name].dtype
        if dtype.is_numeric() or dtype == nw.Boolean:
            blocks.append(numbers(frame[name], where)[:, None])
            names.append(name)
        elif dtype in (nw.String, nw.Categorical, nw.Enum):
            values = [value or "" for value in words(frame[name])]
            check_words(values, name, where)
            block, levels = one_hot(values)
            blocks.append(block)
            names += [f"{name}={level}" for level in levels]
        else:
            left_out.append(f"{name} ({str(dtype).lower()})")
    if not blocks:
        raise SteersmanError(
            f"{where} has no feature column beside its label",
            todo="name the text column with text= (--text), or add columns of numbers",
        )
    notes = (f"columns that are not features were left out: {', '.join(left_out)}",)
    return side_by_side(blocks), tuple(names), notes if left_out else ()


def side_by_side(blocks: list[Block]) -> Block:
    """One matrix of all columns, sparse as soon as one of them is."""
    dense = [block for block in blocks if not isinstance(block, csr_matrix)]
    if len(dense) == len(blocks):
        return np.hstack(dense)
    return csr_matrix(hstack([csr_matrix(block) for block in blocks], format="csr"))


def numbers(column: Column, where: str) -> NDArray[np.float64]:
    """(rows,) finite numbers; a missing one is an error that says where it stands."""
    values = column.cast(nw.Float64).to_numpy().astype(np.float64)
    check_finite(values, column.name, where)
    return values


def check_finite(values: NDArray[np.float64], name: str, where: str) -> None:
    """An error that names the first row of a column without a finite number."""
    strange = np.flatnonzero(~np.isfinite(values))
    if strange.size:
        value = values[strange[0]]
        came = "no number" if np.isnan(value) else "infinity"
        raise SteersmanError(
            f"column {name!r} of {where} holds {came} in data row {strange[0] + 1}"
            + (f" and {strange.size - 1:,} more" if strange.size > 1 else "")
            + ", expected finite numbers",
            todo="fill in or remove those rows, or leave the column out with drop=",
        )


def check_words(values: list[str], name: str, where: str) -> None:
    """An error when a column of words is really one of numbers, or of free text."""
    distinct = set(values)
    odd = [value for value in distinct if not is_number(value)]
    if len(distinct) > 2 and 0 < len(odd) < len(distinct) / 2:
        row = next(row for row, value in enumerate(values, start=1) if not is_number(value))
        raise SteersmanError(
            f"column {name!r} of {where} holds {values[row - 1]!r} in data row {row}, "
            "expected a number as in most other rows",
            todo="fill in or remove those rows, or leave the column out with drop=",
        )
    if len(distinct) > MOST_VALUES and len(distinct) > len(values) / 2:
        raise SteersmanError(
            f"column {name!r} of {where} has {len(distinct):,} different words in "
            f"{len(values):,} rows, expected numbers or a few words that repeat",
            todo="name it with text= or id=, or leave it out with drop=",
        )


def is_number(value: str) -> bool:
    """Whether a word is written like a number.

    >>> is_number("1e-3"), is_number("?")
    (True, False)
    """
    try:
        float(value)
    except ValueError:
        return False
    return True


def one_hot(values: list[str]) -> tuple[csr_matrix, list[str]]:
    """(rows, levels) with a one for each row's value, and the values, sorted.

    >>> one_hot(["C", "A", "C"])[0].toarray()
    array([[0., 1.],
           [1., 0.],
           [0., 1.]])
    """
    levels, codes = np.unique(np.asarray(values, dtype=str), return_inverse=True)
    rows = len(values)
    shape = (rows, len(levels))
    return csr_matrix((np.ones(rows), codes, np.arange(rows + 1)), shape=shape), levels.tolist()

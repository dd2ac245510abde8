"""Label columns to labels: one per row, or a row of yes and no for each class."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.arrow.columns import coded_words
from steersman.data.columns.cells import cells
from steersman.data.columns.kinds import Column, Frame
from steersman.data.columns.label_words import is_blank, is_plain, one_spelling
from steersman.data.dataset import Label
from steersman.errors import SteersmanError

Labels = tuple[NDArray[np.generic], tuple[Label, ...]]
"""(rows,) labels or (rows, classes) booleans, and the classes."""


UNLABELED = "unlabeled"
LARGEST = 2.0**53
"""Up to here numbers with a fraction have one for each whole number."""


def no_labels(rows: int) -> Labels:
    """The labels of rows that have none: all in one class of that name."""
    return np.full(rows, UNLABELED), (UNLABELED,)


def labels_of(
    frame: Frame,
    columns: tuple[str, ...],
    where: str,
    separator: str | None = None,
    merge: bool = False,
) -> Labels:
    """The labels in the columns: a single one, one of lists, or a 0/1 column for each class.

    With a `separator` the words of a single column are cut into several labels; `merge` makes one
    label of those that differ only by spaces and capitals.
    """
    if len(columns) > 1:
        return indicator_labels(frame, columns, where)
    column = frame[columns[0]]
    # The quick way for a column of strings: each distinct word is looked at once.
    if not separator and is_plain(column):
        y, classes = plain_labels(column, where, merge)
        check_classes(classes, len(y), f"label column {columns[0]!r} of {where}")
        return y, classes
    values = cells(column)
    if separator:
        values = [separate_labels(value, separator) for value in values]
    if merge:
        values = merged_values(values)
    if any(isinstance(value, list | tuple | set | np.ndarray) for value in values):
        y, classes = label_sets(plain_members(values, f"label column {columns[0]!r} of {where}"))
    else:
        y = single_labels(column, values, where)
        classes = tuple(np.unique(y).tolist())
    check_classes(classes, len(y), f"label column {columns[0]!r} of {where}")
    return y, classes


def plain_members(values: list[object | None], what: str) -> list[list[object]]:
    """The labels in each list, unless one holds lists or objects instead; nothing is no label."""
    members = [
        [each for each in value if not is_blank(each)] if isinstance(value, Iterable) else []
        for value in values
    ]
    for row, labels in enumerate(members, start=1):
        odd = next((each for each in labels if isinstance(each, list | dict | np.ndarray)), None)
        if odd is not None:
            raise SteersmanError(
                f"{what} contains a list with {str(odd)[:40]!r} in data row {row:,}, "
                "expected class names",
                todo="choose another label column, or use lists of class names",
                code="label-list-invalid",
                row=row,
            )
    return members


def merged_values(values: list[object | None]) -> list[object | None]:
    """Labels, or lists of them, with one spelling for those that are alike."""
    words = [
        word
        for value in values
        for word in (value if isinstance(value, list) else [value])
        if isinstance(word, str)
    ]
    chosen = one_spelling(Tally(words))

    def tidy(value: object | None) -> object | None:
        if isinstance(value, list):
            return [tidy(each) for each in value]
        return chosen[value] if isinstance(value, str) else value

    return [tidy(value) for value in values]


def plain_labels(column: Column, where: str, merge: bool) -> Labels:
    """The words of a column of Arrow's, as they came or with one spelling for each."""
    distinct, codes = coded_words(column.to_native())
    # The last element answers for the code -1, which means missing.
    filled = np.asarray([*(not is_blank(word) for word in distinct), False])
    missing = np.flatnonzero(~filled[codes])
    if missing.size:
        raise missing_label(
            column, int(missing[0]) + 1, where, everywhere=missing.size == len(codes)
        )
    if merge:
        sizes = np.bincount(codes, minlength=len(distinct)).tolist()
        chosen = one_spelling(dict(zip(distinct.tolist(), sizes)))
        distinct = np.asarray([chosen[word] for word in distinct], dtype=object)
    labels = label_words(distinct.tolist(), f"label column {column.name!r} of {where}")
    return labels[codes], tuple(np.unique(labels).tolist())


def label_words(words: list[str], what: str) -> NDArray[np.str_]:
    """The words as an array; an error for a zero byte at the end, which numpy would drop."""
    odd = next((word for word in words if word.endswith("\0")), None)
    if odd is not None:
        raise SteersmanError(
            f"{what} contains {odd!r}, which ends in a null byte",
            todo="remove it from the file",
            code="label-ends-in-zero",
            came=odd,
        )
    return np.asarray(words, dtype=str)


def missing_label(
    column: Column, row: int, where: str, *, everywhere: bool = False
) -> SteersmanError:
    """The error for a missing label."""
    what = f"label column {column.name!r} of {where}"
    if everywhere:
        return SteersmanError(
            f"{what} is empty",
            todo="choose another label column",
            code="label-column-empty",
        )
    return SteersmanError(
        f"{what} is empty in data row {row:,}",
        todo='label every row, or skip these rows with missing_labels="drop" '
        "(--missing-labels drop)",
        code="label-missing",
        row=row,
    )


def single_labels(column: Column, values: list[object | None], where: str) -> NDArray[np.generic]:
    """(rows,) strings, whole numbers or booleans, as they came."""
    what = f"label column {column.name!r} of {where}"
    for row, value in enumerate(values, start=1):
        if is_blank(value):
            nothing = all(is_blank(value) for value in values)
            raise missing_label(column, row, where, everywhere=nothing)
    if column.dtype == nw.Boolean:
        return np.asarray(values, dtype=bool)
    if not column.dtype.is_numeric():
        return label_words([str(value) for value in values], what)
    if column.dtype.is_integer():
        return whole_labels([int(str(value)) for value in values])
    numbers = np.asarray(values, dtype=np.float64)
    # A missing value turns a column of whole numbers into floats: 1.0 is the class 1.
    whole = np.isfinite(numbers) & (numbers == np.floor(numbers)) & (np.abs(numbers) < LARGEST)
    fractional = np.flatnonzero(~whole)
    if fractional.size:
        raise SteersmanError(
            f"{what} contains {numbers[fractional[0]]:g} in data row "
            f"{fractional[0] + 1}, expected class names or whole numbers",
            todo="choose another label column",
            code="label-not-whole",
            row=int(fractional[0]) + 1,
        )
    return numbers.astype(np.int64)


def whole_labels(values: list[int]) -> NDArray[np.generic]:
    """(rows,) whole numbers, as words where they are too large for a number of 64 bits.

    >>> whole_labels([1, 2]).dtype.kind, whole_labels([2**64, 2]).tolist()
    ('i', ['18446744073709551616', '2'])
    """
    limits = np.iinfo(np.int64)
    if all(limits.min <= value <= limits.max for value in values):
        return np.asarray(values, dtype=np.int64)
    return np.asarray([str(value) for value in values])


def separate_labels(value: object | None, separator: str) -> list[str]:
    """The labels that a word holds; nothing is no label.

    >>> separate_labels("corn; wheat;", ";")
    ['corn', 'wheat']
    """
    if value is None:
        return []
    if isinstance(value, list):
        return value
    return [part.strip() for part in str(value).split(separator) if part.strip()]


def label_sets(sets: Iterable[object]) -> Labels:
    """(rows, classes) booleans of rows that name any number of classes, classes sorted.

    >>> label_sets([["corn", "wheat"], [], ["corn"]])[1]
    ('corn', 'wheat')
    """
    members = [set(names) if isinstance(names, Iterable) else set() for names in sets]
    classes = tuple(sorted(set().union(*members)))
    column = {name: position for position, name in enumerate(classes)}
    y = np.zeros((len(members), len(classes)), dtype=bool)
    for row, names in enumerate(members):
        y[row, [column[name] for name in names]] = True
    return y, classes


def indicator_labels(frame: Frame, columns: tuple[str, ...], where: str) -> Labels:
    """(rows, classes) booleans from one 0/1 column for each class."""
    y = np.zeros((len(frame), len(columns)), dtype=bool)
    for position, name in enumerate(columns):
        values = cells(frame[name])
        strange = [row for row, value in enumerate(values, start=1) if value not in (0, 1)]
        if strange:
            raise SteersmanError(
                f"label column {name!r} of {where} contains "
                f"{values[strange[0] - 1]!r} in data row {strange[0]}, expected 0 or 1",
                todo="choose one label column, or several that contain only 0 and 1",
                code="label-not-binary",
                column=name,
                row=int(strange[0]),
            )
        y[:, position] = values
    return y, columns


def check_classes(classes: tuple[Label, ...], rows: int, what: str) -> None:
    """Raise an error unless there are two classes at least, and some that repeat."""
    if len(classes) < 2:
        came = f"only {classes[0]!r}" if classes else "none"
        raise SteersmanError(
            f"{what} has {came}, expected at least two classes",
            todo="choose another label column, or add rows of another class",
            code="class-single",
        )
    if len(classes) == rows > 2:
        raise SteersmanError(
            f"{what} has a different value in every row, expected repeated classes",
            todo="choose another label column",
            code="label-never-repeats",
        )

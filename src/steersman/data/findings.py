"""What in a table may hurt later: missing values, doubtful labels, duplicates, leaks."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.kinds import (
    WORDS,
    Column,
    Frame,
    has_thousands,
    is_missing_mark,
    is_number,
    kind_of_column,
    with_point,
)
from steersman.data.roles import MOST_VALUES, SPLITS, Roles, distinct_count, missing_count, words
from steersman.data.sketch import Finding

__all__ = ["findings_in", "label_notes", "reveals_label"]

LEAST_ROWS = 20
MOST_BINS = 64
REVEALING = 0.95
"""A column that takes away this part of the errors of always guessing the largest class."""

Codes = NDArray[np.int64]


def findings_in(frame: Frame, roles: Roles) -> Iterator[Finding]:
    """Sentences about a table whose columns have these roles."""
    if not roles.label:
        yield Finding(
            "warning", "which column is the label is not clear", todo="choose the label column"
        )
    for label in roles.label:
        yield from label_findings(frame.get_column(label))
    for column in frame.iter_columns():
        yield from column_findings(column, roles)
    if len(frame) >= LEAST_ROWS and len(roles.label) == 1:
        yield from leaks(frame, roles)
    yield from duplicates(frame, roles)


def label_findings(column: Column) -> Iterator[Finding]:
    """Labels that are missing, alone, or written in two ways."""
    name = column.name
    if column.dtype.is_nested():
        return
    values = [word for word in words(column) if word not in (None, "")]
    missing = len(column) - len(values)
    if not values:
        yield Finding("warning", f"the label {name!r} has no value at all", name, "choose another")
        return
    if missing:
        yield Finding(
            "warning",
            f"{missing:,} of {len(column):,} rows have no label in {name!r}",
            name,
            "give them one or remove them: the file is refused as it is",
        )
    sizes = Tally(str(word) for word in values)
    yield from size_findings(sizes, name)


def label_notes(y: NDArray[np.generic], name: str) -> tuple[str, ...]:
    """Sentences about labels that are alone, or written in two ways."""
    if y.ndim != 1:
        return ()
    classes, rows = np.unique(y, return_counts=True)
    sizes = Tally(dict(zip(map(str, classes.tolist()), rows.tolist())))
    return tuple(finding.what for finding in size_findings(sizes, name))


def size_findings(sizes: Tally[str], name: str) -> Iterator[Finding]:
    """What the number of rows of each label tells."""
    yield from alike_labels(sizes, name)
    single = sorted(word for word, rows in sizes.items() if rows == 1)
    if len(sizes) == 1:
        yield Finding("warning", f"all rows have the same label {next(iter(sizes))!r}", name)
    elif len(single) == len(sizes):
        yield Finding("warning", f"every row has another label in {name!r}", name, "choose another")
    elif single:
        shown = ", ".join(repr(word) for word in single[:5])
        more = f" and {len(single) - 5} more" if len(single) > 5 else ""
        yield Finding(
            "warning",
            f"{len(single)} of {len(sizes)} classes have a single row: {shown}{more}",
            name,
            "add rows of them, join them with others, or remove them",
        )


def alike_labels(sizes: Tally[str], name: str) -> Iterator[Finding]:
    """Labels that are one word but for spaces and capitals."""
    alike: dict[str, list[str]] = {}
    for word in sizes:
        alike.setdefault(" ".join(word.split()).casefold(), []).append(word)
    for spellings in alike.values():
        if len(spellings) > 1:
            shown = " and ".join(f"{word!r} ({sizes[word]:,} rows)" for word in sorted(spellings))
            yield Finding(
                "warning",
                f"labels of {name!r} differ only by spaces or capitals: {shown}",
                name,
                "write them alike if they mean the same class",
            )


def column_findings(column: Column, roles: Roles) -> Iterator[Finding]:
    """What is to be said about a single column that is not the label."""
    name, rows = column.name, len(column)
    role = roles.role(name)
    if role in ("label", "id", "split") or not rows:
        return
    distinct = distinct_count(column)
    if distinct == 1:
        yield Finding(
            "note", f"column {name!r} has the same value in every row", name, "leave it", "leave"
        )
        return
    missing = missing_count(column)
    if missing and role in ("number", "date", "category"):
        filled = "the empty word" if role == "category" else "the median of the training rows"
        yield Finding(
            "note",
            f"{missing:,} of {rows:,} values of {name!r} are missing; they are read as {filled}",
            name,
        )
    if column.dtype in WORDS and kind_of_column(column) == "number":
        yield from spelled_findings(column)
    if role == "category" and rows >= LEAST_ROWS and distinct > rows / 2:
        yield Finding(
            "note",
            f"column {name!r} has {distinct:,} different words in {rows:,} rows: it tells rows "
            "apart, not classes",
            name,
            "make it the identifier, or leave it out",
            "leave",
        )
    if column.dtype in WORDS and has_thousands([word or "" for word in words(column.head(1_000))]):
        yield Finding(
            "warning",
            f"column {name!r} holds numbers such as 1,234, which may be thousands or fractions",
            name,
            "write them without commas between thousands; as they are they count as words",
        )
    if role == "leave" and column.dtype in WORDS and distinct > MOST_VALUES:
        yield Finding(
            "note",
            f"column {name!r} has {distinct:,} different words in {rows:,} rows and is left out",
            name,
            "make it the text or the identifier if it is one",
        )


def spelled_findings(column: Column) -> Iterator[Finding]:
    """Numbers written as words, and the words among them."""
    name = column.name
    told = [word for word in words(column) if word is not None and not is_missing_mark(word)]
    odd = [word for word in told if not is_number(with_point(word))]
    if odd:
        yield Finding(
            "warning",
            f"{len(odd):,} of {len(column):,} values of {name!r} are no numbers, "
            f"the first is {odd[0]!r}",
            name,
            "correct or empty them, or make the column a category",
        )
    else:
        yield Finding("note", f"column {name!r} holds numbers written as text", name)


def duplicates(frame: Frame, roles: Roles) -> Iterator[Finding]:
    """Rows that occur twice, with other labels, or in training and in test."""
    schema = frame.schema
    columns = [column for column in roles.features if not schema[column].is_nested()]
    if not columns or len(frame) < 2:
        return
    rows = frame.select(columns).rows()
    numbers: dict[object, int] = {}
    group = np.asarray([numbers.setdefault(row, len(numbers)) for row in rows])
    repeated = len(rows) - len(numbers)
    if not repeated:
        return
    yield Finding(
        "note" if repeated < len(rows) / 20 else "warning",
        f"{repeated:,} of {len(rows):,} rows repeat an earlier one in all columns that are used",
        todo="remove them, so that no row is both learned from and tested on",
        remedy="distinct",
    )
    if len(roles.label) == 1 and not frame.get_column(roles.label[0]).dtype.is_nested():
        pairs = set(zip(group.tolist(), words(frame.get_column(roles.label[0]))))
        torn = len(pairs) - len(numbers)
        if torn:
            yield Finding(
                "warning",
                f"{torn:,} rows are equal to one with another label",
                roles.label[0],
                "check their labels",
            )
    if roles.split:
        yield from shared_rows(group, frame.get_column(roles.split))


def shared_rows(group: Codes, split: Column) -> Iterator[Finding]:
    """Rows that stand in the training part and in the test part."""
    part = np.asarray([SPLITS.get((word or "").strip().lower(), "") for word in words(split)])
    both = np.isin(group[part == "test"], group[part == "train"])
    if both.any():
        yield Finding(
            "warning",
            f"{int(both.sum()):,} of {both.size:,} test rows are training rows as well",
            split.name,
            "remove them from one part: a test on them says nothing",
        )


def leaks(frame: Frame, roles: Roles) -> Iterator[Finding]:
    """Columns that alone give the label away."""
    label = frame.get_column(roles.label[0])
    if label.dtype.is_nested():
        return
    classes = codes_of(label)
    for name in (*roles.numbers, *roles.categories, *roles.dates):
        if reveals_label(binned(frame.get_column(name)), classes):
            yield Finding(
                "warning",
                f"column {name!r} alone gives the label away",
                name,
                "leave it out unless it will be known before the label is",
                "leave",
            )


def codes_of(column: Column) -> Codes:
    """(rows,) a number for each distinct value."""
    _, codes = np.unique([word or "" for word in words(column)], return_inverse=True)
    return codes.astype(np.int64)


def binned(column: Column) -> Codes:
    """(rows,) the value of each row as a number: words one each, numbers by their quantiles."""
    if not column.dtype.is_numeric():
        return codes_of(column)
    values = np.nan_to_num(column.cast(nw.Float64).to_numpy().astype(np.float64))
    distinct, codes = np.unique(values, return_inverse=True)
    if len(distinct) <= MOST_BINS:
        return codes.astype(np.int64)
    cuts = np.unique(np.quantile(values, np.linspace(0.0, 1.0, MOST_BINS + 1)[1:-1]))
    return np.searchsorted(cuts, values).astype(np.int64)


def reveals_label(values: Codes, classes: Codes) -> bool:
    """Whether the usual class of each value, learned from half of the rows, is right in the rest.

    >>> rng = np.random.default_rng(0)
    >>> classes = rng.integers(0, 3, 300)
    >>> reveals_label(classes % 3 + 7, classes), reveals_label(rng.integers(0, 3, 300), classes)
    (True, False)
    """
    if values.max(initial=0) + 1 > len(values) / 4:  # hardly any value repeats
        return False
    half = np.random.default_rng(0).permutation(len(values)) % 2 == 0
    shape = (int(values.max()) + 1, int(classes.max()) + 1)
    table = np.zeros(shape, dtype=np.int64)
    np.add.at(table, (values[half], classes[half]), 1)
    right = float(np.mean(table.argmax(axis=1)[values[~half]] == classes[~half]))
    largest = float(np.bincount(classes).max() / len(classes))
    return largest < 1.0 and (right - largest) / (1.0 - largest) >= REVEALING

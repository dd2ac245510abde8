"""Rows that have equal values: copies, rows of different owners, and rows with other labels."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from steersman.data.columns.cells import is_compound, words
from steersman.data.columns.guesses import SPLITS
from steersman.data.columns.kinds import Column, Frame
from steersman.data.columns.label_words import is_blank, one_spelling, visible
from steersman.data.columns.roles import Roles
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Finding

MANY = 1 / 20
"""The part of the rows from which on duplicates are a warning."""
FAIR = "remove them so the test stays fair?"

Codes = NDArray[np.int64]


def repeated_rows(frame: Frame, roles: Roles, options: ReadOptions) -> Iterator[Finding]:
    """Findings about rows with equal values in all columns that are used."""
    schema = frame.schema
    columns = [column for column in roles.features if not is_compound(schema[column])]
    # Rows that differ in a vector are not equal, and vectors hardly ever are.
    if not columns or len(frame) < 2 or roles.vectors:
        return
    group = row_groups(frame, columns)
    if int(group.max()) + 1 == len(group):
        return
    labels = class_of_rows(frame, roles, options)
    kept = np.ones(len(group), dtype=bool)
    if labels is not None and options.missing_labels == "drop":
        kept = np.asarray([not is_blank(label) for label in labels])
    yield from duplicates(frame, roles, group, labels, kept)
    if labels is not None:
        yield from contradictions(group[kept], [labels[row] for row in np.flatnonzero(kept)], roles)
    if roles.split:
        yield from shared_rows(group, frame.get_column(roles.split))


def row_groups(frame: Frame, columns: list[str]) -> Codes:
    """(rows,) one number for all rows that are equal in these columns."""
    # As tuples in a dict: exact, and quicker than sorting columns of mixed types.
    numbers: dict[object, int] = {}
    rows = frame.select(columns).rows()
    return np.asarray([numbers.setdefault(row, len(numbers)) for row in rows])


def class_of_rows(frame: Frame, roles: Roles, options: ReadOptions) -> list[str | None] | None:
    """(rows,) the class of each row as it will be called; None where rows may have several."""
    if len(roles.label) != 1 or options.separator:
        return None
    column = frame.get_column(roles.label[0])
    if column.dtype.is_nested():
        return None
    said = words(column)
    if options.merge_labels:
        spelling = one_spelling(Tally(str(word) for word in said if not is_blank(word)))
        said = [spelling.get(word or "", word) for word in said]
    names = options.rename_classes
    return [names.get(word, word) if word is not None else None for word in said]


def duplicates(
    frame: Frame,
    roles: Roles,
    group: Codes,
    labels: list[str | None] | None,
    kept: NDArray[np.bool_],
) -> Iterator[Finding]:
    """Rows that repeat an earlier one with the same label, copies or not by their identifiers."""
    ids = words(frame.get_column(roles.id)) if roles.id else None
    seen: set[tuple[object, ...]] = set()
    seen_with_id: set[tuple[object, ...]] = set()
    repeated = copies = 0
    for row in np.flatnonzero(kept).tolist():
        key = (int(group[row]), labels[row] if labels is not None else None)
        whole = (*key, ids[row] if ids is not None else None)
        repeated += key in seen
        copies += whole in seen_with_id
        seen.add(key)
        seen_with_id.add(whole)
    if not repeated:
        return
    total = int(kept.sum())
    if roles.id is not None and copies < repeated:
        yield Finding(
            "note",
            f"{plural_rows(repeated)} {'has' if repeated == 1 else 'have'} the same values as an "
            f"earlier row, but {same_identifiers(copies)} in {roles.id!r}",
            todo="keep them if they are different people or things; remove them if they are copies",
            remedy="one-of-equal",
            code="rows-equal-other-ids",
            rows=repeated,
        )
        return
    yield Finding(
        "note" if repeated < total * MANY else "warning",
        f"{repeated:,} duplicate {'row' if repeated == 1 else 'rows'}",
        todo=FAIR if repeated > 1 else "remove it so the test stays fair?",
        remedy="distinct",
        code="rows-repeated",
        rows=repeated,
    )


def same_identifiers(copies: int) -> str:
    """How many of the rows with equal values have equal identifiers too.

    >>> same_identifiers(0), same_identifiers(3)
    ('other values', 'only 3 of them the same value')
    """
    return f"only {copies:,} of them the same value" if copies else "other values"


def contradictions(group: Codes, labels: list[str | None], roles: Roles) -> Iterator[Finding]:
    """Rows with equal values and different labels, counted on both sides."""
    pairs = Tally(zip(group.tolist(), labels))
    several = Tally(number for number, _ in pairs)
    torn = Tally[str]()
    for (number, label), rows in pairs.items():
        if several[number] > 1:
            torn[visible(label)] += rows
    if not torn:
        return
    sizes = sorted(torn.items(), key=lambda each: (each[1], each[0]))
    if len(sizes) == 2:
        (few, fewer), (many, more) = sizes
        are = "is" if fewer == 1 else "are"
        what = (
            f"{rows_of_class(fewer, few)} {are} identical to {rows_of_class(more, many)}; "
            "no model can tell them apart"
        )
    else:
        what = (
            f"{plural_rows(torn.total())} have identical values and different labels; "
            "no model can tell them apart"
        )
    yield Finding(
        "warning",
        what,
        roles.label[0],
        "check these labels, or add a column that tells the rows apart",
        code="labels-contradict",
        rows=torn.total(),
    )


def rows_of_class(rows: int, name: str) -> str:
    """A number of rows of a class; a class that is a number is called one.

    >>> rows_of_class(7, "cancer"), rows_of_class(1, "2")
    ('7 cancer rows', '1 row of class 2')
    """
    if any(letter.isalpha() for letter in name):
        return f"{rows:,} {name} {'row' if rows == 1 else 'rows'}"
    return f"{plural_rows(rows)} of class {name}"


def shared_rows(group: Codes, split: Column) -> Iterator[Finding]:
    """Rows that are in the training part and in the test part."""
    part = np.asarray([SPLITS.get((word or "").strip().lower(), "") for word in words(split)])
    both = np.isin(group[part == "test"], group[part == "train"])
    if both.any():
        yield Finding(
            "warning",
            f"{int(both.sum()):,} of {both.size:,} test rows are training rows as well",
            split.name,
            "remove them from one part: a test on them says nothing",
            code="test-rows-in-training",
            rows=int(both.sum()),
        )


def plural_rows(rows: int) -> str:
    """A number of rows.

    >>> plural_rows(1), plural_rows(3322)
    ('1 row', '3,322 rows')
    """
    return f"{rows:,} {'row' if rows == 1 else 'rows'}"

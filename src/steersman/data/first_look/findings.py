"""Findings in a table: missing values, doubtful labels, duplicates, leaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.columns.cells import distinct_count, missing_count, words
from steersman.data.columns.guesses import MOST_VALUES
from steersman.data.columns.kinds import (
    WORDS,
    Column,
    Frame,
    kind_of_column,
)
from steersman.data.columns.label_findings import label_findings
from steersman.data.columns.missing_rules import filling_words
from steersman.data.columns.numbered_columns import LEAST_SUGGESTED, groups_of_columns
from steersman.data.columns.roles import Roles
from steersman.data.first_look.number_looks import NumberLook
from steersman.data.first_look.repeated_rows import repeated_rows
from steersman.data.first_look.suspicious_zeros import zero_findings
from steersman.data.first_look.value_findings import (
    code_findings,
    date_findings,
    mixed_dates,
    number_findings,
    sign_findings,
)
from steersman.data.read_options import ReadOptions, Role
from steersman.data.sketch import Finding

MOST_ALIKE = 8
NAMED = 3
"""More findings of one kind are merged into one that names so many other columns."""
LEAST_ROWS = 20
FEW_VALUES = 5
MOST_BINS = 64
REVEALING = 0.95
"""A column that takes away this part of the errors of always guessing the largest class."""

ONE_WAY = "write them all as 2024-12-31 to make the column a date"

Codes = NDArray[np.int64]


def findings_in(
    frame: Frame,
    roles: Roles,
    options: ReadOptions,
    decimal: str | None = None,
    looks: Mapping[str, NumberLook] | None = None,
) -> Iterator[Finding]:
    """Sentences about a table whose columns have these roles.

    `decimal` is the mark before a fraction where numbers do not show it; `looks` are those that
    were taken at columns of numbers.
    """
    looks = looks or {}
    if not roles.label:
        yield Finding(
            "warning",
            "the label column is not clear",
            todo="choose the label column",
            code="label-column-missing",
        )
    for label in roles.label:
        yield from label_findings(frame.get_column(label), options)
    for name in frame.columns:
        if roles.role(name) != "number" or name not in looks or not looks[name].is_plain:
            column = frame.get_column(name)
            for finding in column_findings(column, roles, decimal, options):
                # Who left a text out need not be asked about it.
                if finding.code != "text-unused" or name not in options.named_roles():
                    yield finding
    for name in roles.numbers:
        if name in looks:
            yield from zero_findings(looks[name], name in options.zeros_missing)
    yield from vector_findings(roles, options)
    if len(frame) >= LEAST_ROWS and len(roles.label) == 1:
        yield from leaks(frame, roles, looks)
    yield from repeated_rows(frame, roles, options)


def column_findings(
    column: Column,
    roles: Roles,
    decimal: str | None,
    options: ReadOptions,
) -> Iterator[Finding]:
    """Findings about a single column that is not the label."""
    name, role = column.name, roles.role(column.name)
    if role in ("id", "category", "leave"):
        if mixed_dates(column):
            what = f"dates of {name!r} are written in more than one way"
            yield Finding("note", what, name, ONE_WAY, code="date-formats-differ")
        yield from sign_findings(column)
    if role in ("category", "leave"):
        yield from code_findings(column)
    if role in ("label", "id", "split") or not len(column):
        return
    distinct = distinct_count(column)
    if distinct == 1:
        what = f"column {name!r} has the same value in every row"
        todo = "it cannot tell classes apart"
        yield Finding("note", what, name, todo, "leave", code="column-constant")
        return
    yield from missing_findings(column, role, options)
    if role == "number" or (column.dtype in WORDS and kind_of_column(column) == "number"):
        yield from number_findings(column, decimal)
    if role == "date":
        yield from date_findings(column)
    if role == "category":
        yield from identifying_words(column, distinct)
    if role == "leave" and column.dtype in WORDS and distinct > FEW_VALUES:
        yield from left_out_words(column, roles, distinct)


def missing_findings(column: Column, role: Role, options: ReadOptions) -> Iterator[Finding]:
    """Values that are missing, and what stands for them."""
    name, rows, missing = column.name, len(column), missing_count(column)
    if missing and role in ("number", "date", "category"):
        filled = filling_words(role, options)
        yield Finding(
            "note",
            f"{missing:,} of {rows:,} values of {name!r} are missing; {filled} is used",
            name,
            code="words-missing" if role == "category" else "values-missing",
            rows=missing,
        )
    if missing and role == "text":
        are = "is" if missing == 1 else "are"
        what = f"{missing:,} of {rows:,} texts in {name!r} {are} empty"
        yield Finding("note", what, name, code="documents-missing", rows=missing)


def identifying_words(column: Column, distinct: int) -> Iterator[Finding]:
    """A category that hardly ever repeats."""
    name, rows = column.name, len(column)
    if rows >= LEAST_ROWS and distinct > rows / 2:
        yield Finding(
            "note",
            f"column {name!r} has {distinct:,} different values in {rows:,} rows: it tells rows "
            "apart, not classes",
            name,
            "make it the identifier, or leave it out",
            "leave",
            code="column-identifies",
        )


def left_out_words(column: Column, roles: Roles, distinct: int) -> Iterator[Finding]:
    """A column of words that is not used though it may be text."""
    name, rows = column.name, len(column)
    if kind_of_column(column) == "text":
        together = f" together with {roles.text[0]!r}" if roles.text else ""
        yield Finding(
            "note",
            f"{name!r} looks like text ({distinct:,} different values)",
            name,
            f"use it{together}?",
            "text",
            code="text-unused",
        )
    elif distinct > MOST_VALUES:
        yield Finding(
            "note",
            f"{name!r} is not used: it has {distinct:,} different values in {rows:,} rows",
            name,
            "make it the text or the identifier if it is one",
            code="words-never-repeat",
        )


def vector_findings(roles: Roles, options: ReadOptions) -> Iterator[Finding]:
    """Numbered columns that may be one vector, or that are read so."""
    for name in roles.vectors:
        if name in options.vectors:
            yield Finding(
                "note",
                f"the columns numbered under {name!r} are one vector",
                name,
                remedy="vector",
                code="columns-joined",
            )
    for name, columns in groups_of_columns(roles.numbers, LEAST_SUGGESTED).items():
        yield Finding(
            "note",
            f"{len(columns):,} columns are numbered, from {columns[0]!r} to {columns[-1]!r}",
            name,
            "if they are one vector, such as an embedding, read them together",
            "vector",
            code="columns-numbered",
        )


def leaks(frame: Frame, roles: Roles, looks: Mapping[str, NumberLook]) -> Iterator[Finding]:
    """Columns that alone give the label away."""
    label = frame.get_column(roles.label[0])
    if label.dtype.is_nested():
        return
    classes = codes_of(label)
    for name in (*roles.numbers, *roles.categories, *roles.dates):
        look = looks.get(name)
        if look is not None and len(frame) / 4 < look.distinct <= MOST_BINS:
            # Hardly any value repeats.
            continue
        codes = bins(look.values) if look is not None else value_codes(frame.get_column(name))
        if reveals_label(codes, classes):
            yield Finding(
                "warning",
                f"column {name!r} alone gives the label away",
                name,
                "leave it out unless you know it before you know the label",
                "leave",
                code="label-revealed",
            )


def codes_of(column: Column) -> Codes:
    """(rows,) a number for each distinct value."""
    _, codes = np.unique([word or "" for word in words(column)], return_inverse=True)
    return codes.astype(np.int64)


def value_codes(column: Column) -> Codes:
    """(rows,) the value of each row as a number: words one each, numbers by their quantiles."""
    if not column.dtype.is_numeric():
        return codes_of(column)
    return bins(column.cast(nw.Float64).to_numpy().astype(np.float64))


def bins(numbers: NDArray[np.float64]) -> Codes:
    """(rows,) the place of each number among the distinct ones, or among their quantiles."""
    values = np.nan_to_num(numbers)
    distinct, codes = np.unique(values, return_inverse=True)
    if len(distinct) <= MOST_BINS:
        return codes.astype(np.int64)
    cuts = np.unique(np.quantile(values, np.linspace(0.0, 1.0, MOST_BINS + 1)[1:-1]))
    return np.searchsorted(cuts, values).astype(np.int64)


def reveals_label(values: Codes, classes: Codes) -> bool:
    """Whether a column alone predicts the label: learned on half of the rows, right in the rest.

    >>> rng = np.random.default_rng(0)
    >>> classes = rng.integers(0, 3, 300)
    >>> reveals_label(classes % 3 + 7, classes), reveals_label(rng.integers(0, 3, 300), classes)
    (True, False)
    """
    # Hardly any value repeats: half of the rows teaches nothing about the rest.
    if values.max(initial=0) + 1 > len(values) / 4:
        return False
    # Learned and judged on different rows, because a column of many values would explain its own
    # rows perfectly.
    half = random_half(len(values))
    shape = (int(values.max()) + 1, int(classes.max()) + 1)
    cells = values[half] * shape[1] + classes[half]
    table = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
    right = float(np.mean(table.argmax(axis=1)[values[~half]] == classes[~half]))
    largest = float(np.bincount(classes).max() / len(classes))
    # Relative to guessing the largest class: 95 % right is nothing if 95 % are of one class.
    return largest < 1.0 and (right - largest) / (1.0 - largest) >= REVEALING


@lru_cache(maxsize=4)
def random_half(rows: int) -> NDArray[np.bool_]:
    """(rows,) true for half of them, always the same ones."""
    half: NDArray[np.bool_] = np.random.default_rng(0).permutation(rows) % 2 == 0
    return half


def merged_findings(findings: Iterable[Finding]) -> list[Finding]:
    """The findings; where more than a few say the same of a column each, the first stands for all.

    >>> many = [Finding("note", f"column 'c{i}' is empty", f"c{i}", code="e") for i in range(20)]
    >>> [finding.what for finding in merged_findings(many)]
    ["column 'c0' is empty; 19 more columns are alike: 'c1', 'c2', 'c3' and others"]
    """
    every = list(findings)
    alike: dict[object, list[Finding]] = defaultdict(list)
    for finding in every:
        alike[finding.code, finding.severity, finding.remedy].append(finding)
    found = []
    for finding in every:
        same = alike[finding.code, finding.severity, finding.remedy]
        if finding.column is None or len(same) <= MOST_ALIKE:
            found.append(finding)
        elif finding is same[0]:
            found.append(one_for_all(same))
    return found


def one_for_all(same: list[Finding]) -> Finding:
    """The first of some findings, with the columns of the others; there is no one click for all."""
    first, others = same[0], same[1:]
    named = ", ".join(repr(each.column) for each in others[:NAMED])
    what = f"{first.what}; {len(others):,} more columns are alike: {named} and others"
    return replace(first, what=what, remedy=None)

"""A first look at data, before it is loaded: columns, roles, first rows, what may hurt."""

from __future__ import annotations

import os
from collections import Counter as Tally
from collections.abc import Callable, Mapping
from pathlib import Path

from steersman.course import Course, Progress
from steersman.data.columns.cells import distinct_count, missing_count, told_count, words
from steersman.data.columns.kinds import Column, Frame, kind_of_column
from steersman.data.columns.label_words import is_blank, one_spelling
from steersman.data.columns.labels import separated
from steersman.data.columns.roles import Roles, guessed_roles
from steersman.data.columns.wanted import Wanted
from steersman.data.first_look.alike_findings import told_once
from steersman.data.first_look.bars import bars_of
from steersman.data.first_look.findings import findings_in
from steersman.data.first_look.number_looks import number_looks
from steersman.data.first_look.samples import sample_of
from steersman.data.loading import FileOptions
from steersman.data.sketch import ColumnSketch, Role, Sketch

__all__ = ["sniff"]

PREVIEW_ROWS, LEAST_PREVIEW_ROWS, PREVIEW_CELLS = 50, 10, 100_000
MOST_ROWS = 50_000
EXAMPLES = 3
EXAMPLE_CHARACTERS = 80
PREVIEW_CHARACTERS = 500
MOST_BALANCED = 200
FIXED_ROLES: dict[str, dict[str, Role]] = {
    "folder": {"id": "id", "label": "label", "text": "text"},
    "svmlight": {"label": "label", "pairs": "leave"},
}
"""Formats whose columns are what they are."""


def sniff(
    source: object,
    *,
    format: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    sheet: str | None = None,
    separator: str | None = None,
    missing_labels: str = "drop",
    merge_labels: bool = False,
    decimal: str | None = None,
    roles: Mapping[str, Role] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Sketch:
    """What is in a file, folder or frame, from its first rows.

    What is not given is guessed: encoding, delimiter, whether the first line names the columns, and
    the role of each column that `roles` leaves out. Nothing is refused that can be shown; what
    `load` would refuse is a finding.

    >>> import pandas as pd
    >>> boats = pd.DataFrame({"length": [9, 12, 30], "kind": ["sloop", "sloop", "ketch"]})
    >>> sniff(boats, roles={"kind": "label"}).column("kind").balance
    {'sloop': 2, 'ketch': 1}
    """
    course = Course(progress, cancelled)
    sample = sample_of(source, FileOptions(format, encoding, delimiter, header, sheet), course)
    frame = sample.frame.head(MOST_ROWS)
    path = Path(source).expanduser() if isinstance(source, str | os.PathLike) else None
    where = path.name if path else "the frame"
    course.tell(0.4, "looking at the columns")
    told = FIXED_ROLES.get(sample.kind, dict(roles or {}))
    wanted = Wanted(
        roles=told,
        separator=separator,
        missing_labels=missing_labels,
        merge_labels=merge_labels,
    )
    chosen = guessed_roles(frame, wanted, where)
    decimal = decimal or ("," if sample.delimiter == ";" else None)
    columns, names, looks = [], frame.columns, number_looks(frame)
    for place, name in enumerate(names):
        course.tell(0.4 + 0.3 * place / len(names), f"looking at {name}")
        if name in looks and chosen.role(name) != "label":
            columns.append(looks[name].sketch(chosen.role(name)))
        else:
            columns.append(column_sketch(frame.get_column(name), chosen, wanted, decimal))
    course.tell(0.7, "looking for what may hurt")
    found = told_once(findings_in(frame, chosen, wanted, decimal, looks))
    findings = (*sample.findings, *found)
    course.tell(1.0, "looking for what may hurt")
    return Sketch(
        path=path,
        kind=sample.kind,
        encoding=sample.encoding,
        delimiter=sample.delimiter,
        header=sample.header,
        rows=sample.rows,
        rows_exact=sample.exact,
        rows_seen=len(frame),
        columns=tuple(columns),
        preview=preview_of(frame),
        findings=findings,
        sheets=sample.sheets,
    )


def column_sketch(
    column: Column, roles: Roles, wanted: Wanted, decimal: str | None
) -> ColumnSketch:
    """What is to be told about one column."""
    role, kind = roles.role(column.name), kind_of_column(column)
    missing = missing_count(column)
    return ColumnSketch(
        name=column.name,
        kind=kind,
        role=role,
        missing=missing,
        distinct=told_count(column) if missing else distinct_count(column),
        examples=examples_of(column),
        balance=balance_of(column, wanted) if role == "label" else {},
        bars=bars_of(column, kind, decimal),
    )


def examples_of(column: Column) -> tuple[str, ...]:
    """The first distinct values, shortened."""
    told = (shortened(word, EXAMPLE_CHARACTERS) for word in words(column.head(1_000)) if word)
    return tuple(dict.fromkeys(told))[:EXAMPLES]


def balance_of(column: Column, wanted: Wanted) -> dict[str, int]:
    """The rows of each value of a label, the largest first; each of several labels counts."""
    if column.dtype.is_nested():
        tally = Tally(str(each) for row in column.to_list() for each in (row or ()))
    elif wanted.separator:
        tally = Tally(part for word in words(column) for part in separated(word, wanted.separator))
    else:
        tally = Tally(str(word) for word in words(column) if not is_blank(word))
    if wanted.merge_labels:
        chosen = one_spelling(tally)
        tally = Tally(chosen[word] for word in tally.elements())
    return dict(tally.most_common(MOST_BALANCED))


def preview_of(frame: Frame) -> tuple[tuple[str, ...], ...]:
    """The first rows as words, empty where a value is missing; fewer where they are wide."""
    rows = min(max(PREVIEW_CELLS // max(len(frame.columns), 1), LEAST_PREVIEW_ROWS), PREVIEW_ROWS)
    head = frame.head(rows)
    if head.implementation.is_pyarrow():
        told = [
            ["" if value is None or value != value else str(value) for value in row]
            for row in head.rows()
        ]
    else:
        columns = [words(column) for column in head.iter_columns()]
        told = [[word or "" for word in row] for row in zip(*columns)]
    return tuple(tuple(shortened(word, PREVIEW_CHARACTERS) for word in row) for row in told)


def shortened(text: str, characters: int) -> str:
    """The text, or its beginning with dots.

    >>> shortened("a long story", 6)
    'a long…'
    """
    return text if len(text) <= characters else text[:characters].rstrip() + "…"

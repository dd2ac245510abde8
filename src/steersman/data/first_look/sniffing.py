"""A first look at data, before it is loaded: columns, roles, first rows, what may hurt."""

from __future__ import annotations

import os
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from steersman.data.columns.cells import distinct_count, missing_count, present_count, words
from steersman.data.columns.kinds import Column, Frame, kind_of_column
from steersman.data.columns.label_words import is_blank, one_spelling
from steersman.data.columns.labels import separate_labels
from steersman.data.columns.numbered_columns import with_vectors
from steersman.data.columns.roles import Roles, guessed_roles
from steersman.data.files.person_folders import check_readable
from steersman.data.first_look.bars import bars_of
from steersman.data.first_look.findings import findings_in, merged_findings
from steersman.data.first_look.number_looks import number_looks
from steersman.data.first_look.samples import sample_of
from steersman.data.formats.registry import Format
from steersman.data.formats.samples import Sample
from steersman.data.read_options import ReadKeywords, ReadOptions, takes_read_options
from steersman.data.sketch import ColumnSketch, Sketch
from steersman.tasks import Progress, Task

PREVIEW_ROWS, LEAST_PREVIEW_ROWS, PREVIEW_CELLS = 50, 10, 100_000
MOST_ROWS = 50_000
EXAMPLES = 3
LOOKED_AT = 1_000  # rows, in which nearly all columns show three values
EXAMPLE_CHARACTERS = 80
PREVIEW_CHARACTERS = 500
MOST_BALANCED = 200


@takes_read_options
def sniff(
    source: object,
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    **options: Unpack[ReadKeywords],
) -> Sketch:
    """Describe a file, folder or frame from its first rows.

    What is not given is guessed: encoding, delimiter, whether the first line names the columns, and
    the role of each column that `roles` leaves out. Nothing is refused that can be shown; what
    `load` would refuse is a finding.

    Parameters
    ----------
    source : str, path or frame
        File, folder or table.
    progress : callable, optional
        Called with what is done and how far it is, from 0 to 1.
    cancelled : callable, optional
        Tells whether to stop.

    Returns
    -------
    Sketch
        The columns with their roles and values, and what was found.

    Examples
    --------
    >>> import pandas as pd
    >>> boats = pd.DataFrame({"length": [9, 12, 30], "kind": ["sloop", "sloop", "ketch"]})
    >>> sniff(boats, roles={"kind": "label"}).column("kind").balance
    {'sloop': 2, 'ketch': 1}
    """
    task, given = Task(progress=progress, cancelled=cancelled).monotone(), ReadOptions.of(**options)
    path = Path(source).expanduser() if isinstance(source, str | os.PathLike) else None
    if path is not None:
        check_readable(path)
    kind, format, sample = sample_of(source, given, task)
    frame = with_vectors(sample.frame.head(MOST_ROWS), given.vectors)
    where = path.name if path else "the frame"
    task.report("inspecting columns", 0.4)
    fixed = format.fixed_roles if format else {}
    wanted = replace(given, roles=fixed) if fixed else given
    chosen = guessed_roles(frame, wanted, where)
    # Where columns are separated by semicolons, the comma is taken: it is the decimal mark.
    decimal = given.decimal or ("," if sample.delimiter == ";" else None)
    columns, names, looks = [], frame.columns, number_looks(frame)
    for place, name in enumerate(names):
        task.report(f"inspecting {name}", 0.4 + 0.3 * place / len(names))
        if name in looks and chosen.role(name) != "label":
            columns.append(looks[name].sketch(chosen.role(name)))
        else:
            columns.append(column_sketch(frame.get_column(name), chosen, wanted, decimal))
    task.report("checking for problems", 0.7)
    found = merged_findings(findings_in(frame, chosen, wanted, decimal, looks))
    findings = (*sample.findings, *found)
    task.report("checking for problems", 1.0)
    return Sketch(
        path=path,
        kind=kind,
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
        fixed_roles=bool(fixed),
        read_options=options_as_read(given, format, sample, columns),
    )


def options_as_read(
    given: ReadOptions, format: Format | None, sample: Sample, columns: Sequence[ColumnSketch]
) -> ReadOptions:
    """The options with what was detected, so that `load` reads what the sketch shows."""
    if format is None:
        return replace(given, roles={column.name: column.role for column in columns})
    detected: dict[str, Any] = {"delimiter": sample.delimiter}
    if format.has_encoding:
        detected["encoding"] = sample.encoding
    if not format.fixed_roles:
        detected["header"] = sample.header
        detected["roles"] = {column.name: column.role for column in columns}
    return replace(given, **detected)


def column_sketch(
    column: Column, roles: Roles, options: ReadOptions, decimal: str | None
) -> ColumnSketch:
    """The sketch of one column."""
    role, kind = roles.role(column.name), kind_of_column(column)
    missing = missing_count(column)
    return ColumnSketch(
        name=column.name,
        kind=kind,
        role=role,
        missing=missing,
        distinct=present_count(column) if missing else distinct_count(column),
        examples=examples_of(column),
        balance=balance_of(column, options) if role == "label" else {},
        bars=bars_of(column, kind, decimal),
    )


def examples_of(column: Column) -> tuple[str, ...]:
    """The first distinct values, shortened."""
    found = dict.fromkeys(filter(None, words(column.head(LOOKED_AT))))
    if len(found) < EXAMPLES and not column.dtype.is_nested():
        # A file that is sorted by this column has its other values further down.
        rest = column.tail(max(0, len(column) - LOOKED_AT)).unique(maintain_order=True)
        found |= dict.fromkeys(filter(None, words(rest)))
    shown = (shortened_text(word, EXAMPLE_CHARACTERS) for word in found)
    return tuple(dict.fromkeys(shown))[:EXAMPLES]


def balance_of(column: Column, options: ReadOptions) -> dict[str, int]:
    """The rows of each value of a label, the largest first; each of several labels counts."""
    if column.dtype.is_nested():
        tally = Tally(str(each) for row in column.to_list() for each in (row or ()))
    elif options.separator:
        tally = Tally(
            part for word in words(column) for part in separate_labels(word, options.separator)
        )
    else:
        tally = Tally(str(word) for word in words(column) if not is_blank(word))
    if options.merge_labels:
        chosen = one_spelling(tally)
        tally = Tally(chosen[word] for word in tally.elements())
    return dict(tally.most_common(MOST_BALANCED))


def preview_of(frame: Frame) -> tuple[tuple[str, ...], ...]:
    """The first rows as words, empty where a value is missing; fewer where they are wide."""
    # Bounded by cells: fifty rows of ten thousand columns would stall the page.
    rows = min(max(PREVIEW_CELLS // max(len(frame.columns), 1), LEAST_PREVIEW_ROWS), PREVIEW_ROWS)
    head = frame.head(rows)
    if head.implementation.is_pyarrow():
        rows_of_text = [
            ["" if value is None or value != value else str(value) for value in row]
            for row in head.rows()
        ]
    else:
        columns = [words(column) for column in head.iter_columns()]
        rows_of_text = [[word or "" for word in row] for row in zip(*columns)]
    return tuple(
        tuple(shortened_text(word, PREVIEW_CHARACTERS) for word in row) for row in rows_of_text
    )


def shortened_text(text: str, characters: int) -> str:
    """The text, or its beginning with dots.

    >>> shortened_text("a long story", 6)
    'a long…'
    """
    return text if len(text) <= characters else text[:characters].rstrip() + "…"

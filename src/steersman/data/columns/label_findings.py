"""Findings about labels: missing, single, or spelled in two ways."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steersman.data.columns.cells import words
from steersman.data.columns.kinds import Column
from steersman.data.columns.label_words import (
    is_blank,
    left_out,
    one_spelling,
    spelling_key,
    visible,
)
from steersman.data.dataset import Label, class_sizes
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Finding, Remedy

SEPARATORS = {";": "semicolon", "|": "bar", ",": "comma"}
REMEDIES: dict[str, Remedy] = {
    ";": "separator-semicolon",
    "|": "separator-bar",
    ",": "separator-comma",
}
LEAST_SEVERAL = 0.02
"""The part of the rows that must have several labels, so that a slip of the pen is none."""


def label_findings(column: Column, options: ReadOptions) -> Iterator[Finding]:
    """Labels that are missing, alone, or written in two ways."""
    name = column.name
    if column.dtype.is_nested():
        return
    values = [str(word) for word in words(column) if not is_blank(word)]
    missing = len(column) - len(values)
    if not values:
        yield Finding(
            "warning",
            f"the label column {name!r} is empty",
            name,
            "choose another label column",
            code="label-column-empty",
        )
        return
    if missing and not options.separator:
        yield missing_finding(missing, len(column), name, options.missing_labels == "refuse")
    sizes = Tally(values)
    if options.merge_labels:
        yield from merged_labels(sizes, name)
        chosen = one_spelling(sizes)
        sizes = Tally(chosen[word] for word in values)
    if not options.separator:
        yield from size_findings(sizes, name)


def missing_finding(missing: int, rows: int, name: str, refused: bool) -> Finding:
    """Rows without a label, which are left out unless the file is to be refused."""
    if refused:
        what = (
            f"{missing:,} of {rows:,} rows have no label in {name!r}, so the file cannot be loaded"
        )
        todo = "fill in the labels, or leave the rows out"
    else:
        what, todo = left_out(missing, rows, name), "fill in the labels to use these rows"
    return Finding(
        "warning",
        what,
        name,
        todo,
        "unlabeled",
        code="labels-missing",
        rows=missing,
    )


def label_notes(y: NDArray[np.generic], classes: Sequence[Label], name: str) -> tuple[str, ...]:
    """Sentences about labels that are alone, or written in two ways."""
    if y.ndim != 1:
        return ()
    sizes = Tally(dict(zip(map(str, classes), class_sizes(y, classes))))
    how = {"merge": ": merge_labels=True (--merge-labels)"}
    how |= {remedy: f": separator={m!r} (--separator {m!r})" for m, remedy in REMEDIES.items()}
    return tuple(
        "; ".join(filter(None, (each.what, each.todo))) + how.get(str(each.remedy), "")
        for each in size_findings(sizes, name)
    )


def size_findings(sizes: Tally[str], name: str) -> Iterator[Finding]:
    """Findings from the number of rows of each label."""
    mark = seen_separator(sizes)
    if mark:
        yield joined_labels(sizes, name, mark)
    for spellings in alike_labels(sizes):
        shown = " and ".join(
            f"{visible(word)!r} ({sizes[word]:,} rows)" for word in sorted(spellings)
        )
        yield Finding(
            "warning",
            f"labels of {name!r} differ only by spaces or capitals: {shown}",
            name,
            "merge them if they mean the same",
            "merge",
            code="labels-alike",
            rows=sum(sizes[word] for word in spellings),
        )
    if not mark:
        yield from rare_labels(sizes, name)


def joined_labels(sizes: Tally[str], name: str, mark: str) -> Finding:
    """Labels that look like several, with `mark` between them."""
    several = sum(rows for word, rows in sizes.items() if mark in word)
    example = next(word for word in sizes if mark in word)
    return Finding(
        "warning",
        f"{several:,} of {sizes.total():,} labels of {name!r} look like several labels, "
        f"such as {example!r}",
        name,
        f"separate them at the {SEPARATORS[mark]} if a row can have several labels",
        REMEDIES[mark],
        code="labels-joined",
        rows=several,
    )


def rare_labels(sizes: Tally[str], name: str) -> Iterator[Finding]:
    """One label for all rows, one for each row, or some of a single row."""
    single = sorted(word for word, rows in sizes.items() if rows == 1)
    if len(sizes) == 1:
        yield Finding(
            "warning",
            f"all rows have the same label {next(iter(sizes))!r}",
            name,
            code="class-single",
        )
    elif len(single) == len(sizes):
        yield Finding(
            "warning",
            f"every row has a different label in {name!r}",
            name,
            "choose another label column",
            code="label-never-repeats",
        )
    elif single:
        shown = ", ".join(repr(visible(word)) for word in single[:5])
        more = f" and {len(single) - 5} more" if len(single) > 5 else ""
        yield Finding(
            "warning",
            f"{len(single)} of {len(sizes)} classes have a single row: {shown}{more}",
            name,
            "add rows, merge them with another class, or remove them",
            code="classes-of-one-row",
            rows=len(single),
        )


def seen_separator(sizes: Mapping[str, int]) -> str:
    """What stands between the labels of rows that have several; nothing where they have one.

    Labels that are cut in the right place come again in other company, so there are no more of
    them than before; names with a comma inside fall into more pieces.

    >>> seen_separator({"corn;wheat": 2, "corn": 5, "oil;corn": 1, "wheat": 3})
    ';'
    >>> seen_separator({"Albany, NY": 5, "Buffalo, NY": 3})
    ''
    """
    rows = sum(sizes.values())
    for mark in SEPARATORS:
        parts = Tally(part.strip() for word in sizes for part in word.split(mark))
        several = sum(count for word, count in sizes.items() if mark in word)
        # An empty part means that the mark is doubled or at an end: it belongs to the label.
        if several <= LEAST_SEVERAL * rows or "" in parts:
            continue
        if len(parts) <= len(sizes) and max(parts.values()) > 1:
            return mark
    return ""


def merged_labels(sizes: Tally[str], name: str) -> Iterator[Finding]:
    """Labels that were made one class."""
    for spellings in alike_labels(sizes):
        shown = " and ".join(repr(visible(word)) for word in sorted(spellings))
        one = one_spelling({word: sizes[word] for word in spellings})[spellings[0]]
        what = f"the labels {shown} of {name!r} are merged into {one!r}"
        yield Finding(
            "note",
            what,
            name,
            "undo this if they mean different things",
            "merge",
            code="labels-merged",
        )


def alike_labels(sizes: Tally[str]) -> list[list[str]]:
    """Groups of labels that are one word but for spaces and capitals."""
    alike: dict[str, list[str]] = {}
    for word in sizes:
        alike.setdefault(spelling_key(word), []).append(word)
    return [spellings for spellings in alike.values() if len(spellings) > 1]

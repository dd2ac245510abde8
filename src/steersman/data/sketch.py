"""The result of a first look at data: columns, first rows, findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from steersman.data.read_options import ReadOptions, Role

Kind = Literal["number", "category", "date", "text", "boolean", "vector"]
"""What the values of a column are."""

Severity = Literal["note", "warning"]

Remedy = Literal[
    "leave",
    "text",
    "number",
    "distinct",
    "one-of-equal",
    "merge",
    "unlabeled",
    "separator-semicolon",
    "separator-bar",
    "separator-comma",
    "decimal-comma",
    "decimal-point",
    "zeros-missing",
    "vector",
]
"""What would help at once: to leave the column out, make it text or numbers, to remove duplicates,
to keep one of equal rows that may be no duplicates, to make one class of labels that are alike, to
leave out rows without a label (or not), to part several labels of a row, to read numbers the other
way, to take zeros for missing values, to read numbered columns as one vector."""


@dataclass(frozen=True)
class Finding:
    """One sentence about the data, the column it is about if any, and what can be done.

    `code` names the kind of finding for programs, `rows` is how many rows it is about.
    """

    severity: Severity
    what: str
    column: str | None = None
    todo: str = ""
    remedy: Remedy | None = None
    code: str = ""
    rows: int = 0


@dataclass(frozen=True)
class ColumnSketch:
    """One column: what it holds, what it is for, how much is missing.

    `balance` has the rows of each value of the label, the largest first; `bars` the rows of each of
    the commonest values, or of intervals of numbers, dates and lengths of texts.
    """

    name: str
    kind: Kind
    role: Role
    missing: int = 0
    distinct: int = 0
    examples: tuple[str, ...] = ()
    balance: Mapping[str, int] = field(default_factory=dict)
    bars: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Sketch:
    """A source of data as a first look sees it.

    `rows` is an estimate unless `rows_exact`. The columns and findings tell of the first
    `rows_seen` rows, which are all of them in a file of moderate size. Where the format decides
    what its columns are for, they have `fixed_roles`. `load` with `read_options` reads the same.
    """

    path: Path | None
    kind: str
    encoding: str | None
    delimiter: str | None
    header: bool
    rows: int
    rows_exact: bool
    rows_seen: int
    columns: tuple[ColumnSketch, ...]
    preview: tuple[tuple[str, ...], ...]
    findings: tuple[Finding, ...] = ()
    sheets: tuple[str, ...] = ()
    fixed_roles: bool = False
    read_options: ReadOptions = ReadOptions()  # noqa: RUF009  (frozen)

    @property
    def roles(self) -> dict[str, Role]:
        """The role of each column, as `load` takes them."""
        return {column.name: column.role for column in self.columns}

    def column(self, name: str) -> ColumnSketch:
        """The column of that name."""
        return next(column for column in self.columns if column.name == name)

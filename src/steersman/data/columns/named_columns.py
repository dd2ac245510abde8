"""Checks that a table has the columns that were named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from steersman.data.columns.kinds import Frame
from steersman.data.columns.numbered_columns import numbered_columns
from steersman.data.read_options import Role
from steersman.errors import SteersmanError


@dataclass(frozen=True)
class ColumnChoice:
    """Columns to read: those that must be there, and others that are read where they are."""

    needed: Sequence[str]
    extra: Sequence[str] = ()

    def present(self, columns: Sequence[str], where: str) -> list[str]:
        """The columns to read, with an error that names a needed one that is not there."""
        known = set(columns)
        needed = []
        for name in self.needed:
            # A vector may be written in numbered columns.
            written = [name] if name in known else numbered_columns(columns, name)
            if not written:
                check_present(columns, name, "the model's column", where)
            needed += written
        return list(dict.fromkeys([*needed, *(name for name in self.extra if name in known)]))


class EveryColumn(ColumnChoice):
    """All columns of a file."""

    def present(self, columns: Sequence[str], where: str) -> list[str]:  # noqa: ARG002
        """The columns to read."""
        return list(columns)


MOST_COLUMNS = 100_000
MOST_FEATURES = 2_000_000


def check_columns(columns: int, where: str, most: int = MOST_COLUMNS) -> None:
    """Refuse a table of more columns than can be looked at one by one."""
    if columns > most:
        raise SteersmanError(
            f"{where} has {columns:,} columns, expected at most {most:,}",
            todo="check the separator; if these are features, leave out those that are rarely used",
            code="too-many-columns",
            file=where,
            came=columns,
            expected=most,
        )


def check_named(frame: Frame, named: Mapping[str, Role], where: str) -> None:
    """Refuse a role for a column that is not there."""
    columns = frame.columns
    known = set(columns)
    for column in (column for column in named if column not in known):
        check_present(columns, column, f"{named[column]} column", where)


def check_present(columns: Sequence[str], column: str, role: str, where: str) -> None:
    """Refuse a column that is not among `columns`, and list those that are."""
    if column in columns:
        return
    close = get_close_matches(column, columns, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise SteersmanError(
        f"{role} {column!r} is not in {where}",
        todo=f"{hint}it has these columns: {column_list(columns)}",
        code="column-missing",
        column=column,
        role=role,
        columns=tuple(columns),
    )


def single_column(columns: Sequence[str], role: str, where: str) -> str | None:
    """The column with a role that only one can have, None without one."""
    if len(columns) > 1:
        raise SteersmanError(
            f"{len(columns)} columns of {where} have the role {role!r}: {', '.join(columns)}",
            todo="keep the role for one column",
            code="role-repeated",
            role=role,
            columns=tuple(columns),
        )
    return columns[0] if columns else None


def column_list(columns: Sequence[str]) -> str:
    """The first thirty names; those that would break the sentence, or hide in it, in quotes."""
    names = [name if is_plain_name(name) else repr(name) for name in columns[:30]]
    return (", ".join(names) or "none") + (", ..." if len(columns) > 30 else "")


def is_plain_name(name: str) -> bool:
    r"""Whether a name can be seen as it is.

    >>> is_plain_name("size"), is_plain_name(" size"), is_plain_name("si\nze"), is_plain_name("")
    (True, False, False, False)
    """
    return bool(name) and name.isprintable() and name == name.strip() and "," not in name

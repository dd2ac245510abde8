"""What a caller said about the columns of a table, and whether the table has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import get_args

from steersman.data.columns.kinds import Frame
from steersman.data.sketch import Role
from steersman.errors import SteersmanError

__all__ = ["Wanted", "check_named", "check_present", "names", "one_of", "shown"]


@dataclass(frozen=True)
class Wanted:
    """The columns that the caller named; several label columns are one 0/1 column per class.

    `separator` stands between the labels of a row that has several; rows without a label are left
    out, or refused, as `missing_labels` says; `merge_labels` makes one class of labels that differ
    only by spaces and capitals.
    """

    label: str | Sequence[str] | None = None
    text: str | Sequence[str] | None = None
    id: str | None = None
    drop: Sequence[str] = ()
    roles: Mapping[str, Role] = field(default_factory=dict)
    separator: str | None = None
    missing_labels: str = "drop"
    merge_labels: bool = False

    def words(self) -> tuple[str, ...]:
        """The columns whose values are words, however much they look like numbers."""
        kept = ("id", "category")
        return tuple(column for column, role in self.named().items() if role in kept)

    def named(self) -> dict[str, Role]:
        """The role of each column that was named."""
        found: dict[str, Role] = dict(self.roles)
        asked: list[tuple[Role, tuple[str, ...]]] = [
            ("leave", tuple(self.drop)),
            ("id", names(self.id)),
            ("text", names(self.text)),
            ("label", names(self.label)),
        ]
        for role, columns in asked:
            found |= dict.fromkeys(columns, role)
        return found


def names(asked: str | Sequence[str] | None) -> tuple[str, ...]:
    """What was asked for, as a tuple of column names; a frame may call its columns by numbers."""
    if asked is None:
        return ()
    several = isinstance(asked, Sequence) and not isinstance(asked, str)
    return tuple(map(str, asked)) if several else (str(asked),)


def check_named(frame: Frame, named: Mapping[str, Role], where: str) -> None:
    """An error for a role that is none, and for a column that is not there."""
    for column, role in named.items():
        if role not in get_args(Role):
            raise SteersmanError(
                f"column {column!r} cannot have the role {role!r}",
                todo=f"choose from: {', '.join(get_args(Role))}",
            )
    columns = frame.columns
    known = set(columns)
    for column in (column for column in named if column not in known):
        check_present(columns, column, f"{named[column]} column", where)


def check_present(columns: Sequence[str], column: str, role: str, where: str) -> None:
    """An error that lists the columns when `column` is not one of them."""
    if column in columns:
        return
    close = get_close_matches(column, columns, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise SteersmanError(
        f"{role} {column!r} is not in {where}",
        todo=f"{hint}it has these columns: {shown(columns)}",
    )


def one_of(columns: Sequence[str], role: str, where: str) -> str | None:
    """The one column with a role that only one can have."""
    if len(columns) > 1:
        raise SteersmanError(
            f"{len(columns)} columns of {where} have the role {role!r}: {', '.join(columns)}",
            todo="give it to one of them",
        )
    return columns[0] if columns else None


def shown(columns: Sequence[str]) -> str:
    """The first thirty names; those that would break the sentence, or hide in it, in quotes."""
    names = [name if is_plain_name(name) else repr(name) for name in columns[:30]]
    return (", ".join(names) or "none") + (", ..." if len(columns) > 30 else "")


def is_plain_name(name: str) -> bool:
    r"""Whether a name can be seen as it is.

    >>> is_plain_name("size"), is_plain_name(" size"), is_plain_name("si\nze"), is_plain_name("")
    (True, False, False, False)
    """
    return bool(name) and name.isprintable() and name == name.strip() and "," not in name

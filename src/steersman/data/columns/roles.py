"""Which column of a table is the label, the text, the row identifier, a feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import get_args

import narwhals as nw

from steersman.data.columns.cells import distinct_count, is_odd, words
from steersman.data.columns.kinds import (
    SAMPLE_ROWS,
    WORDS,
    Column,
    Frame,
    is_text,
    kind_of_column,
)
from steersman.data.columns.numerals import are_codes
from steersman.data.sketch import Kind, Role
from steersman.errors import SteersmanError

__all__ = [
    "Column",
    "Frame",
    "Roles",
    "Wanted",
    "check_present",
    "guessed_roles",
    "roles",
]

ID_NAMES = {"id", "", "unnamed: 0"}
LABEL_NAMES = {"label", "labels", "class", "target", "category", "categories", "topic", "topics"}
SPLIT_NAMES = {"split", "published split", "set", "subset", "partition"}
SPLITS = {
    "train": "train",
    "training": "train",
    "test": "test",
    "testing": "test",
    "validation": "validation",
    "valid": "validation",
    "val": "validation",
    "dev": "validation",
}
"""What a split column may say -> what it means."""

MOST_GUESSED_CLASSES = 50
MOST_VALUES = 1_000
ROLE_OF_KIND: dict[Kind, Role] = {
    "number": "number",
    "boolean": "number",
    "category": "category",
    "date": "date",
    "text": "leave",
}


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


@dataclass(frozen=True)
class Roles:
    """The columns of a table by their role, and sentences about those that were guessed."""

    label: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    id: str | None = None
    split: str | None = None
    numbers: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def features(self) -> tuple[str, ...]:
        """The columns that features are made of."""
        return (*self.numbers, *self.categories, *self.dates, *self.text)

    @cached_property
    def by_column(self) -> dict[str | None, Role]:
        """The role of each column that has one."""
        held: dict[Role, Sequence[str | None]] = {
            "date": self.dates,
            "category": self.categories,
            "number": self.numbers,
            "split": (self.split,),
            "id": (self.id,),
            "text": self.text,
            "label": self.label,
        }
        return {column: role for role, columns in held.items() for column in columns}

    def role(self, column: str) -> Role:
        """What one column is for."""
        return self.by_column.get(column, "leave")


def roles(frame: Frame, wanted: Wanted, where: str, unlabelled_text: bool = False) -> Roles:
    """The roles of the columns of `frame`: as wanted, otherwise guessed and noted.

    With `unlabelled_text`, text beside which no column could be a label is taken to have none.
    """
    chosen = guessed_roles(frame, wanted, where)
    if chosen.label:
        return chosen
    left = set(frame.columns) - set(wanted.named()) - {*chosen.text, chosen.id, chosen.split}
    could_be_one = any(c.lower() in LABEL_NAMES or is_coded(frame.get_column(c)) for c in left)
    if unlabelled_text and chosen.text and not could_be_one:
        note = "no column looks like a label: the rows have none"
        return replace(chosen, notes=(*chosen.notes, note))
    raise SteersmanError(
        f"which column of {where} is the label cannot be guessed",
        todo=f"name it with label= (--label); the columns are: {shown(frame.columns)}",
    )


def guessed_roles(frame: Frame, wanted: Wanted, where: str) -> Roles:
    """The same, with no label where none was named and none can be guessed."""
    named = wanted.named()
    check_named(frame, named, where)
    notes: list[str] = []
    columns = frame.columns
    of = {role: [c for c in columns if named.get(c) == role] for role in get_args(Role)}
    left = [column for column in columns if column not in named]
    label, text = names(wanted.label) or tuple(of["label"]), names(wanted.text)
    schema = frame.schema
    worded = [column for column in left if not schema[column].is_numeric()]
    text = text or tuple(of["text"]) or guessed_text(frame, worded, notes)
    left = [column for column in left if column not in text]
    split = one_of(of["split"], "split", where) or guessed_split(frame, worded, notes)
    left = [column for column in left if column != split]
    label = label or guessed_label(frame, left, notes)
    left = [column for column in left if column not in label]
    identifier = one_of(of["id"], "id", where)
    identifier = identifier or guessed_identifier(frame, left, notes, alone=bool(text))
    left = [column for column in left if column != identifier]
    if wanted.text and left:
        notes.append(
            f"beside the text these columns were left out: {', '.join(left)}; "
            "give them roles to use them as well"
        )
        left = []
    guessed = by_kind(frame, left, notes)
    return Roles(
        label=label,
        text=text,
        id=identifier,
        split=split,
        numbers=in_order(columns, named | guessed, "number"),
        categories=in_order(columns, named | guessed, "category"),
        dates=in_order(columns, named | guessed, "date"),
        notes=tuple(notes),
    )


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


def one_of(columns: Sequence[str], role: str, where: str) -> str | None:
    """The one column with a role that only one can have."""
    if len(columns) > 1:
        raise SteersmanError(
            f"{len(columns)} columns of {where} have the role {role!r}: {', '.join(columns)}",
            todo="give it to one of them",
        )
    return columns[0] if columns else None


def by_kind(frame: Frame, left: Sequence[str], notes: list[str]) -> dict[str, Role]:
    """The role of each column that nobody named, from what its values are."""
    schema = frame.schema
    found: dict[str, Role] = {
        column: "number" if schema[column].is_numeric() else role_by_kind(frame.get_column(column))
        for column in left
    }
    out = [column for column, role in found.items() if role == "leave"]
    if out:
        notes.append(f"columns that are not features were left out: {', '.join(out)}")
    return found


def role_by_kind(column: Column) -> Role:
    """What a column would be for: words that hardly repeat, and lists, are for nothing."""
    if is_odd(column.dtype) or column.dtype == nw.Binary:
        return "leave"
    role = ROLE_OF_KIND[kind_of_column(column)]
    if role == "category" and MOST_VALUES < column.n_unique() > len(column) / 2:
        return "leave"
    return role


def in_order(columns: Sequence[str], given: Mapping[str, Role], role: Role) -> tuple[str, ...]:
    """The columns with a role, in the order of the table."""
    return tuple(column for column in columns if given.get(column) == role)


def names(asked: str | Sequence[str] | None) -> tuple[str, ...]:
    """What was asked for, as a tuple of column names."""
    if asked is None:
        return ()
    return (asked,) if isinstance(asked, str) else tuple(asked)


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


def guessed_text(frame: Frame, left: list[str], notes: list[str]) -> tuple[str, ...]:
    """The column with the longest text, if there is one at all."""
    lengths: dict[str, int] = {}
    for column in left:
        if frame.get_column(column).dtype == nw.String:
            values = [value or "" for value in words(frame.get_column(column).head(SAMPLE_ROWS))]
            if is_text(values):
                lengths[column] = sum(map(len, values))
    if not lengths:
        return ()
    longest = max(lengths, key=lengths.__getitem__)
    notes.append(f"column {longest!r} was read as the text, because its values are the longest")
    return (longest,)


def guessed_label(frame: Frame, left: list[str], notes: list[str]) -> tuple[str, ...]:
    """The one column that calls itself a label, or the only one of a few words."""
    named = [column for column in left if column.lower() in LABEL_NAMES]
    if len(named) == 1:
        notes.append(f"column {named[0]!r} was read as the label, because of its name")
        return (named[0],)
    schema = frame.schema
    coded = [
        column
        for column in left
        if not named and not schema[column].is_numeric() and is_coded(frame.get_column(column))
    ]
    if len(coded) == 1:
        notes.append(f"column {coded[0]!r} was read as the label, the only one of a few words")
        return (coded[0],)
    return ()


def is_coded(column: Column) -> bool:
    """Whether a column holds a few words that repeat; codes such as 0150 are none."""
    if column.dtype not in (*WORDS, nw.Boolean):
        return False
    if not 2 <= column.n_unique() <= min(MOST_GUESSED_CLASSES, len(column) // 2):
        return False
    return not are_codes([str(word).strip() for word in column.unique().to_list()])


def guessed_split(frame: Frame, left: list[str], notes: list[str]) -> str | None:
    """A column called split whose words say for each row whether it is for training or testing."""
    for column in left:
        if column.lower() in SPLIT_NAMES and frame.get_column(column).dtype in WORDS:
            said = {
                str(value).strip().lower() for value in frame.get_column(column).unique().to_list()
            }
            if said <= SPLITS.keys() and len({SPLITS[word] for word in said}) > 1:
                notes.append(f"column {column!r} says which rows are for training and for testing")
                return column
    return None


def guessed_identifier(
    frame: Frame, left: list[str], notes: list[str], *, alone: bool = False
) -> str | None:
    """A column called id or nothing, or the first one of words; only if no value repeats.

    None of its values may be missing, and another column must be left for the features unless it
    may be `alone`, beside text.
    """
    schema = frame.schema
    for column in left:
        if schema[column].is_numeric() and column.lower() not in ID_NAMES:
            continue
        values = frame.get_column(column)
        coded = values.dtype == nw.String and kind_of_column(values) == "category"
        is_id = coded or column.lower() in ID_NAMES
        if not is_id or (len(left) == 1 and not alone) or values.is_null().any():
            continue
        if distinct_count(values) == len(frame) > 1:
            notes.append(f"column {column!r} was read as the row identifier: no value repeats")
            return column
    return None

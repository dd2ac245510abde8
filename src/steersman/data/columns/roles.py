"""Which column of a table is the label, the text, the row identifier, a feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from steersman._cached import cached_property
from steersman.data.columns.guesses import (
    ROLE_OF_KIND,
    could_be_label,
    guessed_identifier,
    guessed_label,
    guessed_split,
    guessed_text,
    role_by_kind,
)
from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import check_named, column_list, single_column
from steersman.data.ordered_threads import are_few, results_in_order
from steersman.data.read_options import ReadOptions, Role, column_names
from steersman.errors import SteersmanError


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
    vectors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def features(self) -> tuple[str, ...]:
        """The columns that features are made of."""
        return (*self.numbers, *self.categories, *self.dates, *self.vectors, *self.text)

    @cached_property
    def by_column(self) -> dict[str | None, Role]:
        """The role of each column that has one."""
        held: dict[Role, Sequence[str | None]] = {
            "vector": self.vectors,
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
        """The role of one column."""
        return self.by_column.get(column, "leave")


def roles(frame: Frame, options: ReadOptions, where: str, unlabeled_text: bool = False) -> Roles:
    """The roles of the columns of `frame`: as named in the options, otherwise guessed and noted.

    With `unlabeled_text`, text beside which no column could be a label is taken to have none.
    """
    chosen = guessed_roles(frame, options, where)
    if chosen.label:
        return chosen
    left = set(frame.columns) - set(options.named_roles()) - {*chosen.text, chosen.id, chosen.split}
    could_be_one = any(could_be_label(frame.get_column(column)) for column in left)
    if unlabeled_text and chosen.text and not could_be_one:
        note = "no column looks like a label: the rows have none"
        return replace(chosen, notes=(*chosen.notes, note))
    raise SteersmanError(
        f"cannot detect the label column of {where}",
        todo=f"set it with label= (--label); the columns are: {column_list(frame.columns)}",
        code="label-column-missing",
        file=where,
        columns=tuple(frame.columns),
    )


def guessed_roles(frame: Frame, options: ReadOptions, where: str) -> Roles:
    """The roles of all columns, without a label where none can be guessed."""
    named = options.named_roles()
    check_named(frame, named, where)
    notes: list[str] = []
    columns = frame.columns
    of = {role: [c for c in columns if named.get(c) == role] for role in get_args(Role)}
    left = [column for column in columns if column not in named]
    label, text = column_names(options.label) or tuple(of["label"]), column_names(options.text)
    schema = frame.schema
    worded = [column for column in left if not schema[column].is_numeric()]
    text = text or tuple(of["text"]) or guessed_text(frame, worded, notes)
    left = [column for column in left if column not in text]
    split = single_column(of["split"], "split", where) or guessed_split(frame, worded, notes)
    left = [column for column in left if column != split]
    label = label or guessed_label(frame, left, notes)
    left = [column for column in left if column not in label]
    identifier = single_column(of["id"], "id", where)
    identifier = identifier or guessed_identifier(frame, left, notes, alone=bool(text))
    left = [column for column in left if column != identifier]
    if options.text and left:
        notes.append(
            f"only the text is used; these columns were left out: {', '.join(left)}; "
            "give them roles to use them too"
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
        vectors=in_order(columns, named | guessed, "vector"),
        notes=tuple(notes),
    )


def by_kind(frame: Frame, left: Sequence[str], notes: list[str]) -> dict[str, Role]:
    """The role of each column that nobody named, from what its values are."""
    schema = frame.schema
    found = dict.fromkeys(left, ROLE_OF_KIND["number"])
    others = [column for column in left if not schema[column].is_numeric()]
    kinds = results_in_order(
        role_by_kind, map(frame.get_column, others), few_rows=are_few(len(frame))
    )
    found |= zip(others, kinds)
    out = [column for column, role in found.items() if role == "leave"]
    if out:
        notes.append(f"columns that are not features were left out: {', '.join(out)}")
    return found


def in_order(columns: Sequence[str], given: Mapping[str, Role], role: Role) -> tuple[str, ...]:
    """The columns with a role, in the order of the table."""
    return tuple(column for column in columns if given.get(column) == role)

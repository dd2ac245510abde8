"""Rows that a monitor has seen: how many, and which of them wait for a label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from steersman.learn.files import NO_LABEL


class JudgedRow(NamedTuple):
    """A row whose label became known; `number` counts all rows from 1 as they came."""

    number: int
    id: str | None
    true: int
    predicted: int


@dataclass
class SeenRows:
    """Rows by their identifier: number, predicted class, label. Identifiers compare as text."""

    rows: int = 0
    repeated: int = 0
    changed: int = 0
    known: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    def fresh_places(self, rows: int, ids: Sequence[object] | None) -> list[int]:
        """The places of rows that were not seen before."""
        if ids is None:
            return list(range(rows))
        first = {str(each): place for place, each in reversed(list(enumerate(ids)))}
        return sorted(place for name, place in first.items() if name not in self.known)

    def judged_rows(
        self, predicted: Sequence[int] | None, true: Sequence[int], ids: Sequence[object] | None
    ) -> list[JudgedRow]:
        """Note the rows; those that have a label for the first time, in order.

        Without `predicted`, all identifiers must be known.
        """
        if ids is None:
            assert predicted is not None  # noqa: S101
            first = self.rows + 1
            self.rows += len(true)
            return [
                JudgedRow(first + place, None, label, call)
                for place, (label, call) in enumerate(zip(true, predicted))
                if label != NO_LABEL
            ]
        found = []
        for place, (label, each) in enumerate(zip(true, ids)):
            name = str(each)
            if name not in self.known and predicted is not None:
                self.rows += 1
                self.known[name] = (self.rows, predicted[place], NO_LABEL)
            number, call, before = self.known[name]
            if label == NO_LABEL:
                continue
            if before == NO_LABEL:
                self.known[name] = (number, call, label)
                found.append(JudgedRow(number, name, label, call))
            elif before == label:
                self.repeated += 1
            else:
                self.changed += 1
        return found

    def values(self) -> dict[str, Any]:
        """The rows as JSON."""
        return {
            "rows": self.rows,
            "repeated": self.repeated,
            "changed": self.changed,
            "known": {name: list(row) for name, row in self.known.items()},
        }

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> SeenRows:
        """The rows that `values` gave."""
        known = {name: (row[0], row[1], row[2]) for name, row in values["known"].items()}
        return cls(values["rows"], values["repeated"], values["changed"], known)

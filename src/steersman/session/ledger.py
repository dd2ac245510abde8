"""Registries and series of the rooms, with additions that can be committed or dropped together.

A registry shows its room at once what was added to it, so that an action finds what it has just
computed. The session enters the additions of all registries together when an action is done, and
drops them when it fails: rooms compute first, and the session commits last.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from typing import Generic, TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")


class Ledger:
    """The registries and series with additions that have not been entered yet."""

    def __init__(self) -> None:
        self.open: list[Registry[object, object] | Series[object]] = []

    def registry(self) -> Registry[Key, Value]:
        return Registry(self)

    def series(self) -> Series[Value]:
        return Series(self)

    def commit(self) -> None:
        """Enter all additions."""
        # Each is removed before it is committed: its next addition opens it again.
        while self.open:
            self.open.pop().commit()

    def drop(self) -> None:
        """Forget all additions."""
        while self.open:
            self.open.pop().drop()


class Registry(MutableMapping[Key, Value], Generic[Key, Value]):
    """A mapping whose changes can be committed or dropped.

    >>> ledger = Ledger()
    >>> sizes: Registry[str, int] = ledger.registry()
    >>> sizes["a"] = 1
    >>> ledger.commit()
    >>> sizes["b"] = 2
    >>> del sizes["a"]
    >>> dict(sizes)
    {'b': 2}
    >>> ledger.drop()
    >>> dict(sizes)
    {'a': 1}
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.entered: dict[Key, Value] = {}
        # A whole copy rather than a list of changes: deletions need no special case, and
        # dropping or committing all of them is one assignment.
        self.draft: dict[Key, Value] | None = None

    @property
    def current(self) -> dict[Key, Value]:
        return self.entered if self.draft is None else self.draft

    def writable(self) -> dict[Key, Value]:
        if self.draft is None:
            self.draft = dict(self.entered)
            self.ledger.open.append(self)  # type: ignore[arg-type]
        return self.draft

    def commit(self) -> None:
        if self.draft is not None:
            self.entered, self.draft = self.draft, None

    def drop(self) -> None:
        self.draft = None

    def __getitem__(self, key: Key) -> Value:
        return self.current[key]

    def __setitem__(self, key: Key, value: Value) -> None:
        self.writable()[key] = value

    def __delitem__(self, key: Key) -> None:
        del self.writable()[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.current)

    def __len__(self) -> int:
        return len(self.current)

    # Background threads add models while a view reads: iterating over the registry itself could
    # raise "dictionary changed size during iteration", dict.copy() cannot.
    def copy(self) -> dict[Key, Value]:
        """A snapshot that later additions of another thread do not change."""
        return self.current.copy()

    def __contains__(self, key: object) -> bool:
        return key in self.current


class Series(Sequence[Value]):
    """A list that only grows, whose additions can be committed or dropped.

    >>> ledger = Ledger()
    >>> models: Series[str] = ledger.series()
    >>> models.append("first")
    >>> ledger.drop()
    >>> models.append("second")
    >>> ledger.commit()
    >>> list(models)
    ['second']
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.things: list[Value] = []
        self.entered = 0

    def append(self, value: Value) -> None:
        # Only the first addition registers the series, later ones find it registered.
        if len(self.things) == self.entered:
            self.ledger.open.append(self)  # type: ignore[arg-type]
        self.things.append(value)

    def commit(self) -> None:
        self.entered = len(self.things)

    def drop(self) -> None:
        del self.things[self.entered :]

    @overload
    def __getitem__(self, place: int) -> Value: ...
    @overload
    def __getitem__(self, place: slice) -> list[Value]: ...
    def __getitem__(self, place: int | slice) -> Value | list[Value]:
        return self.things[place]

    def __len__(self) -> int:
        return len(self.things)

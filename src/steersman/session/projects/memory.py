"""What one action found with much work, so that opening a project again need not find it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any, TypeVar, cast

from steersman.learn.files import versions_here
from steersman.session.projects.store_values import Unkept, ValueReader, ValueWriter
from steersman.session.rules import SEALS_ONCE

__all__ = ["EntryMemory"]

WORTH_KEEPING_S = 0.5
LARGEST_BYTES = 200 * 2**20

Found = TypeVar("Found")


class EntryMemory:
    """The results of one entry by their place in it: those known, and those found afresh.

    A result is kept if it took long to find, and much longer than to write it down. One that was
    found with other versions of what decides it is found again.
    """

    def __init__(
        self, known: Mapping[int, Any], piece: Callable[[str], bytes], *, quick: bool = True
    ) -> None:
        self.known = known
        self.piece = piece
        self.quick = quick
        self.place = 0
        self.fresh: dict[int, Any] = {}
        self.pieces: dict[str, bytes] = {}

    def remembered(self, compute: Callable[[], Found], given: object, outside: bool) -> Found:
        """The known result at the next place, or what `compute` gives.

        Unless quick, only what came from outside is taken as known.
        """
        place, self.place = self.place, self.place + 1
        known = self.known.get(place, {})
        current = outside or known.get("versions") == deciding_versions()
        if current and "value" in known and (self.quick or outside):
            with suppress(Unkept):
                return cast(Found, ValueReader(self.piece, given).value(known["value"]))
        started = monotonic()
        found = compute()
        took_s = monotonic() - started
        if outside:
            took_s = inf
        if took_s >= WORTH_KEEPING_S and not (known and current):
            self.fresh[place] = {"versions": deciding_versions()}
            with suppress(Unkept):
                self.write(place, found, given, took_s)
        return found

    def write(self, place: int, found: object, given: object, took_s: float) -> None:
        """Keep a result if that is worth it; that it is not is known from then on."""
        started = monotonic()
        writer = ValueWriter(given)
        plain = writer.plain(found)
        quick = 2 * (monotonic() - started) <= took_s or not WORTH_KEEPING_S
        if quick and sum(map(len, writer.pieces.values())) <= LARGEST_BYTES:
            self.fresh[place]["value"] = plain
            self.pieces |= writer.pieces


def deciding_versions() -> dict[str, str]:
    """The versions of all that decides a result."""
    return versions_here() | {"rules": str(SEALS_ONCE)}

"""What a session stands on until it has data: a small table that nobody is shown."""

from __future__ import annotations

from dataclasses import replace

from steersman.data import Dataset, load

__all__ = ["STAND_IN", "STAND_IN_SOURCE", "stand_in"]

STAND_IN = "no data yet"
STAND_IN_SOURCE = "breast-cancer"


def stand_in() -> Dataset:
    """The data set of a session in which none has been chosen."""
    return replace(load(STAND_IN_SOURCE), name=STAND_IN)

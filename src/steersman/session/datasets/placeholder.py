"""The placeholder for a session without data: a small table that is never shown."""

from __future__ import annotations

from dataclasses import replace

from steersman.data import Dataset, load

PLACEHOLDER = "no data yet"
STAND_IN_SOURCE = "breast-cancer"


def placeholder_dataset() -> Dataset:
    """The data set of a session in which none has been chosen."""
    return replace(load(STAND_IN_SOURCE), name=PLACEHOLDER)

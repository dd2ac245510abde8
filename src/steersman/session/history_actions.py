"""Moves along the history."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import HistoryMove, Query
from steersman.session.history import Split


@dataclass(frozen=True)
class GoBest(HistoryMove):
    """Back to the best setting visited so far for one split."""

    split: Split


@dataclass(frozen=True)
class Undo(HistoryMove):
    """One step back."""


@dataclass(frozen=True)
class Redo(HistoryMove):
    """One step forward again."""


@dataclass(frozen=True)
class GoTo(HistoryMove):
    step: int


@dataclass(frozen=True)
class Open(Query):
    """Ask for everything: the first message of a window."""

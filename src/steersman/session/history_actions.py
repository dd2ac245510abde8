"""Moves along a history: the project's, or that of a room with steps of its own, by its name."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import HistoryMove, Query
from steersman.session.history import Split


@dataclass(frozen=True)
class GoBest(HistoryMove):
    """Back to the best setting visited so far for one split."""

    split: Split
    room: str = ""


@dataclass(frozen=True)
class Undo(HistoryMove):
    """One step back."""

    room: str = ""


@dataclass(frozen=True)
class Redo(HistoryMove):
    """One step forward again, on the branch visited last."""

    room: str = ""


@dataclass(frozen=True)
class GoTo(HistoryMove):
    """To a step of any branch, by its place among all steps."""

    step: int
    room: str = ""


@dataclass(frozen=True)
class Open(Query):
    """Ask for everything: the first message of a window, which may name the project it is on."""

    project: str = ""

"""Moves along the history."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.plane.actions import Split

__all__ = ["GoBest", "GoTo", "Open", "Redo", "Travel", "Undo"]


@dataclass(frozen=True)
class GoBest:
    """Back to the best setting visited so far for one split."""

    split: Split


@dataclass(frozen=True)
class Undo:
    """One step back."""


@dataclass(frozen=True)
class Redo:
    """One step forward again."""


@dataclass(frozen=True)
class GoTo:
    step: int


@dataclass(frozen=True)
class Open:
    """Ask for everything: the first message of a window."""


Travel = GoBest | Undo | Redo | GoTo
"""Moves along the history."""

"""Actions of the challenge."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.actions import Change, NoUndoStep, ShowProject, ShowRoom
from steersman.session.history import Split


@dataclass(frozen=True)
class StartChallenge(Change):
    """A new game on the present data and category."""


@dataclass(frozen=True)
class Buy(Change):
    """Spend credits on labeled documents."""

    split: Split
    documents: int


@dataclass(frozen=True)
class Reveal(NoUndoStep):
    """Open the sealed test score of a game: once."""


@dataclass(frozen=True)
class LeaveChallenge(ShowProject):
    """Back to the project as it was left; the game can be resumed."""


@dataclass(frozen=True)
class ResumeChallenge(ShowRoom):
    """Back to the game as it was left."""

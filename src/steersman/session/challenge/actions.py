"""What a person does in the challenge."""

from __future__ import annotations

from dataclasses import dataclass

from steersman.session.plane.actions import Split

__all__ = ["Buy", "ChallengeChange", "LeaveChallenge", "Reveal", "StartChallenge"]


@dataclass(frozen=True)
class StartChallenge:
    """A new game on the present data and category."""


@dataclass(frozen=True)
class Buy:
    """Spend credits on labeled documents."""

    split: Split
    documents: int


@dataclass(frozen=True)
class Reveal:
    """Open the sealed test score of a game: once."""


@dataclass(frozen=True)
class LeaveChallenge:
    """Back to all the data."""


ChallengeChange = StartChallenge | Buy | Reveal | LeaveChallenge
"""Leads to a new state."""

"""Shape of what the page shows of a challenge."""

from __future__ import annotations

from typing import TypedDict


class ChallengeValues(TypedDict):
    """A game: training and validation documents are bought, the test is opened once."""

    budget: int
    left: int
    lots: list[int]
    """How many documents one purchase can be."""
    training: int
    validation: int
    goal: float
    test_f1: float | None


VIEW = ChallengeValues | None

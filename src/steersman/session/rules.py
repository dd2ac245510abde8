"""Ways of doing an action that changed: a log is done again by the rules it was written under.

Rules about which rows are sealed are no such way: a seal that is drawn again protects nobody.
"""

from __future__ import annotations

__all__ = [
    "ENTERS_FREELY",
    "GAMES_FIT",
    "KEEPS_PINS",
    "LEAVES_ALONE",
    "PROMISES_AFRESH",
    "RULES",
    "SEALS_ONCE",
    "TUNES_BY_FOLD",
]

SEALS_ONCE = 2
"""The same rows are sealed for all questions."""
LEAVES_ALONE = 3
"""What an action does not change stays: the model on show, the shelf of a question, the program."""
ENTERS_FREELY = 4
"""Entering any room is no step."""
PROMISES_AFRESH = 5
"""What is promised starts from the model as fitted, which learned nothing from held out rows."""
TUNES_BY_FOLD = 6
"""Words belong to the training rows that they were tuned on: another fold has words of its own."""
KEEPS_PINS = 7
"""Models pinned for a question are compared on it whatever the matrix room asks meanwhile."""
GAMES_FIT = 8
"""A game has the size that its data allows."""
RULES = GAMES_FIT
"""What is done now; logs from before there were any have 1. To show more is a new rule, too."""

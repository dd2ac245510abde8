"""Scores of the tuning rows under models visited earlier, kept for the next steering."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steersman.learn.steering import Attainable, Rank, scorer_of
from steersman.session.matrix.problem import Part

MOST_SCORERS = 200
MOST_ROWS = 1_000_000  # scored by all of them together


class VisitedScores:
    """What the cut-offs of visited models can give: every later edit asks for the same."""

    def __init__(self) -> None:
        # With what an identity is of: that of an object which is gone may be given to another.
        self.known: dict[tuple[int, int], tuple[object, Part, Attainable]] = {}
        # An action is begun again after each of its jobs, and compares the same models again.
        self.compared: tuple[tuple[object, ...], Sequence[object], list[Rank]] | None = None

    def last_ranks(self, models: Sequence[object], asked: tuple[object, ...]) -> list[Rank] | None:
        """How good models are under what is asked, if these were compared last."""
        if self.compared is None or self.compared[0] != (*asked, *map(id, models)):
            return None
        return self.compared[2]

    def keep_ranks(
        self, models: Sequence[object], asked: tuple[object, ...], ranks: list[Rank]
    ) -> None:
        """Keep how good models are, with what their identity is of."""
        self.compared = (*asked, *map(id, models)), models, ranks

    def find(self, model: object, part: Part) -> Attainable | None:
        """What the cut-offs of a model can give, where that is known."""
        key = (id(scored_by(model)), id(part))
        if key not in self.known:
            return None
        found = self.known[key] = self.known.pop(key)
        return found[2]

    def add(self, model: object, part: Part, found: Attainable) -> None:
        """Keep what the cut-offs of a model can give, in place of what was asked for long ago."""
        scorer = scored_by(model)
        self.known[id(scorer), id(part)] = (scorer, part, found)
        fitting = MOST_ROWS // max(1, np.size(found.values))
        for old in list(self.known)[: -max(1, min(fitting, MOST_SCORERS))]:
            del self.known[old]


def scored_by(model: object) -> object:
    """What decides the scores that sweeps over cut-offs start from."""
    # Of several classes, the offsets of the model are where each sweep starts.
    two = len(model.classes_) == 2  # type: ignore[attr-defined]
    return scorer_of(model) if two else model
